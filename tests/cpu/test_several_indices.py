"""Recurrences over several indices beside loops of Python: values, derivatives, printing, lengths, errors."""

from __future__ import annotations

import itertools
import pickle
import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import espresso as es

sys.path.insert(0, str(Path(__file__).parent))
from test_recurrences import CASES as ONE, differences

from tests.loaded import loaded

Array = np.ndarray
RNG = np.random.default_rng(0)

EDIT = "d[0,j] = j; d[i,0] = i; d[i,j] = min(d[i-1,j] + 1, d[i,j-1] + 1, d[i-1,j-1] + c[i-1,j-1])"
SOFT = """
r[0,j] = where(j == 0, 0, 40.0); r[i,0] = 40.0
r[i,j] = c[i-1,j-1] - log(exp(-r[i-1,j]) + exp(-r[i,j-1]) + exp(-r[i-1,j-1]))
"""
SWEEP = """
u[0,i,j] = p[i,j]
u[t,i,j] = (pad(u)[t,i-1,j] + pad(u)[t,i,j-1] + u[t-1,i,j] + pad(u)[t-1,i+1,j] + pad(u)[t-1,i,j+1])/5 + f[i,j]*a[t]
"""
GOTOH = """
h[0,j] = 0; h[i,0] = 0; e[0,j] = -9.0; e[i,0] = -9.0
e[i,j] = max(e[i,j-1] - 1, h[i,j-1] - 3)
h[i,j] = max(0, h[i-1,j-1] + s[x[i-1],y[j-1]], e[i,j])
"""
UPWIND = "d[0,j] = p[j]; d[i,0] = q[i]; d[i,j] = d[i,j-1]*0.5 + pad(d)[i-1,j+1]*x[j]"
BACKWARD = "d[size(c,0),j] = 0; d[i,size(c,1)] = g[i]; d[i,j] = tanh(d[i+1,j])*c[i,j] + d[i,j+1]"
BOTH_WAYS = "d[0,j] = 1; d[i,size(c,1)] = 0; d[i,j] = d[i-1,j]*c[i-1,j] + sin(d[i,j+1])"
CHANNELS = "h[0,j,k] = p[k]; h[i,0,k] = p[k]; h[i,j,k] = tanh(W[k,l]*h[i-1,j,l] + V[k,l]*h[i,j-1,l] + c[i-1,j-1])"


def edit(c: Array) -> Array:
    d = np.zeros(np.add(c.shape, 1), np.result_type(c, 1))
    d[0], d[:, 0] = np.arange(d.shape[1]), np.arange(d.shape[0])
    for i, j in np.ndindex(c.shape):
        d[i + 1, j + 1] = min(d[i, j + 1] + 1, d[i + 1, j] + 1, d[i, j] + c[i, j])
    return d


def soft(c: Array) -> Array:
    r = np.full(np.add(c.shape, 1), 40.0, np.result_type(c, 1.0))
    r[0, 0] = 0
    for i, j in np.ndindex(c.shape):
        r[i + 1, j + 1] = c[i, j] - np.log(np.exp(-r[i, j + 1]) + np.exp(-r[i + 1, j]) + np.exp(-r[i, j]))
    return r


def sweep(p: Array, f: Array, a: Array) -> Array:
    u = np.pad(p, 1)
    found = [p]
    for v in a[1:]:
        for i, j in np.ndindex(p.shape):
            at = u[i, j + 1], u[i + 1, j], u[i + 1, j + 1], u[i + 2, j + 1], u[i + 1, j + 2]
            u[i + 1, j + 1] = sum(at) / 5 + f[i, j] * v
        found.append(u[1:-1, 1:-1].copy())
    return np.array(found)


def gotoh(x: Array, y: Array, s: Array) -> Array:
    h = np.zeros((len(x) + 1, len(y) + 1))
    e = np.full(h.shape, -9.0)
    for i, j in itertools.product(range(1, len(h)), range(1, h.shape[1])):
        e[i, j] = max(e[i, j - 1] - 1, h[i, j - 1] - 3)
        h[i, j] = max(0, h[i - 1, j - 1] + s[x[i - 1], y[j - 1]], e[i, j])
    return h


def upwind(p: Array, q: Array, x: Array) -> Array:
    d = np.zeros((len(q), len(p) + 1))
    d[1:, 0], d[0, :-1] = q[1:], p
    for i, j in itertools.product(range(1, len(q)), range(1, len(p))):
        d[i, j] = d[i, j - 1] * 0.5 + d[i - 1, j + 1] * x[j]
    return d[:, :-1]


def backward(c: Array, g: Array) -> Array:
    d = np.zeros(np.add(c.shape, 1))
    d[:-1, -1] = g
    for i, j in itertools.product(*(range(n - 1, -1, -1) for n in c.shape)):
        d[i, j] = np.tanh(d[i + 1, j]) * c[i, j] + d[i, j + 1]
    return d


def both_ways(c: Array) -> Array:
    d = np.zeros(np.add(c.shape, 1))
    d[0] = 1
    for i, j in itertools.product(range(c.shape[0]), range(c.shape[1] - 1, -1, -1)):
        d[i + 1, j] = d[i, j] * c[i, j] + np.sin(d[i + 1, j + 1])
    return d


def channels(p: Array, W: Array, V: Array, c: Array) -> Array:
    h = np.tile(p, (*np.add(c.shape, 1), 1))
    for i, j in np.ndindex(c.shape):
        h[i + 1, j + 1] = np.tanh(W @ h[i, j + 1] + V @ h[i + 1, j] + c[i, j])
    return h


CASES: dict[str, tuple[str, Callable[..., Array], dict[str, Array]]] = {
    "edit distance": (EDIT, edit, {"c": RNG.random((3, 4))}),
    "soft alignment": (SOFT, soft, {"c": RNG.random((3, 2))}),
    "sweep": (SWEEP, sweep, {"p": RNG.random((3, 2)), "f": RNG.random((3, 2)), "a": RNG.random(3)}),
    "two states": (GOTOH, gotoh, {"x": RNG.integers(0, 3, 4), "y": RNG.integers(0, 3, 3), "s": RNG.normal(size=(3, 3))}),
    "up the row before": (UPWIND, upwind, {"p": RNG.random(3), "q": RNG.random(4), "x": RNG.random(3)}),
    "backward": (BACKWARD, backward, {"c": RNG.random((3, 2)), "g": RNG.random(3)}),
    "both ways": (BOTH_WAYS, both_ways, {"c": RNG.random((3, 2))}),
    "vectors": (CHANNELS, channels, {
        "p": RNG.random(2), "W": RNG.random((2, 2)), "V": RNG.random((2, 2)), "c": RNG.random((2, 3))}),
}  # fmt: skip
TARGETS = ["reference", "numpy", "cpu"]


def computed(e: es.Expr | str, inputs: dict[str, Any], target: str = "reference") -> Array:
    e = es.parse(e) if isinstance(e, str) else e
    given = {n: inputs[n] for n in e.inputs}
    return np.asarray(es.evaluate(e, given) if target == "reference" else es.compile(e, target=target)(**given))


def loss(case: str) -> es.Expr:
    text, _, _ = CASES[case]
    e = es.parse(text)
    weight = sum((k + 1) * es.index(a) for k, a in enumerate(e.axes)) + 1
    return es.sum(es.sin(e * weight) * e, ",".join(e.axes))


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("case", CASES)
def test_values_are_those_of_loops(case: str, target: str) -> None:
    text, loop, inputs = CASES[case]
    want, got = loop(**inputs), computed(text, inputs, target)
    assert got.shape == want.shape and got.dtype == want.dtype
    np.testing.assert_allclose(got, want, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("case", CASES)
def test_derivatives_agree_with_differences(case: str) -> None:
    _, _, inputs = CASES[case]
    e = loss(case)
    value = es.compile(e, target="numpy")
    for w in (n for n in e.inputs if inputs[n].dtype.kind == "f"):
        g, v = es.grad(e, w), RNG.normal(size=inputs[w].shape)
        want = differences(lambda a, w=w: value(**inputs | {w: a}), inputs[w])
        for target in ["numpy", "cpu"][: 1 + (w in ("c", "s"))]:
            np.testing.assert_allclose(computed(g, inputs, target), want, rtol=1e-5, atol=1e-6)
        tangent = computed(es.jvp(e, w, "v_"), inputs | {"v_": v}, "numpy")
        np.testing.assert_allclose(tangent, (want * v).sum(), rtol=1e-5, atol=1e-6)
        assert es.parse(str(g)) is g


@pytest.mark.parametrize("case, w", [("soft alignment", "c"), ("sweep", "p"), ("both ways", "c")])
def test_second_derivatives_agree_with_differences(case: str, w: str) -> None:
    _, _, inputs = CASES[case]
    g, H = es.grad(loss(case), w), es.hessian(loss(case), w)
    gradient = es.compile(g, target="numpy")
    want = differences(lambda a: gradient(**{n: (inputs | {w: a})[n] for n in g.inputs}), inputs[w])
    np.testing.assert_allclose(computed(H, inputs, "numpy" if case == "sweep" else "reference"), want, rtol=1e-5, atol=1e-6)
    assert es.parse(str(H)) is H


def test_soft_alignment_has_the_gradient_of_jax_and_of_a_complex_step() -> None:
    jax = pytest.importorskip("jax")
    c = RNG.random((3, 2))

    def value(c: Any) -> Any:
        r = {(i, 0): 40.0 * (i > 0) for i in range(4)} | {(0, j): 40.0 * (j > 0) for j in range(3)}
        for i, j in np.ndindex(3, 2):
            before = jax.numpy.stack([r[i, j + 1], r[i + 1, j], r[i, j]])
            r[i + 1, j + 1] = c[i, j] - jax.numpy.log(jax.numpy.exp(-before).sum())
        return r[3, 2]

    with jax.enable_x64(True):
        want = np.asarray(jax.grad(value)(c))
    got = computed(es.grad(es.parse(f"{SOFT}; L = r[size(c,0),size(c,1)]"), "c"), {"c": c}, "cpu")
    np.testing.assert_allclose(got, want, rtol=1e-12)
    for at in np.ndindex(c.shape):
        step = c.astype(complex)
        step[at] += 1e-30j
        np.testing.assert_allclose(got[at], soft(step)[-1, -1].imag / 1e-30, rtol=1e-12)


@pytest.mark.parametrize("target", TARGETS)
def test_any_lengths(target: str) -> None:
    f = es.compile(EDIT, target=target) if target != "reference" else lambda c: es.evaluate(es.parse(EDIT), {"c": c})
    for shape in itertools.product((0, 1, 2), (0, 1, 3)):
        c = RNG.random(shape)
        np.testing.assert_array_equal(f(c=c), edit(c))


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("dtype", ["f4", "i4", "u1", "?"])
def test_dtypes(dtype: str, target: str) -> None:
    c = (RNG.random((3, 4)) > 0.5).astype(dtype)
    got = computed(EDIT, {"c": c}, target)
    assert got.dtype == np.result_type(c, np.int64 if dtype == "?" else c)
    np.testing.assert_array_equal(got, edit(c.astype(float)))
    reached = computed("b[0,j] = x[0,j]; b[i,0] = x[i,0]; b[i,j] = (b[i-1,j] or b[i,j-1]) and x[i,j]", {"x": c > 0}, target)
    assert reached.dtype == bool


def test_lengths_that_no_array_tells() -> None:
    paths = "d[0,j] = 1; d[i,0] = 1; d[i,j] = d[i-1,j] + d[i,j-1]"
    want = [[1, 1, 1], [1, 2, 3]]
    assert es.compile(paths, sizes={"i": 2, "j": 3})().tolist() == want
    assert es.compile(f"i : index 2; j : index 3; {paths}")().tolist() == want
    with pytest.raises(es.ExtentError, match="index 'i' has no length"):
        es.compile(paths)()


def test_last_values_alone_need_few_rows() -> None:
    f = es.compile(f"{EDIT}; L = d[size(c,0), size(c,1)]")
    c = RNG.random((40, 30))
    assert f(c=c) == edit(c)[-1, -1]
    assert "kept: 3 rows of d_fronts" in str(f.explain()) and f.memory.arena < 2000


@pytest.mark.parametrize("case", CASES)
def test_what_is_printed_is_read_back(case: str, tmp_path: Path) -> None:
    text, loop, inputs = CASES[case]
    e = es.parse(text)
    assert es.parse(str(e)) is e and pickle.loads(pickle.dumps(e)) is e and r"\begin{aligned}" in e.latex()
    if case in ("edit distance", "two states", "backward"):
        f = es.compile(e)
        f(**inputs)
        module = loaded(f.save(tmp_path / "saved.py"))
        np.testing.assert_allclose(module.program(*[inputs[n] for n in f.inputs]), loop(**inputs), atol=1e-14)


PRINTED = """\
r[0,j] = where(j == 0, 0, 40.0)
r[i,0] = 40.0
r[i,j] = c[i - 1, j - 1] - log(exp(-r[i - 1, j]) + exp(-r[i, j - 1]) + exp(-r[i - 1, j - 1]))"""


def test_printed_text() -> None:
    assert str(es.parse(SOFT)) == PRINTED
    with pytest.raises(es.EspressoError, match="SymPy has no expression for a recurrence, and r is one"):
        es.parse(SOFT).to_sympy()


BATCHES = [
    (ONE["rnn"], ["x"], 0), (ONE["rnn"], ["W", "h0"], -1), (ONE["hidden Markov model"], ["o", "E"], 0),
    (CASES["edit distance"], ["c"], -1), (CASES["two states"], ["x", "y"], 0), (CASES["backward"], ["g"], 0),
]  # fmt: skip


@pytest.mark.parametrize("case, over, axis", BATCHES)
def test_batches_of_recurrences(case: tuple[str, Callable[..., Array], dict[str, Array]], over: list[str], axis: int) -> None:
    text, loop, inputs = case
    e = es.batch(es.parse(text), "n", over, axis=axis)
    rolled = {k: [np.roll(v, b) for b in range(3)] for k, v in inputs.items() if k in over}
    many = inputs | {k: np.stack(v, axis) for k, v in rolled.items()}
    want = np.stack([loop(**inputs | {k: v[b] for k, v in rolled.items()}) for b in range(3)])
    for target in ("numpy", "reference"):
        np.testing.assert_allclose(computed(e, many, target), want, rtol=1e-12, atol=1e-12)
    assert es.parse(str(e)) is e


ERRORS = {
    "d[0,j]=j; d[i,0]=i; d[i,j]=d[i,j+1]+d[i,j-1]": """d reads both earlier and later values along j
  d[0,j]=j; d[i,0]=i; d[i,j]=d[i,j+1]+d[i,j-1]
                             ^
Along j it runs one way: in the same row read d at j - 1, j - 2 ...""",
    "d[0,j]=j; d[i,0]=i; d[i,j]=d[i-1,j]+d[i-1,2*j]": """d depends on d, which is read at no fixed distance along j
  d[0,j]=j; d[i,0]=i; d[i,j]=d[i-1,j]+d[i-1,2*j]
                                      ^
Read it at j - 1, or another whole number of steps before j.""",
    "d[0,j]=j; d[i,0]=i; d[i,j]=d[i,j]+1": """d needs its own value at the same i
  d[0,j]=j; d[i,0]=i; d[i,j]=d[i,j]+1
                             ^
Read d at an earlier i somewhere in this circle.""",
    "u[0,i]=p[i]; u[t,i]=u[t,i-1]+u[t-1,i]": """u has no starting value along i
  u[0,i]=p[i]; u[t,i]=u[t,i-1]+u[t-1,i]
                      ^
Write one before it, u[t,0] = ..., or read pad(u), which is 0 outside.""",
    "d[0,j]=j; d[i,0]=i; d[i,j]=d[i-2,j]+d[i,j-1]+c[i,j]": """the first values of d along i read d before its own first one
  d[0,j]=j; d[i,0]=i; d[i,j]=d[i-2,j]+d[i,j-1]+c[i,j]
                             ^
Write one before it, d[0,j] = ..., or read pad(d), which is 0 outside.""",
    "d[0,j]=j; d[i,0]=i; d[i,j]=d[i+1,j]+c[i,j]": """d starts with its first values along i and reads later ones
  d[0,j]=j; d[i,0]=i; d[i,j]=d[i+1,j]+c[i,j]
                             ^
Along i it runs one way: in the same row read d at i - 1, i - 2 ...""",
    "d[0,j]=j; d[i,0]=i; d[i,j]=d[i-1,j]+e[i]; e[i]=d[i,1]": """e is part of a recurrence over 2 indices and has not all of them
  d[0,j]=j; d[i,0]=i; d[i,j]=d[i-1,j]+e[i]; e[i]=d[i,1]
                                            ^
All statements of a recurrence run over the same indices.""",
}  # fmt: skip


@pytest.mark.parametrize("text", ERRORS)
def test_errors_of_the_notation(text: str) -> None:
    with pytest.raises(es.NotationError) as raised:
        es.parse(text)
    assert str(raised.value) == ERRORS[text]


@pytest.mark.parametrize("target", TARGETS)
def test_errors_of_lengths(target: str) -> None:
    with pytest.raises(es.ExtentError, match="index 'j' has two lengths in the recurrence d"):
        computed("d[0,j] = p[j]; d[i,0] = i; d[i,j] = d[i-1,j] + d[i,j-1] + c[i,j]", {"p": np.ones(3), "c": np.ones((4, 4))}, target)
    with pytest.raises(es.ExtentError, match=r"d\[0,3\] reads past the end"):
        computed("d[0,j] = p[j]; d[i,0] = q[i]; d[i,j] = d[i-1,j+1] + d[i,j-1]", {"p": np.ones(3), "q": np.ones(4)}, target)
    _, _, inputs = CASES["two states"]
    with pytest.raises(es.InputError, match="s is read outside"):
        computed(GOTOH, inputs | {"x": np.array([0, 1, 5])}, target)


class Random:
    """A recurrence over two indices of one or two states, in any directions, with reads of the row before it anywhere."""

    def __init__(self, seed: int) -> None:
        self.choose = random.Random(seed)
        self.backward = [self.choose.random() < 0.4, self.choose.random() < 0.4]
        self.states = "uv"[: self.choose.randint(1, 2)]
        self.reach = self.choose.randint(1, 2)
        self.text = "; ".join([*self._starts(), *(self._statement(n) for n in self.states)])

    def _starts(self) -> list[str]:
        at = [[f"size(x,{axis}) + {k}" if b else str(k) for k in range(self.reach)] for axis, b in enumerate(self.backward)]
        return [s for n in self.states for k in range(self.reach)
                for s in (f"{n}[{at[0][k]},j] = 0.1*j + {k}", f"{n}[i,{at[1][k]}] = 0.2*i - {k}")]  # fmt: skip

    def _read(self) -> str:
        name, (far, near) = self.choose.choice(self.states), ["+" if b else "-" for b in self.backward]
        back = self.choose.randint(1, self.reach)
        anywhere = f"pad({name})[i{far}{back}, j{self.choose.choice(['-1', '', '+1', '+2'])}]"
        strict = f"{name}[i{far}{back}, j{near}{self.choose.randint(1, self.reach)}]"
        return self.choose.choice([anywhere, strict, f"{name}[i,j{near}{back}]"])

    def _statement(self, name: str) -> str:
        other = self.states[(self.states.index(name) + 1) % len(self.states)]
        i, j = (f"{n}{'' if b else f'-{self.reach}'}" for n, b in zip("ij", self.backward, strict=True))
        needed = f"{other}[i,j{'+' if self.backward[1] else '-'}1]"
        terms = [f"x[{i},{j}]", f"0.3*{needed}", f"0.5*sin({self._read()})", f"0.4*{self._read()}*x[{i},{j}]"]
        return f"{name}[i,j] = {' + '.join(terms)}"


@pytest.mark.parametrize("seed", range(8))
def test_random_recurrences(seed: int) -> None:
    made = Random(seed)
    e = es.parse(made.text)
    assert es.parse(str(e)) is e
    x = np.random.default_rng(seed).normal(size=(made.choose.randint(0, 3), made.choose.randint(1, 3)))
    want = computed(e, {"x": x})
    for target in ("cpu", "numpy"):
        np.testing.assert_allclose(computed(e, {"x": x}, target), want, rtol=1e-12, atol=1e-12, err_msg=made.text)
    if x.size and seed < 5:
        L = es.sum(e * e, "i,j")
        value = es.compile(L, target="numpy")
        slopes = differences(lambda a: value(x=a), x)
        np.testing.assert_allclose(computed(es.grad(L, "x"), {"x": x}, "numpy"), slopes, rtol=1e-5, atol=1e-6, err_msg=made.text)
