"""Random well-formed expressions, built as users build them with operators.

``expressions()`` draws formulas that can be evaluated: every index has the extent
``SIZES[name]``, every input the shape and dtype of ``INPUTS``, all values are finite
and of moderate size.  ``arrays(e, seed)`` gives inputs for one.  Example::

    @given(expressions())
    def test_it(e):
        value = evaluate(e, arrays(e), sizes=SIZES)

``odd_expressions()`` draws formulas that need not have a value (names that need quotes,
huge and complex literals, several statements of one name); they must print and parse.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
from hypothesis import strategies as st

from espresso.formulas.graph import expr as ex, operators as op
from espresso.formulas.graph.expr import Expr

SIZES = {"i": 3, "j": 4, "k": 2, "m": 3}
"""Extent of each index name in drawn expressions."""


def sizes_of(e: Expr) -> dict[str, int]:
    """The extents of the indices that ``e`` has."""
    nodes = ex.postorder(e)
    bound = {i for n in nodes if n.op in ("let", "reduce", "scan") for i in n.data[1]}
    named = bound | {n.data[0] for n in nodes if n.op == "index"}
    return {n: k for n, k in SIZES.items() if n in named}


INPUTS: dict[str, tuple[tuple[int, ...], str]] = {
    "x": ((3,), "float64"),
    "u": ((3,), "float64"),
    "y": ((4,), "float64"),
    "v": ((2,), "float64"),
    "A": ((3, 4), "float64"),
    "B": ((4, 2), "float64"),
    "S": ((3, 3), "float64"),
    "q": ((12,), "float64"),
    "t": ((3,), "int64"),
    "a": ((), "float64"),
    "b": ((), "float64"),
}
"""Shape and dtype of each input; the values of the integer input ``t`` are positions in ``y``."""

_READS = {"x": "i", "u": "i", "y": "j", "v": "k", "A": "ij", "B": "jk", "S": "im"}
_UNARY = ("exp", "tanh", "sin", "cos", "logistic", "abs", "sign", "relu", "softplus", "atan", "floor")
_SHORT_REDUCTIONS = (
    "sum",
    "prod",
    "max",
    "min",
    "mean",
    "any",
    "all",
    "argmax",
    "argmin",
    "var",
    "std",
    "norm",
    "logsumexp",
)
_SCANS = ("softmax", "log_softmax", "cumsum", "cumprod", "reverse_cumsum", "sort")
_NUMBERS: tuple[Any, ...] = (0, 1, 2, -1, -3, 0.5, -1.5, Fraction(1, 3), Fraction(-2, 5))
_COMPARISONS = ("eq", "ne", "lt", "le", "gt", "ge")


def tensor(name: str) -> Expr:
    """An input of ``INPUTS`` as a node."""
    return ex.tensor(name, len(INPUTS[name][0]))


def arrays(e: Expr, seed: int = 0) -> dict[str, Any]:
    """Values for the inputs of ``e``: floats in (-1.5, 1.5), positions for ``t``."""
    made: dict[str, Any] = {}
    for node in ex.tensors(e):
        name = node.data.name
        shape, dtype = INPUTS[name]
        random = np.random.default_rng([seed, *name.encode()])
        made[name] = random.integers(0, 4, shape) if dtype == "int64" else random.uniform(-1.5, 1.5, shape)
    return made


def _bounded(e: Expr) -> Expr:
    """``e`` kept small, where it goes into a function that grows."""
    return ex.call("tanh", e)


@st.composite
def leaves(draw: st.DrawFn, names: str, lets: tuple[Expr, ...] = ()) -> Expr:
    """A literal, an index value, a scalar input, or a read of an array at the given indices."""
    reads = [n for n, axes in _READS.items() if set(axes) <= set(names)]
    kinds = ["const", "scalar"] + ["index"] * bool(names) + ["read"] * (3 * bool(reads))
    kinds += ["affine", "diagonal", "gather"] * ("i" in names) + ["pad"] * bool(reads)
    usable = [n for n in lets if set(n.data[1]) <= set(names)]
    kinds += ["let", "let"] * bool(usable) + ["padded let"] * any(n.data[1] for n in usable)
    kind = draw(st.sampled_from(kinds))
    if kind == "const":
        return ex.const(draw(st.sampled_from(_NUMBERS)))
    if kind == "scalar":
        return ex.access(tensor(draw(st.sampled_from("ab"))))
    if kind == "index":
        return ex.index(draw(st.sampled_from(names)))
    if kind == "affine":
        return ex.access(tensor("q"), [draw(slots(names))])
    if kind == "diagonal":
        return ex.access(tensor("S"), [ex.index("i"), ex.index("i")])
    if kind == "gather":
        return ex.access(tensor("y"), [ex.access(tensor("t"), [ex.index("i")])])
    if kind in ("let", "padded let"):
        node = draw(st.sampled_from([n for n in usable if kind == "let" or n.data[1]]))
        shift = draw(st.integers(-2, 2)) if kind == "padded let" else 0
        slots_ = [op.add(ex.index(n), shift) if shift else ex.index(n) for n in node.data[1]]
        return ex.access(node, slots_, 0 if kind == "padded let" else None)
    name = draw(st.sampled_from(reads))
    if kind == "pad":
        moved = [op.add(ex.index(n), draw(st.integers(-3, 3))) for n in _READS[name]]
        return ex.access(tensor(name), moved, draw(st.sampled_from([0, 1.5, -1])))
    return ex.access(tensor(name), [ex.index(n) for n in _READS[name]])


@st.composite
def slots(draw: st.DrawFn, names: str) -> Expr:
    """An integer expression between 0 and 11 in the given indices."""
    first, second = ex.index(draw(st.sampled_from(names))), ex.index(draw(st.sampled_from(names)))
    forms = [
        first,
        op.add(first, draw(st.integers(0, 5))),
        op.add(op.multiply(2, first), 1),
        op.add(first, second),
        op.add(op.multiply(2, first), second),
        op.subtract(6, first),
        op.mod(op.add(first, second), 3),
        op.floordiv(first, 2),
        ex.call("clip", op.subtract(first, 1), ex.const(0), ex.const(11)),
        op.subtract(ex.size(tensor("q"), 0), op.add(first, 1)),
    ]
    return draw(st.sampled_from(forms))


@st.composite
def bodies(draw: st.DrawFn, names: str, depth: int, lets: tuple[Expr, ...] = ()) -> Expr:
    """A scalar body whose free indices are among ``names``."""
    if depth == 0:
        return draw(leaves(names, lets))

    def below(more: str = "") -> Expr:
        return draw(bodies("".join(dict.fromkeys(names + more)), draw(st.integers(0, depth - 1)), lets))

    kind = draw(
        st.sampled_from(
            [
                "leaf",
                "add",
                "subtract",
                "mul",
                "mul",
                "divide",
                "power",
                "unary",
                "reduce",
                "reduce",
                "scan",
                "where",
                "guard",
                "minmax",
                "logic",
                "negative",
            ]
        )
    )
    if kind == "leaf":
        return draw(leaves(names, lets))
    if kind in ("add", "mul"):
        return ex.call(kind, *(below() for _ in range(draw(st.integers(2, 3)))))
    if kind == "subtract":
        return op.subtract(below(), below())
    if kind == "negative":
        return op.negative(below())
    if kind == "divide":
        return op.divide(below(), op.add(2, op.power(_bounded(below()), 2)))
    if kind == "power":
        return op.power(_bounded(below()), draw(st.sampled_from([2, 3, 2, 1])))
    if kind == "unary":
        return ex.call(draw(st.sampled_from(_UNARY)), _bounded(below()))
    if kind == "minmax":
        return ex.call(draw(st.sampled_from(["maximum", "minimum"])), below(), below())
    if kind in ("reduce", "scan"):
        over = draw(st.lists(st.sampled_from("ijkm"), min_size=1, max_size=2 if kind == "reduce" else 1, unique=True))
        if kind == "scan" and not names:
            over, kind = over[:1], "reduce"
        if kind == "scan":
            return ex.scan(draw(st.sampled_from(_SCANS)), [draw(st.sampled_from(names))], _bounded(below()))
        function = draw(st.sampled_from(("sum", "sum", "sum", *_SHORT_REDUCTIONS)))
        if function in ("argmax", "argmin"):
            over = over[:1]
        return ex.reduce(function, over, below("".join(over)))
    condition = ex.call(draw(st.sampled_from(_COMPARISONS)), below(), below())
    if kind == "logic":
        other = ex.call(draw(st.sampled_from(_COMPARISONS)), below(), below())
        return draw(
            st.sampled_from(
                [
                    condition,
                    ex.call("and", condition, other),
                    ex.call("or", condition, other),
                    ex.call("not", condition),
                ]
            )
        )
    if kind == "guard":
        return op.multiply(below(), condition)
    return ex.call("where", condition, below(), below())


@st.composite
def expressions(draw: st.DrawFn, depth: int = 3, statements: int = 2) -> Expr:
    """A formula with a value: bare, named, or a program of up to ``statements`` more statements."""
    lets: list[Expr] = []
    for number in range(draw(st.integers(0, statements))):
        names = draw(st.sampled_from(["", "i", "j", "ij", "ik"]))
        body = draw(bodies(names, depth - 1, tuple(lets)))
        made = ex.let(draw(st.sampled_from(["z", f"w{number}"])), names, body)
        lets.append(made)
    names = draw(st.sampled_from(["", "i", "ij", "ji", "k"]))
    body = draw(bodies(names, depth, tuple(lets)))
    result = draw(st.sampled_from([body, ex.let("out", names, body), ex.let("", names, body)]))
    return ex.program([*lets, result]) if draw(st.booleans()) else result


# --- formulas that must only print and parse ---------------------------------------------

_ODD_NAMES = (
    "x",
    "x",
    "y",
    "i",
    "j",
    "pi",
    "nan",
    "and",
    "sum",
    "exp",
    "max",
    "\u03b1",
    "\u03b8\u2032",
    "e1",
    "_",
    "_1",
    "_2",
    "_x",
    "_rest...",
    "a b",
    "a`b",
    "1x",
    "e\u0301",
    "index",
    "pad",
    "size",
    "complex",
    "float32",
    "j2",
    "inf",
)
_ODD_NUMBERS: tuple[Any, ...] = (
    0,
    1,
    -1,
    2,
    -2,
    7,
    10**40,
    -(10**30),
    0.0,
    -0.0,
    1.0,
    -1.0,
    2.5,
    1e-300,
    -1e22,
    float("inf"),
    float("-inf"),
    float("nan"),
    Fraction(1, 2),
    Fraction(-3, 7),
    Fraction(10**30, 7),
    2j,
    -2j,
    1 + 2j,
    complex(-0.0, 1),
    complex(float("inf"), float("nan")),
    0j,
)
_SMALL: tuple[Any, ...] = (1, -1, 2, -2, 3, Fraction(1, 2), 1.0, -0.5)
_EVERY_CALL = (
    ("exp", 1),
    ("pow", 2),
    ("pow", 2),
    ("pow", 2),
    ("add", 2),
    ("add", 3),
    ("mul", 2),
    ("mul", 3),
    ("mul", 2),
    ("eq", 2),
    ("lt", 2),
    ("ge", 2),
    ("and", 2),
    ("or", 2),
    ("not", 1),
    ("where", 3),
    ("mod", 2),
    ("floordiv", 2),
    ("maximum", 2),
    ("minimum", 2),
    ("clip", 3),
    ("atan2", 2),
    ("abs", 1),
)


@st.composite
def _odd_body(draw: st.DrawFn, depth: int, arrays_: tuple[Expr, ...], sizes: dict[str, Any]) -> Expr:
    def below() -> Expr:
        return draw(_odd_body(draw(st.integers(0, depth - 1)) if depth else 0, arrays_, sizes))

    def index_() -> Expr:
        name = draw(st.sampled_from(_ODD_NAMES[:16]))
        return ex.index(name, draw(st.sampled_from(sizes.get(name, (None,)))))

    kind = draw(
        st.sampled_from(
            ["const", "index", "read", "size"]
            if depth == 0
            else ["call", "call", "call", "inverse", "minus", "difference", "reduce", "scan", "read", "const", "index"]
        )
    )
    if kind == "const":
        return ex.const(draw(st.sampled_from(_ODD_NUMBERS)))
    if kind == "index":
        return index_()
    if kind == "inverse":
        return ex.call("mul", below(), ex.call("pow", below(), ex.const(draw(st.sampled_from(_SMALL)))))
    if kind in ("minus", "difference"):
        signed = ex.call("mul", ex.const(draw(st.sampled_from(_SMALL))), below())
        return signed if kind == "minus" else ex.call("add", below(), signed)
    if kind == "reduce":
        return ex.reduce(
            draw(st.sampled_from(_SHORT_REDUCTIONS)),
            draw(st.lists(st.sampled_from(_ODD_NAMES), min_size=1, max_size=2, unique=True)),
            below(),
        )
    if kind == "scan":
        return ex.scan(draw(st.sampled_from(_SCANS)), [draw(st.sampled_from(_ODD_NAMES))], below())
    if kind == "call":
        name, arity = draw(st.sampled_from(_EVERY_CALL))
        return ex.call(name, *(below() for _ in range(arity)))
    array = draw(st.sampled_from(arrays_))
    if kind == "size" and array.ndim:
        return ex.size(array, draw(st.integers(0, array.ndim - 1)))
    pad = draw(st.sampled_from([None, None, None, 0, 0.0, -1, 2.5, float("inf"), 1j, Fraction(1, 2)]))
    return ex.access(array, [below() if depth else index_() for _ in range(array.ndim)], pad)


@st.composite
def odd_expressions(draw: st.DrawFn, depth: int = 4) -> Expr:
    """A formula with anything in it that the constructors allow."""
    known: dict[str, Expr] = {}
    for name in draw(st.lists(st.sampled_from(_ODD_NAMES), min_size=1, max_size=4, unique=True)):
        rank = draw(st.integers(0, 2))
        shape = draw(st.sampled_from([None, None, (3, None)[:rank], (None, 5)[:rank]]))
        structure = draw(st.sampled_from([(), (), ("lower",), ("symmetric", "positive")]))
        known[name] = ex.tensor(name, rank, draw(st.sampled_from([None, None, "float32"])), shape, structure)
    sizes = {n: draw(st.sampled_from([(None,), (None,), (3,), (None, 3), (3, 5)])) for n in _ODD_NAMES[:16]}
    arrays_ = list(known.values())
    parts: list[Expr] = []
    for _ in range(draw(st.integers(0, 4))):
        body = draw(_odd_body(draw(st.integers(0, depth)), tuple(arrays_), sizes))
        axes = [*draw(st.permutations(sorted(body.free))), *draw(st.sampled_from([(), ("extra",)]))]
        name = draw(st.sampled_from(["", "", "y", "y", "_1", *_ODD_NAMES]))
        made = (
            ex.let(name, axes, body)
            if name
            else draw(st.sampled_from([ex.let, lambda _, a, b: ex.closed("", a, b)]))("", axes, body)
        )
        parts.append(made)
        if made.op == "let":
            arrays_.append(made)
    body = draw(_odd_body(depth, tuple(arrays_), sizes))
    parts.append(body)
    kept = draw(st.integers(1, len(parts)))
    return ex.program(parts[-kept:]) if draw(st.booleans()) else draw(st.sampled_from(parts))
