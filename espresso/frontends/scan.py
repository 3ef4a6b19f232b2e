"""``es.scan`` and ``es.iterate``: recurrences from functions of Python that take expressions or traced arrays."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, overload

from espresso.errors import InputError
from espresso.formulas.extents.nested import recurrence_of
from espresso.formulas.extents.range_guards import limit
from espresso.formulas.extents.recurrences import NoRecurrence, collected
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.predicates import reads_array
from espresso.formulas.graph.recurrences import Recurrence, Run, State, applied
from espresso.frontends.naming import shared_as_arrays
from espresso.keywords import checked
from espresso.lazy import get

_number = itertools.count()


class Formal:
    """What a step is called with in the place of values: no other step, inside or around it, has the same."""

    def __init__(self, states: int) -> None:
        mark = f"~{next(_number)}"
        self.now = ex.access(ex.tensor(f"{mark}now", 0, "int64"))  # the position that is read; it is no index
        self.next = ex.call("add", self.now, ex.const(1))  # the position of the row that the step makes
        self.names = [f"{mark}s"] if states == 1 else [f"{mark}s{k + 1}" for k in range(states)]
        self.inner = f"{mark}u"

    def owns(self, array: Expr) -> bool:
        """Whether an input stands for a state, or for an array inside the step."""
        name: str = array.data.name
        return name in self.names or name.startswith(self.inner)

    @staticmethod
    def is_position(array: Expr) -> bool:
        """Whether an input stands for the position in some step."""
        name: str = array.data.name
        return name.startswith("~") and name.endswith("now")

    def of(self, body: Expr) -> bool:
        """Whether a body reads a state or the position."""
        return any(t is self.now.args[0] or self.owns(t) for t in ex.tensors(body))


@checked
def scan(step: Callable[..., Any], init: Any, xs: Any = None, *, length: int | None = None) -> tuple[Any, Any]:
    """Return the last state of a recurrence, and what each step gave.

    The state is ``init`` first, then ``step(state, x)`` returns the next state and a value, for each ``x`` of ``xs``
    along its first axis, as `jax.lax.scan` does.  Both are formulas: nothing is computed, and they have derivatives.

    Parameters
    ----------
    step : callable
        Called with expressions, or with arrays inside `trace`: ``step(state, x) -> (state, value)``.
    init : Expr, or a list or tuple of them
        The first state; its free indices are the axes of the state.  Inside `trace`: arrays, also of NumPy.
    xs : Expr, or a list or tuple of them
        What the steps read; its first axis runs along the steps.  Without it ``x`` is None.
    length : int
        How many steps there are, where no ``xs`` tells.

    Returns
    -------
    tuple
        The last state, like ``init``, and the values of all steps, with the steps as their first axis (None for None).

    Raises
    ------
    InputError
        If the step changes the number of states or their axes, or nothing tells how many steps there are.

    Examples
    --------
    >>> import espresso as es
    >>> x = es.tensor("x[t]")
    >>> total, sums = es.scan(lambda s, v: (s + v, s + v), es.scalar("a"), x)
    >>> print(total)
    s[0] = a
    s[t] = s[t - 1] + x[t - 1]
    s[size(s, 0) - 1]
    """
    return _scan(step, init, xs, length)


@overload
def iterate(step: Callable[[Expr], Expr], init: Expr, n: int) -> Expr: ...


@overload
def iterate(step: Callable[[Any], Any], init: Any, n: int) -> Any: ...


@checked
def iterate(step: Callable[[Any], Any], init: Any, n: int) -> Any:
    """Return the state after ``n`` steps: ``step(step(... init))`` as one formula with a loop.

    Parameters
    ----------
    step : callable
        Called with an expression, or with an array inside `trace`: ``step(state) -> state``.
    init : Expr, or a list or tuple of them
        The first state; its free indices are the axes of the state.
    n : int
        How many steps.

    Returns
    -------
    Expr, or a list or tuple like ``init``
        The last state.

    Raises
    ------
    InputError
        If the step changes the number of states or their axes, or ``n`` is no number of steps.

    Examples
    --------
    >>> import espresso as es
    >>> print(es.iterate(lambda s: s*s, es.scalar("a"), 3))
    t : index 4
    s[0] = a
    s[t] = s[t - 1]*s[t - 1]
    s[size(s, 0) - 1]
    """
    return _scan(lambda state, _: (step(state), None), init, None, n)[0]


def _scan(step: Callable[..., Any], init: Any, xs: Any, length: int | None) -> tuple[Any, Any]:
    if any(map(is_array, (*leaves(init), *leaves(xs)))):
        return _traced(step, init, xs, length)
    firsts, rows = [_formula(v, "init") for v in leaves(init)], [_formula(v, "xs") for v in leaves(xs)]
    count = steps(rows, length)
    t = rows[0].axes[0] if rows else ex.fresh({a for v in firsts for a in v.axes}, "t")
    formal = Formal(len(firsts))
    tensors = [ex.tensor(n, 1 + len(v.axes)) for n, v in zip(formal.names, firsts, strict=True)]
    now = [ex.access(f, [formal.now, *map(ex.index, v.axes)]) for f, v in zip(tensors, firsts, strict=True)]
    row = [ex.substitute(v, {v.axes[0]: formal.now}) for v in rows]
    made = pair(step(like(init, now), like(xs, row) if rows else None))
    if any(map(is_array, (*leaves(made[0]), *leaves(made[1])))):  # made of traced arrays around the step
        return _traced(step, init, xs, length)
    states, values = ([_formula(v, "the step") for v in leaves(part)] for part in made)
    same_number(states, firsts)
    for s, f in zip(states, firsts, strict=True):
        if not s.free <= set(f.axes):
            raise InputError(
                f"the step gives a state with the indices {', '.join(sorted(s.free))}, and the first one has "
                f"{', '.join(f.axes) or 'none'}.\nSum over the others, or give the first state these axes."
            )
    short = shared_as_arrays([formal.now.args[0], *tensors], [*states, *values])
    parts, values = opened(formal, [f.axes for f in firsts], short[: len(states)], short[len(states) :], t)
    begun = {n: ex.closed("", f.axes, f) for n, f in zip(formal.names, firsts, strict=True)}
    steps_of = None if not rows else ex.size(ex.closed("", rows[0].axes, rows[0]), 0)
    whole: dict[Expr, Expr] = {}
    for group in components(parts):
        if not is_recurrence(group, begun):
            p = group[0]
            whole[p.array] = ex.closed("", (t, *p.axes), _at_all_steps(p.body, formal, whole, t))
            continue
        found, arrays = assembled(formal, group, begun, t, count)
        if steps_of is not None and any(s.lengths[0] is None for s in found.states):
            end = limit(t, ex.call("add", steps_of, ex.const(1)))
            found, arrays = assembled(formal, group, begun, t, count, end)
        arrays = [ex.replace(a, whole) for a in arrays]
        made_of = {s.name: e for s, e in zip(found.states, applied(found, arrays), strict=True)}
        whole |= {p.array: made_of[shown(p.name)] for p in group}
    last = []
    for array, v in zip(tensors, firsts, strict=True):
        end = ex.call("add", ex.size(whole[array], 0), ex.const(-1))
        last.append(ex.access(whole[array], [end, *map(ex.index, v.axes)]))
    results = [_at_all_steps(v, formal, whole, t) for v in values]
    return like(init, last), like(made[1], results) if values else None


def _traced(step: Callable[..., Any], init: Any, xs: Any, length: int | None) -> tuple[Any, Any]:
    found: tuple[Any, Any] = get("traced_scan")(step, init, xs, length)
    return found


def _at_all_steps(value: Expr, formal: Formal, whole: Mapping[Expr, Expr], t: str) -> Expr:
    """What the steps give, over all of them."""
    now = formal.now

    def padded(node: Expr) -> Expr | None:  # a state has a row more than there are steps
        own = node.op == "access" and node.args[0].op == "tensor" and formal.owns(node.args[0])
        return ex.access(node.args[0], node.args[1:], 0) if own and node.args[1] is now and node.data is None else None

    value = ex.rebuild(value, padded, into_arrays=False)
    reads = [n for n in ex.postorder(value, into_arrays=False) if n.op == "access" and n.data is None]
    if not any(a in (now, formal.next) for n in reads for a in n.args[1:]):
        one = next(e for a, e in whole.items() if a.data.name in formal.names)
        value = ex.call("mul", value, limit(t, ex.call("add", ex.size(one, 0), ex.const(-1))))
    return ex.replace(ex.replace(value, {now: ex.index(t)}, into_arrays=False), whole)


# --- common parts of steps over expressions and over traced arrays -----------------------------


def leaves(value: Any) -> list[Any]:
    """What stands in lists and tuples, also in each other, or the value itself; nothing for None."""
    if value is None:
        return []
    return [x for v in value for x in leaves(v)] if isinstance(value, (list, tuple)) else [value]


def like(structure: Any, parts: Sequence[Any]) -> Any:
    """The parts as lists and tuples where ``structure`` has them."""
    rest = iter(parts)

    def built(s: Any) -> Any:
        if not isinstance(s, (list, tuple)):
            return None if s is None else next(rest)
        made = [built(v) for v in s]
        return type(s)(*made) if hasattr(s, "_fields") else type(s)(made)

    return built(structure)


def is_array(value: Any) -> bool:
    """Whether a value is a traced array, or one of NumPy with axes."""
    return hasattr(value, "__array_ufunc__") and not isinstance(value, Expr) and bool(getattr(value, "shape", ()) or (
        hasattr(value, "formula")))  # fmt: skip


def pair(made: Any) -> tuple[Any, Any]:
    """What a step returned: the next state and a value."""
    if not isinstance(made, tuple) or len(made) != 2:
        raise InputError(f"the step of a scan returns the next state and a value, not {type(made).__name__}.\n"
                         "Return (state, value); value may be None.")  # fmt: skip
    return made


def same_number(states: Sequence[Any], firsts: Sequence[Any]) -> None:
    """The step returns as many states as there are."""
    if len(states) != len(firsts):
        raise InputError(f"the step returns {len(states)} states for {len(firsts)}.")


def _formula(value: Any, what: str) -> Expr:
    try:
        return ex.scalar(value)
    except TypeError:
        raise InputError(f"{what} of a scan holds {type(value).__name__}, which is no expression.") from None


def steps(rows: Sequence[Any], length: int | None) -> int | None:
    """How many steps there are, where that is a number."""
    if length is not None and (isinstance(length, bool) or not isinstance(length, int) or length < 0):
        raise InputError(f"{length!r} is no number of steps: 0 or more.")
    for v in rows:
        if not v.ndim:
            raise InputError("xs of a scan has no axis to run along.")
    if not rows and length is None:
        raise InputError("nothing tells how many steps a scan has.\nGive xs, or length=100.")
    return length


class Part(NamedTuple):
    """A state, or an array inside a step that reads one: the name of its formal array, its axes, its body at a step.

    A state of a recurrence inside the step has ``runs`` along its axes, and ``lengths`` over arrays of the step.
    """

    name: str
    axes: tuple[str, ...]
    body: Expr
    runs: tuple[Run, ...] = ()
    lengths: tuple[Expr | None, ...] = ()

    @property
    def parts(self) -> tuple[Expr, ...]:
        """All its formulas."""
        return (self.body, *(e for r in self.runs for pair in r.starts for e in pair))

    @property
    def array(self) -> Expr:
        """What other parts read."""
        return ex.tensor(self.name, 1 + len(self.axes))


def shown(name: str) -> str:
    """What a formal array is called for people."""
    return name.lstrip("~0123456789")


def opened(
    formal: Formal, axes: Sequence[tuple[str, ...]], states: Sequence[Expr], values: Sequence[Expr], t: str,
    reading_new: bool = True,
) -> tuple[list[Part], list[Expr]]:
    """The states and the arrays inside them that read states, and the values.

    An array that reads a state becomes a part of its own, at the position that the step reads; one that reads only
    the position, and all those in values, get it as one more axis, which is called ``t``.  With ``reading_new`` what
    is made of a new state reads that.
    """
    count = len(formal.names)
    arrays = [ex.tensor(n, 1 + len(a)) for n, a in zip(formal.names, axes, strict=True)]
    bodies = [_unshaped(formal, e) for e in (*states, *values)]
    bodies = _reading_new(formal, arrays, axes, bodies) if reading_new else bodies
    whole: dict[Expr, tuple[Expr, Expr]] = {}
    for k, (array, over, body) in enumerate(zip(arrays, axes, bodies, strict=False)):
        own = reading_new and reads_array(body) and body.data is None
        if own and body.args[1:] == tuple(map(ex.index, over)) and body.args[0] not in whole and formal.of(body):
            whole[body.args[0]] = array, formal.next  # the state is this array
            bodies[k] = ex.element(body.args[0], body.args[1:])
    inner: list[Part] = []
    last = len(bodies) if any(n.op == "recur" for n in ex.postorder(*bodies[count:])) else count
    made = _without_arrays(formal, bodies[:last], set(arrays), inner, t, whole)
    parts = [Part(n, a, e) for n, a, e in zip(formal.names, axes, made, strict=False)]
    return [*parts, *inner], made[count:] or _without_arrays(formal, bodies[count:], set(), [], t, whole)


def _unshaped(formal: Formal, body: Expr) -> Expr:
    """A body that reads states of which only the ranks are known."""
    own = {a: ex.tensor(a.data.name, a.ndim) for a in ex.tensors(body) if a.data.name in formal.names}
    return ex.replace(body, own) if any(a is not b for a, b in own.items()) else body


def _without_arrays(
    formal: Formal, bodies: Sequence[Expr], states: set[Expr], inner: list[Part], t: str,
    whole: Mapping[Expr, tuple[Expr, Expr]],
) -> list[Expr]:  # fmt: skip
    """Bodies whose arrays do not depend on the step; arrays that read states are put into ``inner``.

    ``whole`` has those arrays that are states: in which array they are, and at which position.
    """
    now = formal.now
    new: dict[Expr, Expr] = {}
    moved = dict(whole)
    loops: dict[tuple[Recurrence, tuple[Expr, ...]], list[Expr]] = {}
    for node in ex.postorder(*bodies):
        if node.op in ("access", "size") and node.args[0] in moved:
            (array, at), slots = moved[node.args[0]], [new[a] for a in node.args[1:]]
            new[node] = (ex.size(array, node.data + 1) if node.op == "size"
                         else ex.access(array, [at, *slots], node.data))  # fmt: skip
        elif node in whole:
            continue
        elif node.op == "let":
            body, over = new[node.args[0]], node.data[1]
            row = body.op == "access" and body.args[0] in states and body.data is None
            if row and body.args[2:] == tuple(map(ex.index, over)) and body.args[1] in (now, formal.next):
                moved[node] = body.args[0], body.args[1]
                continue
            below = {n.args[0] for n in ex.postorder(body, into_arrays=False) if n.op in ("access", "size")}
            if below & states:
                inner.append(Part(f"{formal.inner}{len(inner) + 1}", over, body))
                states.add(inner[-1].array)
                moved[node] = inner[-1].array, now
            elif now.args[0] in below:
                own = ex.fresh({*over, *ex.index_names(*ex.postorder(body, into_arrays=False))}, t)
                array = ex.closed("", (own, *over), ex.replace(body, {now: ex.index(own)}, into_arrays=False))
                moved[node] = array, now
            else:
                new[node] = ex.with_args(node, [body])
        else:
            if node.op == "recur" and any(a in moved or formal.of(a) for a in node.args):
                number, key = node.data[1], (node.data[0], node.args)
                if key not in loops:
                    added = _inside(formal, node, moved, new, len(inner), t)
                    inner += added
                    loops[key] = [p.array for p in added]
                    states.update(loops[key])
                new[node] = ex.access(loops[key][number], [now, *map(ex.index, node.data[2])])
                continue
            new[node] = ex.with_args(node, [new[a] for a in node.args])
    return [new[e] for e in bodies]


def _inside(
    formal: Formal, node: Expr, moved: Mapping[Expr, tuple[Expr, Expr]], new: Mapping[Expr, Expr], before: int, t: str
) -> list[Part]:  # fmt: skip
    """The states of a recurrence inside a step, with its arrays as the step has them."""
    found = node.data[0]
    names = [f"{formal.inner}{before + k + 1}" for k in range(len(found.states))]
    places: dict[Expr, tuple[Expr, tuple[Expr, ...]]] = {}
    for a, name in zip(found.formal, names, strict=True):
        places[a] = ex.tensor(name, 1 + a.ndim), (formal.now,)
    for a, given in zip(found.arrays, node.args, strict=True):
        array, *at = moved.get(given) or (new.get(given, given),)
        places[a] = array, tuple(at)

    def read(n: Expr) -> Expr | None:
        if n.op not in ("access", "size") or n.args[0] not in places:
            return None
        array, at = places[n.args[0]]
        return ex.size(array, n.data + len(at)) if n.op == "size" else ex.access(array, [*at, *n.args[1:]], n.data)

    made = []
    for s, name in zip(found.states, names, strict=True):
        taken = {t, *s.axes, *ex.index_names(*ex.postorder(*s.parts))}
        own = ex.fresh(taken, t) if t in s.axes else t

        def body(e: Expr, own: str = own) -> Expr:
            return ex.rebuild(ex.substitute(e.args[0], {t: ex.index(own)}), read)

        def renamed(axes: Sequence[str], own: str = own) -> tuple[str, ...]:
            return tuple(own if a == t else a for a in axes)

        runs = [replace(r, starts=tuple((ex.rebuild(p, read), ex.closed("", renamed(e.data[1]), body(e)))
                                        for p, e in r.starts)) for r in s.runs(found.backward)]  # fmt: skip
        actual = dict(zip(found.arrays, node.args, strict=True))
        lengths = tuple(None if e is None else ex.replace(e, actual) for e in s.lengths)
        made.append(Part(name, renamed(s.axes), body(s.body), tuple(runs), lengths))
    return made


def _reading_new(
    formal: Formal, arrays: Sequence[Expr], axes: Sequence[Sequence[str]], bodies: Sequence[Expr]
) -> list[Expr]:
    """The bodies with reads of new states in the place of what these are."""
    new: dict[Expr, Expr] = {}
    for array, over, body in zip(arrays, axes, bodies, strict=False):
        if body.op in ("call", "reduce", "scan"):
            new.setdefault(body, ex.access(array, [formal.next, *map(ex.index, over)]))
    found = []
    for k, body in enumerate(bodies):
        own = {e: read for e, read in new.items() if k >= len(arrays) or e is not body}
        found.append(ex.replace(body, own, into_arrays=False) if own else body)
    return found


def components(parts: Sequence[Part]) -> list[list[Part]]:
    """The parts that need each other together, each group after those that it reads."""
    reads = {p.array: set(ex.tensors(*p.parts)) for p in parts}
    below = {a: set(read & reads.keys()) for a, read in reads.items()}
    for _ in parts:
        for found in below.values():
            found |= {b for a in found for b in below[a]}
    groups: dict[frozenset[Expr], list[Part]] = {}
    for p in parts:
        mutual = frozenset({p.array, *(a for a in below[p.array] if p.array in below[a])})
        groups.setdefault(mutual, []).append(p)
    return [groups[m] for m in sorted(groups, key=lambda m: len(m.union(*(below[a] for a in m))))]


def is_recurrence(group: Sequence[Part], begun: Mapping[str, Expr]) -> bool:
    """Whether a group runs step by step: it begins with a value, or reads itself."""
    return len(group) > 1 or group[0].name in begun or bool(group[0].runs)


def assembled(
    formal: Formal, group: Sequence[Part], begun: Mapping[str, Expr], t: str, count: int | None,
    factor: Expr | None = None,
) -> tuple[Recurrence, list[Expr]]:  # fmt: skip
    """The recurrence of a group of parts, states among which begin with these arrays; and its own arrays.

    Arrays inside a step have their value at the position that is read, states at the next one.
    """
    mine, own = {p.array for p in group}, []

    def padded(node: Expr) -> Expr | None:  # other states have a row more than there are steps
        other = node.op == "access" and node.args[0].op == "tensor" and node.args[0] not in mine and node.data is None
        before = other and len(node.args) > 1 and node.args[1] is formal.now and formal.owns(node.args[0])
        return ex.access(node.args[0], node.args[1:], 0) if before else None

    for p in group:
        at = ex.index(t, None if count is None else count + 1)
        before = ex.call("add", at, ex.const(-1)) if p.name in begun else at

        def placed(body: Expr, before: Expr = before) -> Expr:
            body = ex.rebuild(body, padded, into_arrays=False)
            return ex.rebuild(ex.replace(body, {formal.now: before}, into_arrays=False), collected)

        body = placed(p.body)
        body = body if factor is None else ex.call("mul", body, factor)
        starts = ((ex.const(0), begun[p.name]),) if p.name in begun else ()
        runs = [Run(0, starts)] if any(q.name in begun for q in group) else []
        for r in p.runs:
            inside = ((placed(q), ex.closed("", (t, *e.data[1]), placed(e.args[0]))) for q, e in r.starts)
            runs.append(replace(r, axis=1 + r.axis, starts=tuple(inside)))
        own.append(State(ex.closed("", (t, *p.axes), body), 0, name=p.name).with_runs(runs or [Run(0)]))
    try:
        found, arrays = recurrence_of(own)
    except NoRecurrence as problem:
        raise InputError(str(problem)) from None
    return replace(found, states=tuple(replace(s, name=shown(s.name)) for s in found.states)), arrays
