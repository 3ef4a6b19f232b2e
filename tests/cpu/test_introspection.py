"""What a compiled function says of itself, before and after calls, and texts that notebooks show as blocks."""

from __future__ import annotations

import copy
import functools
import inspect
import pickle
import pydoc
from typing import Any

import numpy as np
import pytest

import espresso as es

DOCUMENTATION = """\
loss(X, w, y, *, out=None)

Compiled for cpu:

    X : float32 (_, 3)
    loss = sum[i]((sum[j](X[i,j]*w[j]) - y[i])**2)

Parameters
----------
X : array of rank 2, float32, shape (_, 3)
w : array of rank 1
y : array of rank 1

Returns
-------
loss : number (array of rank 0)

``out=`` takes arrays in the structure of the result.  `explain` and `report` say what runs."""


def loss() -> Any:
    return es.compile("X : float32 (_, 3)\nloss = sum[i]((X[i,j]*w[j] - y[i])**2)", target="cpu")


def test_name_signature_and_documentation() -> None:
    f = loss()
    X, w, y = np.ones((2, 3), np.float32), np.ones(3), np.ones(2)
    for calls in range(3):
        after = ", float64 in the last call" if calls else ""
        assert f.__name__ == f.__qualname__ == "loss"
        assert str(inspect.signature(f)) == "(X, w, y, *, out=None)"
        assert f.__doc__ == DOCUMENTATION.replace("(array of rank 0)", f"(array of rank 0){after}")
        assert inspect.signature(f).bind(X, w, y=y).arguments == {"X": X, "w": w, "y": y}
        text = pydoc.plain(pydoc.render_doc(f))
        assert "loss = <compiled for cpu: (X, w, y) -> loss>" in text and "X : array of rank 2, float32" in text
        assert type(f).__doc__ == es.Compiled.__doc__ and str(es.Compiled.__doc__).startswith("A compiled function")
        assert f(X, w, y) == 8
    assert inspect.signature(es.Compiled).parameters and "leaves" in str(inspect.signature(es.Compiled))
    assert "class Compiled" in pydoc.plain(pydoc.render_doc(es.Compiled))


def test_copies_and_wrappers_keep_it() -> None:
    f = loss()
    for g in (copy.copy(f), copy.deepcopy(f), pickle.loads(pickle.dumps(f))):
        assert g.__name__ == "loss" and str(inspect.signature(g)) == "(X, w, y, *, out=None)" and g.__doc__ == f.__doc__

    @functools.wraps(f)
    def wrapped(*args: Any, **kwargs: Any) -> Any:
        return f(*args, **kwargs)

    assert wrapped.__name__ == "loss" and wrapped.__doc__ == f.__doc__
    assert inspect.signature(wrapped) == inspect.signature(f)
    functools.update_wrapper(f, wrapped)  # its attributes can be replaced
    f.__doc__ = "mine"
    assert f.__doc__ == "mine" and es.Compiled.__doc__ != "mine"


def test_several_results_odd_names_and_constants() -> None:
    two = es.compile({"a": "y[i] = 2*x[i]", "b": "s = sum[i](x[i])"}, target="numpy")
    assert two.__name__ == "program" and "y : array of rank 1" in two.__doc__ and "s : number" in two.__doc__
    two(np.ones(3))
    assert "y : array of rank 1, float64 in the last call" in two.__doc__
    assert es.compile(es.parse("sum[i](x[i])")).__name__ == "program"
    assert str(inspect.signature(es.compile("y[i] = 2*out[i]"))) == "(input_0, /, **inputs)"
    assert str(inspect.signature(es.compile("y[i] = x[i]*lambda[i]"))) == "(x, input_1, /, *, out=None, **inputs)"
    assert str(inspect.signature(es.compile("y[i] = i", sizes={"i": 3}))) == "(*, out=None)"
    kept = es.compile("y[i] = A[k,i]*A[k,j]*x[j]", constant=["A"])
    assert kept.__doc__.startswith("y(A, x, *, out=None)") and str(type(kept).__doc__).startswith("A compiled function")
    long = es.compile("y[i] = " + " + ".join(f"sin({k}*x[i])" for k in range(1000)))
    assert len(long.__doc__) < 5000 and " ..." in long.__doc__


class Printer:
    def __init__(self) -> None:
        self.shown = ""

    def text(self, text: str) -> None:
        self.shown += text


def test_texts_are_blocks_in_notebooks() -> None:
    e = es.parse("y[i] = where(x[i] < 1, x[i], 0)")
    f = es.compile(e, target="cpu")
    x = np.ones(3)
    f(x)
    kept = es.compile("y[i] = A[k,i]*A[k,j]*x[j]", constant=["A"])
    kept(A=np.eye(3), x=x)
    factored = es.compile("H[i,j] = d[i]*(i == j)", structure="factored")
    for shown in (f.explain(), f.explain(after="fuse"), f.report(), f.check(x), f.source, e.to_numpy(), kept.explain(),
                  factored.explain()):  # fmt: skip
        printer = Printer()
        shown._repr_pretty_(printer, False)
        assert printer.shown == shown and isinstance(shown, str)
        page = shown._repr_html_()
        assert page.startswith("<pre>") and page.endswith("</pre>") and "<" not in page[5:-6]
        assert pickle.loads(pickle.dumps(shown)) == shown and repr(shown) == repr(str(shown))
    assert "x[i] &lt; 1" in f.explain()._repr_html_()


@pytest.mark.parametrize("given", [0, -1, True, np.bool_(True), 1.5, "2"])
def test_numbers_of_threads_that_are_none(given: Any) -> None:
    with pytest.raises(es.InputError) as caught:
        es.compile("y[i] = x[i]", threads=given)
    assert str(caught.value) == f"compile option threads = {given!r} is no number of threads: 1 or more, or None."


@pytest.mark.parametrize("target", ["cpu", "numpy"])
@pytest.mark.parametrize("step", ["h[t-1]*w[o[t]]", "h[t-1] + sum[k](S[t,o[k]])", "h[t-1] + where(x[t] > 0, w[p[o[t]]], 0)", "h[t-1] + w[T[t]]"])
def test_the_program_of_a_recurrence_that_reads_at_positions_is_shown_before_any_call(step: str, target: str) -> None:
    f = es.compile(f"T[t] = 2*o[t]; h[0] = 1; h[t] = {step}; y = h[size(h, 0) - 1]", target=target)
    assert "def " in f.source and "h[t]" in f.explain()


def test_an_array_whose_length_stands_in_a_position_is_no_position() -> None:
    """`mod` and `clamp` ask for the length; before any call the array is of float64, as others are."""
    f = es.compile("y[i] = x[mod(i - 2)]*x[clamp(i + 1)] + x[i]", target="cpu")
    assert "float64" in f.source and "int64" not in f.source
