"""The parts of a BeanShell expression, and their printing.

Operators of one rank stand in one flat part, and so do the arms of a ternary, so that a long
expression is not a deep one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from vassal_bridge.formats.expressions.values import JavaValue


@dataclass(frozen=True, slots=True)
class Literal:
    """A number, text, char, true, false or null, with its spelling."""

    value: JavaValue
    text: str


@dataclass(frozen=True, slots=True)
class Name:
    """A bare name: a property."""

    text: str


@dataclass(frozen=True, slots=True)
class Group:
    """An expression in parentheses."""

    inner: Node


@dataclass(frozen=True, slots=True)
class Prefix:
    """Signs and casts before an operand, outermost first: `-`, `+`, `!`, `~`, `(int)` ..."""

    marks: tuple[str, ...]
    operand: Node


@dataclass(frozen=True, slots=True)
class Chain:
    """Operands with operators of one rank between them, from left to right."""

    first: Node
    rest: tuple[tuple[str, Node], ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """A ternary: pairs of condition and outcome, tried in order, and what is left."""

    arms: tuple[tuple[Node, Node], ...]
    otherwise: Node


@dataclass(frozen=True, slots=True)
class Call:
    """A call of one of VASSAL's functions."""

    name: str
    arguments: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Member:
    """What follows a dot; without parentheses the arguments are None."""

    name: str
    arguments: tuple[Node, ...] | None


@dataclass(frozen=True, slots=True)
class Item:
    """An index in brackets."""

    index: Node


@dataclass(frozen=True, slots=True)
class Path:
    """A value followed by members and indexes."""

    head: Node
    steps: tuple[Member | Item, ...]


Node: TypeAlias = Literal | Name | Group | Prefix | Chain | Choice | Call | Path


def children(node: Node) -> Iterator[Node]:
    """Yield the parts that a node is directly made of."""
    match node:
        case Group(inner):
            yield inner
        case Prefix(_, operand):
            yield operand
        case Chain(first, rest):
            yield first
            yield from (operand for _, operand in rest)
        case Choice(arms, otherwise):
            for arm in arms:
                yield from arm
            yield otherwise
        case Call(_, arguments):
            yield from arguments
        case Path(head, steps):
            yield head
            for step in steps:
                if isinstance(step, Item):
                    yield step.index
                else:
                    yield from step.arguments or ()
        case _:
            return


def walk(node: Node) -> Iterator[tuple[int, Node]]:
    """Yield every part of an expression with its depth, the whole at depth 1."""
    waiting = [(1, node)]
    while waiting:
        depth, part = waiting.pop()
        yield depth, part
        waiting.extend((depth + 1, child) for child in children(part))


def show(node: Node) -> str:
    """Return an expression's text in one spacing; parsing it again gives the same parts."""
    match node:
        case Literal(_, text) | Name(text):
            return text
        case Group(inner):
            return f"({show(inner)})"
        case Prefix(marks, operand):
            return " ".join(marks) + (" " if len(marks) > 1 else "") + show(operand)
        case Chain(first, rest):
            return show(first) + "".join(f" {mark} {show(operand)}" for mark, operand in rest)
        case Choice(arms, otherwise):
            made = "".join(f"{show(test)} ? {show(outcome)} : " for test, outcome in arms)
            return made + show(otherwise)
        case Call(name, arguments):
            return f"{name}({_list(arguments)})"
        case Path(head, steps):
            return show(head) + "".join(map(_step, steps))


def _list(nodes: tuple[Node, ...]) -> str:
    return ", ".join(map(show, nodes))


def _step(step: Member | Item) -> str:
    if isinstance(step, Item):
        return f"[{show(step.index)}]"
    return f".{step.name}" + ("" if step.arguments is None else f"({_list(step.arguments)})")
