"""Exact arithmetic of integer literals, bounded in size.

``2**64*a`` and ``a + 10**25`` have parts made of whole literals alone.  Each is one literal with its exact value,
whatever dtype it then meets; computed as integers of a machine these would wrap around.  A value that nobody can write
down, such as ``10**10**10``, is refused before anything computes it: Python, SymPy and compilers would all try.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from espresso.errors import DtypeError
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr

LARGEST = 4096
"""Binary digits up to which literals are computed; float64 ends at 1024."""

EXACT: dict[str, Callable[..., Any]] = {
    "add": lambda *a: sum(a), "mul": lambda *a: math.prod(a), "abs": abs, "minimum": min, "maximum": max,
    "pow": pow, "floordiv": lambda a, b: a // b, "mod": lambda a, b: a % b,
    "relu": lambda a: max(a, 0), "sign": lambda a: (a > 0) - (a < 0), "hardtanh": lambda a: min(max(a, -1), 1),
    "clip": lambda a, low, high: min(max(a, low), high),
    **dict.fromkeys(("floor", "ceil", "round", "trunc", "int", "conj", "real", "stop_gradient"), int),
}  # fmt: skip
"""Functions of whole numbers whose values are whole numbers."""


def folded(roots: Sequence[Expr]) -> list[Expr]:
    """The formulas with every part made of whole literals as one literal.

    Raises `DtypeError` for arithmetic of exact literals whose value has more than `LARGEST` binary digits.

    >>> power, x = ex.call("pow", ex.const(2), ex.const(64)), ex.access(ex.tensor("x", 0), [])
    >>> folded([ex.call("mul", power, x)])[0].args[0].data == 2**64
    True
    """
    order = ex.postorder(*roots)
    if not any(n.op == "call" and (len(n.args) == 1 or sum(a.op == "const" for a in n.args) > 1) for n in order):
        return list(roots)
    bits: dict[Expr, int] = {}

    def change(node: Expr) -> Expr | None:
        if node.op != "call":
            return None
        size = _bits(node, bits)
        if size > LARGEST:
            raise _too_large(node, size)
        new = _folded(node)
        for e in (node, new):
            bits.setdefault(e, _size_of(e) or (size if all(_size_of(a) or bits.get(a) for a in node.args) else 0))
        return new

    return ex.rebuild_all(roots, change)


def _size_of(e: Expr) -> int:
    """Binary digits of an exact literal; 0 for anything else."""
    if e.op != "const" or not isinstance(e.data, (int, Fraction)):
        return 0
    return max(1, e.data.numerator.bit_length(), e.data.denominator.bit_length())


def _bits(node: Expr, known: dict[Expr, int]) -> int:
    """An upper bound of the binary digits of exact constant arithmetic; 0 where it is something else."""
    sizes = [_size_of(a) or known.get(a, 0) for a in node.args]
    if node.data == "pow":
        exponent = node.args[1]
        if not sizes[0] or exponent.op != "const" or type(exponent.data) is not int:
            return 0
        return sizes[0] if node.args[0].data in (0, 1, -1) else sizes[0] * abs(exponent.data)
    if node.data == "mul":
        return sum(sizes)
    return max(sizes) + 1 if node.data in EXACT and any(sizes) else 0


def _folded(node: Expr) -> Expr:
    """A call with its whole literals as one."""
    name, args = node.data, node.args
    whole = [a.data for a in args if a.op == "const" and type(a.data) is int]
    others = [a for a in args if not (a.op == "const" and type(a.data) is int)]
    if name not in EXACT or (others and (len(whole) < 2 or name not in ("add", "mul"))):
        return node
    if (name == "pow" and whole[1] < 0) or (name in ("floordiv", "mod") and not whole[1]):
        return node
    value = ex.const(EXACT[name](*whole))
    return ex.call(name, value, *others) if others else value


def _too_large(node: Expr, size: int) -> DtypeError:
    digits = f"{size}" if size < 10**9 else f"10**{int(math.log10(size))}"
    return DtypeError(
        f"{node} has about {digits} binary digits.\nWrite a floating-point number: exact ones have up to {LARGEST}."
    )
