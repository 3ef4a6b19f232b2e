"""Text to tokens: names, numbers, operators, brackets that match.

One pass of one regular expression, so a text of any size takes linear time.  What the
tokens mean is decided in ``grammar``; here only characters and brackets can be wrong.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import field
from typing import NoReturn

from espresso.errors import NotationError, text_of, with_carets
from espresso.records import dataclass

KEYWORDS = frozenset({"and", "or", "not"})

_TOKEN = re.compile(
    r"""
      (?P<space>[^\S\n]+|\#[^\n]*)
    | (?P<newline>\n)
    | (?P<splat>_\w*\.\.\.)
    | (?P<name>[^\W\d\u00b2\u00b3\u00b9\u2070-\u2079]
               (?:[^\W\u00b2\u00b3\u00b9\u2070-\u2079]|[\u0300-\u036f\u2032\u2033])*)
    | (?P<number>(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?(?:j(?!\w))?(?:_[0-9][0-9_]*(?!\w))?)
    | (?P<quoted>`(?:[^`]|``)*`)
    | (?P<mark>'[0-9]{1,9})
    | (?P<op>\*\*|//|==|!=|<=|>=|[-+*/%^&|~<>=()\[\],:;])
    | (?P<same>[\u2212\u00b7\u22c5\u00d7\u2264\u2265\u2260\u2227\u2228\u00ac])
    | (?P<bad>.)
    """,
    re.VERBOSE | re.DOTALL,
)

_SAME = {"\u2212": "-", "\u00b7": "*", "\u22c5": "*", "\u00d7": "*", "\u2264": "<=", "\u2265": ">=",
         "\u2260": "!=", "\u2227": "and", "\u2228": "or", "\u00ac": "not"}  # fmt: skip
_CLOSER = {"(": ")", "[": "]"}
_OPERATOR_WORDS = {"&": "and", "|": "or", "~": "not", "^": "**"}

_HINTS = {
    "'": "A prime is not notation: a transposed read swaps the indices, X[j,i] for X[i,j].",
    "@": "Repeated indices are summed, so A @ B is written A[i,j]*B[j,k].",
    "{": "Group with parentheses ( ).",
    "}": "Group with parentheses ( ).",
    "!": "Write 'not x', or 'a != b'.",
    "?": "Write where(c, a, b) for 'c ? a : b'.",
    "\u2211": "Write sum[i](...).",
    "\u220f": "Write prod[i](...).",
    "\u221a": "Write sqrt(...).",
    "\u00b2": "Write **2.",
    "\u00b3": "Write **3.",
    "`": "A name in backquotes needs both of them.",
}


GENERATED = re.compile(r"_[0-9]+")
"""Names of statements that stand for arrays without a name: ``_1[i] = ...``."""


@dataclass
class Tokens:
    """The tokens of one text.

    ``kinds`` are name, number, op, end (of a statement); operators that are spelled in
    several ways have one value.  ``closer`` maps the number of an opening bracket's
    token to that of its closing one.  ``quoted`` holds the tokens that are names in
    backquotes, ``marks`` the numbers of names such as ``y'2``.
    """

    text: str
    kinds: list[str] = field(default_factory=list)
    values: list[str] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    stops: list[int] = field(default_factory=list)
    closer: dict[int, int] = field(default_factory=dict)
    quoted: set[int] = field(default_factory=set)
    marks: dict[int, int] = field(default_factory=dict)

    def add(self, kind: str, value: str, start: int, stop: int) -> None:
        """Append one token."""
        self.kinds.append(kind)
        self.values.append(value)
        self.starts.append(start)
        self.stops.append(stop)

    def fail(self, what: str, *tokens: int, remedy: str = "", error: type[Exception] = NotationError) -> NoReturn:
        """Raise with carets under tokens."""
        fail(self.text, what, [self.starts[t] for t in tokens], remedy, error)


def fail(
    text: str, what: str, positions: Sequence[int], remedy: str = "", error: type[Exception] = NotationError
) -> NoReturn:
    """Raise ``error`` with the user's text and carets between the fact and the remedy."""
    raise error("\n".join(part for part in (what, with_carets(text, positions), remedy) if part))


def tokenize(text: str) -> Tokens:
    """The tokens of ``text``; newlines inside brackets do not end a statement."""
    tokens = Tokens(text_of(text, "a formula, or a name in it,"))
    opened: list[int] = []
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup
        if kind == "space":
            continue
        value, start = match.group(), match.start()
        if kind == "op":
            if value in "([":
                opened.append(len(tokens.kinds))
            elif value in ")]":
                _close(tokens, opened, value, start)
            elif value == ";":
                if opened:
                    _refuse_semicolon(tokens, opened[-1], start)
                kind = "end"
            value = _OPERATOR_WORDS.get(value, value)
        elif kind == "newline":
            if opened:
                continue
            kind = "end"
        elif kind == "same":
            kind, value = "op", _SAME[value]
        elif kind == "name":
            if not value.isascii():
                if not (value[0].isalpha() or value[0] == "_"):
                    _refuse_character(text, value[0], start)
                value = unicodedata.normalize("NFC", value)
            if value in KEYWORDS:
                kind = "op"
        elif kind == "splat":
            kind = "name"
        elif kind == "number":
            _check_number(text, value, start)
        elif kind == "quoted":
            tokens.quoted.add(len(tokens.kinds))
            kind, value = "name", value[1:-1].replace("``", "`")
            if not value:
                fail(text, "a name in backquotes is empty", [start], "Write the name between the two backquotes.")
        elif kind == "mark":
            _attach_mark(tokens, value, start)
            continue
        elif kind == "bad":
            _refuse_character(text, value, start)
        tokens.add(kind or "", value, start, match.end())
    if opened:
        bracket = tokens.values[opened[-1]]
        remedy = f"Add the missing '{_CLOSER[bracket]}'."
        fail(text, f"this '{bracket}' is never closed", [tokens.starts[opened[-1]]], remedy)
    tokens.add("end", "", len(text), len(text))
    return tokens


def _close(tokens: Tokens, opened: list[int], value: str, start: int) -> None:
    if not opened:
        remedy = f"Remove it, or add the missing '{'(' if value == ')' else '['}'."
        fail(tokens.text, f"this '{value}' closes nothing", [start], remedy)
    opener = opened.pop()
    wanted = _CLOSER[tokens.values[opener]]
    if wanted != value:
        remedy = f"Write '{wanted}' here, or close the brackets in the order in which they were opened."
        fail(tokens.text, f"'{tokens.values[opener]}' is closed by '{value}'", [tokens.starts[opener], start], remedy)
    tokens.closer[opener] = len(tokens.kinds)


def _refuse_semicolon(tokens: Tokens, opener: int, start: int) -> NoReturn:
    bracket = tokens.values[opener]
    remedy = f"Add the missing '{_CLOSER[bracket]}' before the ';'."
    fail(tokens.text, f"a statement ends inside '{bracket}'", [tokens.starts[opener], start], remedy)


def _check_number(text: str, value: str, start: int) -> None:
    if len(value) > 4000:
        fail(
            text, f"a number of {len(value)} characters is too long", [start], "Numbers may have up to 4000 characters."
        )
    if "_" in value:
        fail(text, f"{value!r} is not a number", [start], "Write the digits without underscores; a product needs '*'.")


def _attach_mark(tokens: Tokens, value: str, start: int) -> None:
    """``y'2`` is one token; a prime anywhere else is an error."""
    last = len(tokens.kinds) - 1
    if last < 0 or tokens.kinds[last] != "name" or tokens.stops[last] != start or last in tokens.marks:
        _refuse_character(tokens.text, "'", start)
    tokens.marks[last] = int(value[1:])
    tokens.stops[last] = start + len(value)


def _refuse_character(text: str, value: str, start: int) -> NoReturn:
    shown = repr(value) if value.isprintable() else f"U+{ord(value):04X}"
    if value == "'":
        shown = '"\'"'
    remedy = _HINTS.get(value, "Leave it out; a name with other characters stands in backquotes, `a b`.")
    if value in "\\.":
        from espresso.formulas.syntax import foreign

        remedy = foreign.latex(text, start) if value == "\\" else foreign.dotted(text, start)
    fail(text, f"the character {shown} is not part of the notation", [start], remedy)


def plain_name(name: str) -> bool:
    """Whether ``name`` can stand in a text as it is, without backquotes."""
    match = _TOKEN.match(name)
    return (
        match is not None
        and match.lastgroup in ("name", "splat")
        and match.end() == len(name)
        and (name[0].isalpha() or name[0] == "_")
        and name not in KEYWORDS
        and (name.isascii() or unicodedata.normalize("NFC", name) == name)
    )


def quote(name: str) -> str:
    """``name`` as a token of the notation."""
    return name if plain_name(name) else "`" + name.replace("`", "``") + "`"
