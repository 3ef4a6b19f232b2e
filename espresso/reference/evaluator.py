"""The reference evaluator: the meaning of every node, computed with NumPy, slowly and obviously.

Each node of a statement becomes an array over its free indices, in the dtype that
inference gives it; named arrays are computed once, in order.  Nothing is fused, planned
or simplified, so this is what every target is compared with.

Sums of float32 are added up in a wider dtype and rounded once. What is stored in 16 bits is computed in float32, and
rounded where it is a result.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from espresso.algebra.normal_form.equal_values import all_rounded_alike
from espresso.algebra.normal_form.unselected_matrices import computes_unselected, without_unselected
from espresso.errors import InputError
from espresso.formulas.extents.extents import untold
from espresso.formulas.extents.scopes import declare, declare_steps, uniquify_all
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.functions import BY_NAME, OVER_INDICES
from espresso.formulas.graph.predicates import equalities, is_guard, is_subtracted, promise_of
from espresso.formulas.graph.recurrences import Recurrence, State
from espresso.formulas.graph.whole_literals import folded
from espresso.formulas.inference import infer_errors
from espresso.formulas.inference.dtypes import DType, compared, dtypes_of, promote_all, state_types
from espresso.formulas.inference.given import array_of
from espresso.formulas.inference.infer import Facts, Inference
from espresso.formulas.inference.recurrences import Named, at_position, bound, cells, position_of, rows_at
from espresso.formulas.notation.meanings import expand
from espresso.formulas.notation.parsing import expression_of
from espresso.keywords import checked
from espresso.reference.scalar_functions import FUNCTIONS, MATRIX, REDUCTIONS, ROOTS, SCANS
from espresso.system.half_precision import is_half

Array = npt.NDArray[Any]


@checked
def evaluate(root: Expr | str, arrays: Mapping[str, Any], sizes: Mapping[str, int] | None = None) -> Array:
    """Return the value of an expression, computed node by node with NumPy: slow, and the meaning of the language.

    Parameters
    ----------
    root : Expr or str
        The formula.
    arrays : mapping of str to array-like
        Its inputs by name.
    sizes : mapping of str to int, optional
        Extents of indices that no array has.

    Returns
    -------
    numpy.ndarray
        Over the axes of the formula.

    Raises
    ------
    ExtentError
        If lengths disagree; RankError, DtypeError and InputError for arrays that do not fit.
    InputError
        For a position outside an array.

    Examples
    --------
    >>> import espresso as es
    >>> evaluate(es.parse("s = sum[i](x[i])"), {"x": [1.0, 2.0]})
    array(3.)
    """
    return evaluate_all([expression_of(root)], arrays, sizes)[0]  # type: ignore[no-any-return]


def _written_out(roots: list[Expr]) -> list[Expr]:
    """The expressions without reductions and index functions that have a meaning and no function here."""
    meant = OVER_INDICES.keys() - REDUCTIONS.keys() - SCANS.keys() - MATRIX.keys()
    if not meant:
        return roots
    from espresso.algebra.rewriting.definitions import expand_definitions

    found: list[Expr] = expand_definitions(roots, meant)
    return found


Look = Callable[[str, str, Array], None]
"""Called with a word of a declaration, the name of what is declared to be so, and its value."""


def evaluate_all(
    roots: Any, arrays: Mapping[str, Any], sizes: Mapping[str, int] | None = None, look: Look | None = None
) -> Any:
    """Return the values of several roots; a list gives a list, a tuple a tuple, a dict a dict.

    ``look`` is shown what computed arrays are declared to be; steps of recurrences are left out.
    """
    if isinstance(roots, Mapping):
        values = evaluate_all(list(roots.values()), arrays, sizes, look)
        return dict(zip(roots, values, strict=True))
    if isinstance(roots, Expr):
        return evaluate(roots, arrays, sizes)
    originals = tuple(roots)
    inputs = {n: array_of(n, a) for n, a in arrays.items()}
    kinds = tuple([(n, inputs[n].shape, _input_type(a, inputs[n])) for n, a in arrays.items()])
    given = tuple((sizes or {}).items())
    known = _inferred if all(type(n) is int for _, n in given) else _inferred.__wrapped__  # others are refused
    program, facts, stored = known(originals, kinds, given)
    inputs = {n: a.astype(np.float32) if is_half(a.dtype) else a for n, a in inputs.items()}
    with np.errstate(all="ignore"):
        values = _Program(facts, inputs, [*originals, *program], look).run(program)
        if stored:  # rounded once
            values = [v.astype(d, copy=False) for v, d in zip(values, stored, strict=True)]
    return values if isinstance(roots, list) else tuple(values)


@functools.lru_cache(maxsize=512)
def _inferred(
    originals: tuple[Expr, ...], kinds: tuple[tuple[str, tuple[int, ...], Any], ...], given: tuple[tuple[str, int], ...]
) -> tuple[list[Expr], Facts, list[np.dtype]]:
    """The statements that are computed, what is known of them, and the dtypes of results where some are of 16 bits.

    Kept for those who evaluate one formula again and again: steps of recurrences, and differences.
    """
    sizes = dict(given)
    written = _written_out(folded([*originals]))
    expanded = expand(written)
    program = uniquify_all(declare(expanded, sizes))
    dtypes, shapes = {n: d for n, _, d in kinds}, {n: s for n, s, _ in kinds}
    shown = declare_steps(originals, sizes)
    if expanded != written:  # what the functions refuse, whatever they mean
        Inference(uniquify_all(declare(written, sizes)), shown).check(shapes, dtypes, sizes)
    facts = Inference(program, shown).check(shapes, dtypes, sizes)
    if computes_unselected([*facts.sizes]):
        program, facts = _in_place(program, facts, without_unselected(program, {}), dtypes)
    if any(equalities(ex.body(e)) for e in facts.sizes):
        lengths = {e: {n: ex.const(size) for n, size in own.items()} for e, own in facts.sizes.items()}
        program, facts = _in_place(program, facts, all_rounded_alike(program, lengths, dtypes), dtypes)
    halves = [n for n, d in dtypes.items() if is_half(d.dtype if isinstance(d, DType) else d)]
    if not halves:
        return program, facts, []
    single = Inference(program, shown).check(shapes, dtypes | dict.fromkeys(halves, _SINGLE), sizes)
    return program, single, [facts.dtypes[e] for e in program]


def _in_place(
    program: Sequence[Expr], facts: Facts, new: Mapping[Expr, Expr], dtypes: Mapping[str, Any]
) -> tuple[list[Expr], Facts]:
    """Statements in the place of others, and what is known of them."""
    made = [new[e] for e in program]
    return made, replace(
        facts,
        sizes={new.get(e, e): known for e, known in facts.sizes.items()},
        types={**facts.types, **dtypes_of(made, dtypes)},
        dtypes={new.get(e, e): dtype for e, dtype in facts.dtypes.items()},
        shapes={new.get(e, e): shape for e, shape in facts.shapes.items()},
    )


_SINGLE = DType(np.dtype(np.float32))
"""The dtype in which numbers of 16 bits are computed, whatever an array is declared as."""


def _input_type(given: Any, array: Array) -> Any:
    """Python numbers are weak inputs, everything else has its dtype."""
    dtype = array.dtype.newbyteorder("=")
    return DType(dtype, True) if type(given) in (bool, int, float, complex, WeakArray) else dtype


class WeakArray(np.ndarray):
    """Numbers that take the dtype of what they meet, as the values of an index do."""


class Value(NamedTuple):
    """An array over some indices of a statement, in the statement's order of indices.

    ``outside`` is None or an array over the same indices that is k > 0 where the value
    needs the k-th position that lies outside its array.
    """

    array: Array
    names: tuple[str, ...]
    outside: Array | None = None


class _Program:
    """Evaluates the statements of a program in order."""

    def __init__(
        self, facts: Facts, inputs: Mapping[str, Array], shown: Sequence[Expr], look: Look | None = None
    ) -> None:
        self.facts, self.shown, self.look = facts, shown, look
        self.arrays: dict[Expr, Array] = {}
        self.states: dict[tuple[Recurrence, tuple[Expr, ...]], list[Array]] = {}
        for node, kind in facts.types.items():
            if node.op == "tensor":
                self.arrays[node] = inputs[node.data.name].astype(kind.dtype)

    def run(self, roots: Sequence[Expr]) -> list[Array]:
        for let in ex.lets(*roots):
            self.arrays[let] = self._statement(let)
        results = []
        for root in roots:
            last = root.args[-1] if root.op == "program" else root
            results.append(self.arrays[last].copy() if last.op in ex.ARRAY_OPS else self._statement(last))
        return results

    def recurrence(self, node: Expr) -> Array:
        """A state of a recurrence; all of them are computed once, step by step."""
        key = node.data[0], node.args
        if key not in self.states:
            arrays = [(self.arrays[a], self.facts.types[a]) for a in node.args]
            types = state_types(node.data[0], [t for _, t in arrays])
            self.states[key] = _steps(bound(node, lambda a: self.arrays[a].shape), arrays, types)
        number: int = node.data[1]
        return self.states[key][number]

    def _statement(self, scope: Expr) -> Array:
        statement = _Statement(self, scope)
        value = statement.run(ex.body(scope))
        axes = scope.axes
        ordered = tuple(sorted(axes, key=statement.rank.__getitem__))
        lengths = [self.facts.sizes[scope][a] for a in ordered]
        full = np.broadcast_to(spread(value.array, value.names, ordered), lengths)
        if value.outside is not None and full.size and value.outside.any():
            first = int(value.outside[value.outside > 0].flat[0])
            node, axis, position = statement.found[first - 1]
            raise infer_errors.gather_outside(self.shown, node, axis, position, self.arrays[node.args[0]].shape)
        moved = full.transpose([ordered.index(a) for a in axes])
        return np.array(moved, dtype=self.facts.dtypes[scope])


def _typed(array: Array, kind: DType) -> Array:
    """An array that is evaluated in this dtype, which may be a weak one."""
    return array.astype(kind.dtype, copy=False).view(WeakArray) if kind.weak else array


def _steps(r: Named, arrays: Sequence[tuple[Array, DType]], types: Sequence[DType]) -> list[Array]:
    """The states of a recurrence: starting values, then all states at one position after the other."""
    found = [np.zeros(r.shapes[s.name], t.dtype) for s, t in zip(r.states, types, strict=True)]
    every = dict(zip(r.shapes, [_typed(*pair) for pair in (*arrays, *zip(found, types, strict=True))], strict=True))

    def put(k: int, position: int, statement: Expr, step: Mapping[str, Array] = MappingProxyType({})) -> None:
        s, row = r.states[k], [slice(None)] * found[k].ndim
        row[s.axis] = position  # type: ignore[call-overload]
        found[k][tuple(row)] = _row(statement, _others(s, found[k].shape), {**every, **step})

    if any(r.inner) and not r.loops:
        for k, cell, statement in cells(r):
            s, shape = r.states[k], found[k].shape
            at = tuple(cell.get(axis, slice(None)) for axis in range(len(shape)))
            found[k][at] = _row(statement, [n for axis, n in enumerate(shape) if axis not in cell], every)
        return found
    for k, s in enumerate(r.states):
        for position, (_, statement) in zip(r.steps[k].starts, s.starts, strict=True):
            put(k, position, statement)
    for position in sorted({p for steps in r.steps for p in steps.computed}, reverse=r.backward):
        numbers = [k for k in range(len(r.states)) if position in r.steps[k].computed]
        here = position_of(r.states[0], every)
        for k, statement in rows_at(r.states, r.loops, numbers, ex.access(here)) if r.loops else ():
            put(k, position, statement, {here.data.name: np.asarray(position)})
        for k in () if r.loops else numbers:
            try:
                put(k, position, at_position(r.states[k], ex.const(position)))
            except InputError:
                refuse_step(r.states[k], position, every)
                raise
    return found


def _others(s: State, shape: Sequence[int]) -> list[int]:
    return [n for axis, n in enumerate(shape) if axis != s.axis]


def _row(statement: Expr, shape: Sequence[int], every: Mapping[str, Array]) -> Array:
    """The value of a statement over the other axes of a state, which have this shape."""
    lengths = dict(zip(statement.data[1], shape, strict=True))
    silent = {a: lengths[a] for a in untold(statement)}
    return evaluate(statement, {t.data.name: every[t.data.name] for t in ex.tensors(statement)}, silent)


def refuse_step(s: State, position: int, every: Mapping[str, Array]) -> None:
    """Raise the error of one step of a recurrence with these arrays, in terms of its index; without one pass."""
    at = position_of(s, every)
    try:
        statement = at_position(s, ex.access(at))
        _row(statement, _others(s, every[s.name].shape), {**every, at.data.name: np.asarray(position)})
    except InputError as error:
        raise infer_errors.at_step(error, s.step, position) from None


def spread(array: Array, names: Sequence[str], target: Sequence[str]) -> Array:
    """Return ``array`` with an axis of length 1 for every index of ``target`` that it lacks."""
    lengths = dict(zip(names, array.shape, strict=True))
    return array.reshape([lengths.get(n, 1) for n in target])


class _Statement:
    """Evaluates the nodes of one statement, arguments first."""

    def __init__(self, program: _Program, scope: Expr) -> None:
        self.program = program
        self.arrays = program.arrays
        self.types = program.facts.types
        self.sizes = program.facts.sizes[scope]
        self.rank = {n: k for k, n in enumerate(self.sizes)}
        self.scope = scope
        self.found: list[tuple[Expr, int, int]] = []

    def run(self, body: Expr) -> Value:
        order = ex.postorder(body, into_arrays=False)
        uses: dict[Expr, int] = {}
        for node in order:
            for a in _needed(node):
                uses[a] = uses.get(a, 0) + 1
        values: dict[Expr, Value] = {}
        for node in order:
            if node.op in ex.ARRAY_OPS:
                continue
            operands = [_base(a) for a in node.args] if ex.is_call(node, "mul") else node.args
            values[node] = self._node(node, [values[a] for a in operands if a.op not in ex.ARRAY_OPS])
            if self.program.look is not None and (word := promise_of(node)) is not None:
                self._show(word, node, values[node])
            for a in _needed(node):
                uses[a] -= 1
                if not uses[a]:
                    values.pop(a, None)
        return values[body]

    def _show(self, word: str, node: Expr, found: Value) -> None:
        """Show a value that is declared to be something, with the axes of a statement as these stand."""
        assert self.program.look is not None
        own, name = self.scope.axes, str(node.args[0])
        around = self.scope.args[0] if self.scope.op == "let" else node
        while around is not node and promise_of(around) is not None:
            around = around.args[0]
        if self.scope.op == "let" and around is node:
            name = self.scope.data[0] or name
        over = node.data[1] if node.op == "scan" else ()
        axes = own if {*own} == {*found.names} else (*(n for n in found.names if n not in over), *over)
        if found.outside is None:
            self.program.look(word, name, found.array.transpose([found.names.index(n) for n in axes]))

    def _node(self, node: Expr, args: list[Value]) -> Value:
        if node.op == "const":
            value = float(node.data) if isinstance(node.data, Fraction) else node.data
            large = isinstance(value, int) and 2**63 <= value < 2**64  # no int64, but beside uint64 one of that
            return Value(np.asarray(value, np.uint64 if large else self.types[node].dtype), ())
        if node.op == "index":
            return Value(np.arange(self.sizes[node.data[0]], dtype=np.int64), (node.data[0],))
        if node.op == "size":
            return Value(np.asarray(self.arrays[node.args[0]].shape[node.data], np.int64), ())
        if node.op == "access":
            return self._access(node, args)
        if node.op == "call":
            return self._call(node, args)
        if node.op == "recur":
            names = node.data[2]
            order = sorted(names, key=self.rank.__getitem__)
            return Value(self.program.recurrence(node).transpose([names.index(n) for n in order]), tuple(order))
        return self._over(node, args[0])

    def _aligned(self, values: Sequence[Value]) -> tuple[list[Array], tuple[str, ...], list[Array | None]]:
        """Arrays over the union of the indices, the union, and where they are outside."""
        names = tuple(sorted({n for v in values for n in v.names}, key=self.rank.__getitem__))
        arrays = [spread(v.array, v.names, names) for v in values]
        return arrays, names, [None if v.outside is None else spread(v.outside, v.names, names) for v in values]

    def _full(self, array: Array, names: Sequence[str]) -> Array:
        shape = tuple([self.sizes[n] for n in names])
        return array if array.shape == shape else np.broadcast_to(array, shape)

    def _access(self, node: Expr, slots: list[Value]) -> Value:
        array = self.arrays[node.args[0]]
        if not slots:
            return Value(array.astype(self.types[node].dtype), ())
        positions, names, outside = self._aligned(slots)
        positions = [self._full(p.astype(np.int64), names) for p in positions]
        inside: Array | None = None
        for axis, p in enumerate(positions):
            wrong = (p < 0) | (p >= array.shape[axis])
            if not wrong.any():
                continue
            inside = ~wrong if inside is None else inside & ~wrong
            if node.data is None:
                self.found.append((node, axis, int(p[wrong].flat[0])))
                outside.append(np.where(wrong, len(self.found), 0))
        if inside is None:
            return Value(array[tuple(positions)].astype(self.types[node].dtype), names, self._either(outside, names))
        result = np.full(inside.shape, 0 if node.data is None else node.data, dtype=self.types[node].dtype)
        result[inside] = array[tuple(p[inside] for p in positions)]
        return Value(result, names, self._either(outside, names))

    def _either(self, outside: Sequence[Array | None], names: Sequence[str]) -> Array | None:
        present = [o for o in outside if o is not None]
        if not present:
            return None
        result = present[0]
        for other in present[1:]:
            result = np.maximum(result, other)
        return self._full(result, names)

    def _call(self, node: Expr, args: list[Value]) -> Value:
        arrays, names, outside = self._aligned(args)
        name = node.data
        dtype = self.types[node].dtype
        if name == "where":
            chosen = np.where(arrays[0] != 0, arrays[1].astype(dtype), arrays[2].astype(dtype))
            empty = np.zeros((), np.int64)
            branches = [empty if o is None else o for o in outside[1:]]
            unsure = None if outside[1] is None and outside[2] is None else np.where(arrays[0] != 0, *branches)
            return Value(self._full(chosen, names), names, self._either([outside[0], unsure], names))
        if BY_NAME[name].kind == "bool":
            types = [self.types[a] for a in node.args]
            common = compared(promote_all(types).dtype, node.args, types)
            if common.kind != "f" or not all(a.dtype.kind in "iu" for a in arrays):  # NumPy compares integers exactly
                arrays = [a.astype(common) for a in arrays]
            result = FUNCTIONS[name](*arrays)
        elif name == "mul":
            result = _product(node, arrays, dtype)
        else:
            if name == "add":
                arrays = [_subtracted(a, x, dtype) for a, x in zip(node.args, arrays, strict=True)]
            if BY_NAME[name].kind not in ("real", "whole"):
                arrays = [a.astype(dtype) for a in arrays]
            root = ROOTS.get(node.args[1].data) if name == "pow" and node.args[1].op == "const" else None
            result = FUNCTIONS[root](arrays[0]) if root else FUNCTIONS[name](*arrays)
        return Value(self._full(np.asarray(result).astype(dtype), names), names, self._either(outside, names))

    def _over(self, node: Expr, body: Value) -> Value:
        """A reduction, or an index function."""
        operator, over = node.data
        dtype = self.types[node].dtype
        union = tuple(sorted({*body.names, *over}, key=self.rank.__getitem__))
        array = self._full(spread(body.array, body.names, union), union)
        kept = tuple(n for n in union if n not in over)
        order = [union.index(n) for n in (*kept, *over)]
        shape = [self.sizes[n] for n in (*kept, *over)]
        flat = array.transpose(order).reshape([*shape[: len(kept)], int(np.prod(shape[len(kept) :], dtype=np.int64))])
        flat = np.ascontiguousarray(flat)  # NumPy adds in an order that depends on strides, and equal sums are equal
        outside = None
        if body.outside is not None:
            marks = self._full(spread(body.outside, body.names, union), union).transpose(order).reshape(flat.shape)
            outside = marks.max(axis=-1, initial=0)
        if node.op == "reduce" and operator in MATRIX:
            return Value(np.asarray(MATRIX[operator](flat)).astype(dtype), kept, outside)
        if node.op == "reduce":
            result = REDUCTIONS[operator](flat, dtype) if flat.size or flat.shape[:-1].count(0) == 0 else None
            if result is None:
                result = np.zeros(flat.shape[:-1])
            return Value(np.asarray(result).astype(dtype), kept, outside)
        values = MATRIX[operator](flat) if operator in MATRIX else SCANS[operator](flat, dtype)
        spread_out = np.asarray(values).astype(dtype).reshape(shape)
        back = np.argsort(order)
        if outside is not None:
            outside = self._full(spread(outside, kept, union), union)
        return Value(spread_out.transpose(back), union, outside)


def _base(factor: Expr) -> Expr:
    """``b`` of a factor ``b**-1``, by which a product divides; else the factor."""
    return factor.args[0] if ex.is_call(factor, "pow") and ex.is_const(factor.args[1], -1) else factor


def _needed(node: Expr) -> tuple[Expr, ...]:
    """Nodes whose values ``node`` uses."""
    return node.args + tuple(_base(a) for a in node.args) if ex.is_call(node, "mul") else node.args


def _subtracted(term: Expr, array: Array, dtype: np.dtype) -> Array:
    """A term in the dtype of its sum, in which ``-3*u`` is negated: 3*u is not in its own, and 0j keeps its sign."""
    negative = is_subtracted(term) if ex.is_call(term, "mul") else term.op == "const" and (array < 0).all()
    return -(-array).astype(dtype) if negative and (array.dtype.kind in "iu" or dtype.kind == "c") else array


def _product(node: Expr, arrays: list[Array], dtype: np.dtype) -> Array:
    """Product from left to right: ``b**-1`` divides, comparisons are guards, and -1 is a sign, of ``inf + 0j`` too."""
    result: Array | None = None
    guard: Array | None = None
    negative = ex.is_const(node.args[0], -1)
    for factor, array in zip(node.args[negative:], arrays[negative:], strict=True):
        if is_guard(factor):
            guard = array if guard is None else guard & array
        else:
            value = array.astype(dtype)
            if _base(factor) is not factor:
                result = (np.ones((), dtype) if result is None else result) / value
            else:
                result = value if result is None else result * value
    if result is None and not negative:
        return np.asarray(guard)
    result = np.ones((), dtype) if result is None else result
    result = -result if negative else result
    return result if guard is None else np.where(guard, result, np.zeros((), dtype))
