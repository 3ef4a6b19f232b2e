"""Interchange of nested sums, so that the inner one is a sum that the program computes anyway.

``sum[q](w[q]*sum[r](M[q,r]*t[r]))`` is ``sum[r](t[r]*sum[q](w[q]*M[q,r]))``.  Where the program needs the new
inner sum elsewhere, the old one costs nothing any more.  Traces of Hessians are full of this: the
products that the reverse pass makes are the transposes of those of the forward pass, and all that is left
of a Laplacian are one product in each direction for every layer and squares.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.predicates import factors_of

Test = Callable[[Expr], bool]
Find = Callable[[Expr], Expr | None]


def exchanged(e: Expr, factors: Sequence[Expr], once: Test, present: Find, opened: Find) -> Expr | None:
    """The sum ``e`` of a product with its inner sums exchanged, or None where the program has no new inner sum.

    ``once`` says that a sum is needed in one place only: one that is needed elsewhere as well stays.
    ``present`` finds a sum in the program.  ``opened`` gives the formula of an array that is read here only.
    """
    for f in factors:
        body = opened(f)
        if body is not None:
            rest = [g for g in factors if g is not f]
            found = _term(e, rest, body, once, present)
            if found is not None:
                return found
            continue
        terms = list(f.args) if ex.is_call(f, "add") else [f]
        if all(_inner(t, once) is None for t in terms):
            continue
        rest = [g for g in factors if g is not f]
        all_found = [_term(e, rest, t, once, present) for t in terms]
        if all(new is None for new in all_found):
            continue
        apart = [t for t, new in zip(terms, all_found, strict=True) if new is None]
        sums = [new for new in all_found if new is not None]
        if apart:
            together = ex.call("add", *apart)
            if not _fixed(e.data[1], [*rest, together]):
                continue
            sums.append(ex.reduce("sum", e.data[1], ex.call("mul", *rest, together)))
        return ex.call("add", *sums)
    return None


def _inner(term: Expr, once: Test) -> Expr | None:
    """The factor of a term that is a sum of a product, needed nowhere else."""
    for f in factors_of(term):
        if f.op == "reduce" and f.data[0] == "sum" and len(factors_of(f.args[0])) > 1 and once(f):
            return f
    return None


def _term(e: Expr, rest: Sequence[Expr], term: Expr, once: Test, present: Find) -> Expr | None:
    """``sum[over](rest*term)`` with the inner sum of the term exchanged."""
    inner = _inner(term, once)
    if inner is None or set(inner.data[1]) & {*e.data[1], *e.free}:
        return None
    factors = [*rest, *(f for f in factors_of(term) if f is not inner), *factors_of(inner.args[0])]
    for name in e.data[1]:
        with_it = [f for f in factors if name in f.free]
        others = [f for f in factors if name not in f.free]
        if len(with_it) < 2 or not others or not _plain(with_it, name):
            continue
        new = present(ex.reduce("sum", [name], ex.call("mul", *with_it)))
        left = [n for n in (*e.data[1], *inner.data[1]) if n != name]
        if new is not None and _fixed(left, [*others, new]):
            return ex.reduce("sum", left, ex.call("mul", *others, new))
    return None


def _plain(factors: Sequence[Expr], name: str) -> bool:
    """Whether arrays are read at the index itself, so that the sum runs as far as before."""
    reads = [n for f in factors for n in ex.postorder(f, into_arrays=False) if n.op == "access" and name in n.free]
    return all(n.data is None and all(s.op == "index" or name not in s.free for s in n.args[1:]) for n in reads)


def _fixed(names: Sequence[str], factors: Sequence[Expr]) -> bool:
    """Whether reads among the factors say how far every index runs."""
    reads = [n for f in factors for n in ex.postorder(f, into_arrays=False) if n.op == "access"]
    return set(names) <= {s.data[0] for n in reads for s in n.args[1:] if s.op == "index"}
