"""Differentiation: simplify, accumulate in reverse or forward mode, name the results (see `derivatives`)."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from espresso.algebra.calculus.forward import Forward
from espresso.algebra.calculus.partials import Table
from espresso.algebra.calculus.products import ONE, ZERO
from espresso.algebra.calculus.results import (
    Raw,
    axis_names,
    finish,
    first_reads,
    inline,
    positions_inside,
    result_name,
)
from espresso.algebra.calculus.reverse import Reverse, active_nodes
from espresso.algebra.calculus.running_products import RUNNING, as_recurrences
from espresso.algebra.calculus.wrt import Variable, mapped, root_of, variables
from espresso.algebra.rewriting.rules import Derivative
from espresso.errors import DerivativeError, whole_number
from espresso.formulas.extents.extents import symbolic_extents
from espresso.formulas.extents.reads import facts_of
from espresso.formulas.extents.scopes import uniquify
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.functions import OVER_INDICES, facts

Rows = Sequence[Derivative | str]


def grad(e: Any, wrt: Any, *, rules: Rows = ()) -> Any:
    """Return the gradient of a scalar expression: the axes of each result are those of its ``wrt``."""
    root = root_of(e)
    _refuse_axes(root)
    return jacobian(root, wrt, rules=rules)


def jacobian(e: Any, wrt: Any, *, rules: Rows = ()) -> Any:
    """Return all partial derivatives: the axes of ``e``, then those of ``wrt``."""
    root = root_of(e)
    return _derived(root, variables(wrt, root), rules, (root.name, ()))


def hessian(e: Any, wrt: Any, wrt2: Any = None, *, rules: Rows = ()) -> Any:
    """Return the second derivatives of a scalar: axes of ``wrt``, then of ``wrt2`` (``wrt`` again if not given)."""
    root = root_of(e)
    _refuse_axes(root)
    wrt = variables(wrt, root)
    wrt2 = mapped(variables(wrt if wrt2 is None else wrt2, root), Variable.unnamed)
    targets: list[Variable] = []
    shape = mapped(wrt, lambda w: _numbered(targets, w))
    first = _derived(root, targets, rules, (root.name, ()))
    return mapped(shape, lambda k: _derived(first[k], wrt2, rules, (root.name, (targets[k].label,))))


def derivative(e: Any, wrt: Any, order: int = 1, *, rules: Rows = ()) -> Any:
    """Return the derivative of that order: the axes of ``e``, then ``order`` times those of ``wrt``."""
    order = whole_number(order, "the order of a derivative", error=DerivativeError)
    root = root_of(e)
    wrt = variables(wrt, root)

    def one(w: Variable) -> Expr:
        result = root
        for done in range(order):
            result = _derived(result, w if not done else w.unnamed(), rules, (root.name, (w.label,) * done))
        return result

    return mapped(wrt, one)


def vjp(e: Any, wrt: Any, v: Any, *, rules: Rows = ()) -> Any:
    """Return ``sum(v * de/dwrt)`` over the axes of ``e``: the axes of ``wrt``."""
    root = root_of(e)
    return _derived(root, variables(wrt, root), rules, (None, ()), v)


def jvp(e: Any, wrt: Any, v: Any, *, rules: Rows = ()) -> Expr:
    """Return ``sum(de/dwrt * v)`` over the axes of ``wrt``: the axes of ``e``."""
    given = root_of(e)
    table = _table(rules)
    root = _prepared(given, variables(wrt, given), table)
    changes = _changes(given, root, wrt, v)
    _takes_parts(root, list(changes), table)
    forward = Forward(root, changes, table)
    body = ZERO if forward.result is None else inline([forward.result], forward.made)[0]
    extents = _extents(given, root, forward.extents[root])
    name = root.name + "_dot" if root.name else ""
    return finish([Raw(name, root.axes, body, extents)], forward.lengths)[0]


def hvp(e: Any, wrt: Any, v: Any, *, rules: Rows = ()) -> Any:
    """Return the Hessian of a scalar times ``v``, by forward accumulation over the gradient."""
    root = root_of(e)
    wrt = variables(wrt, root)
    gradient = grad(root, wrt, rules=rules)
    targets: list[Variable] = []
    mapped(wrt, targets.append)
    labels = iter([w.label for w in targets])

    def product(g: Expr) -> Expr:
        result = jvp(g, wrt, v, rules=rules)
        return ex.let(f"Hv_{next(labels)}", result.axes, ex.body(result))

    return mapped(gradient, product)


# --- steps --------------------------------------------------------------------------------


def _table(rules: Rows) -> Table:
    return shipped_table() if rules is None or rules == () or rules == [] else Table(grad, rules)


@functools.cache
def shipped_table() -> Table:
    """The rows that espresso ships."""
    return Table(grad)


def _refuse_axes(root: Expr) -> None:
    if root.axes:
        axes = ", ".join(root.axes)
        raise DerivativeError(
            f"the gradient is that of a scalar, but {root.name or 'the expression'} has the axes {axes}.\n"
            f"Use es.jacobian for all partial derivatives, or sum it first: es.grad(es.sum(e), ...)."
        )


def _numbered(variables: list[Variable], found: Variable) -> int:
    variables.append(found)
    return len(variables) - 1


def _prepared(root: Expr, wrt: Any, table: Table) -> Expr:
    """``root`` in simplified form with distinct index names; ``wrt`` is a structure of `Variable`.

    Equations stay as they are written: ``f[k]*(t[b] == k)`` has a simpler derivative
    than the read ``f[t[b]]`` with its test that ``t[b]`` is inside.
    """
    from espresso.algebra.rewriting.simplification import simplified

    hidden = ex.rebuild(root, lambda n: ex.call("stop_gradient", n) if ex.is_call(n, "eq") else None)
    simple = simplified(hidden)
    if hidden is not root:
        simple = ex.rebuild(simple, _shown)
    if any(n.op == "call" and n.data in ("imag", "sign") for n in ex.postorder(simple)):
        simple = ex.rebuild(simple, _of_complex)
    alone = uniquify(_of_axes(simple, root))
    if any(map(table.is_replaced, RUNNING)):
        return alone
    targets: list[Variable] = []
    mapped(wrt, targets.append)
    return as_recurrences(alone, {v.array.data.name if v.array.op == "tensor" else v.array.data[0] for v in targets})


def _of_complex(node: Expr) -> Expr | None:
    """Functions of complex numbers, by others: those of real numbers have derivatives that are zero."""
    if node.op != "call" or node.data not in ("imag", "sign") or not ex.has(node.args[0], "complex"):
        return None
    z = ex.rebuild(node.args[0], _of_complex, into_arrays=False)
    if node.data == "imag":
        return ex.call("real", ex.call("mul", ex.const(-1j), z))
    unit = ex.call("mul", z, ex.call("pow", ex.call("abs", z), ex.const(-1)))
    return ex.call("where", ex.call("eq", z, ZERO), ZERO, unit)


def _shown(node: Expr) -> Expr | None:
    hides = ex.is_call(node, "stop_gradient") and (ex.is_call(node.args[0], "eq") or node.args[0].op == "const")
    return node.args[0] if hides else None


def _of_axes(simple: Expr, root: Expr) -> Expr:
    """``simple`` with the axes of ``root``, which simplification may have left without use."""
    if simple.axes == root.axes:
        return simple
    body = ex.rename(simple.args[0], dict(zip(simple.axes, root.axes, strict=True))) if simple.op == "let" else simple
    return ex.let(root.name or "", root.axes, body)


def _extents(given: Expr, root: Expr, found: Mapping[str, Expr]) -> dict[str, Expr]:
    """Lengths of the axes of ``root``; what simplification took away with a factor 0 is found in ``given``."""
    known = {a: found[a] for a in root.axes if a in found}
    if len(known) < len(root.axes):
        known = {a: e for a, e in symbolic_extents(uniquify(given)).items() if a in root.axes} | known
    return known


def _refuse_windows(
    given: Expr, root: Expr, extents: Mapping[Expr, Mapping[str, Expr]], arrays: Sequence[Expr], told: Sequence[str]
) -> None:
    """ExtentError where a read at ``t + c`` is all that is said of both: then it says how far neither runs.

    A length that is given when the formula is compiled makes the other one shorter, and no derivative has that in it.
    ``told`` are axes of ``root`` whose lengths a cotangent has.
    """
    for statement in dict.fromkeys([*ex.lets(root), root]):
        said = facts_of(statement)
        known = {*extents[statement], *(told if statement is root else ())}
        for read in said.reads:
            missing = [n for n, _ in read.factors or () if n not in known]
            if not missing or read.access.args[0].op == "tensor" and read.access.args[0] not in arrays:
                continue
            from espresso.formulas.inference import infer_errors as errors

            name = said.original[missing[-1]]
            of = next((s for s in [*ex.lets(given), given] if errors.occurrences(s, name)), given)
            raise errors.no_length([given], of, name, sizes=False)


Naming = tuple[str | None, tuple[str, ...]]
"""Name of what is differentiated, and by what it has been differentiated before."""


def _derived(given: Expr, wrt: Any, rules: Rows, naming: Naming, v: Any = None) -> Any:
    """The derivatives of ``given`` by a structure of variables; with ``v`` its sum with ``v``."""
    table = _table(rules)
    root = _prepared(given, wrt, table)
    targets: list[Variable] = []
    shape = mapped(wrt, lambda w: _numbered(targets, w.within(root)))
    weight = None if v is None else _direction(v, root, root.axes, root.axes)
    results = _jacobians(given, root, targets, table, weight, naming)
    return mapped(shape, lambda number: results[number])


def _jacobians(
    given: Expr, root: Expr, targets: Sequence[Variable], table: Table, weight: Expr | None, naming: Naming
) -> list[Expr]:
    arrays = list(dict.fromkeys(v.array for v in targets))
    parts = _takes_parts(root, arrays, table)
    seeds = [ONE if weight is None else weight]
    if parts and (ex.has(root, "complex") or ex.has(seeds[0], "complex")):  # z = Re(z) + 1j*Re(-1j*z)
        seeds.append(ex.call("mul", ex.const(-1j), seeds[0]))
    new = None if weight is None else _input_read_at(weight, root.axes)
    reverse, *other = (Reverse(root, arrays, table, s, new, weight is None, real_parts=parts) for s in seeds)
    outer = reverse.outer
    lengths = reverse.lengths
    _refuse_windows(given, root, reverse.extents, arrays, () if weight is None else root.axes)
    known = _extents(given, root, reverse.extents[root])
    reads = first_reads(given)
    raws = []
    for target in targets:
        collected = reverse.collected[target.array]
        names = axis_names(target.array, reads, outer, target.names)
        extents = {a: known[a] for a in outer if a in known}
        extents.update({n: ex.size(target.array, k) for k, n in enumerate(names)})
        body = collected.at([ex.index(n) for n in names]) if collected.terms else ZERO
        for imaginary in (r.collected[target.array] for r in other):
            if imaginary.terms:
                more = ex.call("mul", ex.const(1j), imaginary.at([ex.index(n) for n in names]))
                body = more if body is ZERO else ex.call("add", body, more)
        body = ex.rename(body, {hidden: name for name, hidden in outer.items()})
        raws.append(Raw(result_name(naming[0], [*naming[1], target.label]), (*outer, *names), body, extents))
    bodies = inline([r.body for r in raws], [a for r in (reverse, *other) for a in r.made])
    inside = positions_inside([*ex.lets(root), root], reverse.extents, lengths)
    return finish([dataclasses.replace(r, body=b) for r, b in zip(raws, bodies, strict=True)], lengths, inside)


def _changes(given: Expr, root: Expr, wrt: Any, v: Any) -> dict[Expr, Expr]:
    """Tangents of the inputs, as arrays with the same axes."""
    targets: list[Variable] = []
    directions: list[Any] = []
    mapped(variables(wrt, given), lambda w: targets.append(w.within(root)))
    mapped(v, lambda d: directions.append(d))
    if len(targets) != len(directions):
        raise DerivativeError(
            f"there are {len(targets)} inputs in wrt and {len(directions)} directions v; give one for each"
        )
    changes: dict[Expr, Expr] = {}
    reads = first_reads(root)
    for target, direction in zip(targets, directions, strict=True):
        if target.array in changes:
            raise DerivativeError(f"{target.label} stands twice in wrt")
        axes = axis_names(target.array, reads, ())
        change = _direction(direction, root, axes, axes)
        whole = _input_read_at(change, axes)
        changes[target.array] = ex.let(f"v_{target.label}", axes, change) if whole is None else whole
    return changes


def new_inputs(product: str, e: Expr, wrt: Any, v: Any) -> list[Expr]:
    """The inputs that directions ``v`` bring into a product with a derivative, in their order, read or not."""
    root, given, axes = root_of(e), list[Any](), list[int]()
    mapped(v, given.append)
    mapped(variables(wrt, root), lambda w: axes.append(w.array.ndim))
    ranks = [root.ndim] if product == "vjp" else axes
    found: list[Expr] = []
    for d, rank in zip(given, ranks, strict=True):
        found += [ex.tensor(d.split("[")[0].strip(), rank)] if isinstance(d, str) else []
        found += ex.tensors(d) if isinstance(d, Expr) else []
    return found


def _direction(v: Any, root: Expr, axes: Sequence[str], names: Sequence[str]) -> Expr:
    """``v`` as a scalar body over the indices ``names``."""
    if isinstance(v, str):
        name = v.split("[")[0].strip()
        known = {t.data.name: t for t in ex.tensors(root)}
        array = known.get(name, ex.tensor(name, len(axes)))
    elif isinstance(v, Expr):
        array = v.args[-1] if v.op == "program" else v
    else:
        array = ex.scalar(v)
    if array.ndim != len(axes):
        what = f"the axes {', '.join(axes)}" if axes else "no axes"
        raise DerivativeError(f"the direction v has {array.ndim} axes, but it must have {what}")
    if array.op in ex.ARRAY_OPS:
        return ex.access(array, [ex.index(n) for n in names])
    return ex.substitute(array, {a: ex.index(n) for a, n in zip(array.axes, names, strict=True)})


def _input_read_at(e: Expr, axes: Sequence[str]) -> Expr | None:
    """The input of which ``e`` is a read at exactly ``axes``; else None."""
    if (
        e.op == "access"
        and e.args[0].op == "tensor"
        and [i.data[0] for i in e.args[1:] if i.op == "index"] == list(axes)
    ):
        return e.args[0]
    return None


def _takes_parts(root: Expr, arrays: Sequence[Expr], table: Table) -> bool:
    """Whether inputs are reached through functions of complex values without complex derivative.

    DerivativeError where these inputs are complex, or the values those of a recurrence.
    """
    inputs = {a for a in arrays if a.op == "tensor" and str(a.data.dtype).startswith("complex")}
    for node, _ in _without_derivative(root, inputs, table) if inputs else ():
        inside = set(ex.tensors(node))
        raise DerivativeError(
            f"{_function(node)} has no complex derivative, and it stands between the result and the complex input "
            f"{', '.join(a.data.name for a in arrays if a in inputs and a in inside)}.\n"
            "Write the real and the imaginary part as two real inputs."
        )
    if not any(ex.has(n, "complex") for n in ex.postorder(root)):
        return False
    found = [n for n, is_complex in _without_derivative(root, arrays, table) if is_complex]
    if found and any(n.op == "recur" and ex.has(n, "complex") for n in ex.postorder(root)):
        raise DerivativeError(
            f"{_function(found[0])} has no complex derivative, and there is a recurrence of complex numbers: the other "
            "derivatives of these are not built.\n"
            "Write the real and the imaginary part of the recurrence as two states."
        )
    return bool(found)


def _function(node: Expr) -> str:
    name: str = node.data if node.op == "call" else node.data[0]
    return name


def _without_derivative(root: Expr, arrays: Iterable[Expr], table: Table) -> Iterator[tuple[Expr, bool]]:
    """Functions without complex derivative between a result and arrays, and whether their arguments may be complex."""
    wanted: dict[Expr, Any] = dict.fromkeys(arrays)
    for scope in [*(n for n in ex.lets(root) if n is not root), root]:
        active = active_nodes(ex.body(scope), table, wanted)
        for node in active:
            steps = node.op == "recur" and ex.has(node, "complex")  # whose states do not say that they are complex
            for part in ex.postorder(*node.data[0].parts) if steps else [node]:
                if part.op in ("call", "reduce", "scan"):
                    row = facts(part.data) if part.op == "call" else OVER_INDICES[part.data[0]]
                    if not row.holomorphic:
                        yield part, steps or ex.has(part.args[0], "complex")
        if scope.op == "let" and active and active[-1] is scope.args[0]:
            wanted[scope] = None
