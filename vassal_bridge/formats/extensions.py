"""Extensions: what a `.vmdx` adds, put where its targets say in the tree of its module.

Source: VASSAL.build.module.ExtensionElement and VASSAL.configure.ComponentPathBuilder; format
reference, 8.11.
"""

from __future__ import annotations

from collections.abc import Iterable

from vassal_bridge.errors import Problem, Where
from vassal_bridge.formats.buildfile import Component
from vassal_bridge.formats.tokens import decode

ELEMENT = "ExtensionElement"


def extended(
    root: Component, extensions: Iterable[tuple[str, Component]]
) -> tuple[Component, tuple[Problem, ...]]:
    """Return a module's tree with what its extensions add, and a problem for each lost target.

    The extensions are given as file and root, in the order in which they are loaded; the given
    trees stay as they are. What has no target in the tree is left out, as VASSAL does.
    """
    tree = _copied(root, None)
    problems: list[Problem] = []
    for file, extension in extensions:
        for element in extension.children:
            if element.kind != ELEMENT:
                continue
            path = element.get("target")
            target = component_at(tree, path)
            if target is None:
                what = ", ".join(child.label or child.kind for child in element.children)
                problems.append(
                    Problem(f"the module has no place {path!r} for {what!r}", Where(file))
                )
                continue
            added = tuple(_copied(child, target) for child in element.children)
            target.children = (*target.children, *added)
    return tree, tuple(problems)


def component_at(root: Component, path: str) -> Component | None:
    """Return the component that a path leads to from a root; None where it leads nowhere.

    Each step names a class and, where the component has one, its name; for the last step the
    first component of the class will do.
    """
    here = root
    steps = decode(path, "/") if path else []
    for number, step in enumerate(steps, start=1):
        parts = decode(step, ":")
        same = [child for child in here.children if child.tag == parts[0]]
        name = parts[1] if len(parts) > 1 else None
        named = [child for child in same if name is None or child.label == name]
        found = named or (same if number == len(steps) else [])
        if not found:
            return None
        here = found[0]
    return here


def _copied(one: Component, parent: Component | None) -> Component:
    """Return a copy of a tree; numbers and lines stay those of its own file."""
    top = _bare(one, parent)
    waiting = [(one, top)]
    while waiting:
        original, copy = waiting.pop()
        copy.children = tuple(_bare(child, copy) for child in original.children)
        waiting.extend(zip(original.children, copy.children, strict=True))
    return top


def _bare(one: Component, parent: Component | None) -> Component:
    return Component(
        one.tag, one.attributes, one.text, parent=parent, number=one.number, line=one.line
    )
