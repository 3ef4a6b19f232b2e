"""What follows a convolution is applied to its sums while they are in a cache: no pass of its own (sE8, sC3, case 55)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso import networks
from espresso.ir.calls import EngineCall
from espresso.ir.loops import Kernel

S = "sum[c,r,s](x[n,c,p+r,q+s]*w[o,c,r,s])"
FORMS = {
    f"relu({S} + b[o])": ("relu", ("bias",)),
    f"relu({S}*k[o] + b[o])": ("relu", ("scale", "shift")),
    f"relu(({S} + b[o])*k[o])": ("relu", ("bias", "scale")),
    f"min(relu(({S} - b[o])/k[o] + m[o]), 6)": ("relu6", ("bias", "scale", "shift")),
    f"({S} - b[o])*k[o]/sqrt(m[o]**2 + 1) + m[o]": (None, ("bias", "scale", "shift")),
}  # fmt: skip


def given(f: Any, n: int, c: int, o: int, h: int, v: int, k: int, dtype: str) -> dict[str, np.ndarray]:
    rng = np.random.default_rng(0)
    space = (h - k + 1, v - k + 1)
    shapes = {"x": (n, c, h, v), "w": (o, c, k, k), "R": (n, o, *space), **dict.fromkeys("bkm", (o,))}
    return {i: (rng.normal(size=shapes[i]) + (2 if i == "k" else 0)).astype(dtype) for i in f.inputs}


def calls(f: Any) -> list[tuple[Any, Any]]:
    found = [s for s in f.program.steps if isinstance(s, EngineCall)]
    return [(s.parameters["epilogue"], s.parameters.get("follow", ())) for s in found]


@pytest.mark.parametrize("form", FORMS)
def test_forms(form: str) -> None:
    """Tiles that are kept in place (1 x 1), in a room, one channel to a group of tiles, and squares."""
    f = es.compile(f"y[n,o,p,q] = {form}", engines=["winograd", "direct"], strict=True)
    sizes = ((2, 3, 5, 9, 19, 1), (2, 3, 10, 6, 23, 2), (1, 2, 1, 7, 9, 3), (2, 9, 10, 9, 70, 3))
    for size, dtype in zip(sizes, ("float32", "float32", "float64", "float32"), strict=True):
        arrays = given(f, *size, dtype)
        f.check(**arrays, rtol=2e-4)
        assert calls(f) == [FORMS[form]]
        kernels = [s for s in f.program.steps if isinstance(s, Kernel)]
        assert all(len(s.axes) == 1 for kernel in kernels for s in kernel.statements)  # numbers for each channel
    if kernels:
        return
    scope: dict[str, Any] = {}
    exec(f.source, scope)  # a saved program, by NumPy
    np.testing.assert_allclose(scope["program"](**arrays), f(**arrays), 1e-3, 1e-4)


BESIDE = [
    f"relu({S} + b[o] + R[n,o,p,q])", f"R[n,o,p,q] + {S}", f"tanh({S}*k[o] + R[n,o,p,q] + b[o])",
    f"silu(({S} + b[o])*k[o])", f"gelu({S} + b[o])",
]  # fmt: skip
"""What no tile applies: an array like the result, and functions that are more than comparisons."""


@pytest.mark.parametrize("form", BESIDE)
def test_kernels_apply_the_rest(form: str) -> None:
    """Values where the other array lies in the order of the result, by steps, backwards, and broadcast."""
    f = es.compile(f"y[n,o,p,q] = {form}", engines=["winograd", "direct"], strict=True)
    for k in (1, 2, 3):
        arrays = given(f, 2, 9, 8, 8, 11, k, "float32")
        wide = np.repeat(arrays.get("R", np.zeros((1, 1, 1, 1), "float32")), 2, axis=3)
        others = [wide[..., ::2], wide[..., -2::-2], np.broadcast_to(wide[:1, :, :, :1], wide[..., ::2].shape)]
        for other in others if "R" in arrays else [None]:
            f.check(**{**arrays, **({} if other is None else {"R": other})}, rtol=2e-4)
        assert [name for name, _ in calls(f)] == [None]


@pytest.mark.parametrize(("taps", "padding"), [(1, 1), (2, 2), (3, 4)])
def test_rows_that_would_share_positions(taps: int, padding: int) -> None:
    """More zeros around than taps reach: the end of a row and the start of the next are sums of their own."""
    x, w, b = es.tensors("x[n,c,h,v] w[o,c,r,s] b[o]")
    f = es.compile(es.relu(es.conv(x, w, 1, padding) + b), engines=["direct"], strict=True)
    for space in ((6, 7), (4, 1), (1, 5)):
        arrays = given(f, 2, 3, 5, *(n + 2 * padding for n in space), taps, "float32")
        f.check(**{**arrays, "x": arrays["x"][:, :, : space[0], : space[1]]}, rtol=2e-4)


def test_a_block_of_a_residual_network() -> None:
    """Two convolutions with normalisation (inference) and the sum with their input: two calls, and a pass for the sum."""
    x, w, u = es.tensors("x[n,o,h,v] w[o,c,r,s] u[o,c,r,s]")
    g1, t1, m1, v1, g2, t2, m2, v2 = es.tensors("g1[c] t1[c] m1[c] v1[c] g2[c] t2[c] m2[c] v2[c]")
    h = es.relu(networks.batch_norm(es.conv(x, w, 1, 1), g1, t1, m1, v1))
    y = es.relu(networks.batch_norm(es.conv(h, u, 1, 1), g2, t2, m2, v2) + x)
    f = es.compile(y)
    rng = np.random.default_rng(0)
    arrays = {"x": rng.normal(size=(2, 32, 28, 28)), "w": rng.normal(size=(32, 32, 3, 3)) / 17}
    arrays |= {"u": rng.normal(size=(32, 32, 3, 3)) / 17} | {n: rng.random(32) + 0.5 for n in f.inputs if n[1:]}
    arrays = {n: a.astype("float32") for n, a in arrays.items()}
    f.check(**arrays, rtol=1e-4)
    assert [c for c, _ in calls(f)] == ["relu", None] and "scale" in calls(f)[0][1]
    assert sum(len(s.axes) > 1 for k in f.program.steps if isinstance(k, Kernel) for s in k.statements) == 1
    torch = pytest.importorskip("torch")
    t = {n: torch.from_numpy(a) for n, a in arrays.items()}
    norm = torch.nn.functional.batch_norm
    hidden = torch.relu(norm(torch.conv2d(t["x"], t["w"], padding=1), t["m1"], t["v1"], t["g1"], t["t1"]))
    value = torch.relu(norm(torch.conv2d(hidden, t["u"], padding=1), t["m2"], t["v2"], t["g2"], t["t2"]) + t["x"])
    np.testing.assert_allclose(f(**arrays), value.numpy(), 1e-4, 1e-4)


def test_what_stays_a_kernel() -> None:
    """Another array, one that is added under another factor, long functions, and numbers of another dtype."""
    forms = (f"{S}*R[n,o,p,q]", f"relu({S} + R[n,o,p,q])", f"R[n,o,p,q] + {S} + b[o]", f"({S} + R[n,o,p,q])*k[o]", f"{S} + 2*R[n,o,p,q]", f"{S} + R[n,o,p,q]**2", f"2*{S}",
             f"gelu({S} + b[o])", f"silu({S})")  # fmt: skip
    for form in forms:
        f = es.compile(f"y[n,o,p,q] = {form}", engines=["direct"])
        f.check(**given(f, 1, 3, 8, 6, 9, 2, "float32"))
        assert [c for c in calls(f) if c != (None, ())] == []
    f = es.compile(f"y[n,o,p,q] = relu({S}*(k[o] + 1))", engines=["direct"])
    arrays = given(f, 1, 3, 8, 6, 9, 2, "float32")
    f.check(**{**arrays, "k": arrays["k"].astype("int16")})
    assert calls(f) == [(None, ())]


def test_comparisons_are_no_factors_of_channels() -> None:
    """Where a comparison is 0 the product is 0, also under a NaN: a kernel chooses, a factor would not."""
    for form in (f"{S}*(b[o] > 0)", f"relu({S}*k[o]*(b[o] > 0) + R[n,o,p,q])", f"({S} + b[o])*(o < 3)"):
        f = es.compile(f"y[n,o,p,q] = {form}", engines=["winograd", "direct"])
        arrays = given(f, 2, 9, 10, 8, 9, 3, "float32")
        arrays["x"][0, 1, 2, 3], arrays["w"][1, 1, 0, 0] = np.nan, np.inf
        arrays.get("b", np.ones(2))[1] = -1
        f.check(**arrays, rtol=2e-4)
        assert all("scale" not in follow for _, follow in calls(f))
    f = es.compile(f"y[n,o,p,q] = {S} + b[o]*(b[o] > 0)", engines=["direct"])
    f.check(**given(f, 1, 3, 8, 6, 9, 2, "float32"))
    assert calls(f) == [(None, ("bias",))]


def test_inputs_with_names_of_variables() -> None:
    """A kernel keeps what does not depend on its inner loop in v1, v2 ...: not where an array has that name."""
    f = es.compile("y[i,j] = v1[i,j]*exp(v2[i])*sqrt(v3[i]) + v1[i,j]**2")
    f.check(v1=np.ones((3, 4)), v2=np.arange(3.0), v3=np.ones(3))
