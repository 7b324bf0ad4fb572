"""Computes the parts of a BeanShell expression over a piece's properties."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from vassal_bridge.formats.expressions import functions, operators, statics, strings
from vassal_bridge.formats.expressions.context import (
    Budget,
    LocalizedProperties,
    OffPiece,
    Options,
    PieceContext,
    Properties,
    PropertyValue,
)
from vassal_bridge.formats.expressions.refusal import NotEvaluated
from vassal_bridge.formats.expressions.syntax import (
    Call,
    Chain,
    Choice,
    Group,
    Item,
    Literal,
    Member,
    Name,
    Node,
    Path,
    Prefix,
    walk,
)
from vassal_bridge.formats.expressions.values import (
    EngineFault,
    JavaValue,
    Number,
    Texts,
    bind_text,
    java_int,
    to_text,
    type_of,
)

_IN_DOLLARS = re.compile(r"\$([^$]+)\$\Z")
_ON_ANY_OBJECT = frozenset(("compareTo", "equals", "hashCode", "toString"))

Passing = Callable[[Sequence[PieceContext], str, "Run"], list[PieceContext]]


def property_name(name: str) -> str:
    """Return the property that a name in an expression means: `$x$` is x.

    Raises:
        NotEvaluated: other dollar signs, whose reading is not known.
    """
    match = _IN_DOLLARS.match(name)
    if match:
        return match[1]
    if name.count("$") > 1:
        raise NotEvaluated("a name with several $")
    return name


def string_names(node: Node) -> frozenset[str]:
    """Return the names on which a method of texts is called: texts in the whole expression."""
    return frozenset(
        part.head.text
        for _, part in walk(node)
        if isinstance(part, Path)
        and isinstance(part.head, Name)
        and part.head.text not in statics.CLASSES
        and isinstance(part.steps[0], Member)
        and part.steps[0].arguments is not None
        and part.steps[0].name in strings.NAME_METHODS
    )


def shown(value: PropertyValue) -> str:
    """Return a property's text; a missing one is empty."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else str(value)


class Run:
    """One evaluation: where properties come from, and what is left of the work."""

    __slots__ = ("budget", "localized", "options", "passing_by", "properties", "texts")

    def __init__(
        self,
        properties: Properties,
        options: Options,
        budget: Budget,
        passing_by: Passing,
        *,
        localized: bool = False,
    ) -> None:
        self.properties = properties
        self.options = options
        self.budget = budget
        self.passing_by = passing_by
        self.localized = localized
        self.texts: dict[str, str] = {}

    @property
    def piece(self) -> PieceContext | OffPiece | None:
        """The piece that the expression is on."""
        return self.options.piece

    @property
    def silent(self) -> bool:
        """Whether functions that only show something give their value without showing it."""
        return self.options.silent

    def property_text(self, name: str) -> str:
        """Return a property's text, empty where there is none.

        Raises:
            NotEvaluated: a text for a player's eyes, who does not see the property as it is.
        """
        value = self.properties.get(name)
        if self.localized and isinstance(self.properties, LocalizedProperties):
            seen = self.properties.get_localized(name)
            if seen != value:
                raise NotEvaluated("an expression over what a mask hides")
        return shown(value)

    def localized_text(self, name: str) -> str:
        """Return what the viewer sees of a property, empty where that is nothing."""
        if isinstance(self.properties, LocalizedProperties):
            return shown(self.properties.get_localized(name))
        return shown(self.properties.get(name))

    def passing(self, pieces: Sequence[PieceContext], filter_text: str) -> list[PieceContext]:
        """Return the pieces that pass a filter, whose `$x$` come from these properties."""
        return self.passing_by(pieces, filter_text, self)

    def result(self, node: Node) -> JavaValue:
        """Return the value of a whole expression.

        Raises:
            EngineFault: VASSAL reports bad data.
            NotEvaluated: a part is not evaluated, or there is too much to do.
        """
        for name in sorted(string_names(node)):
            self.texts[name] = strings.bind_string(self.property_text(property_name(name)))
        try:
            value = self.value(node)
        except EngineFault as fault:
            if fault.quiet and not (isinstance(node, Chain) and len(node.rest) == 1):
                raise NotEvaluated("a bad pattern within an expression") from fault
            raise
        if value is None:
            raise EngineFault("the outcome is null")
        return value

    def value(self, node: Node) -> JavaValue:
        """Return the value of a part."""
        self.budget.spend()
        match node:
            case Literal(value, _):
                return value
            case Name(text):
                return self.name(text)
            case Group(inner):
                return self.value(inner)
            case Prefix(marks, operand):
                value = self.value(operand)
                for mark in reversed(marks):
                    value = operators.prefix(mark, value)
                return value
            case Chain():
                return self.chain(node)
            case Choice(arms, otherwise):
                for test, outcome in arms:
                    if self.truth(test, "?"):
                        return self.value(outcome)
                return self.value(otherwise)
            case Call(name, arguments):
                return functions.call(self, name, self.values(arguments))
            case Path(head, steps):
                return self.path(head, steps)

    def values(self, nodes: Sequence[Node]) -> list[JavaValue]:
        """Return the values of arguments, all of them computed."""
        made: list[JavaValue] = []
        for node in nodes:
            made.append(self.value(node))
        return made

    def name(self, text: str) -> JavaValue:
        """Return a bare name's value."""
        if text in self.texts:
            return self.texts[text]
        found = self.property_text(property_name(text))
        return bind_text(found, leading_zeros=self.options.leading_zeros)

    def truth(self, node: Node, mark: str) -> bool:
        """Return the value of a condition.

        Raises:
            EngineFault: it is no boolean; VASSAL takes nothing else for one.
        """
        value = self.value(node)
        if isinstance(value, bool):
            return value
        raise EngineFault(f"{mark} asks a {type_of(value)}, not a boolean")

    def chain(self, node: Chain) -> JavaValue:
        """Apply operators of one rank from left to right; && and || stop early."""
        mark = node.rest[0][0]
        if mark in ("&&", "||"):
            stops = mark == "||"
            operands = (node.first, *(operand for _, operand in node.rest))
            for operand in operands:
                if self.truth(operand, mark) == stops:
                    return stops
            return not stops
        value = self.value(node.first)
        for mark, operand in node.rest:
            value = operators.binary(mark, value, self.value(operand))
        return value

    def path(self, head: Node, steps: Sequence[Member | Item]) -> JavaValue:
        """Return what methods, fields and indexes give, from left to right."""
        if isinstance(head, Name):
            value = self.on_name(head.text, steps[0])
        else:
            value = self.step(self.value(head), steps[0], boxed=_is_boxed(head))
        for step in steps[1:]:
            value = self.step(value, step, boxed=False)
        return value

    def on_name(self, name: str, step: Member | Item) -> JavaValue:
        """Return what a method gives on a class or on a bare property name."""
        if isinstance(step, Item):
            raise NotEvaluated("an index on a property")
        if name in statics.CLASSES:
            if step.arguments is None:
                return statics.constant(name, step.name)
            return statics.call(name, step.name, self.values(step.arguments))
        if step.arguments is None:
            if step.name == "length":
                raise EngineFault("a text has no field length")
            raise NotEvaluated(f"the field {step.name}")
        if step.name in strings.FOREIGN_METHODS:
            raise EngineFault(f"{step.name} on a bare property name")
        if name not in self.texts:
            raise NotEvaluated(f"the method {step.name}")
        return strings.call(self.texts[name], step.name, self.values(step.arguments))

    def step(self, value: JavaValue, step: Member | Item, *, boxed: bool) -> JavaValue:
        """Return what one member or index gives on a value."""
        if isinstance(step, Item):
            return self.item(value, step)
        if step.arguments is None:
            if isinstance(value, Texts) and step.name == "length":
                return java_int(len(value.items))
            raise NotEvaluated(f"the field {step.name} of a {type_of(value)}")
        arguments = self.values(step.arguments)
        if isinstance(value, str):
            return strings.call(value, step.name, arguments)
        if not isinstance(value, Number | bool):
            raise NotEvaluated(f"the method {step.name} of a {type_of(value)}")
        if boxed and step.name == "toString" and not arguments:
            return to_text(value)
        if (
            boxed
            and step.name == "equals"
            and len(arguments) == 1
            and isinstance(arguments[0], str)
        ):
            return False
        if step.name in strings.STRING_METHODS - _ON_ANY_OBJECT:
            raise EngineFault(f"the method {step.name} of a {type_of(value)}")
        raise NotEvaluated(f"the method {step.name} of a {type_of(value)}")

    def item(self, value: JavaValue, step: Item) -> JavaValue:
        """Return one text of an array."""
        index = self.value(step.index)
        if not isinstance(value, Texts) or not isinstance(index, Number) or index.type != "int":
            raise NotEvaluated(f"an index of {type_of(index)} on a {type_of(value)}")
        place = int(index.value)
        if not 0 <= place < len(value.items):
            raise EngineFault("an index out of range")
        return value.items[place]


def _is_boxed(head: Node) -> bool:
    """Say whether a part's value is an object even where it is a number."""
    return isinstance(head, Call) and head.name == "GetProperty"


def refusals(node: Node) -> Iterator[str]:
    """Yield what an expression holds that is never evaluated, whatever the properties are."""
    for _, part in walk(node):
        match part:
            case Call(name, _):
                if name in functions.REFUSED:
                    yield f"{name}: {functions.REFUSED[name]}"
                elif name not in functions.FUNCTIONS and name not in functions.UNKNOWN:
                    yield f"the function {name}"
            case Path(head, steps):
                for place, step in enumerate(steps):
                    owner = head if place == 0 else None
                    if isinstance(step, Member) and (reason := _refused(owner, step)):
                        yield reason
            case _:
                continue


def _refused(head: Node | None, member: Member) -> str:
    """Return why a member is never evaluated, or an empty text."""
    if isinstance(head, Name) and head.text in statics.CLASSES:
        if member.arguments is None:
            known = (head.text, member.name) in statics.CONSTANTS
        else:
            known = statics.is_known(head.text, member.name)
        return "" if known else f"{head.text}.{member.name}"
    if member.arguments is None:
        return "" if member.name == "length" else f"the field {member.name}"
    foreign = isinstance(head, Name) and member.name in strings.FOREIGN_METHODS
    if foreign or member.name in strings.STRING_METHODS:
        return ""
    return f"the method {member.name}"
