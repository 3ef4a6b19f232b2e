"""Names of a formula in the text for devices: no word, macro or builtin function of a compiler, no variable of a kernel."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hostile_names import kernels, quoted
from programs import cubin

import espresso as es
from espresso.codegen.simt.dialect import Names
from espresso.reference.evaluator import evaluate

MACROS = [
    "M_PI", "M_PI_F", "M_E", "NULL", "INFINITY", "NAN", "FLT_MAX", "FLT_EPSILON", "DBL_MAX", "INT_MAX", "LONG_MIN", "UINT_MAX",
    "CHAR_BIT", "HUGE_VAL", "CLK_LOCAL_MEM_FENCE", "CLK_sRGB", "cl_khr_fp64", "__OPENCL_VERSION__", "_", "__", "'", "''", "\\",
    "\\\\", "\"", "/", "1", "2b", "as_int", "unix", "linux", "kernel_exec", "es_complex64", "_es_exp", "_es_", "get_global_id",
]  # fmt: skip


def test_names_are_those_of_c() -> None:
    """Different ones, that begin with a letter; those that could be macros end with an underscore."""
    names = Names()
    made = [names(n) for n in MACROS]
    assert len(set(made)) == len(made) and all(re.fullmatch(r"[A-Za-z]\w*_(_\d+)?", n, re.ASCII) for n in made)
    assert names("x") == "x" and names("W_4") == "W_4" and names("learning_rate") == "learning_rate" and names("X1") == "X1"
    assert len(names("y" * 5000)) < 100 and names("y" * 5000) != names("y" * 5001)


@pytest.mark.opencl
def test_opencl_names() -> None:
    x = np.arange(3.0)
    for k in range(3):  # the first names are an index and its result, or an array; all others scalars
        result, given, *rates = (quoted(n) for n in MACROS[k:] + MACROS[:k])
        e = es.parse(f"{result}[{result}] = 2*{given}[{result}] + {' + '.join(rates)}")
        arrays = {n: x if quoted(n) == given else np.float64(3) for n in e.inputs}
        np.testing.assert_allclose(es.compile(e, target="opencl")(**arrays), 2*x + 3*len(rates))


@pytest.mark.slow
@pytest.mark.opencl
@pytest.mark.parametrize("turn", range(3))
def test_all_names_in_opencl(turn: int) -> None:
    for texts, arrays in kernels(turn):
        f = es.compile(texts, target="opencl")
        for value, text in zip(f(*(arrays[n] for n in f.inputs)), texts, strict=True):
            e = es.parse(text)
            np.testing.assert_allclose(value, evaluate(e, {n: arrays[n] for n in e.inputs}), err_msg=text)


@pytest.mark.parametrize("turn", [0, *(pytest.param(k, marks=pytest.mark.slow) for k in (1, 2))])
def test_all_names_in_cuda(turn: int) -> None:
    pytest.importorskip("cuda.core")
    source = es.compile([text for texts, _ in kernels(turn) for text in texts], target="gpu").source
    assert len(cubin(source)) > 1000


@pytest.mark.opencl
@pytest.mark.parametrize("text", ["y[i] = sum[j](x[i,j]*exp(a[j]))", "y[i,k] = x[i,j]*w[j,k]", "y[i] = cumsum[i](a[i])*sum[j](a[j])"])
def test_names_that_a_kernel_makes_up(text: str) -> None:
    """All words of the text of its kernels, as names of scalars of the formula."""
    rng = np.random.default_rng(0)
    arrays = {n: rng.normal(size=s) for n, s in {"x": (40, 40), "w": (40, 40), "a": (40,)}.items() if f"{n}[" in text}
    f = es.compile(text, target="opencl")
    f(**arrays)
    words = sorted(set(re.findall(r"\b[A-Za-z_]\w*", "".join(f.kernels.values()))) - {*arrays, "i", "j", "k", "y", "restrict"})
    assert len(words) > 15
    e = es.parse(f"{text}*({' + '.join(map(quoted, words))})")
    every = arrays | {n: np.float64(k + 1) for k, n in enumerate(words)}
    np.testing.assert_allclose(es.compile(e, target="opencl")(**every), evaluate(e, every), rtol=1e-12)
