"""Texts of several functions, taken apart."""

from __future__ import annotations

import re


def functions(text: str) -> dict[str, str]:
    """The functions of a text by their names, each as text of its own.

    >>> sorted(functions("def f(x):\\n    return x\\n\\ndef g(x):\\n    return f(x)"))
    ['f', 'g']
    """
    found = re.finditer(r"^def (\w+)\(.*?(?=^def |\Z)", text, re.M | re.S)
    return {made[1]: f"\n{made[0].strip()}\n" for made in found}
