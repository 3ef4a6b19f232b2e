"""Loops that read arrays across their rows: a tile is transposed first, in registers."""

from __future__ import annotations

import numpy as np

import espresso as es
from tests.oracles import in_turn

RANDOM = np.random.default_rng(11)

FORMULAS = {
    "H[i,j] = A[i,j] + A[j,i]": lambda A: A + A.T,  # W1: the Hessian of x'Ax
    "H[i,j] = 2*B[j,i]": lambda B: 2 * B.T,
    "t = A[i,j]*B[j,i]": lambda A, B: np.einsum("ij,ji->", A, B),  # W16: the trace of a product
    "s[i] = A[i,j]*B[j,i]": lambda A, B: np.einsum("ij,ji->i", A, B),
    "H[n,i,j] = X[n,j,i]*A[i,j] + B[j,i]": lambda X, A, B: X.swapaxes(1, 2) * A + B.T,
    "H[i,j] = X[2,j,i] - X[1,i,j]": lambda X: X[2].T - X[1],
}
SIZES = (1, 7, 33, 150)


def inputs(n: int, dtype: str) -> dict[str, np.ndarray]:
    def draw(*shape: int) -> np.ndarray:
        found = RANDOM.standard_normal(shape)
        return np.round(10 * found).astype(dtype) if dtype.startswith("int") else found.astype(dtype)

    return {"A": draw(n, n), "B": draw(n, n), "X": draw(3, n, n)}


@in_turn("text", FORMULAS, "dtype", ["float32", "float64", "int64"])
def test_reads_down_columns(text, dtype):
    f = es.compile(text)
    for n in SIZES:
        given = {name: a for name, a in inputs(n, dtype).items() if name in f.inputs}
        expected = FORMULAS[text](**{k: v.astype("float64") for k, v in given.items()})
        tolerance = 1e-11 if dtype != "float32" else 1e-4
        np.testing.assert_allclose(f(**given), expected, rtol=tolerance, atol=tolerance * n)
        turned = {k: np.asfortranarray(v) for k, v in given.items()}
        np.testing.assert_allclose(f(**turned), expected, rtol=tolerance, atol=tolerance * n)
    assert "_turned" in f.source or f.source.count("_tile in range") == 2


def test_sides_of_different_lengths_and_empty_ones():
    f = es.compile("H[i,j] = B[j,i]*C[i]")
    for m, n in ((0, 5), (5, 0), (40, 9), (131, 70), (9, 300)):
        b, c = RANDOM.standard_normal((m, n)), RANDOM.standard_normal(n)
        np.testing.assert_array_equal(f(B=b, C=c), b.T * c[:, None])


@in_turn("n", [3, 32, 33, 40])
def test_declared_lengths_change_no_loops(n):
    """An index with a length was not found to be that of a loop, which then had no vectors."""
    f, g = es.compile(f"j : index {n}\ny[i,j] = tanh(x[j,i])*b[j]"), es.compile("y[i,j] = tanh(x[j,i])*b[j]")
    x, b = RANDOM.random((n, 57)), RANDOM.random(n)
    np.testing.assert_array_equal(f(x=x, b=b), g(x=x, b=b))
    np.testing.assert_allclose(f(x=x, b=b), np.tanh(x.T) * b, rtol=1e-12)
    assert "_turned = np.empty" in f.source and "_turned = np.empty" in g.source


def test_results_go_past_the_cache_in_rows_and_large_arrays_are_split():
    f = es.compile("H[i,j] = A[i,j] + A[j,i]")
    a = RANDOM.standard_normal((1030, 1030)).astype("float32")
    np.testing.assert_array_equal(f(A=a), a + a.T)
    out = np.empty_like(a)
    assert f(A=a, out=out) is out
    np.testing.assert_array_equal(out, a + a.T)


def test_what_stands_under_a_mask_is_not_read_as_a_tile():
    f = es.compile("H[i,j] = where(i < j, A[i,j], B[j,i])")
    a, b = RANDOM.standard_normal((2, 90, 90))
    found = f(A=a, B=b)
    np.testing.assert_array_equal(found, np.where(np.triu(np.ones((90, 90)), 1) > 0, a, b.T))
    assert "_turned" not in f.source


def test_a_saved_program_computes_the_same(tmp_path):
    f = es.compile("H[i,j] = A[i,j] + A[j,i]")
    a = RANDOM.standard_normal((70, 70))
    expected = f(A=a)
    scope: dict = {"__name__": "saved"}
    exec(compile(f.source.replace(", cache=True", ""), "saved.py", "exec"), scope)
    np.testing.assert_array_equal(scope["program"](a), expected)


def test_columns_of_few_coordinates_are_copied_before_a_loop_over_pairs() -> None:
    """W13: reading y[j,0], y[j,1], y[j,2] along j took 18 times as long as reading copies that lie along j."""
    f = es.compile("a[i] = sum[j](exp(-sum[d]((x[i,d] - y[j,d])**2))*b[j])")
    random = np.random.default_rng(0)
    x, y, b = random.normal(size=(300, 3)), random.normal(size=(400, 3)), random.normal(size=400)
    expected = np.exp(-((x[:, None] - y) ** 2).sum(2)) @ b
    np.testing.assert_allclose(f(x=x, y=y, b=b), expected, rtol=1e-12)
    copies = [s for step in f.program.steps for s in step.statements if s.body.op == "access"]
    assert [s.axes[0] for s in copies] == ["d", "d"] and len(f.program.steps) == 3


def test_values_in_registers_are_not_read_as_a_tile() -> None:
    """A block with batch normalisation and its gradients: what a loop makes and reads at once lies in no array."""
    text = """
    y[n,c,p,q] = sum[r,s](pad(x)[n,c,p+r-1,q+s-1]*w[c,r,s])
    m[c] = sum[n,p,q](y[n,c,p,q])/(size(x,0)*64)
    v[c] = sum[n,p,q]((y[n,c,p,q] - m[c])**2)/(size(x,0)*64)
    h[n,c,p,q] = silu((y[n,c,p,q] - m[c])/sqrt(v[c] + 1e-5)*g[c] + b[c])
    loss = sum[n,c,p,q](h[n,c,p,q]*t[n,c,p,q])
    """
    loss = es.parse(text)
    f = es.compile([loss, *es.grad(loss, ["x", "w", "g", "b"])], sizes={"p": 8, "q": 8})
    shapes = {"x": (2, 4, 8, 8), "w": (4, 3, 3), "g": (4,), "b": (4,), "t": (2, 4, 8, 8)}
    f.check(**{name: RANDOM.normal(size=shape) for name, shape in shapes.items()})
