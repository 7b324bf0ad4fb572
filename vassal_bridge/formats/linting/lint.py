"""What is doubtful in a module, rule by rule: what it is, where it is, what VASSAL will do.

The rules are a table; a rule's function yields the places where it finds something.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from vassal_bridge.formats.buildfile import Component
from vassal_bridge.formats.linting import counters, maps, values
from vassal_bridge.formats.linting.survey import Survey, place_of
from vassal_bridge.formats.module import Module

Found: TypeAlias = tuple[Component | None, str]
"""Where a rule found something (None: the file itself), and the sentence that says it."""


class Severity(StrEnum):
    """How bad a finding is.

    ERROR: something of the module is lost or fails in play. WARNING: it does not do what its
    maker meant. REMARK: worth knowing; it may be on purpose.
    """

    ERROR = "error"
    WARNING = "warning"
    REMARK = "remark"


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: its code, what it looks for, how bad that is, and what VASSAL will do.

    `needs_module` says that an extension alone cannot be judged by it.
    """

    code: str
    severity: Severity
    title: str
    consequence: str
    check: Callable[[Survey], Iterator[Found]]
    needs_module: bool = False


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding: its rule, its place in the component tree, and a sentence.

    `place` goes from the outermost component inwards, each `class:name`; empty where it is the
    file itself. `line` is that of the build file, 0 where it is the file itself.
    """

    rule: Rule
    place: tuple[str, ...]
    line: int
    message: str

    @property
    def code(self) -> str:
        """The rule's code."""
        return self.rule.code

    @property
    def severity(self) -> Severity:
        """How bad it is."""
        return self.rule.severity

    def __str__(self) -> str:
        place = " > ".join(self.place)
        return f"{place}: {self.message}" if place else self.message


_E, _W, _R = Severity.ERROR, Severity.WARNING, Severity.REMARK

RULES: tuple[Rule, ...] = (
    Rule(
        "missing-image",
        _E,
        "an image that is named and not there",
        "VASSAL reports bad data and draws nothing in its place",
        maps.missing_images,
        needs_module=True,
    ),
    Rule(
        "unreadable-image",
        _E,
        "an image that is no PNG, GIF, JPEG or SVG",
        "VASSAL may be unable to read it, and then draws nothing in its place",
        maps.unreadable_images,
    ),
    Rule(
        "oversized-image",
        _W,
        "an image of more than 8000 pixels a side or 32 megapixels",
        "VASSAL cuts it into tiles on the first start, which takes long and much memory",
        maps.oversized_images,
    ),
    Rule(
        "unused-image",
        _R,
        "an image that nothing names",
        "it makes the module larger and is never drawn",
        maps.unused_images,
    ),
    Rule(
        "missing-file",
        _E,
        "a chart, help page or tutorial that is not there",
        "VASSAL reports that it cannot find the file",
        maps.missing_files,
    ),
    Rule(
        "missing-sound",
        _W,
        "a sound that is not there",
        "VASSAL reports bad data and plays nothing",
        maps.missing_sounds,
        needs_module=True,
    ),
    Rule(
        "duplicate-gpid",
        _W,
        "two slots or markers with one gpid",
        "Refresh Counters cannot tell their pieces apart and may turn one into the other",
        counters.duplicate_gpids,
    ),
    Rule(
        "absent-gpid",
        _W,
        "a slot without a gpid",
        "Refresh Counters does not find its pieces; the editor issues a gpid when it saves",
        counters.absent_gpids,
    ),
    Rule(
        "low-next-gpid",
        _W,
        "a nextPieceSlotId that is used already",
        "the editor may give a new slot the gpid of an old one",
        counters.low_next_gpid,
    ),
    Rule(
        "unknown-prototype",
        _E,
        "a prototype that is used and not defined",
        "VASSAL leaves its traits out of the piece",
        counters.unknown_prototypes,
        needs_module=True,
    ),
    Rule(
        "duplicate-prototype",
        _W,
        "two prototypes of one name",
        "only the last of them counts",
        counters.duplicate_prototypes,
    ),
    Rule(
        "recursive-prototype",
        _E,
        "a prototype that contains itself",
        "VASSAL reports an infinite loop and leaves its traits out of the piece",
        counters.recursive_prototypes,
    ),
    Rule(
        "broken-slot",
        _E,
        "a slot or prototype that holds no piece, or too many traits",
        "VASSAL cannot make the piece",
        counters.broken_slots,
    ),
    Rule(
        "state-mismatch",
        _E,
        "a slot or prototype with more or fewer states than traits",
        "VASSAL reports bad data; the inner traits begin without their state",
        counters.state_mismatches,
    ),
    Rule(
        "unknown-trait",
        _W,
        "a trait that is not VASSAL's own",
        "without the module's own code for it, VASSAL puts an empty Marker in its place",
        counters.unknown_traits,
    ),
    Rule(
        "missing-class",
        _E,
        "a component of a class that neither VASSAL nor the module has",
        "VASSAL reports it and leaves it out with all inside; saving the module loses it",
        counters.missing_classes,
        needs_module=True,
    ),
    Rule(
        "custom-class",
        _R,
        "a component of a class of the module's own",
        "VASSAL runs the module's own code, which a newer VASSAL may refuse",
        counters.custom_classes,
    ),
    Rule(
        "unreadable-key",
        _W,
        "a key stroke that cannot be read",
        "VASSAL takes it for no key, or for its first letter with Ctrl",
        values.unreadable_keys,
    ),
    Rule(
        "unheard-command",
        _R,
        "a named command that is sent and that nothing listens to",
        "nothing happens when it is sent",
        values.unheard_commands,
        needs_module=True,
    ),
    Rule(
        "broken-expression",
        _W,
        "an expression that VASSAL cannot read",
        "VASSAL reports bad data; the field is empty, or the filter lets nothing pass",
        values.broken_expressions,
    ),
    Rule(
        "unevaluated-expression",
        _R,
        "expressions that we do not evaluate",
        "VASSAL evaluates them; we show the field as not evaluated",
        values.unevaluated_expressions,
    ),
    Rule(
        "unknown-deck",
        _W,
        "a deck that is named and not there",
        "VASSAL reports bad data and leaves the piece where it is",
        maps.unknown_decks,
        needs_module=True,
    ),
    Rule(
        "unknown-board",
        _E,
        "a board that is named and not on the map",
        "VASSAL does not set up what stands on it",
        maps.unknown_boards,
        needs_module=True,
    ),
    Rule(
        "unknown-location",
        _W,
        "an at-start stack at a location that its board does not have",
        "VASSAL reports bad data and sets it up at its x and y instead",
        maps.unknown_locations,
        needs_module=True,
    ),
    Rule(
        "missing-setup",
        _E,
        "a predefined set-up whose file is not there",
        "VASSAL reports an error when a player chooses it",
        maps.missing_setups,
    ),
    Rule(
        "broken-setup",
        _E,
        "a predefined set-up whose file is no save",
        "VASSAL reports an error when a player chooses it",
        maps.broken_setups,
    ),
    Rule(
        "foreign-setup",
        _W,
        "a predefined set-up saved with another module",
        "VASSAL warns each player who chooses it; pieces keep the other module's traits",
        maps.foreign_setups,
        needs_module=True,
    ),
    Rule(
        "lost-setup",
        _W,
        "a predefined set-up with pieces or boards where the module has none",
        "VASSAL leaves those pieces off the map, or lays the map out without the board",
        maps.lost_setups,
        needs_module=True,
    ),
    Rule(
        "unsafe-entry",
        _W,
        "an entry whose name could not be a file's, or appears twice",
        "VASSAL reads it, or the first of two; a program that unpacks the file may be harmed",
        maps.unsafe_entries,
    ),
    Rule(
        "wrong-build-file",
        _E,
        "a build file under the name of another version",
        "VASSAL refuses the module",
        maps.wrong_build_file,
    ),
    Rule(
        "missing-moduledata",
        _W,
        "no moduledata: nothing says which module and version it is",
        "VASSAL takes it for one of its own present version, and its library does not list it",
        maps.missing_moduledata,
    ),
)
"""Every rule, in the order in which findings are reported."""


def lint(module: Module, rules: Iterable[Rule] = RULES) -> list[Finding]:
    """Return what the rules find in a module and the extensions it was given, rule by rule.

    An extension alone is judged by those rules only that do not need its module.
    """
    survey = Survey(module)
    found: list[Finding] = []
    for rule in rules:
        if rule.needs_module and module.is_extension:
            continue
        for component, message in rule.check(survey):
            place = () if component is None else place_of(component)
            line = 0 if component is None else component.line
            found.append(Finding(rule, place, line, message))
    return found
