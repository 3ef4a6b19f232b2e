"""User-defined functions on devices: their C text as one device function for each dtype."""

from __future__ import annotations

import re

from espresso.codegen.simt.dialect import Dialect
from espresso.errors import visible
from espresso.formulas.graph.own_functions import OwnFunction


def body_of(text: str) -> str:
    """The body of a function from its text: an expression, or statements with ``return``."""
    text = text.strip()
    lines = text if re.search(r"\breturn\b", text) else f"return {text};"
    return "\n    ".join(line.rstrip() for line in lines.splitlines())


class OwnHelper(str):
    """The name of such a function in a program, which carries its text.

    In the text ``T`` is the type of arguments and result, float or double; a text without ``return`` is an expression.
    """

    text: str

    def __new__(cls, own: OwnFunction, dtype: str, dialect: Dialect) -> OwnHelper:
        word = re.sub(r"\W", "_", own, flags=re.ASCII)
        self = super().__new__(cls, f"_es_own_{word}_{own.digest}_{dtype}")
        type_ = dialect.value_type(dtype)
        lines = re.sub(r"\bT\b", type_, body_of(own.code[dialect.name]))
        arguments = ", ".join(f"{type_} {a}" for a in own.arguments)
        head = f"// {visible(own.signature)}\n{dialect.function} {type_} {self!s}({arguments})"
        self.text = f"{head}\n{{\n    {lines}\n}}"
        return self
