"""Values of other libraries that a call refuses with a remedy: what they are would be lost, or cost too much unasked."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import espresso as es

TARGETS = ("auto", "cpu", "numpy")


def refused(call: Any, text: str) -> None:
    with pytest.raises(es.InputError) as caught:
        call()
    assert str(caught.value) == text


@pytest.mark.parametrize("target", TARGETS)
def test_masked_arrays(target: str) -> None:
    f = es.compile("y[i] = 2*x[i]", target=target)
    x = np.ones(3)
    f(x), f(x)
    text = ("input 'x' is a masked array, and a compiled function knows no masks.\n"
            "Give x.filled(...), or the data and the mask as two inputs: where(mask[i], 0, x[i]).")  # fmt: skip
    refused(lambda: f(np.ma.masked_array(x, x > 2)), text)
    refused(lambda: f.check(np.ma.masked_array(x)), text)


@pytest.mark.parametrize("target", TARGETS)
def test_arrays_of_dask(target: str) -> None:
    da = pytest.importorskip("dask.array")
    f, x = es.compile("y[i] = 2*x[i]*c", target=target), da.ones(6, chunks=3)
    refused(lambda: f(x, 2.0), "input 'x' is an array of Dask, which this call would load whole into memory.\n"
            "Give x.compute(), or call the function for each block: dask.array.map_blocks(f, x, ...).")  # fmt: skip
    assert f(x.compute(), 2.0).tolist() == [4] * 6
    assert da.map_blocks(lambda block: f(block, 2.0), x, dtype=float).compute().tolist() == [4] * 6
    kept = es.compile("y[i] = A[k,i]*A[k,j]*v[j]", constant=["A"])
    with pytest.raises(es.InputError, match="'A' is an array of Dask"):
        kept(A=da.ones((3, 3)), v=np.ones(3))


@pytest.mark.parametrize("target", TARGETS)
def test_units(target: str) -> None:
    pint = pytest.importorskip("pint")
    units = pint.UnitRegistry()
    f, x = es.compile("y[i] = 2*x[i]*c", target=target), np.ones(3)
    text = ("has the unit meter, and formulas know no units.\n"
            "Convert it to the unit that the formula is written in, and give {}.magnitude.")  # fmt: skip
    refused(lambda: f(units.Quantity(x, "m"), 2.0), "input 'x' " + text.format("x"))
    refused(lambda: f(x=x, c=3 * units.meter), "input 'c' " + text.format("c"))
    assert f(units.Quantity(x, "m").to("cm").magnitude, 1).tolist() == [200] * 3


def test_subclasses_of_arrays_with_units() -> None:
    """As astropy's and unyt's."""
    quantity = type("Quantity", (np.ndarray,), {"unit": "km", "__module__": "astropy.units.quantity"})
    f, x = es.compile("y[i] = 2*x[i]"), np.ones(3)
    refused(lambda: f(x.view(quantity)), "input 'x' has the unit km, and formulas know no units.\n"
            "Convert it to the unit that the formula is written in, and give x.value.")  # fmt: skip


def test_tracers_of_jax() -> None:
    jax = pytest.importorskip("jax")
    f, x = es.compile("y[i] = 2*x[i]*c", target="cpu"), jax.numpy.ones(3)
    assert np.asarray(f(x, 2.0)).tolist() == [4] * 3
    text = ("input 'x' is a tracer of JAX: inside jit, grad or vmap arrays have no values yet.\n"
            "Use f.jax(), which JAX compiles and differentiates with espresso's formulas, in place of f.")  # fmt: skip
    refused(lambda: jax.jit(lambda x: f(x, 2.0))(x), text)
    refused(lambda: jax.grad(lambda x: f(x, 2.0).sum())(x), text)
    refused(lambda: jax.vmap(lambda x: f(x=x, c=2.0))(x[None]), text)
