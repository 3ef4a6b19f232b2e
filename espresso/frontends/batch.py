"""``es.batch``: a formula of one element as the formula of many, with an axis more on the inputs that differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, overload

from espresso.algebra.calculus.wrt import mapped
from espresso.errors import IndexNameError, InputError, suggestion
from espresso.formulas.extents.declared_extents import own_extents
from espresso.formulas.extents.extents import symbolic_extents
from espresso.formulas.extents.range_guards import limit
from espresso.formulas.extents.recurrences import recurrence
from espresso.formulas.extents.scopes import uniquify
from espresso.formulas.extents.several_indices import recurrence_over
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.recurrences import State, named
from espresso.formulas.notation.parsing import expression_of
from espresso.keywords import checked

ELEMENTWISE = frozenset({"nonneg", "positive", "positions"})
"""Declared structure that says something about each element, and so is true of many arrays in one."""


@overload
def batch(e: Expr | str, index: Any, over: Any, *, axis: int = 0) -> Expr: ...


@overload
def batch(e: Any, index: Any, over: Any, *, axis: int = 0) -> Any: ...


@checked
def batch(e: Any, index: Any, over: Any, *, axis: int = 0) -> Any:
    """Return ``e`` for many values of the inputs ``over`` at once: the result has the axis ``index`` first.

    Each input of ``over`` gets an axis of that name, its first one or the one numbered ``axis`` (-1: its last); all
    other inputs are the same for all.  Sums and other reductions of ``e`` stay inside each element.  A derivative is
    batched like any formula: each element has a derivative of its own, and no array of all by all is formed.

    Parameters
    ----------
    e : Expr, str, or a structure of them
        A formula or program; lists, tuples, dicts and dataclasses keep their form.
    index : str or index
        The name of the new axis, which no axis of ``e`` has.
    over : str, or a list of names
        Inputs of ``e``.
    axis : int
        Where the new axis stands in these inputs.

    Returns
    -------
    Expr, or a structure of them like ``e``
        The batched formula, with ``index`` as its first axis.

    Raises
    ------
    InputError
        Where ``over`` names no input, and where ``axis`` is none of an input.
    IndexNameError
        Where an axis of ``e`` or an input has the name of ``index``.

    Examples
    --------
    >>> import espresso as es
    >>> y = es.parse("y = sum[i](x[i]**2)*a")
    >>> print(es.batch(y, "n", over="x"))
    y[n] = sum[i](x[n,i]**2)*a
    >>> print(es.batch(es.grad(y, "x"), "n", over=["x", "a"]))
    dy_dx[n,i] = 2*a[n]*x[n,i]
    """
    name = index.data[0] if isinstance(index, Expr) and index.op == "index" else index
    if not isinstance(name, str) or not name:
        raise InputError(f"batch: an axis is named by a text such as 'n', not by {index!r}.")
    wanted = [over] if isinstance(over, str) else list(over)
    if not wanted:
        raise InputError("batch: over=[] names no input.\nName the inputs that get the new axis.")
    extent = index.data[1] if isinstance(index, Expr) else None
    return mapped(e, lambda part: _batched(expression_of(part), ex.index(name, extent), wanted, axis))


def _batched(e: Expr, n: Expr, over: Sequence[Any], axis: int) -> Expr:
    inputs = {t.data.name: t for t in ex.arguments(e)}
    chosen = [w.args[0].data.name if isinstance(w, Expr) and w.op == "access" else w for w in over]
    chosen = [w.data.name if isinstance(w, Expr) and w.op == "tensor" else w for w in chosen]
    unknown = [w for w in chosen if w not in inputs]
    if unknown:
        raise InputError(
            f"batch: there is no input {unknown[0]!r}.{suggestion(str(unknown[0]), list(inputs))} "
            f"Inputs: {', '.join(inputs) or '(none)'}."
        )
    name = n.data[0]
    if name in e.axes or name in inputs:
        what = f"an axis of {e.name or 'the result'}" if name in e.axes else "an input"
        raise IndexNameError(f"batch: {name} is {what} already.\nGive the new axis a name of its own.")
    many = {inputs[w]: with_axis(inputs[w], axis) for w in chosen}
    parts = [_without(p, name) for p in (e.args if e.op == "program" else (e,))]
    made = ex.program([*Batch(n, many).all(parts)])
    return ex.taking(made, [many[t][0] if t in many else t for t in inputs.values()])


def with_axis(tensor: Expr, axis: int) -> tuple[Expr, int]:
    """The input with one axis more, and the number of that axis."""
    record = tensor.data
    if isinstance(axis, bool) or not isinstance(axis, int) or not -1 - record.rank <= axis <= record.rank:
        raise InputError(
            f"batch: axis={axis!r} is none of {record.name}, which has {record.rank + 1} axes with the new one.\n"
            f"Give a number from 0 to {record.rank}, or -1 for the last."
        )
    place = axis % (record.rank + 1)
    shape = None if record.shape is None else (*record.shape[:place], None, *record.shape[place:])
    structure = [w for w in record.structure if w in ELEMENTWISE]
    return ex.tensor(record.name, record.rank + 1, record.dtype, shape, structure), place


def _without(e: Expr, name: str) -> Expr:
    """``e`` where no index inside has this name: those that do get another one."""
    below = ex.postorder(e)
    taken = {n.data[0] for n in below if n.op == "index"} | {b for n in below for b in ex.bound(n)}
    if name not in taken:
        return e
    other = ex.fresh(taken, name)

    def change(node: Expr) -> Expr | None:
        if node.op not in ("reduce", "let") or name not in node.data[1]:
            return None
        names = [other if b == name else b for b in node.data[1]]
        make = ex.reduce if node.op == "reduce" else ex.closed
        return make(node.data[0], names, ex.rename(node.args[0], {name: other}))

    return ex.rebuild(e, change)


class Batch:
    """Statements with the new axis, where they depend on the inputs that have it."""

    def __init__(self, n: Expr, many: Mapping[Expr, tuple[Expr, int]]) -> None:
        self.n, self.many = n, many
        self.new: dict[Expr, Expr] = {t: made for t, (made, _) in many.items()}
        tensor, place = next(iter(many.values()))
        self.limit = limit(n.data[0], ex.size(tensor, place))

    def parts(self, parts: Sequence[Expr]) -> list[Expr]:
        """The statements; those that depend on the inputs have the new axis first."""
        for node in ex.postorder(*parts):
            if node not in self.new:
                self.new[node] = self._node(node)
        return [self.new[p] for p in parts]

    def all(self, parts: Sequence[Expr]) -> list[Expr]:
        """The statements, of which the last has the new axis in any case."""
        return [*self.parts(parts)[:-1], self._whole(parts[-1])]

    def _node(self, node: Expr) -> Expr:
        if not node.args:
            return node
        args = [self.new[a] for a in node.args]
        array = node.args[0] if node.op in ("access", "size") else None
        place = None
        if array is not None and args[0] is not array and args[0].ndim > array.ndim:
            place = self.many[array][1] if array in self.many else 0
        if node.op == "let":
            depends = self.n.data[0] in args[0].free
            return self._let(node, args[0]) if depends else ex.with_args(node, args)
        if node.op == "recur" and any(a.ndim > old.ndim for a, old in zip(args, node.args, strict=True)):
            return self._recurrence(node, args)
        if place is None:
            return ex.with_args(node, args)
        if node.op == "size":
            return ex.size(args[0], node.data + (node.data >= place))
        return ex.access(args[0], [*args[1 : 1 + place], self.n, *args[1 + place :]], node.data)

    def _recurrence(self, node: Expr, args: Sequence[Expr]) -> Expr:
        """A state of a recurrence of which all states have the new axis first."""
        found, number, names = node.data
        states, inputs = named(found, node.args)
        n = ex.fresh({i for s in states for e in s.parts for i in ex.index_names(*ex.postorder(e))}, self.n.data[0])
        many = {s.array: (ex.tensor(s.name, s.array.ndim + 1), 0) for s in states}
        given = {}
        for t, old, new in zip(inputs, node.args, args, strict=True):
            given[t] = ex.tensor(t.data.name, new.ndim)
            if new.ndim > old.ndim:
                many[t] = given[t], self.many[old][1] if old in self.many else 0
        own = Batch(ex.index(n, self.n.data[1]), dict(reversed(many.items())))  # the length is that of an input

        def changed(e: Expr) -> Expr:
            return ex.closed("", (n, *e.data[1]), ex.call("mul", own.parts([e.args[0]])[0], own.limit))

        made = []
        for s in states:
            runs = [replace(r, axis=r.axis + 1, starts=tuple((own.parts([p])[0], changed(e)) for p, e in r.starts))
                    for r in s.runs(found.backward)]  # fmt: skip
            made.append(State(changed(s.body), 0, name=s.name).with_runs(runs))
        closed, arrays = (recurrence_over if made[0].inner else recurrence)(made)
        place = [s.name for s in closed.states].index(states[number].name)
        actual = dict(zip(given.values(), args, strict=True))
        shown = {s.name: old.name for s, old in zip(states, found.states, strict=True)}
        closed = replace(closed, states=tuple(replace(s, name=shown[s.name]) for s in closed.states))
        return ex.recur(closed, place, (self.n.data[0], *names), [ex.replace(a, actual) for a in arrays])

    def _let(self, node: Expr, body: Expr) -> Expr:
        """The statement with the new axis, whose length it says."""
        name, axes = node.data
        made = ex.closed(name, (self.n.data[0], *axes), body)
        if self.n.data[0] in own_extents(made) or self.n.data[0] in symbolic_extents(uniquify(made)):
            return made
        return ex.closed(name, made.data[1], ex.call("mul", body, self.limit))

    def _whole(self, part: Expr) -> Expr:
        made = self.new[part]
        if made.op == "let" and made.ndim > part.ndim:
            return made
        if made.op == "let":  # no input of many values is read
            return self._let(made, made.args[0])
        whole = self._let(ex.closed("", part.axes, part), ex.scalar(made))
        return ex.let("", whole.data[1], whole.args[0])
