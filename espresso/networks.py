"""Building blocks of neural networks, as functions that return expressions.

There are no layers and no classes: each function takes expressions with ordered axes
and returns the formula.  Random numbers come from a counter: `random_bits` is an integer
formula of a seed and a position, the same on every target.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log, prod
from typing import Any

import numpy as np

from espresso.errors import InputError, RankError
from espresso.formulas.extents.affine import least, shifted
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.operators import (
    SCALAR_FUNCTIONS,
    add,
    divide,
    multiply,
    negative,
    power,
    reindex,
    subtract,
)
from espresso.frontends.library.windows import below, length, operand, padded, result
from espresso.keywords import checked, constructor
from espresso.training import Losses, train

__all__ = [
    "Losses", "Parameters", "adam", "attention", "batch_norm", "batch_statistics", "channel_shuffle", "concat",
    "count_parameters", "cross_entropy", "dropout", "embedding", "gru_step", "layer_norm", "linear", "lstm_step",
    "part", "random_bits", "running", "sgd", "train",
]  # fmt: skip

WORD = 1 << 24
"""The words of `random_bits` have 24 bits: numbers fit 32 bits, products of one by 12 bits are exact in float64."""

WEYL, ROUNDS = 0x9E3779, 6


def _named(e: Any) -> Expr:
    """An expression as an array with a place of its own, and its axes as index names."""
    return operand(e, "the argument", 0)


def _read(e: Any, *slots: Any) -> Expr:
    """``e`` at other indices, given by name or as expressions."""
    return reindex(e, tuple(ex.index(s) if isinstance(s, str) else s for s in slots))


# --- random numbers and dropout -----------------------------------------------------------


@checked
def random_bits(seed: Any, axes: Sequence[str], lengths: Sequence[Expr]) -> Expr:
    """Return 24 random bits, an integer from 0 to 2**24 - 1, for every position of the axes.

    ``seed`` is an integer from 0 to 2**48 - 1, or an integer scalar input of at least 32 bits that
    changes from step to step.  The generator has no state: the number at a position depends on the seed
    and the position alone.  Position and seed go through six rounds of a Feistel network on
    two words of 24 bits, whose function is the middle of a square (as in Widynski, "Squares",
    arXiv:2004.06278), so different positions never share both words.
    """
    position: Expr = ex.const(0)
    for axis, n in zip(axes, lengths, strict=True):
        position = add(multiply(position, n), ex.index(axis)) if position.op != "const" else ex.index(axis)
    word, limits = ex.const(WORD), [ex.call("lt", ex.index(a), n) for a, n in zip(axes, lengths, strict=True)]
    seed = ex.scalar(seed)
    right = _read(ex.closed("", axes, multiply(ex.call("mod", position, word), *limits)), *axes)
    left = ex.call("floordiv", position, word)
    for number in range(ROUNDS):
        own = multiply(ex.const(2 * number + 1), ex.call("mod", seed, word))  # another key for each round
        more = multiply(ex.const(4 * number + 3), ex.call("floordiv", seed, word))
        key = add(own, more, ex.const((number + 1) * WEYL))
        t = _read(ex.closed("", axes, ex.call("mod", add(right, key), word)), *axes)
        new = ex.closed("", axes, ex.call("mod", add(left, _middle(t)), word))
        left, right = right, _read(new, *axes)
    return right


def _middle(t: Expr) -> Expr:
    """The 24 bits in the middle of ``t*t + t``, up to multiples of 2**24.

    The square is taken of halves, so that no number exceeds 2**27: a seed of 32 bits makes all
    of this arithmetic of 32 bits, in which the square itself would lose its upper half.
    """
    half = ex.const(1 << 12)
    high, low = ex.call("floordiv", t, half), ex.call("mod", t, half)
    upper = multiply(ex.call("mod", multiply(high, high), half), half)
    return add(upper, multiply(ex.const(2), high, low), ex.call("floordiv", add(multiply(low, low), t), half))


@checked
def dropout(x: Any, rate: float, seed: Any, train: bool = True) -> Expr:
    """Return ``x`` with each element 0 with probability ``rate``, else divided by ``1 - rate``.

    ``seed`` is an integer or a scalar input (`random_bits`); another seed is needed for each
    call and step.  With ``train`` False the result is x.  Raises InputError for a rate
    outside 0 <= rate < 1.
    """
    if not 0 <= rate < 1:
        raise InputError(f"the rate of dropout is {rate!r}; it must be at least 0 and less than 1.")
    a = _named(x)
    axes = tuple(x.axes)
    value = ex.access(a, [ex.index(n) for n in axes])
    if not train or rate == 0:
        return ex.let("", axes, value)
    bits = random_bits(seed, axes, [ex.size(a, d) for d in range(len(axes))])
    kept = SCALAR_FUNCTIONS["lt"](bits, ex.const(round((1 - rate) * WORD)))
    return ex.let("", axes, ex.call("where", kept, multiply(ex.const(1 / (1 - rate)), value), ex.const(0)))


# --- normalisation ------------------------------------------------------------------------


@checked
def batch_statistics(x: Any) -> tuple[Expr, Expr]:
    """Return mean and (biased) variance of ``x[n, c, ...]`` over all axes but the channel."""
    over = [n for k, n in enumerate(x.axes) if k != 1]
    body = ex.scalar(x)
    return ex.reduce("mean", over, body), ex.reduce("var", over, body)


@checked
def batch_norm(x: Any, gain: Any, shift: Any, mean: Any = None, variance: Any = None, epsilon: float = 1e-5) -> Expr:
    """Return ``(x - mean)/sqrt(variance + epsilon)*gain + shift`` for each channel of ``x[n, c, ...]``.

    Without ``mean`` and ``variance`` they are those of the batch (training); for inference
    give the running ones (`running`).  All have one axis.
    """
    if (mean is None) != (variance is None):
        raise InputError("batch_norm needs both mean and variance, or neither.")
    channel = x.axes[1]
    if mean is None:
        x = _read(_named(x), *x.axes)  # three formulas read the array, and it has one derivative
        first, second = batch_statistics(x)
        middle, spread = (_read(ex.closed("", (channel,), e), channel) for e in (first, second))
    else:
        middle, spread = _read(mean, channel), _read(variance, channel)
    scale = multiply(SCALAR_FUNCTIONS["rsqrt"](add(spread, epsilon)), _read(gain, channel))
    body = add(multiply(subtract(ex.scalar(x), middle), scale), _read(shift, channel))
    return ex.let("", x.axes, body)


@checked
def running(old: Any, new: Any, momentum: float = 0.1, count: Any = None) -> Expr:
    """Return the running average ``(1 - momentum)*old + momentum*new``.

    For a variance, ``count`` is the number of elements that it was taken over; it makes
    ``new`` unbiased (``count/(count - 1)``), as other libraries do.
    """
    axis = old.axes
    fresh = _read(new, *axis)
    if count is not None:
        fresh = multiply(fresh, divide(count, subtract(count, 1)))
    return ex.let("", axis, add(multiply(1 - momentum, ex.scalar(old)), multiply(momentum, fresh)))


@checked
def layer_norm(x: Any, gain: Any = None, shift: Any = None, axes: int = 1, epsilon: float = 1e-5) -> Expr:
    """Return x normalised over its last ``axes`` axes, times ``gain`` plus ``shift`` over these axes."""
    over = list(x.axes[len(x.axes) - axes :])
    body, rest = ex.scalar(x), [n for n in x.axes if n not in over]
    middle = _read(ex.closed("", rest, ex.reduce("mean", over, body)), *rest)
    spread = _read(ex.closed("", rest, ex.reduce("var", over, body)), *rest)
    value = multiply(subtract(body, middle), SCALAR_FUNCTIONS["rsqrt"](add(spread, epsilon)))
    value = value if gain is None else multiply(value, _read(gain, *over))
    return ex.let("", x.axes, value if shift is None else add(value, _read(shift, *over)))


# --- moving elements ----------------------------------------------------------------------


@checked
def concat(parts: Sequence[Any], axis: int = 1) -> Expr:
    """Return the arrays one after the other along an axis; the other axes must be equally long."""
    if not parts:
        raise InputError("concat needs at least one array.")
    names = tuple(parts[0].axes)
    if any(p.ndim != len(names) for p in parts):
        raise RankError(
            f"the arrays of concat have {', '.join(str(p.ndim) for p in parts)} axes; they must have the same."
        )
    axis = range(len(names))[axis]
    arrays = [_named(p) for p in parts]
    total = sum((length(a, axis) for a in arrays[1:]), length(arrays[0], axis))
    terms, before = [], total * 0
    for a in arrays:
        shift = [total * 0] * len(names)
        shift[axis] = before
        longer = padded(a, names, shift, [total if d == axis else None for d in range(len(names))])
        terms.append(_read(longer, *names))
        before = before + length(a, axis)
    return ex.let("", names, add(*terms))


@checked
def part(x: Any, axis: int, start: int = 0, stop: int | None = None, step: int = 1) -> Expr:
    """Return ``x[..., start:stop:step, ...]`` along one axis, from its beginning (not from its end)."""
    a, names = _named(x), tuple(x.axes)
    axis = range(len(names))[axis]
    if min(start, 0 if stop is None else stop) < 0 or step < 1:
        raise InputError(f"part takes a start and stop from 0 on and a positive step, not {start}:{stop}:{step}.")
    slots = [ex.index(n) for n in names]
    slots[axis] = shifted([(names[axis], step)], start)
    if stop is None:
        return result(names, ex.access(a, slots))
    there = (length(a, axis) + (step - 1 - start)) // step
    count = least(there, there * 0 + max(0, -(-(stop - start) // step)))
    return result(names, multiply(ex.access(a, slots, 0), below(names[axis], count)))  # the factor says how long it is


@checked
def channel_shuffle(x: Any, groups: int) -> Expr:
    """Return ``x[n, c, ...]`` with channel (group, k) at the place of (k, group)."""
    a, names = _named(x), tuple(x.axes)
    channel, count = ex.index(names[1]), length(a, 1)
    each, number = (count // groups).expr(), ex.const(groups)
    at = add(multiply(ex.call("mod", channel, number), each), ex.call("floordiv", channel, number))
    slots = [at if d == 1 else ex.index(n) for d, n in enumerate(names)]
    return result(names, multiply(ex.access(a, slots), below(names[1], count)))


@checked
def embedding(table: Any, positions: Any) -> Expr:
    """Return row ``positions[...]`` of ``table[v, e]``: the axes of the positions, then the last of the table."""
    last = ex.fresh(positions.axes, table.axes[1])
    return ex.let("", (*positions.axes, last), _read(table, ex.scalar(positions), last))


# --- steps of networks --------------------------------------------------------------------


@checked
def linear(x: Any, w: Any, b: Any = None) -> Expr:
    """Return ``sum[k](x[..., k]*w[o, k]) + b[o]``: the last axes of x by all axes of w but its first.

    With ``w[o, c, h, v]`` images ``x[n, c, h, v]`` need not be flattened.
    """
    count = len(w.axes) - 1
    if not 1 <= count <= len(x.axes):
        raise RankError(
            f"linear: w has {len(w.axes)} axes, x has {len(x.axes)}.\n"
            "w has one axis for its results, then the last axes of x."
        )
    lead, inner = x.axes[: len(x.axes) - count], x.axes[len(x.axes) - count :]
    out = ex.fresh(x.axes, w.axes[0])
    value = ex.scalar(x)
    if any(n.op == "reduce" for n in ex.postorder(value, into_arrays=False)):  # maxima: once, not for each output
        value = ex.access(_named(x), [ex.index(n) for n in x.axes])
    body = ex.reduce("sum", inner, multiply(value, _read(w, out, *inner)))
    return ex.let("", (*lead, out), body if b is None else add(body, _read(b, out)))


@checked
def attention(q: Any, k: Any, v: Any, causal: bool = False, scale: float | None = None) -> Expr:
    """Return ``softmax(q k / sqrt(d)) v`` for ``q[..., i, d]``, ``k[..., j, d]``, ``v[..., j, e]``.

    With ``causal`` position i sees the positions up to i only.
    """
    *lead, i, d = q.axes
    j = ex.fresh(q.axes, "j")
    e = ex.fresh([*q.axes, j], v.axes[-1])
    score = ex.reduce("sum", [d], multiply(ex.scalar(q), _read(k, *lead, j, d)))
    factor: Any = power(ex.size(_named(q), len(lead) + 1), -0.5) if scale is None else scale
    score = multiply(factor, score)
    if causal:
        score = ex.call("where", ex.call("le", ex.index(j), ex.index(i)), score, ex.const(float("-inf")))
    weights = ex.closed("", (*lead, i, j), ex.scan("softmax", [j], score))
    body = ex.reduce("sum", [j], multiply(_read(weights, *lead, i, j), _read(v, *lead, j, e)))
    return ex.let("", (*lead, i, e), body)


@checked
def lstm_step(x: Any, h: Any, c: Any, w: Any, u: Any, b: Any) -> tuple[Expr, Expr]:
    """Return the next ``(h, c)`` of a long short-term memory.

    ``x[n, e]``, ``h[n, k]``, ``c[n, k]``; ``w[g, k, e]``, ``u[g, k, m]`` and ``b[g, k]`` hold the
    weights of the input, forget, cell and output gate (g = 0, 1, 2, 3).
    """
    n, k = h.axes
    gates = _gates(x, h, w, u, b)
    logistic, tanh = SCALAR_FUNCTIONS["logistic"], SCALAR_FUNCTIONS["tanh"]
    i, f, o = (logistic(_read(gates, n, ex.const(g), k)) for g in (0, 1, 3))
    cell = ex.closed("", (n, k), add(multiply(f, _read(c, n, k)), multiply(i, tanh(_read(gates, n, ex.const(2), k)))))
    return ex.let("", (n, k), multiply(o, tanh(_read(cell, n, k)))), cell


@checked
def gru_step(x: Any, h: Any, w: Any, u: Any, b: Any, d: Any) -> Expr:
    """Return the next ``h[n, k]`` of a gated recurrent unit.

    ``w[g, k, e]``, ``u[g, k, m]``, ``b[g, k]`` (of the input) and ``d[g, k]`` (of h) hold the
    weights of the reset and update gate and of the new value (g = 0, 1, 2).
    """
    n, k = h.axes
    own = _product(x, w, n, k)
    past = _product(h, u, n, k)
    logistic, tanh = SCALAR_FUNCTIONS["logistic"], SCALAR_FUNCTIONS["tanh"]

    def both(g: int) -> tuple[Expr, Expr]:
        at = ex.const(g)
        return add(_read(own, n, at, k), _read(b, at, k)), add(_read(past, n, at, k), _read(d, at, k))

    reset, update = (logistic(add(*both(g))) for g in (0, 1))
    left, right = both(2)
    new = tanh(add(left, multiply(reset, right)))
    return ex.let("", (n, k), add(multiply(subtract(1, update), new), multiply(update, _read(h, n, k))))


def _product(x: Any, w: Any, n: str, k: str) -> Expr:
    """``sum[e](x[n, e]*w[g, k, e])`` over (n, g, k)."""
    g = ex.fresh([n, k], "g")
    e = ex.fresh([n, k, g], x.axes[1])
    body = ex.reduce("sum", [e], multiply(_read(x, n, e), _read(w, g, k, e)))
    return ex.closed("", (n, g, k), body)


def _gates(x: Any, h: Any, w: Any, u: Any, b: Any) -> Expr:
    n, k = h.axes
    g = ex.fresh([n, k], "g")
    own, past = _product(x, w, n, k), _product(h, u, n, k)
    return ex.closed("", (n, g, k), add(_read(own, n, g, k), _read(past, n, g, k), _read(b, g, k)))


@checked
def cross_entropy(scores: Any, targets: Any, mean: bool = True) -> Expr:
    """Return the loss of class scores ``scores[..., k]`` for integer classes ``targets[...]``.

    It is ``-log(softmax(scores))`` at the target, over all other axes its mean or sum.
    """
    *lead, k = scores.axes
    logs = _read(ex.closed("", (*lead, k), ex.scan("log_softmax", [k], ex.scalar(scores))), *lead, k)
    chosen = ex.reduce("sum", [k], multiply(logs, ex.call("eq", ex.index(k), _read(targets, *lead))))
    return negative(ex.reduce("mean" if mean else "sum", lead, chosen))


# --- parameters -----------------------------------------------------------------------------


@constructor
class Parameters:
    """The parameters of a network: called with a name and lengths, it declares one and returns its tensor.

    ``tensors`` holds them by name, as `es.grad`, `sgd` and `adam` take them; ``shapes`` their lengths.

    >>> p = Parameters()
    >>> p("w", 4, 3)
    w : (4, 3)
    w[o,c]
    >>> p.tensors.keys(), p.shapes["w"], p.initial()["w"].shape
    (dict_keys(['w']), (4, 3), (4, 3))
    """

    AXES = "ocrstuv"

    def __init__(self) -> None:
        self.tensors: dict[str, Expr] = {}
        self.shapes: dict[str, tuple[int, ...]] = {}
        self._constant: dict[str, float | None] = {}

    @checked
    def __call__(self, name: str, *lengths: int, start: float | None = None) -> Expr:
        """Return the tensor ``name[o, c, ...]``; all its elements are ``start`` at first, else random (`initial`)."""
        if name in self.tensors:
            raise InputError(f"there is a parameter {name!r} already; each needs a name of its own.")
        if len(lengths) > len(self.AXES):
            raise RankError(f"{name} has {len(lengths)} axes; a parameter has at most {len(self.AXES)}.")
        e = ex.access(ex.tensor(name, len(lengths), None, lengths), [ex.index(a) for a in self.AXES[: len(lengths)]])
        self.tensors[name], self.shapes[name], self._constant[name] = e, tuple(lengths), start
        return e

    @checked
    def initial(self, seed: int = 0, dtype: Any = "float32") -> dict[str, Any]:
        """Return arrays to start with: normal of variance ``2/(elements of one output)``, or constant.

        The method is that of He et al. (arXiv:1502.01852).  Parameters with one axis and no
        ``start`` are zeros.
        """
        random = np.random.default_rng(seed)
        arrays: dict[str, Any] = {}
        for name, shape in self.shapes.items():
            start = self._constant[name]
            if start is None and len(shape) > 1:
                arrays[name] = (random.normal(size=shape) * (2 / max(1, prod(shape[1:]))) ** 0.5).astype(dtype)
            else:
                arrays[name] = np.full(shape, 0.0 if start is None else start, dtype)
        return arrays


# --- updates ------------------------------------------------------------------------------


@checked
def sgd(
    parameters: Mapping[str, Any], gradients: Mapping[str, Any], rate: Any, momentum: float = 0.0
) -> dict[str, Expr]:
    """Return the new parameters by name: ``w - rate*dw``; ``rate`` is a number or a scalar input.

    With ``momentum`` there are states ``<name>_velocity`` beside them, inputs and results:
    ``v = momentum*v + dw``, ``w - rate*v``.
    """
    results: dict[str, Expr] = {}
    for name, w, dw in _pairs(parameters, gradients):
        step = dw
        if momentum:
            velocity = add(multiply(momentum, _state(name, "velocity", w)), dw)
            results[f"{name}_velocity"] = ex.let(f"{name}_velocity", w.axes, velocity)
            step = _read(results[f"{name}_velocity"], *w.axes)
        results[name] = ex.let(f"{name}_new", w.axes, subtract(w, multiply(rate, step)))
    return results


@checked
def adam(
    parameters: Mapping[str, Any], gradients: Mapping[str, Any], rate: Any, step: Any,
    betas: tuple[float, float] = (0.9, 0.999), epsilon: float = 1e-8, decay: float = 0.0,
) -> dict[str, Expr]:  # fmt: skip
    """Return the new parameters and the states ``<name>_first`` and ``<name>_second`` (moments) by name.

    ``step`` counts from 1, a scalar input.  ``decay`` shrinks the parameters by
    ``rate*decay`` apart from the gradient (AdamW).
    """
    results: dict[str, Expr] = {}
    for name, w, dw in _pairs(parameters, gradients):
        first = add(multiply(betas[0], _state(name, "first", w)), multiply(1 - betas[0], dw))
        second = add(multiply(betas[1], _state(name, "second", w)), multiply(1 - betas[1], power(dw, 2)))
        results[f"{name}_first"] = ex.let(f"{name}_first", w.axes, first)
        results[f"{name}_second"] = ex.let(f"{name}_second", w.axes, second)
        m, v = (_read(results[f"{name}_{s}"], *w.axes) for s in ("first", "second"))
        whole = [divide(e, _weight(beta, step)) for e, beta in zip((m, v), betas, strict=True)]
        change = divide(whole[0], add(SCALAR_FUNCTIONS["sqrt"](whole[1]), epsilon))
        kept = multiply(w, subtract(1, multiply(rate, decay))) if decay else w
        results[name] = ex.let(f"{name}_new", w.axes, subtract(kept, multiply(rate, change)))
    return results


def _weight(beta: float, step: Any) -> Any:
    """``1 - beta**step``, the weights of a moving average; float32 keeps four digits of the difference."""
    if beta <= 0:
        return subtract(1, power(beta, step))
    return negative(SCALAR_FUNCTIONS["expm1"](multiply(step, log(beta))))


def _pairs(parameters: Mapping[str, Any], gradients: Mapping[str, Any]) -> list[tuple[str, Expr, Expr]]:
    missing = [n for n in parameters if n not in gradients]
    if missing:
        raise InputError(f"there is no gradient for {', '.join(missing)}.")
    found = []
    for name, w in parameters.items():
        value = ex.scalar(w)
        found.append((name, value, _read(gradients[name], *value.axes)))
    return found


def _state(name: str, kind: str, w: Expr) -> Expr:
    """The earlier value of a state, an input with the axes of its parameter."""
    return ex.access(ex.tensor(f"{name}_{kind}_old", len(w.axes)), [ex.index(n) for n in w.axes])


@checked
def count_parameters(arrays: Mapping[str, Any]) -> int:
    """Number of elements of all arrays."""
    return sum(prod(a.shape) for a in arrays.values())
