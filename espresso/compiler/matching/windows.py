"""Convolutions and poolings as plain data for engines, however the formula wrote them.

A sum of a product of two reads is a convolution where one of them, through any padding,
is read at ``stride*position + dilation*tap + offset``.  In the forward direction the taps are
summed, in the gradient by the kernel the positions: the two differ only in their names, and
are told apart by the batch, which is the first axis of the data and is summed in the second.
A tap that is subtracted makes the gradient by the data (or a transposed convolution).  With
a stride that gradient is written over quotient and remainder
(`inverse`), and recognised in this form.  A reduction of one such read is a pooling.
The order of axes does not matter: images with the channels last are the same call.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from espresso.formulas.extents.affine import Formula, linear
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.predicates import factors_of, is_guard


@dataclass(frozen=True)
class Axis:
    """One spatial axis: the read is at ``stride*position + dilation*tap + offset``."""

    position: str
    tap: str
    stride: int
    dilation: int
    offset: Formula


@dataclass(frozen=True)
class WindowCall:
    """A convolution or a pooling as data.

    ``direction`` is "forward", "data", "weights" or "pooling" (then ``operator`` says of
    what, and ``kernel`` is None).  ``data`` is the array that is read in windows, ``kernel``
    the other one: taps, or for "weights" the cotangent.  ``roles`` names the indices:
    batch, channel (of the data), out (the channel of the kernel that the data lack), group.
    """

    direction: str
    operator: str
    data: Expr
    kernel: Expr | None
    spatial: tuple[Axis, ...]
    roles: dict[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def parameters(self) -> dict[str, Any]:
        """What an engine asks (``ir.engine.Call.parameters``)."""
        return {
            "direction": self.direction,
            "stride": tuple(a.stride for a in self.spatial),
            "dilation": tuple(a.dilation for a in self.spatial),
            "offset": tuple(str(a.offset.expr()) if a.offset.terms else a.offset.constant for a in self.spatial),
            "groups": bool(self.roles.get("group")),
        }

    def __str__(self) -> str:
        what = f"{self.operator} pooling" if self.direction == "pooling" else _WORDS[self.direction]
        names = [_name(e) for e in (self.data, self.kernel) if e is not None]
        p = self.parameters
        text = f"{what} of {' with '.join(names)}: stride {p['stride']}, dilation {p['dilation']}, offset {p['offset']}"
        return f"{text}, in groups" if p["groups"] else text


_WORDS = {"forward": "convolution", "data": "transposed convolution", "weights": "convolution summed over positions"}


def _name(array: Expr) -> str:
    return str(array.data.name if array.op == "tensor" else array.data[0] or "an intermediate array")


def window_calls(*roots: Expr) -> list[WindowCall]:
    """Every convolution and pooling below the roots, each once, inner ones first.

    >>> from espresso import parse
    >>> print(window_calls(parse("y[p] = x[2*p + r]*w[r]"))[0])
    convolution of x with w: stride (2,), dilation (1,), offset (0,)
    """
    found: list[WindowCall] = []
    order = [n for n in ex.postorder(*roots) if n.op == "reduce" and n.data[0] in ("sum", "mean", "max", "min")]
    inner = {n.args[0] for n in order if n.args[0].op == "reduce" and n.args[0].data[0] == n.data[0]}
    for node in order:
        if node not in inner:
            call = _call(node)
            if call is not None and call not in found:
                found.append(call)
    return found


def _call(node: Expr) -> WindowCall | None:
    operator, summed = node.data[0], set(node.data[1])
    body = node.args[0]
    while body.op == "reduce" and body.data[0] == operator:
        summed |= set(body.data[1])
        body = body.args[0]
    factors = [f for f in _flat(body, operator, summed) if f.op != "const" and not is_guard(f)]
    if not factors or len(factors) > 2 or any(f.op != "access" for f in factors):
        return None
    reads = [_through_padding(f) for f in factors]
    slots = [_slots(r) for r in reads]
    if any(s is None for s in slots):
        return None
    forms = [s for s in slots if s is not None]
    if len(reads) == 1:
        return _pooling(operator, reads[0], forms[0], summed)
    if operator != "sum":
        return None
    for k in (0, 1):
        call = _convolution(reads[k], forms[k], reads[1 - k], forms[1 - k], summed)
        if call is not None:
            return call
    return None


def _flat(body: Expr, operator: str, summed: set[str]) -> list[Expr]:
    """The factors of a product, those of sums inside it included."""
    found: list[Expr] = []
    work = [body]
    while work:
        e = work.pop()
        if operator == "sum" and e.op == "reduce" and e.data[0] == "sum":
            summed |= set(e.data[1])
            work.append(e.args[0])
        elif ex.is_call(e, "mul"):
            work.extend(reversed(factors_of(e)))
        else:
            found.append(e)
    return found


def _through_padding(read: Expr) -> Expr:
    """A read of an array that only pads, shifts or reorders another one as a read of that one."""
    for _ in range(4):
        array = read.args[0]
        if array.op != "let":
            break
        inner = [f for f in factors_of(array.args[0]) if not is_guard(f)]
        if len(inner) != 1 or inner[0].op != "access" or any(linear(s) is None for s in inner[0].args[1:]):
            break
        read = ex.substitute(inner[0], dict(zip(array.data[1], read.args[1:], strict=True)))
    return read


def _slots(read: Expr) -> list[tuple[dict[str, int], Formula]] | None:
    """The slots of a read as sums of at most two indices; those with other arithmetic make it None."""
    found = []
    for slot in read.args[1:]:
        form = linear(slot)
        if form is None or len(form[0]) > 2:
            return None
        found.append(form)
    return found


Form = Sequence[tuple[dict[str, int], Formula]]


def _plain(form: Form) -> set[str]:
    return {n for factors, _ in form if len(factors) == 1 for n in factors}


def _pooling(operator: str, read: Expr, form: Form, summed: set[str]) -> WindowCall | None:
    spatial = []
    for factors, rest in form:
        if len(factors) == 2:
            taps = [n for n in factors if n in summed]
            if len(taps) != 1:
                return None
            (position,) = (n for n in factors if n not in summed)
            spatial.append(Axis(position, taps[0], factors[position], factors[taps[0]], rest))
    if not spatial or {a.tap for a in spatial} != summed:
        return None
    return WindowCall("pooling", operator, read.args[0], None, tuple(spatial))


def _convolution(data: Expr, form: Form, other: Expr, taps: Form, summed: set[str]) -> WindowCall | None:
    """The convolution in which ``data`` is read in windows."""
    split: dict[str, tuple[int, str]] = {}  # tap -> stride and rest of a gradient by the data with that stride
    for factors, _ in taps:
        if len(factors) == 2:
            coarse, rest_of = sorted(factors, key=lambda n: -factors[n])
            if factors[rest_of] != 1 or factors[coarse] < 2 or rest_of in summed:
                return None
            split[coarse] = factors[coarse], rest_of
    known = _plain(taps) | set(split)
    weights = _sums_the_batch(form, taps, summed)
    spatial: list[Axis] = []
    directions: set[str] = set()
    for factors, rest in form:
        if len(factors) != 2:
            continue
        inside = [n for n in factors if n in known and n in summed]
        if len(inside) != 1:
            return None
        (own,), (mine,) = inside, [n for n in factors if n not in inside]
        if mine in summed:
            return None
        if factors[own] < 0:
            if factors[mine] != 1:
                return None
            directions.add("data")
            spatial.append(Axis(mine, own, split.get(own, (1, ""))[0], -factors[own], rest))
        elif weights:
            directions.add("weights")
            spatial.append(Axis(own, mine, factors[own], factors[mine], rest))
        else:
            directions.add("forward")
            spatial.append(Axis(mine, own, factors[mine], factors[own], rest))
    if len(directions) != 1 or (split and directions != {"data"}):
        return None
    used = {n for a in spatial for n in (a.position, a.tap)} | {n for _, n in split.values()}
    roles = _roles(form, taps, summed, used)
    return WindowCall(directions.pop(), "sum", data.args[0], other.args[0], tuple(spatial), roles)


def _sums_the_batch(form: Form, taps: Form, summed: set[str]) -> bool:
    """Whether the first axis of the data, the batch, is shared with the other operand and summed."""
    first = [n for factors, _ in form if len(factors) == 1 for n in factors]
    return len(first) > 1 and first[0] in summed and first[0] in _plain(taps) and not summed.issuperset(first)


def _roles(form: Form, taps: Form, summed: set[str], spatial: set[str]) -> dict[str, tuple[str, ...]]:
    """The indices that are not spatial by where they stand."""
    mine, own = _plain(form) - spatial, _plain(taps) - spatial
    both = mine & own
    roles = {
        "batch": mine - own - summed, "channel": both & summed, "out": own - mine - summed, "group": both - summed,
    }  # fmt: skip
    return {k: tuple(sorted(v)) for k, v in roles.items() if v}
