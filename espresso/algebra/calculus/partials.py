"""Partial derivatives of one node of a body by each of its arguments.

Reverse and forward accumulation share these.  Sums, products, powers and ``where`` are
the product and chain rule and stand here; every other function has its derivatives in its
row of ``espresso.formulas.graph.functions``.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from espresso.algebra.calculus.products import ONE, ZERO, Products
from espresso.algebra.rewriting.rules import Derivative, as_derivative
from espresso.errors import DerivativeError, RuleError, rows_of
from espresso.formulas.extents.affine import linear
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.functions import (
    BY_NAME,
    MATRIX_FUNCTIONS,
    OVER_INDICES,
    REAL_VALUED,
    ZERO as NOTHING,
    Function,
    facts,
)
from espresso.formulas.graph.own_functions import OwnFunction, filled, plain
from espresso.formulas.graph.predicates import is_guard
from espresso.formulas.notation.meanings import meaning
from espresso.records import dataclass

Names = tuple[str, ...]
Gradient = Callable[[Expr, list[str]], Sequence[Expr]]

_ROW = re.compile(r"\s*(\w+)\s*(\[\s*(?:k|i\s*,\s*j)\s*\])?\s*\(([^()]*)\)\s*$")


@dataclass(frozen=True)
class Row:
    """One parsed row: names of the arguments and a partial over them for each.

    ``indices`` are k for a function over any group of indices, i and j for one of a matrix.
    """

    arguments: Names
    indices: Names
    partials: tuple[Expr, ...]


class Table:
    """Derivative rows by function name, parsed when first needed.

    ``gradient`` differentiates the meaning of a function that has no derivatives of its own.
    """

    def __init__(self, gradient: Gradient, given: Sequence[Derivative | str] = ()) -> None:
        extra = [as_derivative(row) for row in rows_of(given, "rules")]
        self._extra = {_head(row)[0]: row for row in extra}
        self._parsed: dict[str, Row] = {}
        self._gradient = gradient

    def is_zero(self, function: str) -> bool:
        """Whether nothing passes through the function."""
        row = BY_NAME.get(function) or OVER_INDICES.get(function)
        return row is not None and row.partials == NOTHING and function not in self._extra

    def is_replaced(self, function: str) -> bool:
        """Whether a row that somebody gave stands in the place of the one that espresso has."""
        return function in self._extra

    def row(self, function: str) -> Row:
        """The row of a function; DerivativeError if it has none."""
        found = self._parsed.get(function)
        if found is None:
            found = self._parsed[function] = self._read(function)
        return found

    def _read(self, function: str) -> Row:
        if isinstance(function, OwnFunction):
            return _user_partials(function, self._gradient)
        if function in self._extra:
            return _parse(self._extra[function])
        row = BY_NAME.get(function) or OVER_INDICES.get(function)
        if row is not None and row.partials:
            return _parse(Derivative(row.of, row.partials, row.kink))
        if isinstance(row, Function) and row.meaning:
            return _of_meaning(row.arguments, meaning(row), self._gradient)
        raise DerivativeError(_no_row(function))


def _head(row: Derivative) -> tuple[str, bool, Names]:
    match = _ROW.match(row.of)
    if match is None:
        raise RuleError(
            f'{row.where}: a derivative row is written derivative("f(x)", ...) or ("f[k](x)", ...), not {row.of!r}'
        )
    return match[1], match[2] is not None, tuple(a.strip() for a in match[3].split(","))


def _parse(row: Derivative) -> Row:
    from espresso.formulas.notation.parsing import parse

    name, indexed, arguments = _head(row)
    if not indexed and len(row.partials) != len(arguments):
        raise RuleError(
            f"{row.where}: {name} has {len(arguments)} arguments and {len(row.partials)} partial derivatives"
        )
    known = {*arguments, "r", "n", "c"} if indexed else set(arguments)
    partials = []
    indices = ("i", "j") if indexed and "," in row.of.partition("]")[0] else ("k",)
    for text in row.partials:
        partial = parse(f"[{','.join(indices)}] = {text}" if indexed else text)
        partial = ex.body(partial)
        unknown = sorted({t.data.name for t in ex.tensors(partial)} - known)
        if unknown:
            raise RuleError(f"{row.where}: the partial derivative {text!r} of {name} uses {', '.join(unknown)}")
        partials.append(partial)
    return Row(arguments, indices, tuple(partials))


def _user_partials(own: OwnFunction, gradient: Gradient) -> Row:
    """The partial derivatives that a function of the user was given, else those of its meaning."""
    if own.partials is not None:
        from espresso.formulas.notation.parsing import parse

        given = [parse(p, functions=[own]) if isinstance(p, str) else p for p in own.partials]
        return Row(own.arguments, ("k",), tuple(map(plain, given)))
    if own.meaning is None:
        raise DerivativeError(
            f"there is no derivative of {own.signature}: it has text for devices, no meaning and no derivatives.\n"
            "Give es.function derivatives=, one for each argument, or a meaning."
        )
    return _of_meaning(own.arguments, own.meaning, gradient)


def _of_meaning(arguments: Names, meant: Expr, gradient: Gradient) -> Row:
    made = gradient(meant, list(arguments))
    return Row(arguments, ("k",), tuple(plain(ex.scalar(g)) for g in made))


def _no_row(function: str) -> str:
    return (
        f"there is no derivative of {function}.\n"
        f"Give its row in espresso/formulas/graph/functions.py partials=, or ZERO there if its derivative is zero."
    )


# --- scalar functions: the same for cotangents and tangents ------------------------------


def through_call(
    products: Products, table: Table, node: Expr, child: Expr, d: Expr, forward: bool = False
) -> Expr | None:
    """``d`` times the derivative of the call ``node`` by its argument ``child``; None for 0.

    ``d`` is a cotangent or (forward) a tangent.
    """
    if node.data == "where":
        return _through_where(node, child, d)
    build = _STRUCTURAL.get(node.data)
    terms = build(products, node, child, d) if build else _through_row(products, table, node, child, d, forward)
    terms = [t for t in terms if not ex.is_const(t, 0)]
    return ex.call("add", *terms) if terms else None


def _through_add(products: Products, node: Expr, child: Expr, d: Expr) -> list[Expr]:
    count = sum(a is child for a in node.args)
    return [d if count == 1 else products.times(ex.const(count), d)]


def _through_mul(products: Products, node: Expr, child: Expr, d: Expr) -> list[Expr]:
    count = sum(a is child for a in node.args)
    others = [a for a in node.args if a is not child]
    own = [] if count == 1 else [ex.const(count), _power(child, count - 1)]
    return [products.times(*own, d, *others)]


def _power(base: Expr, exponent: Any) -> Expr:
    return base if exponent == 1 else ONE if exponent == 0 else ex.call("pow", base, ex.const(exponent))


def _through_pow(products: Products, node: Expr, child: Expr, d: Expr) -> list[Expr]:
    base, exponent = node.args
    terms = []
    number = literal(exponent)
    if child is base and number is not None:
        if number != 0:
            terms.append(products.times(ex.const(number), d, _power(base, number - 1)))
    elif child is base:  # 0 where the exponent is 0, also at base 0
        slope = ex.call("mul", exponent, ex.call("pow", base, ex.call("add", exponent, ex.const(-1))))
        terms.append(products.times(d, ex.call("where", ex.call("eq", exponent, ZERO), ZERO, slope)))
    if child is exponent:  # 0 at base 0
        slope = ex.call("mul", node, ex.call("log", base))
        fixed = literal(base)
        if fixed is None or not isinstance(fixed, complex) and fixed <= 0:
            slope = ex.call("where", ex.call("eq", base, ZERO), ZERO, slope)
        terms.append(products.times(d, slope))
    return terms


_STRUCTURAL: dict[str, Callable[[Products, Expr, Expr, Expr], list[Expr]]] = {
    "add": _through_add,
    "mul": _through_mul,
    "pow": _through_pow,
}


def literal(e: Expr) -> Any:
    """The number that ``e`` is, computing the sums, products and powers of exact literals; else None."""
    if e.op == "const":
        return e.data
    if e.op != "call" or e.data not in ("add", "mul", "pow") or e.depth > 8:
        return None
    parts = [literal(a) for a in e.args]
    if not all(isinstance(p, (int, Fraction)) for p in parts):
        return None
    if e.data == "pow":
        base, exponent = parts
        if not isinstance(exponent, int) or abs(exponent) > 64 or (base == 0 and exponent < 0):
            return None
        return Fraction(base) ** exponent
    return sum(parts, Fraction(0)) if e.data == "add" else functools.reduce(lambda a, b: a * b, parts, Fraction(1))


def _through_where(node: Expr, child: Expr, d: Expr) -> Expr:
    """``d`` where the branch counts; masks around ``d`` stay outside: what the condition reads may need them."""
    condition, yes, no = node.args
    if yes is child and no is child:
        return d
    reads = any(n.op == "access" for n in ex.postorder(condition, into_arrays=False))
    if reads and ex.is_call(d, "add") and any(ex.is_call(a, "where") for a in d.args):
        return ex.call("add", *(_through_where(node, child, a) for a in d.args))
    if reads and ex.is_call(d, "where"):
        outer, one, other = d.args
        if ex.is_const(other, 0):
            return ex.call("where", outer, _through_where(node, child, one), ZERO)
        if ex.is_const(one, 0):
            return ex.call("where", outer, ZERO, _through_where(node, child, other))
    return ex.call("where", condition, d, ZERO) if yes is child else ex.call("where", condition, ZERO, d)


def _through_row(products: Products, table: Table, node: Expr, child: Expr, d: Expr, forward: bool) -> list[Expr]:
    if node.data == "conj" and ex.has(child, "complex"):
        return [conjugate(d)]
    row = table.row(node.data)
    values = {ex.access(ex.tensor(n, 0)): a for n, a in zip(row.arguments, node.args, strict=True)}
    terms = []
    for argument, partial in zip(node.args, row.partials, strict=True):
        if argument is child:
            own = isinstance(node.data, OwnFunction)
            slope = filled(partial, row.arguments, node.args) if own else ex.replace(partial, values)
            if is_part(node):
                terms.append(of_part(products, slope, d, forward))
                continue
            factors = slope.args if ex.is_call(slope, "mul") else (slope,)
            terms.append(products.times(d, *factors))
    return terms


# --- complex numbers -----------------------------------------------------------------------
#
# A tangent is what it says.  A cotangent c of a value z means the change Re(c*dz) of a real result: of functions with
# a complex derivative it is the usual one.  A real function has the change Re(conj(p)*dz), p being its derivative as
# for real numbers: |z|**2 has 2*z, and the change 2*Re(conj(z)*dz).


def is_part(node: Expr) -> bool:
    """Whether a call or a reduction is a real function of a complex value."""
    name, row = (node.data, facts(node.data)) if node.op == "call" else (node.data[0], OVER_INDICES[node.data[0]])
    return name in REAL_VALUED and not row.holomorphic and ex.has(node.args[0], "complex")


def of_part(products: Products, slope: Expr, d: Expr, forward: bool) -> Expr:
    """``d`` through a real function of complex values whose derivative is ``slope`` where they are real."""
    slope = conjugate(slope)
    return real_part(products.times(d, slope)) if forward else products.times(real_part(d), slope)


def conjugate(e: Expr) -> Expr:
    """The conjugate of a value, with masks and real factors outside; itself where it is real."""
    return _inside("conj", e)


def real_part(e: Expr) -> Expr:
    """The real part of a value, with masks and real factors outside; itself where it is real."""
    return _inside("real", e)


def _inside(function: str, e: Expr) -> Expr:
    made: dict[Expr, Expr] = {}

    def branches(node: Expr) -> tuple[Expr, ...]:
        return node.args[1:] if ex.is_call(node, "where") else ()

    for node in ex.ordered([e], branches, made):
        factors = node.args if ex.is_call(node, "mul") else (node,)
        real, rest = ([f for f in factors if ex.has(f, "complex") is wanted] for wanted in (False, True))
        if not rest:
            made[node] = node
        elif ex.is_call(node, "where"):
            made[node] = ex.call("where", node.args[0], *(made[a] for a in node.args[1:]))
        else:
            made[node] = ex.call("mul", *real, ex.call(function, ex.call("mul", *rest) if rest[1:] else rest[0]))
    return made[e]


# --- reductions and index functions ----------------------------------------------------


def slope_of_reduce(
    products: Products, table: Table, node: Expr, value: Expr, written: Expr | None = None
) -> Expr | None:
    """Derivative of a reduction by its body at the bound indices; None for a constant 1.

    ``value`` is how the result is written: the node itself or a read of a named array, ``written`` how the body is.
    """
    operator, names = node.data
    if operator == "sum":
        return None
    body = node.args[0] if written is None else written
    extents = products.ranges.extents
    lengths = [extents[n] if n in extents else ex.reduce("sum", [n], ONE) for n in names]
    count = products.times(*lengths)
    missing = [n for n in names if n not in body.free]
    if operator == "prod" and missing:
        if len(missing) < len(names):
            raise DerivativeError(
                f"the derivative of prod over {', '.join(names)} of a body without {', '.join(missing)} is not built."
            )
        return products.times(count, ex.call("pow", body, ex.call("add", count, ex.const(-1))))
    values = {"x": body, "r": value, "n": count}
    return _instance(products, table.row(operator), 0, values, names, node)


def through_reduce(products: Products, slope: Expr | None, node: Expr, d: Expr, forward: bool = False) -> Expr:
    """``d`` times the ``slope`` of a reduction (`slope_of_reduce`); a tangent is not summed yet."""
    if slope is None:
        return d
    return of_part(products, slope, d, forward) if is_part(node) else products.times(d, slope)


def through_scan(products: Products, table: Table, node: Expr, d: Expr, value: Expr, forward: bool) -> Expr:
    """Cotangent of the body of an index function for the cotangent ``d`` of its value, or
    (forward) the tangent of its value for the tangent ``d`` of its body.

    ``value`` is how the result is written: the node itself or a read of a named array.  Masks around the cotangent of
    a function of matrices that say nothing of rows and columns stay outside: other matrices need not have an inverse.
    """
    if not forward and node.data[0] in MATRIX_FUNCTIONS and ex.is_call(d, "where"):
        condition, *branches = d.args
        if any(ex.is_const(b, 0) for b in branches) and condition.free.isdisjoint(node.data[1]):
            through = functools.partial(through_scan, products, table, node, value=value, forward=forward)
            return ex.call("where", condition, *(b if ex.is_const(b, 0) else through(b) for b in branches))
    values = {"x": node.args[0], "r": value, "c": d}
    return _instance(products, table.row(node.data[0]), int(forward), values, node.data[1], node)


def _instance(
    products: Products, row: Row, which: int, values: Mapping[str, Expr], names: Names, node: Expr
) -> Expr:
    """A partial over the index k with the group of bound indices ``names`` in place of k.

    Further indices of the row (m, l) become fresh groups that run over the same range.  In a row of a
    function of a matrix, i and j stand for one bound index each.
    """
    partial = row.partials[which]
    taken = set(names).union(*(v.free for v in values.values()))
    matrix = len(row.indices) > 1
    groups: dict[str, Names] = {"k": names}
    if matrix:
        groups = {i: (n,) for i, n in zip(row.indices, names, strict=True)}
    new: dict[Expr, Expr] = {}

    def group(*indices: str) -> Names:
        for index in indices:
            if index not in groups:
                like = names[:1] if matrix else names
                groups[index] = tuple(products.ranges.another(name, taken) for name in like)
                taken.update(groups[index])
        return tuple(n for index in indices for n in groups[index])

    for part in ex.postorder(partial, into_arrays=False):
        if part.op == "access":
            value = values[part.args[0].data.name]
            if len(part.args) > 1 and part.args[1].op == "index":
                value = _moved(products, value, names, group(*(s.data[0] for s in part.args[1:])))
            new[part] = value
        elif part.op == "reduce":
            inner = new[part.args[0]]
            bound = group(*part.data[1])
            guards = products.ranges.guards(bound, inner) if part.data[0] == "prod" else []
            for guard in guards:  # the comparison of indices is a mask, under which reads do not say how far they run
                inner = ex.call("where", guard, inner, ONE)
            new[part] = products.total(bound, inner) if part.data[0] == "sum" else ex.reduce(part.data[0], bound, inner)
        elif part.op == "scan":
            new[part] = ex.scan(part.data[0], group(*part.data[1]), new[part.args[0]])
        elif part.op == "call" and len(part.args) == 2 and all(a.op == "index" for a in part.args):
            left, right = (group(a.data[0]) for a in part.args)
            if len(left) > 1 and part.data != "eq":
                raise DerivativeError(
                    f"{node.data[0]} over several indices ({', '.join(names)}) has no order to differentiate by."
                )
            new[part] = products.times(
                *(ex.call(part.data, ex.index(a), ex.index(b)) for a, b in zip(left, right, strict=True))
            )
        elif part.op == "index":  # one that stands for several has no value
            stands = group(part.data[0])
            new[part] = ex.index(stands[0]) if len(stands) == 1 else part
        elif part.op in ex.ARRAY_OPS:
            new[part] = part
        elif ex.is_call(part, "mul"):
            factors = [new[a] for a in part.args]
            new[part] = ZERO if any(ex.is_const(f, 0) for f in factors) else products.times(*factors)
        elif ex.is_call(part, "add"):  # without what only complex numbers have
            terms = [new[a] for a in part.args if not ex.is_const(new[a], 0)]
            new[part] = ex.call("add", *terms) if terms else ZERO
        elif part.op == "call" and part.data in ("conj", "real", "imag") and not ex.has(new[part.args[0]], "complex"):
            new[part] = ZERO if part.data == "imag" else new[part.args[0]]
        else:
            new[part] = ex.with_args(part, [new[a] for a in part.args])
    return new[partial]


def _moved(products: Products, value: Expr, names: Names, group: Names) -> Expr:
    """``value`` with ``names`` renamed to ``group``."""
    return ex.substitute(value, {a: products.ranges.index(b) for a, b in zip(names, group, strict=True) if a != b})


def renamed_value(e: Expr, node: Expr, value: Expr) -> Expr:
    """``e`` with ``node`` written as ``value``; bodies of named arrays are left alone."""
    return ex.replace(e, {node: value}, into_arrays=False)


def is_sliding(node: Expr) -> bool:
    """Whether a reduction runs over windows: reads ``x[p + r]`` at a position and a bound tap.

    Its result is then an array: every element of x compares itself with the maxima of its windows.
    """
    bound = set(node.data[1])
    reads = (n for n in ex.postorder(node.args[0], into_arrays=False) if n.op == "access")
    return any(slot.free & bound and slot.free - bound for read in reads for slot in read.args[1:])


def is_rounded(node: Expr) -> bool:
    """Whether a maximum compares computed values, in which equations or reads tie an index.

    In ``max[j]((i == j)*u[i]*v[j]*w[j])`` and ``max[r](x[p + r]*w[r]*u[p])`` what is compared with the maximum is
    written without the index, once the equation is eliminated, and would be rounded otherwise than the maximum.
    In ``max[i](x[2*i]*u[i]*w[i])`` the index runs to another length than those of ``u`` and ``w``: their derivatives
    compare elements that the maximum does not have, with padded reads.
    """
    if node.data[0] not in ("max", "min"):
        return False
    bound, nodes = set(node.data[1]), ex.postorder(node.args[0], into_arrays=False)
    tied = any(ex.is_call(n, "eq") and n.free & bound for n in nodes) or _is_moved(nodes)
    inner = [n for n in nodes if n.op == "reduce" or n.op == "call" and not is_guard(n)]
    slots = {s for n in nodes if n.op == "access" for slot in n.args[1:] for s in ex.postorder(slot)}
    return tied and sum(len(n.args) - 1 or 1 for n in inner if n not in slots) > 1


def compares_computed(body: Expr) -> bool:
    """Whether a body is a maximum or minimum of computed values, which its derivative compares with the value.

    Outside the statement, as in the loops of a derivative, they are computed in another order, and rounded otherwise.
    """
    return body.op == "reduce" and body.data[0] in ("max", "min") and body.args[0].op not in ("access", "index")


def _is_moved(nodes: Sequence[Expr]) -> bool:
    """Whether a read is padded, or stands at a place that is no index alone, but is computed of indices."""
    reads = [n for n in nodes if n.op == "access" and n.free]
    slots = [s for n in reads for s in n.args[1:] if s.free]
    return any(n.data is not None for n in reads) or any(s.op != "index" and bool(linear(s)) for s in slots)
