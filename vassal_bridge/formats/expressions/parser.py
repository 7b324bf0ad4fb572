"""Reads BeanShell tokens into parts, by rank, in linear time and bounded depth.

What BeanShell would refuse is an EngineFault; what it may run and we do not is NotEvaluated.
"""

from __future__ import annotations

from vassal_bridge.formats.expressions.decimals import float32
from vassal_bridge.formats.expressions.lexer import KEYWORDS, Token, lex
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
    LONG_BITS,
    EngineFault,
    Number,
    java_int,
    wrap,
)

NESTING_LIMIT = 60
"""How many brackets may stand open at once."""

DEPTH_LIMIT = 100
"""How many parts may lie one within the other."""

TOKEN_LIMIT = 20_000
"""The longest expression, in tokens."""

RANKS = {
    mark: rank
    for rank, marks in enumerate(
        ("||", "&&", "|", "^", "&", "== != =~ !~", "< <= > >=", "<< >> >>>", "+ -", "* / %")
    )
    for mark in marks.split()
}
"""Binary operators with their rank, loosest first."""

CASTS = frozenset({"int", "long", "float", "double"})
_ASSIGN = frozenset(["=", "+=", "-=", "*=", "/=", "&=", "|=", "^=", "%=", "<<=", ">>=", ">>>="])
_LITERALS: dict[str, bool | None] = {"true": True, "false": False, "null": None}


def parse_beanshell(text: str) -> Node:
    """Return the parts of an expression: the text without its outer braces.

    Raises:
        EngineFault: BeanShell does not accept the text.
        NotEvaluated: it holds what we do not evaluate (assignment, new, blocks, loops ...).
    """
    if text.lstrip().startswith(("=", "~")) and not text.startswith("~"):
        raise NotEvaluated("an expression that begins with = or ~")
    if text.startswith("~"):
        raise EngineFault("an expression begins with ~")
    tokens = lex(text)
    if len(tokens) > TOKEN_LIMIT:
        raise NotEvaluated(f"an expression of more than {TOKEN_LIMIT} tokens")
    node = _Parser(tokens).whole()
    if max(depth for depth, _ in walk(node)) > DEPTH_LIMIT:
        raise NotEvaluated(f"parts nested more than {DEPTH_LIMIT} deep")
    return node


class _Parser:
    """Goes over the tokens once."""

    def __init__(self, tokens: list[Token]) -> None:
        self.tokens = tokens
        self.place = 0
        self.open = 0
        self.refused = ""

    def look(self, ahead: int = 0) -> str:
        """Return the spelling of a mark ahead; other tokens are no marks."""
        place = self.place + ahead
        token = self.tokens[place] if place < len(self.tokens) else self.tokens[-1]
        return token.text if token.kind == "mark" else ""

    def take(self) -> Token:
        token = self.tokens[self.place]
        self.place += token.kind != "end"
        return token

    def accept(self, mark: str) -> bool:
        if self.look() != mark:
            return False
        self.place += 1
        return True

    def expect(self, mark: str) -> None:
        if not self.accept(mark):
            raise self.fault(f"expected {mark}")

    def fault(self, message: str) -> Exception:
        """Return the error for the next token: ours where a block or keyword stands there."""
        token = self.tokens[self.place]
        if token.kind == "mark" and token.text in ("{", "}"):
            marks = [token.text for token in self.tokens if token.kind == "mark"]
            if marks.count("{") == marks.count("}"):
                return NotEvaluated("a block in braces")
        if token.kind == "name" and token.text in KEYWORDS and len(self.tokens) > 2:
            return NotEvaluated(f"the keyword {token.text}")
        return EngineFault(f"{message}, found {token.text or 'the end'}")

    def whole(self) -> Node:
        """Read all statements; the first is the expression."""
        first = self.expression()
        while self.accept(";"):
            if self.tokens[self.place].kind == "end":
                break
            later = self.expression()
            if any(isinstance(part, Path | Call) for _, part in walk(later)):
                raise NotEvaluated("calls in a second statement")
        if self.tokens[self.place].kind != "end":
            raise self.fault("expected the end")
        if self.refused:
            raise NotEvaluated(self.refused)
        return first

    def expression(self) -> Node:
        """Read a ternary or anything tighter; an assignment is read and refused later."""
        arms: list[tuple[Node, Node]] = []
        node = self.binary()
        while self.look() == "?":
            self.enter()
            outcome = self.expression()
            self.leave(":")
            arms.append((node, outcome))
            node = self.binary()
        if self.look() in _ASSIGN:
            if arms or not isinstance(node, Name | Path):
                raise self.fault("expected an operator")
            self.place += 1
            self.refused = self.refused or "an assignment"
            self.open += 1
            if self.open > NESTING_LIMIT:
                raise NotEvaluated("an assignment")
            self.expression()
            self.open -= 1
        return Choice(tuple(arms), node) if arms else node

    def enter(self) -> None:
        """Step over an opening bracket."""
        self.place += 1
        self.open += 1
        if self.open > NESTING_LIMIT:
            raise NotEvaluated(f"more than {NESTING_LIMIT} brackets one within the other")

    def leave(self, mark: str) -> None:
        """Step over a closing bracket."""
        self.expect(mark)
        self.open -= 1

    def binary(self) -> Node:
        """Read operands and binary operators, by rank."""
        operands = [self.prefix()]
        marks: list[str] = []
        while True:
            token = self.tokens[self.place]
            if token.kind == "name" and token.text == "instanceof":
                raise NotEvaluated("the keyword instanceof")
            rank = RANKS.get(self.look(), -1)
            while marks and RANKS[marks[-1]] >= rank:
                _reduce(operands, marks)
            if rank < 0:
                return operands[0]
            marks.append(self.take().text)
            operands.append(self.prefix())

    def prefix(self) -> Node:
        """Read signs and casts, then the operand."""
        marks: list[str] = []
        while True:
            if self.look() in ("++", "--"):
                self.refused = self.refused or "the operators ++ and --"
                self.place += 1
            elif self.look() in ("+", "-", "!", "~"):
                marks.append(self.take().text)
            elif cast := self.cast():
                marks.append(f"({cast})")
                self.place += 3
            else:
                break
        operand = self.path()
        return Prefix(tuple(marks), operand) if marks else operand

    def cast(self) -> str:
        """Return the type of the cast that begins here, or an empty text."""
        if self.look() != "(" or self.look(2) != ")":
            return ""
        token, after = self.tokens[self.place + 1], self.tokens[self.place + 3]
        if token.kind != "name":
            return ""
        if token.text in CASTS:
            return token.text
        if after.kind in ("mark", "end") and after.text not in ("(", "!", "~"):
            return ""
        if after.text == "instanceof":
            return ""
        if token.text != "String":
            raise NotEvaluated(f"a cast to {token.text}")
        return token.text

    def path(self) -> Node:
        """Read a value and the members and indexes after it."""
        head = self.primary()
        steps: list[Member | Item] = []
        while True:
            if self.accept("."):
                name = self.take()
                if name.kind != "name" or name.text in KEYWORDS:
                    self.place -= name.kind != "end"
                    raise self.fault("expected a name")
                arguments = self.arguments() if self.look() == "(" else None
                steps.append(Member(name.text, arguments))
            elif self.look() == "[":
                self.enter()
                steps.append(Item(self.expression()))
                self.leave("]")
            elif self.look() in ("++", "--"):
                self.refused = self.refused or "the operators ++ and --"
                self.place += 1
                break
            else:
                break
        return Path(head, tuple(steps)) if steps else head

    def arguments(self) -> tuple[Node, ...]:
        """Read the arguments of a call with their parentheses."""
        self.enter()
        found: list[Node] = []
        if self.look() != ")":
            found.append(self.expression())
            while self.accept(","):
                found.append(self.expression())
        self.leave(")")
        return tuple(found)

    def primary(self) -> Node:
        """Read a literal, a name, a call or an expression in parentheses."""
        token = self.tokens[self.place]
        if token.text == "(" and token.kind == "mark":
            self.enter()
            inner = self.expression()
            self.leave(")")
            return Group(inner)
        if token.kind in ("mark", "end"):
            raise self.fault("expected a value")
        if token.kind != "name":
            self.place += 1
            return literal(token)
        if token.text in _LITERALS:
            self.place += 1
            return Literal(_LITERALS[token.text], token.text)
        if token.text in KEYWORDS:
            raise self.fault("expected a value")
        self.place += 1
        if self.look() == "(":
            return Call(token.text, self.arguments())
        return Name(token.text)


def _reduce(operands: list[Node], marks: list[str]) -> None:
    """Join the last two operands with the last operator."""
    mark, right, left = marks.pop(), operands.pop(), operands.pop()
    if isinstance(left, Chain) and RANKS[left.rest[0][0]] == RANKS[mark]:
        operands.append(Chain(left.first, (*left.rest, (mark, right))))
    else:
        operands.append(Chain(left, ((mark, right),)))


def literal(token: Token) -> Literal:
    """Return the literal of a number's, string's or char's token."""
    text = token.text
    if token.kind == "string":
        return Literal(token.value, text)
    if token.kind == "char":
        if token.value > "\uffff":
            raise NotEvaluated("a char outside 16 bits")
        return Literal(Number("char", ord(token.value)), text)
    if token.kind == "float":
        if text[-1] in "fF":
            return Literal(Number("float", float32(float(text[:-1]))), text)
        return Literal(Number("double", float(text.rstrip("dD"))), text)
    return Literal(_whole(text), text)


def _whole(text: str) -> Number:
    """Return the value of an int or long literal; an int too large is wrapped silently."""
    digits = text.rstrip("lL")
    if len(digits) > 30:
        raise NotEvaluated("a whole number of more than 30 digits")
    if digits[:2] in ("0x", "0X"):
        value = int(digits[2:], 16)
    else:
        value = int(digits, 8 if digits[0] == "0" else 10)
    if value >= 2 ** (LONG_BITS - 1):
        raise EngineFault(f"{text} is too large a number")
    if text[-1] in "lL":
        return Number("long", wrap(value, LONG_BITS))
    return java_int(value)
