"""sB9: names of a formula never meet the names that its kernels make up."""

from __future__ import annotations

import ast
import re
import runpy
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.codegen.common.kernel_writer import spelling, spellings
from espresso.reference.evaluator import evaluate

CASES: list[tuple[str, dict[str, tuple[int, ...]], dict[str, int]]] = [
    ("y[i,j] = sum[r](where(i == j, w[i,r], pad(x)[i,j+r-1]))", {"w": (9, 3), "x": (9, 9)}, {"j": 9, "r": 3}),
    ("y[i,j] = x[i,j] + x[j,i]*a[i]", {"a": (7,), "x": (7, 7)}, {}),
    ("y[i] = max[j](x[i,j]*a[j])", {"a": (7,), "x": (7, 7)}, {}),
    ("y[i] = argmax[j](x[i,j]*a[j])", {"a": (7,), "x": (7, 7)}, {}),
    ("y[j] = sum[i](x[i,j])", {"x": (20, 7)}, {}),
    ("y[i] = cumsum[i](sin(x[i]*a[i]))", {"a": (7,), "x": (7,)}, {}),
    ("y = sum[i](x[i]*a)", {"a": (), "x": (7,)}, {}),
    ("y[k] = sum[i](x[i]*(k == mod(i, 3)))", {"x": (7,)}, {"k": 4}),
    ("y[i] = x[i]*sum[j](exp(x[i]*a[j])*a[j])", {"a": (5,), "x": (7,)}, {}),
]


def results(text: str, shapes: dict[str, tuple[int, ...]], sizes: dict[str, int]) -> tuple[Any, Any, str]:
    rng = np.random.default_rng(0)
    arrays = {name: rng.normal(size=shape) for name, shape in shapes.items()}
    e = es.parse(text)
    f = es.compile(e, sizes=sizes)
    return f(**arrays), evaluate(e, arrays, sizes), f.source


def made_up(source: str) -> list[str]:
    """Parameters and local names of the kernels of a module."""
    kernels = [n for n in ast.parse(source).body if isinstance(n, ast.FunctionDef) and n.name.startswith("kernel_")]
    nodes = [node for kernel in kernels for node in ast.walk(kernel)]
    local = [n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]
    return sorted({*local, *(n.arg for n in nodes if isinstance(n, ast.arg))})


@pytest.mark.parametrize(("text", "shapes", "sizes"), CASES, ids=[c[0] for c in CASES])
def test_names_that_a_kernel_makes_up_are_free_for_the_formula(text: str, shapes: Any, sizes: Any) -> None:
    value, expected, source = results(text, shapes, sizes)
    np.testing.assert_allclose(value, expected)
    own = [*shapes, *dict.fromkeys(re.findall(r"\b[ijkr]\b", text)), "y"]
    made = [name for name in made_up(source) if name not in own]
    for shift in range(3):
        new = {name: made[(k + shift * len(own)) % len(made)] for k, name in enumerate(own)}
        renamed = re.sub(r"\b\w+\b", lambda word, new=new: new.get(word[0], word[0]), text)
        again, _, _ = results(renamed, {new[n]: s for n, s in shapes.items()}, {new[n]: s for n, s in sizes.items()})
        np.testing.assert_array_equal(again, value, err_msg=renamed)


def test_a_diagonal_and_edges_in_one_loop() -> None:
    """The bounds of the part beside a diagonal are still needed when its own edges have been run."""
    text = CASES[0][0]
    value, expected, source = results(text, {"w": (40, 3), "x": (40, 40)}, {"j": 40, "r": 3})
    assert "j_side" in source and "j_edge" in source
    np.testing.assert_allclose(value, expected)


def test_spellings() -> None:
    assert spelling("i", ()) == "i" and spelling("i_low", ()) == "i_low_" and spelling("v12", {"v12_"}) == "v12__"
    assert spelling("lambda", ()) == "lambda_" and spelling("low", ()) == "low"
    assert spellings(["v1", "v1_", "i"], ["i"]) == {"v1": "v1__", "v1_": "v1_", "i": "i_"}


@pytest.mark.parametrize("text", [
    "y[`a b`] = x[`a b`]*2", "y[`1`] = cumsum[`1`](x[`1`])", "y[`a b`,`a_b`] = x[`a b`] - 2*x[`a_b`]",
])  # fmt: skip
def test_indices_in_backquotes(text: str) -> None:
    e, x = es.parse(text), np.arange(1.0, 4.0)
    np.testing.assert_allclose(es.compile(e)(x=x), evaluate(e, {"x": x}))


def test_names_that_python_normalizes() -> None:
    """Python turns the keyword ϕ (U+03D5) into φ (U+03C6); the input has the name as it stands in the formula."""
    f, x = es.compile("y[i] = ϕ[i]*2 + c"), np.arange(3.0)
    for given in ({"φ": x, "c": 1.0}, {"ϕ": x, "c": 1.0}):
        np.testing.assert_allclose(f(**given), 2*x + 1)
    with pytest.raises(es.InputError, match="there is no input 'ψ'"):
        f(φ=x, ψ=1.0)


def test_names_that_are_one_name_to_python() -> None:
    """Also where what Python makes of them has only letters of ASCII, and where two inputs are meant."""
    x = np.arange(3.0)
    f = es.compile("y[i] = 𝑥[i]*ﬁ")
    np.testing.assert_allclose(f(𝑥=x, ﬁ=2.0), 2*x)
    g = es.compile("y[i] = 𝑥[i]*2 - 𝒙[i]")
    np.testing.assert_allclose(g(**dict(zip("𝑥𝒙", (x, 1 + x), strict=True))), x - 1)
    with pytest.raises(es.InputError, match="𝑥 and 𝒙 are one name to Python. Give them so: f\\(\\*\\*{'𝑥': ..., '𝒙': ...}"):
        g(x=x)
    with pytest.raises(es.InputError, match="input 'ϕ' is given twice: 'ϕ' and 'φ' are one name to Python"):
        es.compile("y = ϕ")(**dict.fromkeys("φϕ", 1.0))
    h = es.compile("y[i] = sum[j](ϕ[i,j]*𝑥[j])", constant=["ϕ"])
    for k in (1.0, 2.0):
        np.testing.assert_allclose(h(ϕ=k*np.eye(3), 𝑥=x), k*x)
    np.testing.assert_allclose(h.prepare(ϕ=3*np.eye(3))(𝑥=x), 3*x)


@pytest.mark.parametrize("name", ["self", "np", "math", "run", "program", "numpy", "e", "order", "start"])
@pytest.mark.parametrize("target", ["cpu", "numpy"])
def test_inputs_named_like_what_python_has(name: str, target: str) -> None:
    x = np.arange(1.0, 4.0)
    f = es.compile(f"y[i] = exp(`{name}`[i]) - 2*c", target=target)
    np.testing.assert_allclose(f(**{name: x, "c": 1.0}), np.exp(x) - 2)
    np.testing.assert_allclose(f(x, 1.0), np.exp(x) - 2)
    if target == "numpy":
        return
    f.check(x, 1.0, gradient=name in ("e", "order"))
    if name != "order":  # an option of check_grads
        es.check_grads(es.parse(f"y[i] = exp(`{name}`[i])"), **{name: x})
    made = es.compile(f"y[i] = A[i,j]*`{name}`[j]", constant=["A"], target=target)
    np.testing.assert_allclose(made(**{"A": np.eye(3), name: x}), x)
    factors = es.compile(f"y[i,j] = `{name}`[i]*(i == j)", target=target, structure="factored")
    np.testing.assert_allclose(np.asarray(factors(**{name: x})), np.diag(x))


NAMED: list[tuple[str, dict[str, Any]]] = [
    ("y[i] = `learning rate`*g[i]", {"learning rate": 0.5, "g": np.arange(3.0)}),
    ("y[i] = `a b`[i]*a_b[i] - `a-b`[i]", {"a b": np.arange(3.0), "a_b": np.arange(3.0) + 1, "a-b": np.ones(3)}),
    ("y[i] = \u00b5*g[i] + \u03bc", {"\u00b5": 2.0, "\u03bc": 3.0, "g": np.arange(3.0)}),
    ("`my y`[i] = `class`*g[i] + `x\u00b2`", {"class": 2.0, "g": np.arange(3.0), "x\u00b2": 1.0}),
    ("`t u`[i] = cumsum[i](g[i]); z = sum[i,j](`t u`[i]*`lambda`[j]*`t u`[j])", {"g": np.ones(3), "lambda": np.ones(3)}),
    ("C[i,k] = `A 1`[i,j]*`B.2`[j,k]", {"A 1": np.ones((30, 40)).T.copy().T, "B.2": np.ones((40, 50))[:, ::-1]}),
    ("y[i] = `the data`[`the rows`[i]]", {"the data": np.arange(9.0), "the rows": np.array([8, 0, 3])}),
]


@pytest.mark.parametrize("target", ["cpu", "numpy"])
@pytest.mark.parametrize(("text", "arrays"), NAMED, ids=[text for text, _ in NAMED])
def test_inputs_in_backquotes(text: str, arrays: dict[str, Any], target: str, tmp_path: Any) -> None:
    """sB9: names that Python cannot write, or takes for one another, stay the user's names outside the program."""
    f, expected = es.compile(text, target=target), evaluate(es.parse(text), arrays)
    assert set(f.inputs) == set(arrays)
    for _ in range(2):  # the second call goes to machine code at once
        np.testing.assert_allclose(f(**arrays), expected)
        np.testing.assert_allclose(f(*(arrays[n] for n in f.inputs)), expected)
    out = np.empty_like(np.asarray(expected))
    assert f(**arrays, out=out) is out
    np.testing.assert_allclose(out, expected)
    program = runpy.run_path(str(f.save(tmp_path / "saved.py")))["program"]
    if target == "numpy" or text is NAMED[2][0]:  # numba takes a second
        np.testing.assert_allclose(program(*(np.asarray(arrays[n]) for n in f.inputs)), expected)
    assert text.partition(";")[0].partition(" =")[0] in f.explain()
    assert str(f.picture()).startswith("<svg") and f.check(**arrays)
