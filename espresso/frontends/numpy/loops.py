"""``for t in range(n)`` in traced functions: loops whose iterations are the same step become recurrences.

The first iteration is traced as it is, which shows what the loop changes.  Then it is traced again, with the second and
the last one, with formal arrays in the place of what changes.  Where these three differ in whole numbers alone, which
are lines in the number of the iteration, the others need not be traced: what the loop changed are the last states of a
recurrence.  Everything else that a loop may do, and all that would need the number of the iteration as a number, ends
the attempt: `NotTheSame` is raised through the function, which is traced again with that loop written out.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from opcode import opmap
from types import CellType, FunctionType, MethodType, ModuleType
from typing import Any

import numpy as np

from espresso.errors import InputError
from espresso.formulas.extents.affine import affine
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph import operators
from espresso.formulas.graph.expr import Expr
from espresso.frontends.numpy.arrays import TracedArray, TracingError, join_kinds, lift
from espresso.frontends.numpy.assignment import owner
from espresso.frontends.scan import Formal
from espresso.lazy import get

FEWEST = 16
"""Loops of fewer iterations are written out."""

MOST = 10_000
"""Values that are looked at after an iteration; a function that holds more is traced as it is."""

Site = tuple[Any, int]
"""A loop: the code of its function, and the place in it."""


class NotTheSame(BaseException):
    """The iterations of a loop are no step of a recurrence; no function that is traced catches it by mistake."""

    def __init__(self, site: Site) -> None:
        super().__init__()
        self.site = site


def with_loops(fn: Callable[..., Any], call: Callable[[Callable[..., Any]], Any]) -> Any:
    """``call(fn)`` with loops of ``fn`` rolled up, as far as they are recurrences."""
    if not isinstance(fn, FunctionType) or "range" not in fn.__code__.co_names or "range" in fn.__globals__:
        return call(fn)
    if opmap["STORE_GLOBAL"] in fn.__code__.co_code[::2]:
        return call(fn)  # it changes names of its module
    written_out: set[Site] = set()
    while True:
        made = FunctionType(
            fn.__code__, {**fn.__globals__, "range": _ranges(written_out)}, fn.__name__, fn.__defaults__, fn.__closure__
        )
        made.__kwdefaults__ = fn.__kwdefaults__
        try:
            return call(made)
        except NotTheSame as found:
            written_out.add(found.site)


def _ranges(written_out: set[Site]) -> Callable[..., Any]:
    def traced_range(*bounds: Any) -> Any:
        over = range(*bounds)
        return over if len(over) < FEWEST else _Range(over, written_out)

    return traced_range


class Step:
    """The number of an iteration: sums and multiples of it are such numbers; any other use of it ends the attempt."""

    __slots__ = ("number", "loop")

    def __init__(self, number: int, loop: _Loop) -> None:
        self.number, self.loop = number, loop

    def __index__(self) -> Any:
        raise NotTheSame(self.loop.site)

    __int__ = __float__ = __complex__ = __bool__ = __hash__ = __str__ = __index__

    def __repr__(self) -> str:  # of whoever looks for an error
        return str(self.number)

    def __format__(self, text: str) -> str:
        raise NotTheSame(self.loop.site)

    def _other(self, *_: Any) -> Any:
        raise NotTheSame(self.loop.site)

    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __mod__ = __rmod__ = __floordiv__ = __rfloordiv__ = _other
    __pow__ = __rpow__ = __truediv__ = __rtruediv__ = __divmod__ = __abs__ = __invert__ = __array__ = _other

    def _made(self, number: Any) -> Any:
        return Step(number, self.loop) if isinstance(number, int) else self._other()

    def __add__(self, other: Any) -> Any:
        return self._made(self.number + plain(other)) if isinstance(other, (int, Step)) else self._other()

    def __sub__(self, other: Any) -> Any:
        return self._made(self.number - plain(other)) if isinstance(other, (int, Step)) else self._other()

    def __rsub__(self, other: Any) -> Any:
        return self._made(plain(other) - self.number) if isinstance(other, (int, Step)) else self._other()

    def __mul__(self, other: Any) -> Any:
        return self._made(self.number * other) if isinstance(other, int) else self._other()

    def __neg__(self) -> Any:
        return self._made(-self.number)

    __radd__, __rmul__ = __add__, __mul__


def plain(item: Any) -> Any:
    """An item of a subscript with numbers in the place of those of iterations."""
    if isinstance(item, Step):
        return item.number
    if isinstance(item, slice):
        return slice(plain(item.start), plain(item.stop), plain(item.step))
    return tuple(map(plain, item)) if type(item) is tuple else item


class _Range:
    """A range of a traced function; loops over it are rolled up where they are written as ``for t in range(n):``."""

    def __init__(self, over: range, written_out: set[Site]) -> None:
        self.over, self.written_out = over, written_out

    def __iter__(self) -> Iterator[Any]:
        frame = sys._getframe(1)
        code, at = frame.f_code.co_code, frame.f_lasti
        site = frame.f_code, at
        after = at + 2
        while code[after] in (0, opmap["EXTENDED_ARG"]):
            after += 2
        loops = code[at] == opmap["GET_ITER"] and code[after] == opmap["FOR_ITER"]
        return _Loop(self.over, site, frame).run() if loops and site not in self.written_out else iter(self.over)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.over, name)

    def __len__(self) -> int:
        return len(self.over)

    def __getitem__(self, item: Any) -> Any:
        return self.over[item]

    def __contains__(self, item: Any) -> bool:
        return item in self.over

    def __reversed__(self) -> Iterator[int]:
        return reversed(self.over)


Place = tuple[Any, ...]
"""The name of a local variable, and the way from there to an array through containers."""


class _Loop:
    """One loop while it is traced."""

    def __init__(self, over: range, site: Site, frame: Any) -> None:
        self.over, self.site, self.frame = over, site, frame

    def run(self) -> Iterator[Any]:
        """The numbers of the iterations that are traced."""
        before, fixed = self._found()
        variables = dict(self.frame.f_locals)
        old = {place: (id(t), t.body) for place, t in before.items()}
        values = {place: TracedArray(t.body, t.shape, t.kind) for place, t in before.items()}
        yield Step(self.over[0], self)
        arrays, others = self._found()
        changed = {place: t for place, t in arrays.items() if old.get(place) != (id(t), t.body)}
        own = {id(t): t for t in changed.values() if t.view_of is None}
        owned = {tuple(p for p, t in arrays.items() if t is o): o for o in own.values()}
        if any(t.kind not in "ifc" for t in own.values()) or any(id(owner(t)) not in own for t in changed.values()):
            raise NotTheSame(self.site)
        if not owned:
            raise NotTheSame(self.site)
        still = {p: (id(t), t.body) for p, t in arrays.items() if id(owner(t)) not in own}
        begun = [_begun(places, t, old, values, variables) for places, t in owned.items()]
        over = self.over
        same = all(entry in others or self._is_changed(entry[0], arrays) for entry in fixed)
        if not same or any(b is None for b in begun):  # the first iteration may be another step: begin with the second
            begun, over = [TracedArray(t.body, t.shape, t.kind) for t in owned.values()], over[1:]
        firsts = [b for b in begun if b is not None]
        for _ in range(2):  # kinds of states may become wider
            formal = Formal(len(firsts))
            bodies: list[list[Expr]] = []
            for number in (over[0], over[1], over[-1]):
                self._put(owned, get("traced_states")(formal, firsts, len(over)))
                yield Step(number, self)
                arrays, now = self._found()
                if any(arrays.get(p) is None or arrays[p] is not arrays[places[0]] for places in owned for p in places):
                    raise NotTheSame(self.site)
                owned = {places: arrays[places[0]] for places in owned}
                kept = {p: (id(t), t.body) for p, t in arrays.items() if p in still}
                if now != others or kept != still or not self._fits(owned, arrays, firsts, still):
                    raise NotTheSame(self.site)
                bodies.append([t.body for t in owned.values()])
            kinds = [join_kinds(t.kind, f.kind) for t, f in zip(owned.values(), firsts, strict=True)]
            if kinds == [f.kind for f in firsts]:
                break
            firsts = [TracedArray(f.body, f.shape, kind) for f, kind in zip(firsts, kinds, strict=True)]
        else:
            raise NotTheSame(self.site)
        found = zip(formal.names, owned, strict=True)
        absent = {n for n, places in found if not any(p[0] in variables for p in places)}
        absent = absent if over is self.over else set()
        if absent & {t.data.name for t in ex.tensors(*(e for made in bodies for e in made))}:
            raise NotTheSame(self.site)  # what is made in each iteration is read before that
        self._put(owned, self._last(formal, firsts, bodies, len(over)))

    def _is_changed(self, place: Place, arrays: Mapping[Place, TracedArray]) -> bool:
        """Whether a number is an array, or the number of the iteration, after the first one."""
        return place in arrays or (len(place) == 1 and isinstance(self.frame.f_locals.get(place[0]), Step))

    def _fits(
        self, owned: Mapping[tuple[Place, ...], TracedArray], arrays: Mapping[Place, TracedArray],
        firsts: Sequence[TracedArray], still: Mapping[Place, Any],
    ) -> bool:  # fmt: skip
        """Whether an iteration left arrays of the same shapes at the same places."""
        own = {id(t) for t in owned.values()}
        known = {p for places in owned for p in places}
        others = [t for p, t in arrays.items() if p not in known and p not in still]
        return (
            [t.shape for t in owned.values()] == [f.shape for f in firsts]
            and all(t.view_of is None for t in owned.values())
            and len(own) == len(firsts)
            and all(t.view_of is not None and id(owner(t)) in own for t in others)
        )

    @staticmethod
    def _put(owned: Mapping[tuple[Place, ...], TracedArray], values: Sequence[TracedArray]) -> None:
        for t, value in zip(owned.values(), values, strict=True):
            t.formula, t.kind = value.body, value.kind
            t.version += bool(t.ndim or t.version)  # numbers, of which there are no views, stay numbers

    def _last(
        self, formal: Formal, firsts: Sequence[TracedArray], bodies: Sequence[Sequence[Expr]], count: int
    ) -> list[TracedArray]:
        """The values after the loop."""
        states = []
        for f, (one, two, last) in zip(firsts, zip(*bodies, strict=True), strict=True):
            body = _generalised(one, two, last, formal.now, count - 1)
            if body is None:
                raise NotTheSame(self.site)
            states.append(TracedArray(body, f.shape, f.kind))
        try:
            found: list[TracedArray] = get("traced_last")(formal, firsts, states, count)
        except InputError:  # what no recurrence can state
            raise NotTheSame(self.site) from None
        return found

    def _found(self) -> tuple[dict[Place, TracedArray], list[Any]]:
        """Traced arrays that the function's variables lead to, and the rest of what they hold."""
        arrays: dict[Place, TracedArray] = {}
        others: list[Any] = []
        seen: set[int] = set()
        todo: list[tuple[Place, Any]] = [((name,), value) for name, value in sorted(self.frame.f_locals.items())]
        around, names = self.frame.f_globals, self.frame.f_code.co_names
        todo += [(("globals", n), around[n]) for n in names if n in around and type(around[n]).__module__ != "builtins"]
        todo += [(("globals", n), around[n]) for n in names if isinstance(around.get(n), (list, dict, set))]
        while todo:
            place, value = todo.pop()
            if len(others) > MOST:
                raise NotTheSame(self.site)
            if isinstance(value, TracedArray):
                arrays[place] = value
            elif isinstance(value, Step):
                continue
            elif isinstance(value, (tuple, frozenset)):
                others.append((place, type(value), len(value)))
                todo += [((*place, k), v) for k, v in _inside(value)]
            elif isinstance(value, slice):
                others.append((place, slice))
                todo += [((*place, n), getattr(value, n)) for n in ("start", "stop", "step")]
            elif isinstance(value, (int, float, complex, str, bytes, range, type(None), np.generic)):
                others.append((place, type(value), repr(value)))
            elif isinstance(value, np.ndarray):
                others.append((place, id(value), value.shape, value.tobytes()))
            elif id(value) not in seen:
                seen.add(id(value))
                others.append((place, id(value)))
                todo += [((*place, k), v) for k, v in _inside(value)]
        return arrays, others


def _begun(
    places: Sequence[Place], after: TracedArray, old: Mapping[Place, tuple[int, Expr]],
    values: Mapping[Place, TracedArray], variables: Mapping[str, Any],
) -> TracedArray | None:  # fmt: skip
    """What a loop finds of an array that it changes; zeros where it makes it; None where the first iteration differs.

    It differs where the array has another shape before it, or names that are those of one array after it are not.
    """
    there = [p for p in places if p[0] in variables]
    if not there:
        return TracedArray(ex.const(0 if after.kind == "i" else 0.0), after.shape, after.kind)
    found = values.get(there[0])
    if found is None and len(there) == len(there[0]) == 1:
        number = variables[there[0][0]]
        try:
            found = lift(number) if isinstance(number, (int, float, complex, np.ndarray)) else None
        except TracingError:
            return None
    elif len({old[p][0] if p in old else 0 for p in there}) > 1:
        return None
    return found if found is not None and found.shape == after.shape and found.kind in "ifc" else None


def _inside(value: Any) -> list[tuple[Any, Any]]:
    """What a container or an object of the user holds."""
    if isinstance(value, dict):
        return [(repr(k), v) for k, v in value.items()]
    if isinstance(value, FunctionType):
        return [(k, c.cell_contents) for k, c in enumerate(value.__closure__ or ()) if c != CellType()]
    if isinstance(value, MethodType):
        return [("self", value.__self__)]
    if isinstance(value, (type, ModuleType)):
        return []
    held = list(enumerate(value)) if isinstance(value, Collection) else []
    return [*held, *getattr(value, "__dict__", {}).items()]


def _generalised(one: Expr, two: Expr, last: Expr, now: Expr, steps: int) -> Expr | None:
    """What the bodies of three iterations, at positions 0, 1 and ``steps``, are at any position; None if nothing is."""
    Key = tuple[Expr, Expr, Expr]
    names: list[dict[str, str]] = [{}, {}]
    new: dict[Key, Expr] = {}
    root: Key = (one, two, last)
    stack: list[tuple[Key, bool]] = [(root, False)]
    while stack:
        key, done = stack.pop()
        if key in new:
            continue
        a, *others = key
        numbers = _line(key, names, now, steps) if a.op in ("const", "call", "index") else None
        if numbers is not None:
            new[key] = numbers
            continue
        if any(b.op != a.op or len(b.args) != len(a.args) or not _same(a, b, names[k]) for k, b in enumerate(others)):
            return None
        below = list(zip(a.args, *(b.args for b in others), strict=True))
        if done:
            new[key] = ex.with_args(a, [new[k] for k in below])
        else:
            stack.append((key, True))
            stack += [(k, False) for k in below]
    return new[root]


def _line(key: tuple[Expr, Expr, Expr], names: Sequence[dict[str, str]], now: Expr, steps: int) -> Expr | None:
    """Sums of indices that differ in their constants alone, by a line in the position."""
    found = [f for f in map(affine, key) if f is not None]
    known = [{table.get(n, n): c for n, c in f[0].items()} for table, f in zip(({}, *names), found, strict=False)]
    if len(found) < 3 or any(factors != known[0] for factors in known):
        return None
    first, second, last = (f[1] for f in found)
    slope = second - first
    if last - first != slope * steps:
        return None
    if not slope:
        return key[0]
    moving = now if slope == 1 else operators.multiply(ex.const(slope), now)
    factors = [(ex.index(n), c) for n, c in found[0][0].items() if c]
    terms = [i if c == 1 else operators.multiply(ex.const(c), i) for i, c in factors]
    return operators.add(*terms, moving, *([ex.const(first)] if first else []))


def _same(a: Expr, b: Expr, names: dict[str, str]) -> bool:
    """Whether two nodes do the same; bound indices have names of their own in each iteration."""
    if a.op in ("reduce", "scan", "let"):
        pairs = list(zip(a.data[1], b.data[1], strict=False))
        renamed = all(names.setdefault(y, x) == x for x, y in pairs)
        return renamed and (a.data[0], len(a.data[1])) == (b.data[0], len(b.data[1]))
    if a.op == "index":
        return (a.data[0], a.data[1]) == (names.get(b.data[0], b.data[0]), b.data[1])
    return a is b if not a.args else (type(a.data), a.data) == (type(b.data), b.data)
