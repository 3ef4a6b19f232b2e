"""Names of a formula as C takes them."""

from __future__ import annotations

from collections.abc import Iterable

TAKEN = frozenset(
    """
    I INFINITY NAN abs acos acosh asin asinh asm atan atan2 atanh auto bool break cabs carg case cbrt ceil
    cexp char cimag clog complex conj const continue copysign cos cosh cpow creal default div do double else
    enum environ erf erfc errno exp exp2 expm1 extern fabs false float floor fma fmod for free gamma goto
    hypot if index inline int isfinite isinf isnan j0 j1 jn labs lgamma linux log log10 log1p log2 long main
    malloc memcpy nan outside pow register remainder restrict return rint round short signal signbit signed
    signgam sin sinh size_t sizeof sqrt static status struct switch tan tanh tgamma time true trunc typedef
    typeof union unix unsigned void volatile while y0 y1 yn
    """.split()  # noqa: SIM905
)
"""Words that have a meaning in C, or in the headers that the text includes."""


def c_name(name: str, taken: Iterable[str] = ()) -> str:
    """A name of a formula as C takes it.

    >>> c_name("x"), c_name("double"), c_name("α")
    ('x', 'double_', 'u03b1')
    """
    name = "".join(c if c.isascii() else f"u{ord(c):04x}" for c in name)
    name = name.lstrip("_") if name.lstrip("_")[:1].isalpha() else f"v{name}" if name[:1] == "_" else name
    name = f"v_{name}" if name.startswith("es_") else name
    while name in TAKEN or name in taken or name.endswith("_t"):
        name += "_"
    return name
