"""Names of formulas as names of Python, apart from those that generated modules use themselves."""

from __future__ import annotations

import builtins
import keyword
import re
import unicodedata

_OWN = """
np math os njit run program start stop bfloat16
_Factor _block_sizes _by_taps _convolution _matmul _order _part _seen _split _symmetric _triangular
"""

_USED = frozenset({*keyword.kwlist, *_OWN.split(), "__debug__", "abs", "max", "min", "range"})
_RESERVED = _USED | {*dir(builtins)}

_MADE = re.compile(r"_(es|from|half|sizes|to)_\w*[^\W_]")


def identifier(name: str) -> str:
    """The nearest name that Python reads as it stands: composed as Python does it, ``_`` for what no name has.

    >>> identifier("learning rate"), identifier("1"), identifier("class"), identifier("x²")
    ('learning_rate', '_1', 'class_', 'x2')
    """
    if name.isascii() and name.isidentifier() and not keyword.iskeyword(name):
        return name
    composed = unicodedata.normalize("NFKC", name)  # µ (the sign) and μ (the letter) are one name to Python
    found = "".join(c if f"_{c}".isidentifier() else "_" for c in composed) or "_"
    found = found if found.isidentifier() else f"_{found}"
    return f"{found}_" if keyword.iskeyword(found) else found


def unreserved(name: str) -> str:
    """`identifier`, with ``_`` at its end where a generated module may mean something else by it.

    >>> unreserved("x"), unreserved("np"), unreserved("_es_exp")
    ('x', 'np_', '_es_exp_')
    """
    found = identifier(name)
    return f"{found}_" if found in _RESERVED or is_used(found) else found


class Names:
    """What names of a formula are called in a text of Python: each `unreserved` from all others."""

    def __init__(self) -> None:
        self.given: dict[str, str] = {}
        self.taken: set[str] = set()

    def __call__(self, name: str) -> str:
        if name not in self.given:
            self.given[name] = self.new(name)
        return self.given[name]

    def new(self, like: str) -> str:
        """A name that nothing else has: ``like``, or one close to it."""
        stem = found = unreserved(like)
        number = 2
        while found in self.taken:
            found, number = f"{stem}{number}", number + 1
        self.taken.add(found)
        return found


def is_used(name: str) -> bool:
    """Whether a generated module needs this name for something of its own."""
    return name in _USED or _MADE.fullmatch(name) is not None
