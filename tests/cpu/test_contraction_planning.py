"""W15 and W16: the plain formula reaches the good form.  Counted are kernels, library calls and multiplications."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from benchmarks import gpt

import espresso as es
from espresso.algebra.contraction.contraction import shared_path
from espresso.ir.calls import Contraction
from espresso.ir.loops import Kernel
from espresso.ir.nests import Compute, Loop
from espresso.reference.evaluator import evaluate
from espresso.runtime.cpu.programs import evaluate_extent

N, K = 16, 3


def make(names: str) -> dict[str, Any]:
    """Square matrices (capitals but W[n,k] and V[k,n]) and vectors."""
    rng = np.random.default_rng(0)
    shapes = {"W": (N, K), "V": (K, N)}
    arrays = {n: rng.normal(size=shapes.get(n, (N, N) if n.isupper() else (N,))) for n in names}
    if "T" in arrays:
        arrays["T"] = np.triu(np.tril(arrays["T"], 1), -1)
    if "D" in arrays:
        arrays["D"] = np.diag(np.diag(arrays["D"]))
    return arrays


def work(program: Any, arrays: dict[str, Any]) -> int:
    """Executions of the innermost statements of all loops and library calls."""
    shapes = {n: a.shape for n, a in arrays.items()}

    def runs(nodes: list[Any], times: int) -> int:
        return sum(
            runs(n.body, times * evaluate_extent(n.extent, shapes)) if isinstance(n, Loop)
            else times * isinstance(n, Compute)
            for n in nodes
        )  # fmt: skip

    total = 0
    for step in program.steps:
        if isinstance(step, Contraction):
            total += math.prod(evaluate_extent(step.extents[n], shapes) for n in {*step.left_axes, *step.right_axes})
        else:
            total += runs(step.body, 1)
    return total


def planned(text: str, names: str) -> tuple[int, int, int]:
    """(library calls, kernels, work) of the program, whose result is compared with the reference."""
    arrays = make(names)
    e = es.parse(text)
    f = es.compile(e)
    np.testing.assert_allclose(f(**arrays), evaluate(e, arrays), rtol=1e-9, atol=1e-9)
    calls = sum(isinstance(s, Contraction) for s in f.program.steps)
    return calls, sum(isinstance(s, Kernel) for s in f.program.steps), work(f.program, arrays)


@pytest.mark.parametrize(
    ("text", "names", "calls", "most"),
    [
        ("C[i,j] = A[k,i]*B[k,j]", "AB", 1, N**3),
        ("T : (_, _) tridiagonal\nC[i,j] = T[i,k]*B[k,j]", "TB", 0, N**2),
        ("T : (_, _) tridiagonal\nC[i,j] = T[k,i]*B[k,j]", "TB", 0, N**2),
        ("D : (_, _) diagonal\nC[i,j] = D[i,k]*B[k,j]", "DB", 0, N**2),
        ("D : (_, _) diagonal\nC[i,j] = B[i,k]*D[k,j]", "DB", 0, N**2),
        ("T : (_, _) tridiagonal\nc = sum[i,k](T[i,k])", "T", 0, 4 * N),
        ("C[i,j] = A[k,i]*B[k,j] + A[k,i]*B[k,j]", "AB", 1, N**3 + N**2),
        ("S[i,j] = A[k,i]*B[k,j]\nC[i,j] = S[k,i]*S[k,j]", "AB", 2, 2 * N**3),
        ("C[i,j] = A[k,l]*B[k,i]*A[m,l]*B[m,j]", "AB", 2, 2 * N**3),
        ("c[i] = A[k,i]*B[k,l]*A[m,l]*B[m,p]*y[p]", "ABy", 4, 4 * N**2),
        ("c[i] = H[k,i]*H[k,j]*x[j]", "Hx", 0, 2 * N**2),
        ("c[i] = y[j]*H[k,j]*H[k,i]", "Hy", 0, 2 * N**2),
        ("C[i,j] = H[k,i]*y[k]*x[l]*H[l,j]", "Hxy", 0, 3 * N**2),
        ("D[i,j] = A[i,k]*B[k,j] + A[i,k]*C[k,j]", "ABC", 1, N**3 + N**2),
        ("D[i,j] = 2*A[i,k]*B[k,j] - C[k,j]*A[i,k] + A[i,k]*H[k,j]", "ABCH", 1, N**3 + 2 * N**2),
        ("d[i] = (A[i,j] - H[k,i]*H[k,j])*x[j]", "AHx", 1, 3 * N**2 + N),
        ("D[i,j] = B[k,i]*A[k,l]*A[m,l]*B[m,j]", "AB", 2, 2 * N**3),
        ("S[i,j] = A[i,j] + B[i,j]\nd = S[2,2]", "AB", 0, 1),
        ("S[i,j] = A[i,k]*B[k,j]\nd = S[2,2]", "AB", 0, N),
        ("S[i,j] = A[i,k]*B[k,j]\nd = S[2,2] + 3*S[4,1]", "AB", 0, 2 * N + 1),
        ("y = sum[i,j,k](W[i,k]*V[k,j])", "WV", 0, 2 * N * K + K),
        ("P[i,j] = W[i,k]*V[k,j]\ny = sum[i,j](P[i,j])", "WV", 0, 2 * N * K + K),
        ("P[i,j] = W[i,k]*V[k,j]\ny[i] = sum[j](P[i,j]*x[j])", "WVx", 2, 2 * N * K),
        ("P[i,j] = A[i,k]*B[k,j]\ny = sum[i](P[i,i])", "AB", 0, N**2),
        ("P[i,j] = sum[k,l](A[i,k]*B[k,l]*A[j,l])\nd[i] = P[i,i]", "AB", 1, N**3 + N**2),
        ("y = sum[i,j]((A[i,j] - x[i]*y[j])**2)", "Axy", 0, N**2),
    ],
)  # fmt: skip
def test_good_form(text: str, names: str, calls: int, most: int) -> None:
    found = planned(text.replace("y = sum", "z = sum"), names)
    assert found[0] == calls, found
    assert found[2] <= most, found


@pytest.mark.parametrize(
    "text",
    [
        "D[i,j] = A[i,k]*B[k,j] + A[k,i]*C[k,j]",
        "D[i,j] = A[i,k]*B[k,j] + A[j,k]*C[k,i]",
        "D[i,j] = A[i,k]*B[k,j] + A[i,j]*sum[k](C[k,j]*B[k,i])",
        "D[i] = sum[k,l](A[i,k]*B[k,l]) + sum[k,l](A[i,l]*C[l,k])",
        "S[i,j] = A[i,k]*B[k,j]\nD[i] = S[i,i] + S[2,i]",
        "S[i,j] = A[i,k]*B[k,j]\nD[i,j] = S[i,j]*S[j,i]",
    ],
)
def test_products_that_only_look_alike(text: str) -> None:
    planned(text, "".join(n for n in "ABC" if f"{n}[" in text))


@pytest.mark.parametrize("shape", [(5, 7), (7, 5), (1, 4), (4, 1), (3, 3), (0, 2)])
def test_bands_of_rectangular_arrays(shape: tuple[int, int]) -> None:
    rows, columns = np.indices(shape)
    rng = np.random.default_rng(1)
    T = np.where(abs(rows - columns) <= 1, rng.normal(size=shape), 0)
    for text, length in (("T[i,k]*B[k,j]", shape[1]), ("T[k,i]*B[k,j]", shape[0])):
        arrays = {"T": T, "B": rng.normal(size=(length, 3))}
        e = es.parse(f"T : (_, _) tridiagonal\nC[i,j] = {text}")
        np.testing.assert_allclose(es.compile(e)(**arrays), evaluate(e, arrays), rtol=1e-12, atol=1e-14)


TRIANGLES = ["C[i,j] = L[i,k]*B[k,j]", "C[i,j] = L[k,i]*B[k,j]", "C[i,j] = B[i,k]*L[k,j]", "C[i,j] = B[i,k]*L[j,k]",
             "C[j,i] = L[i,k]*B[k,j]", "C[i,j] = L[i,k]*B[j,k]", "C[i,j] = B[k,i]*L[k,j]"]  # fmt: skip


@pytest.mark.parametrize("text", TRIANGLES)
@pytest.mark.parametrize(("word", "dtype"), [("lower", "float64"), ("upper", "float32")])
def test_triangular_products_read_one_triangle(text: str, word: str, dtype: str) -> None:
    """W15, test 2: trmm.  What lies in the other triangle is not looked at, on whichever side the matrix stands."""
    f = es.compile(f"L : (_, _) {word}\n{text}")
    for n, m in ((257, 300), (3, 2), (1, 1)):
        rng = np.random.default_rng(n)
        L = (np.tril if word == "lower" else np.triu)(rng.normal(size=(n, n))).astype(dtype)
        B = rng.normal(size=(n, m) if "B[k,j]" in text or "B[k,i]" in text else (m, n)).astype(dtype)
        expected = np.einsum(*_einsum(text, L, B))
        limit = 2e-4 if dtype == "float32" else 1e-11
        np.testing.assert_allclose(f(L=L, B=B), expected, rtol=limit, atol=limit)
        if n > 200:
            other = np.where(L == 0, np.float32(3), L)
            np.testing.assert_array_equal(f(L=other, B=B), f(L=L, B=B))
            turned, strided = np.asfortranarray(L), np.repeat(B, 2, axis=1)[:, ::2]
            np.testing.assert_allclose(f(L=turned, B=B), expected, rtol=limit, atol=limit)
            np.testing.assert_allclose(f(L=L, B=strided), expected, rtol=limit, atol=limit)
    assert "triangular matrix product" in f.explain()


def _einsum(text: str, L: Any, B: Any) -> tuple[Any, ...]:
    left, right = (part.split("[") for part in text.split(" = ")[1].split("*"))
    arrays = [L if name == "L" else B for name in (left[0], right[0])]
    letters = [part[1].rstrip("]").replace(",", "") for part in (left, right)]
    return f"{','.join(letters)}->{text[2:5].replace(',', '')}", *arrays


def test_triangular_products_of_a_saved_module(tmp_path: Path) -> None:
    f = es.compile("L : (_, _) lower\nU : (_, _) upper\nC[i,j] = L[i,k]*B[k,l]*U[l,j]")
    rng = np.random.default_rng(1)
    L, U, B = np.tril(rng.normal(size=(300, 300))), np.triu(rng.normal(size=(400, 400))), rng.normal(size=(300, 400))
    expected = L @ B @ U
    np.testing.assert_allclose(f(L=L, B=B, U=U), expected, rtol=1e-10, atol=1e-10)
    assert "_triangular(" in f.source
    scope: dict[str, Any] = {"__name__": "triangles", "__file__": str(tmp_path / "triangles.py")}
    exec(f.save(tmp_path / "triangles.py").read_text().replace(", cache=True", ""), scope)
    np.testing.assert_allclose(scope["program"](*({"L": L, "B": B, "U": U}[n] for n in f.inputs)), expected, rtol=1e-10, atol=1e-10)


def test_other_sizes_get_another_order() -> None:
    """A form chosen for its cost is looked at again when a call has other sizes."""
    f = es.compile("d[i,p] = (A[i,j] - H[k,i]*H[k,j])*x[j,p]")
    rng = np.random.default_rng(0)
    forms = set()
    for n, k, p in ((30, 30, 1), (30, 2, 500), (30, 30, 1)):
        A, H, x = rng.normal(size=(n, n)), rng.normal(size=(k, n)), rng.normal(size=(n, p))
        np.testing.assert_allclose(f(A=A, H=H, x=x), (A - H.T @ H) @ x, rtol=1e-9, atol=1e-9)
        forms.add(str(f.program))
    assert len(forms) == 2


def test_shared_path_counts_equal_results_once() -> None:
    sets = [frozenset(s) for s in ("kl", "ki", "ml", "mj")]
    sizes = dict.fromkeys("ijklm", 10)
    same = {frozenset({0, 1}): "AB", frozenset({2, 3}): "AB"}
    plain = [(0, 2), (0, 2), (0, 1)]
    assert shared_path(sets, frozenset("ij"), sizes, lambda s: same.get(s, s), plain) == [(0, 1), (0, 1), (0, 1)]
    assert shared_path(sets, frozenset("ij"), sizes, lambda s: s, plain) == plain


# --- W22: a small GPT -----------------------------------------------------------------------------------

SIZES = {"b": 2, "s": 3, "e": 4, "h": 2, "d": 3, "i": 5, "c": 6}
SHAPES = {"E": "ce", "P": "se", "gf": "e", "cf": "e", "H": "ce", "g": "e", "c": "e", "Wq": "hde", "bq": "hd",
          "Wk": "hde", "bk": "hd", "Wv": "hde", "bv": "hd", "Wo": "ehd", "bo": "e", "G": "e", "C": "e", "Wf": "ie",
          "bf": "i", "Wp": "ei", "bp": "e"}  # fmt: skip


def gpt_arrays(blocks: int) -> dict[str, Any]:
    rng = np.random.default_rng(0)
    arrays: dict[str, Any] = {}
    for name in gpt.parameters(blocks):
        letters = SHAPES[name if name in SHAPES else name.rstrip("0123456789")]
        arrays[name] = rng.normal(size=[SIZES[x] for x in letters]) / 2
    positions = rng.integers(0, SIZES["c"], (2, SIZES["b"], SIZES["s"]))
    return {**arrays, "tokens": positions[0], "labels": positions[1]}


def test_gradients_of_a_gpt_are_those_of_differences() -> None:
    arrays = gpt_arrays(1)
    loss = es.parse(gpt.text(1))
    names = gpt.parameters(1)
    f = es.compile([loss, *es.grad(loss, names)])
    value, *gradients = f(**arrays)
    np.testing.assert_allclose(value, evaluate(loss, arrays), rtol=1e-9)
    g = es.compile(loss)
    rng = np.random.default_rng(1)
    for name, gradient in zip(names, gradients, strict=True):
        direction = rng.normal(size=arrays[name].shape)
        step = 1e-5
        up, down = (g(**{**arrays, name: arrays[name] + s * direction}) for s in (step, -step))
        np.testing.assert_allclose((gradient * direction).sum(), (up - down) / (2 * step), rtol=2e-6, atol=1e-9)


def test_gradients_of_a_gpt_cost_what_ordinary_reverse_mode_costs() -> None:
    """Each product of the forward pass has two in the backward pass, and nothing is computed twice."""
    loss = es.parse(gpt.text(2))
    counts = []
    for outputs in ([loss], [loss, *es.grad(loss, gpt.parameters(2))]):
        f = es.compile(outputs)
        counts.append(sum(isinstance(s, Contraction) for s in f.program.steps))
    forward, both = counts
    assert forward == 2 * 8 + 1
    assert both <= 3 * forward, counts


SQUARE = "t = sum[i,j](sum[k](A[i,k]*B[k,j])**2)"


def test_the_norm_of_a_thin_product_needs_no_product():  # W16
    a, b = (np.random.default_rng(3).standard_normal(s) for s in ((90, 4), (4, 80)))
    f = es.compile(SQUARE)
    np.testing.assert_allclose(f(A=a, B=b), ((a @ b) ** 2).sum(), rtol=1e-12)
    assert f.memory.arena < 90 * 80 and "s[k,k_2]" in f.explain()
    square = np.random.default_rng(4).standard_normal((30, 30))
    np.testing.assert_allclose(f(A=square, B=square), ((square @ square) ** 2).sum(), rtol=1e-12)
    assert "k_2" not in f.explain()  # as many operations either way: the product is made


def test_a_square_stays_what_it_is():
    """Not negative where it cancels; complex squares are no norms; a product that is wanted too is made once."""
    a, b = np.array([[1e8, 1.0]] * 40).repeat(1, 0), np.array([[1.0] * 50, [-1e8] * 50]) * (1 + 1e-16)
    assert es.compile(SQUARE)(A=a, B=b) >= 0
    z = np.random.default_rng(5).standard_normal((2, 50, 3)) @ np.array([1, 1j, 2])[:, None] * np.ones(3)
    x, y = z[0], z[1].T
    np.testing.assert_allclose(es.compile(SQUARE)(A=x, B=y), ((x @ y) ** 2).sum(), rtol=1e-10)
    f = es.compile("P[i,j] = A[i,k]*B[k,j]; t = sum[i,j](P[i,j]**2)")
    a, b = np.ones((50, 2)), np.ones((2, 60))
    np.testing.assert_allclose(f(A=a, B=b), 4 * 3000)
    both = es.parse("P[i,j] = A[i,k]*B[k,j]; t = sum[i,j](P[i,j]**2)").outputs
    p, t = es.compile([both["P"], both["t"]])(A=a, B=b)
    np.testing.assert_allclose(p, a @ b)
    np.testing.assert_allclose(t, 4 * 3000)


@pytest.mark.parametrize(
    ("named", "inline"),
    [
        ("D[i,j] = A[i,j] - H[k,i]*H[k,j]\ny[i] = D[i,j]*x[j]", "y[i] = (A[i,j] - sum[k](H[k,i]*H[k,j]))*x[j]"),
        ("D[i,j] = 2*A[i,j] + H[k,i]*A[k,j]\ny[j] = D[i,j]*x[i]", "y[j] = (2*A[i,j] + sum[k](H[k,i]*A[k,j]))*x[i]"),
        ("D[i,j] = A[i,j] - H[k,i]*H[k,j]\ny[i,l] = D[i,j]*A[j,l]", "y[i,l] = (A[i,j] - sum[k](H[k,i]*H[k,j]))*A[j,l]"),
    ],
)
def test_an_array_that_is_read_once_may_have_a_name(named: str, inline: str) -> None:
    """Issue 22: ``D x`` with ``D = A - H'H`` was 80 times slower where D had a name."""
    rng = np.random.default_rng(0)
    given = {"A": rng.normal(size=(60, 60)), "H": rng.normal(size=(60, 60)), "x": rng.normal(size=60)}
    texts = []
    for text in (named, inline):
        f = es.compile(text)
        arrays = {name: given[name] for name in f.inputs}
        np.testing.assert_allclose(f(**arrays), es.evaluate(es.parse(text), arrays), rtol=1e-11)
        explained = f.explain()
        texts.append(explained[explained.index("steps:") : explained.index("temporaries:")])
    assert texts[0] == texts[1]
