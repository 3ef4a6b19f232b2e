"""Order of contraction, and which contractions a matrix library can do.

``plan_path`` asks opt_einsum for the order; ``is_matrix_product`` decides by index sets
alone.  Sizes are numbers (or hints, before the first call).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def plan_path(
    operands: Sequence[frozenset[str]], output: frozenset[str], sizes: Mapping[str, int], optimize: str = "auto"
) -> list[tuple[int, ...]]:
    """Positions of the operands to contract, step by step (results go to the end).

    Two operands need no plan; more are planned by opt_einsum from their index sets.

    >>> sets = [frozenset("ij"), frozenset("jk"), frozenset("k")]
    >>> plan_path(sets, frozenset("i"), {"i": 50, "j": 60, "k": 70})
    [(1, 2), (0, 1)]
    """
    if len(operands) <= 2:
        return [tuple(range(len(operands)))]
    from opt_einsum import contract_path

    symbols: dict[str, str] = {}
    for name in sorted(set().union(*operands)):
        symbols[name] = _symbol(len(symbols))
    terms = ["".join(symbols[n] for n in sorted(s)) for s in operands]
    equation = ",".join(terms) + "->" + "".join(symbols[n] for n in sorted(output))
    shapes = [tuple(max(1, sizes.get(n, 64)) for n in sorted(s)) for s in operands]
    path, _ = contract_path(equation, *shapes, shapes=True, optimize=optimize)
    return [tuple(sorted(step)) for step in path]


def _symbol(number: int) -> str:
    """A distinct letter for any number of indices (opt_einsum accepts all of unicode)."""
    return chr(ord("a") + number) if number < 26 else chr(0x4E00 + number)


def is_matrix_product(left: frozenset[str], right: frozenset[str], output: frozenset[str]) -> bool:
    """Whether both operands have an index of their own and one that is summed away.

    >>> is_matrix_product(frozenset("ij"), frozenset("jk"), frozenset("ik"))
    True
    >>> is_matrix_product(frozenset("ij"), frozenset("j"), frozenset("i"))
    False
    """
    summed = (left & right) - output
    return bool(summed and (left - right) & output and (right - left) & output) and (left ^ right) <= output


def is_matrix_vector(left: frozenset[str], right: frozenset[str], output: frozenset[str]) -> bool:
    """Whether one operand is a matrix over output and summed indices, the other a vector.

    >>> is_matrix_vector(frozenset("ij"), frozenset("j"), frozenset("i"))
    True
    """
    summed = (left & right) - output
    smaller, larger = sorted((left, right), key=len)
    return bool(summed) and smaller == summed and larger - summed == output and bool(output)


def flops(sets: Sequence[frozenset[str]], sizes: Mapping[str, int]) -> float:
    """Number of multiplications of one joint loop over all indices of the operands."""
    total = 1.0
    for name in frozenset().union(*sets):
        total *= sizes.get(name, 64)
    return total * max(1, len(sets) - 1)
