"""Index notation to matrix algebra: ``sum[i](X[i,j]*s[i]*X[i,k])`` is ``X.T @ diag(s) @ X``.

A product under a sum is a graph: its indices are the vertices, factors with two indices the
edges, factors with one index weights.  Summed vertices are taken out one after another:
one with no edge is a dot product, one with one edge a matrix times a vector, one with two
edges a product of matrices (with the weights as a diagonal between them).  What is left
are the free indices: rows and columns.  A cycle of summed indices is a trace.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field

from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.functions import COMPARISONS, MATRIX_FUNCTIONS, PROMISES, SYMBOLS
from espresso.formulas.graph.predicates import factors_of
from espresso.formulas.printing import matrix_terms as mt
from espresso.formulas.printing.matrix_terms import Term
from espresso.records import dataclass

_AXIS_FUNCTIONS = frozenset({"max", "min", "mean", "prod", "norm", "logsumexp", "var", "std", "any", "all"})
_SCANS = frozenset({"softmax", "log_softmax", "cumsum", "cumprod"})


class NoMatrixForm(Exception):
    """Why a formula is no matrix algebra: the bare fact."""


def matrix_term(body: Expr, axes: Sequence[str]) -> Term:
    """``body`` over ``axes`` (none, rows, or rows and columns) as matrix algebra; else ``NoMatrixForm``."""
    if len(axes) > 2:
        raise NoMatrixForm(f"it has {len(axes)} axes, a matrix has two")
    return _broadcast(_convert(body, tuple(axes)), body, axes)


def _broadcast(t: Term, e: Expr, axes: Sequence[str]) -> Term:
    """``t``, which has those of ``axes`` that are free in ``e``, as a term over all of them."""
    own = [a for a in axes if a in e.free]
    if len(own) == len(axes) or t.rank == len(axes):
        return t
    if len(axes) == 1:
        return mt.scaled([t], mt.ONES)
    if not own:
        return mt.scaled([t], mt.outer(mt.ONES, mt.ONES))
    return mt.outer(t, mt.ONES) if own[0] == axes[0] else mt.outer(mt.ONES, t)


def _own(e: Expr, axes: Sequence[str]) -> tuple[str, ...]:
    return tuple(a for a in axes if a in e.free)


def _convert(e: Expr, axes: tuple[str, ...]) -> Term:
    """``e`` over those of ``axes`` that are free in it, in that order."""
    axes = _own(e, axes)
    if e.op == "const":
        return mt.number(e.data)
    if e.op == "access":
        return _read(e, axes)
    if e.op == "size":
        return Term("node", 0, data=e)
    if e.op == "reduce":
        return _reduction(e, axes)
    if e.op == "scan":
        return _index_function(e, axes)
    if e.op != "call":
        raise NoMatrixForm(f"it holds the value of index {e.data[0]}")
    if e.data == "add":
        return _sum(e, axes)
    if e.data == "mul":
        return _product(list(e.args), (), axes)
    if e.data == "pow":
        return _power(e, axes)
    return _function(e, axes)


def _read(e: Expr, axes: tuple[str, ...]) -> Term:
    array, slots = e.args[0], e.args[1:]
    name = array.data.name if array.op == "tensor" else array.data[0]
    if e.data is not None or any(s.op != "index" for s in slots):
        raise NoMatrixForm(f"{name} is read at computed places")
    if len(slots) > 2:
        raise NoMatrixForm(f"{name} has {len(slots)} axes, a matrix has two")
    names = tuple(s.data[0] for s in slots)
    t = Term("name", len(slots), data=name)
    if len(slots) == 2 and names[0] == names[1]:
        return mt.diagonal(t)
    return t if names == axes else mt.transposed(t)


def _sum(e: Expr, axes: tuple[str, ...]) -> Term:
    terms = []
    for a in e.args:
        t = _convert(a, axes)
        terms.append(t if t.rank == 0 and axes else _broadcast(t, a, axes))
    return mt.plus(terms, len(axes))


def _power(e: Expr, axes: tuple[str, ...]) -> Term:
    base, exponent = e.args
    if exponent.free:
        raise NoMatrixForm("an exponent has indices")
    t = _convert(base, axes)
    if ex.is_const(exponent, -1):
        return Term("over", t.rank, (mt.ONE, t))
    if exponent.op == "const" and type(exponent.data) is int and exponent.data < 0:
        return Term("over", t.rank, (mt.ONE, Term("power", t.rank, (t, mt.number(-exponent.data)))))
    return Term("power", t.rank, (t, _convert(exponent, ())))


def _function(e: Expr, axes: tuple[str, ...]) -> Term:
    """A function element by element; a condition on indices alone has no matrix form but the identity."""
    if e.data in PROMISES:
        return _convert(e.args[0], axes)
    outside = ex.ordered(e.args, lambda n: n.args if n.op == "call" else ())
    if e.data in COMPARISONS and any(n.op == "index" for n in outside):
        if e.data == "eq" and all(a.op == "index" for a in e.args):
            return mt.IDENTITY
        raise NoMatrixForm("it holds a condition on indices")
    args = tuple(_convert(a, axes) for a in e.args)
    args = tuple(t if t.rank == 0 else _broadcast(t, a, axes) for t, a in zip(args, e.args, strict=True))
    if e.data in SYMBOLS:
        return Term("compare", len(axes), args, SYMBOLS[e.data])
    return Term("call", len(axes), args, (e.data, None))


def _reduction(e: Expr, axes: tuple[str, ...]) -> Term:
    name, names = e.data
    body = e.args[0]
    if name == "sum":
        return _product(factors_of(body), names, axes)
    if name in ("det", "logdet"):
        if axes:
            raise NoMatrixForm(f"{name} depends on an index")
        return mt.call(name, _broadcast(_convert(body, names), body, names), 0)
    if name not in _AXIS_FUNCTIONS:
        raise NoMatrixForm(f"it holds {name}[{','.join(names)}]")
    whole = (*axes, *names)
    if len(whole) > 2:
        raise NoMatrixForm(f"{name} runs over an array with {len(whole)} axes")
    return mt.call(name, _broadcast(_convert(body, whole), body, whole), len(axes), 1 if axes else None)


def _index_function(e: Expr, axes: tuple[str, ...]) -> Term:
    name, names = e.data
    if name in PROMISES:
        return _broadcast(_convert(e.args[0], axes), e.args[0], axes)
    if name in MATRIX_FUNCTIONS:
        if set(axes) != set(names):
            raise NoMatrixForm(f"{name} depends on a further index")
        made = mt.call(name, _broadcast(_convert(e.args[0], names), e.args[0], names), 2)
        return made if axes == tuple(names) else mt.transposed(made)
    if name not in _SCANS:
        raise NoMatrixForm(f"it holds {name}[{','.join(names)}]")
    t = _broadcast(_convert(e.args[0], axes), e.args[0], axes)
    along = None if len(names) == len(axes) else axes.index(names[0])
    return mt.call(name, t, len(axes), along)


# --- products and sums ------------------------------------------------------------------------


@dataclass
class _Graph:
    """A product under a sum: ``edges`` are (row index, column index, matrix)."""

    axes: tuple[str, ...]
    scalars: list[Term] = field(default_factory=list)
    weights: dict[str, list[Term]] = field(default_factory=dict)
    edges: list[tuple[str, str, Term]] = field(default_factory=list)

    def touching(self, v: str) -> list[tuple[str, str, Term]]:
        return [e for e in self.edges if v in e[:2]]

    def weight(self, v: str) -> Term:
        return mt.times(self.weights.get(v) or [mt.ONES])


def _product(factors: list[Expr], summed: Sequence[str], axes: tuple[str, ...]) -> Term:
    """``sum[summed](product of factors)`` over ``axes``."""
    scalars = [f for f in factors if f.free.isdisjoint((*axes, *summed))]
    spread = _spread([f for f in factors if f not in scalars], (*axes, *summed))
    if spread is not None and scalars:
        rest = _product([f for f in factors if f not in scalars], summed, axes)
        return mt.scaled([_convert(f, ()) for f in scalars], rest)
    if spread is not None:
        terms = [_product(fs, summed, axes) for fs in spread]
        free = frozenset().union(*(f.free for f in factors))
        own = tuple(a for a in axes if a in free)
        bodies = [ex.call("mul", *fs) for fs in spread]
        return mt.plus([_broadcast(t, b, own) for t, b in zip(terms, bodies, strict=True)], len(own))
    graph = _graph(factors, summed, axes)
    left = list(summed)
    while left:
        v = min(left, key=lambda n: (len({*_ends(graph, n)}), left.index(n)))
        left.remove(v)
        _take_out(graph, v, left)
    return _rest(graph)


def _spread(factors: list[Expr], names: Sequence[str]) -> list[list[Expr]] | None:
    """The product spread over a sum among its factors that holds a delta; else None."""
    for k, f in enumerate(factors):
        if not ex.is_call(f, "add"):
            continue
        if sum(n in f.free for n in names) == 2 and any(_holds_delta(a) for a in f.args):
            return [[*factors[:k], *(a.args if ex.is_call(a, "mul") else (a,)), *factors[k + 1 :]] for a in f.args]
    return None


def _holds_delta(e: Expr) -> bool:
    return any(ex.is_call(f, "eq") for f in (e.args if ex.is_call(e, "mul") else (e,)))


def _graph(factors: list[Expr], summed: Sequence[str], axes: tuple[str, ...]) -> _Graph:
    graph = _Graph(tuple(a for a in axes if any(a in f.free for f in factors)))
    for f in factors:
        own = tuple(n for n in (*axes, *summed) if n in f.free)
        if len(own) > 2:
            raise NoMatrixForm(f"a factor has the indices {', '.join(own)}: a matrix has two")
        t = _convert(f, own)
        if not own:
            graph.scalars.append(t)
        elif len(own) == 1:
            graph.weights.setdefault(own[0], []).append(t)
        else:
            graph.edges.append((own[0], own[1], t))
    return graph


def _ends(graph: _Graph, v: str) -> list[str]:
    """The other end of every edge at ``v``."""
    return [b if a == v else a for a, b, _ in graph.touching(v)]


def _from(edge: tuple[str, str, Term], row: str) -> Term:
    """The matrix of an edge with ``row`` as the index of its rows."""
    return edge[2] if edge[0] == row else mt.transposed(edge[2])


def _take_out(graph: _Graph, v: str, left: list[str]) -> None:
    """Sum over the index ``v``; ``left`` are the summed indices that stay."""
    edges = graph.touching(v)
    ends = list(dict.fromkeys(_ends(graph, v)))
    if len(ends) > 2:
        raise NoMatrixForm(f"index {v} is shared by more than two matrices")
    graph.edges = [e for e in graph.edges if v not in e[:2]]
    own = mt.times(graph.weights.pop(v, []) or [mt.ONES])
    if not ends and own.kind == "ones":
        raise NoMatrixForm(f"no factor has the summed index {v}")
    if not ends:
        graph.scalars.append(mt.summed(own))
        return
    if len(ends) == 2:
        into, out = (mt.times([_from(e, a) for e in edges if a in e[:2]]) for a in ends)
        middle = [] if own.kind == "ones" else [mt.diag(own)]
        graph.edges.append((ends[0], ends[1], mt.matmul([into, *middle, mt.transposed(out)])))
        return
    u = ends[0]
    matrices = [_from(e, u) for e in edges]
    if own.kind != "ones":
        graph.weights.setdefault(u, []).append(mt.matmul([mt.times(matrices), own]))
    elif u in left and not graph.weights.get(u) and not graph.touching(u):
        left.remove(u)
        graph.scalars.append(_sum_of_all(matrices))
    else:
        graph.weights.setdefault(u, []).append(_sum_of_rows(matrices))


def _elementwise(a: Term, b: Term) -> Term | None:
    """``a*b``, or its transpose, where a sum over it is better read element by element than as a trace."""
    if "matmul" in (a.kind, b.kind):
        return None
    product = mt.times([a, b])
    best = min((product, mt.times([mt.transposed(a), mt.transposed(b)])), key=lambda t: t.transposes)
    joined = mt.matmul([a, mt.transposed(b)])
    return product if best.transposes <= min(joined.transposes, mt.transposed(joined).transposes) else None


def _sum_of_all(matrices: Sequence[Term]) -> Term:
    """The sum over both indices of a product, element by element, of matrices: a trace, or a squared norm."""
    a, rest = matrices[0], matrices[1:]
    product = mt.times(matrices)
    if rest:
        b = mt.times(rest)
        whole = _elementwise(a, b)
        if whole is None and a != b:
            return mt.trace(mt.matmul([a, mt.transposed(b)]))
        product = Term("power", 2, (a, mt.number(2))) if a == b else product
    product = min((product, mt.transposed(product)), key=lambda t: t.transposes)
    if product.kind == "power" and mt.is_number(product.args[1], 2):
        return Term("power", 0, (mt.call("norm", product.args[0], 0), mt.number(2)))
    return mt.call("sum", product, 0)


def _sum_of_rows(matrices: Sequence[Term]) -> Term:
    """For each row the sum of a product, element by element, of matrices."""
    a, rest = matrices[0], matrices[1:]
    if not rest:
        return mt.row_sums(a)
    b = mt.times(rest)
    whole = _elementwise(a, b)
    return mt.row_sums(whole) if whole is not None else mt.diagonal(mt.matmul([a, mt.transposed(b)]))


def _rest(graph: _Graph) -> Term:
    """What is left once all summed indices are out."""
    axes = graph.axes
    if not axes:
        return mt.times(graph.scalars)
    if len(axes) == 1:
        return mt.scaled(graph.scalars, graph.weight(axes[0]))
    rows, columns = axes
    matrices = [_from(e, rows) for e in graph.edges]
    if not matrices:
        return mt.scaled(graph.scalars, mt.outer(graph.weight(rows), graph.weight(columns)))
    if any(t.kind == "identity" for t in matrices):
        others = [mt.diagonal(t) for t in matrices if t.kind != "identity"]
        weights = [*graph.weights.get(rows, []), *graph.weights.get(columns, []), *others]
        return mt.scaled(graph.scalars, mt.diag(mt.times(weights or [mt.ONES])))
    parts = [mt.times(matrices)]
    if graph.weights.get(rows):
        parts.insert(0, mt.diag(graph.weight(rows)))
    if graph.weights.get(columns):
        parts.append(mt.diag(graph.weight(columns)))
    return mt.scaled(graph.scalars, mt.matmul(parts))
