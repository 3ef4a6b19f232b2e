"""Which arrays of a recurrence are states: values do not change, and only the states that are needed remain."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.formulas.graph import expr as ex

RNG = np.random.default_rng(9)


def A(*shape: int) -> Any:
    return RNG.normal(size=shape) * 0.5


CASES: dict[str, tuple[str, Any, list[str]]] = {
    "a stencil with a name": (
        "u[0,i] = p[i]; n[t,i] = u[t,i] + pad(u)[t,i-1] + pad(u)[t,i+1]; u[t,i] = where((i >= 1) and (i <= size(p,0)-2), "
        "n[t-1,i] + x[t-1], u[t-1,i]); y[i] = u[size(x,0),i]", lambda n: {"p": A(5), "x": A(n)}, ["u"]),
    "read in the same step": (
        "u[0,i] = p[i]; v[t,i] = sin(u[t-1,i])*x[t-1]; u[t,i] = u[t-1,i] + v[t,i]; y = sum[t,i](u[t,i])",
        lambda n: {"p": A(4), "x": A(n)}, ["u"]),
    "read twice": (
        "u[0,i] = p[i]; v[t,i] = sin(u[t,i])*x[t]; u[t,i] = v[t-1,i] + v[t-1,i]**2*u[t-1,i]; y[i] = u[size(x,0)-1,i]",
        lambda n: {"p": A(4), "x": A(n + 1)}, ["u"]),
    "read at two distances": (
        "u[0,i] = p[i]; u[1,i] = p[i]; v[t,i] = sin(u[t,i])*x[t]; u[t,i] = v[t-1,i] + v[t-2,i]; y[i] = u[size(x,0)-1,i]",
        lambda n: {"p": A(4), "x": A(n + 2)}, ["u", "v"]),
    "read before its first value": (
        "u[0] = p; v[t] = u[t-1]*x[t-1]; u[t] = pad(v)[t-1] + x[t-1]*u[t-1]; y = u[size(x,0)]",
        lambda n: {"p": A(), "x": A(n)}, ["u", "v"]),
    "asked for": ("u[0] = p; v[t] = u[t]*x[t]; u[t] = 1 + v[t-1]; y[t] = v[t]*2",
                  lambda n: {"p": A(), "x": A(n + 1)}, ["u", "v", "y"]),
    "a sum of each row": (
        "h[0,i] = p[i]; h[t,i] = a[i]*h[t-1,i] + x[t-1]; y[t] = sum[i](c[i]*h[t,i])",
        lambda n: {"p": A(4), "a": A(4), "c": A(4), "x": A(n)}, ["h", "y"]),
    "rows one later": (
        "h[0,i] = p[i]; h[t,i] = a[i]*h[t-1,i] + x[t-1]; y[t] = sum[i](c[i]*h[t+1,i]) + x[t]",
        lambda n: {"p": A(4), "a": A(4), "c": A(4), "x": A(n)}, ["h", "y"]),
    "differences of rows": (
        "h[0,i] = p[i]; h[t,i] = sin(h[t-1,i]) + x[t-1]; y[t,i] = h[t+1,i] - h[t,i]; z[i] = h[size(x,0),i]*2",
        lambda n: {"p": A(4), "x": A(n)}, ["h", "y"]),
    "two readers": (
        "h[0,i] = p[i]; h[t,i] = sin(h[t-1,i]) + x[t-1]; y[t,i] = 2*h[t,i]; z[t] = prod[i](h[t,i]); w[t,i] = y[t,i]*z[t]",
        lambda n: {"p": A(3), "x": A(n)}, ["h", "y", "z"]),
    "backward": (
        "b[size(x,0),i] = p[i]; b[t,i] = cos(b[t+1,i])*x[t]; y[t] = sum[i](b[t,i])", lambda n: {"p": A(3), "x": A(n)}, ["b", "y"]),
    "backward, rows one later": (
        "b[size(x,0),i] = p[i]; b[t,i] = cos(b[t+1,i])*x[t]; y[t] = sum[i](b[t+1,i])*x[t]",
        lambda n: {"p": A(3), "x": A(n)}, ["b", "y"]),
    "a product of matrices": (
        "h[0,i] = p[i]; h[t,i] = sin(h[t-1,i]) + x[t-1]; y[t,k] = sum[i](W[k,i]*h[t,i])",
        lambda n: {"p": A(3), "x": A(n), "W": A(2, 3)}, ["h"]),
    "every row is read elsewhere": (
        "h[0,i] = p[i]; h[t,i] = sin(h[t-1,i]) + x[t-1]; y[t] = sum[i](h[t,i]); z[t,s] = h[t,0]*h[s,1]",
        lambda n: {"p": A(3), "x": A(n)}, ["h"]),
    "another order of axes": (
        "h[i,0] = p[i]; h[i,t] = h[i,t-1]*a[i] + x[t-1]; y[j,t] = h[j,t]*q[t]",
        lambda n: {"p": A(3), "a": A(3), "x": A(n), "q": A(n + 1)}, ["h", "y"]),
    "several starting values": (
        "h[0] = p; h[1] = 2; h[t] = h[t-1] + h[t-2]*x[t]; y[t] = 3*h[t]", lambda n: {"p": A(), "x": A(n + 2)}, ["h", "y"]),
    "one step back of three starting values": (
        "h[0] = p; h[1] = 2; h[2] = 3; h[t] = h[t-1]*x[t]; y[t] = 3*h[t]", lambda n: {"p": A(), "x": A(n + 3)}, ["h"]),
    "a row that is not computed": (  # v[0] is 0, y[0] is not
        "u[0] = p; v[t] = u[t-1] + 1; u[t] = u[t-1]*0.5 + x[t-1]/v[t]; y[t] = sqrt(v[t]**2 + 4)",
        lambda n: {"p": A()**2, "x": A(n)**2}, ["u", "v"]),
    "a row that is not computed, beside others": (
        "u[0] = p; v[t] = u[t-1] + 1; u[t] = u[t-1]*0.5 + x[t-1]/v[t]; y[t] = cos(v[t+1])*cos(v[t])",
        lambda n: {"p": A()**2, "x": A(n)**2}, ["u", "v"]),
    "computed rows alone": (
        "u[0] = p; v[t] = u[t-1] + 1; u[t] = u[t-1]*0.5 + x[t-1]/v[t]; y[t] = cos(v[t+1])",
        lambda n: {"p": A()**2, "x": A(n)**2}, ["u", "v", "y"]),
    "a last row that is not computed": (
        "u[size(x,0)] = p; v[t] = u[t+1] + 1; u[t] = u[t+1]*0.5 + x[t]/v[t]; y[t] = cos(v[t])",
        lambda n: {"p": A()**2, "x": A(n)**2}, ["u", "v"]),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_values_and_the_states_that_remain(case: str) -> None:
    text, arrays, states = CASES[case]
    outputs = list(ex.statements(es.parse(text)).values())
    wanted = [e for e in outputs if e.data[0] in "yzw"] or outputs[-1:]
    f = es.compile(wanted)
    for n in (0, 1, 2, 7):
        given = arrays(n)
        for got, e in zip(f(**{k: given[k] for k in f.inputs}), wanted, strict=True):
            np.testing.assert_allclose(got, es.evaluate(e, given), rtol=1e-10, err_msg=f"{case}, {n} steps")
    recurrences = {n.data[0] for e in f.prepared.simplified.values() for n in ex.postorder(e) if n.op == "recur"}
    assert sum(len(r.states) for r in recurrences) == len(states)  # names may be those of an equal recurrence elsewhere


def test_rows_of_the_states_are_not_kept_for_their_readers() -> None:
    f = es.compile("h[0,i] = p[i]; h[t,i] = a[i]*h[t-1,i] + x[t-1]; y[t] = sum[i](h[t,i])")
    f(p=np.zeros(1000), a=np.zeros(1000), x=np.zeros(500))
    assert f.memory.arena < 50_000  # 500 rows would have four million bytes
