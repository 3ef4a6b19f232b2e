"""Transformations of loops, each alone: a loop of a kernel goes in, the nodes that stand in its place come out."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.codegen.loops import schedule
from espresso.codegen.loops.facts import Facts
from espresso.ir import nests as ir
from espresso.ir.loops import Kernel


def kernel_of(text: str, sizes: dict[str, int], dtype: str) -> tuple[Kernel, Facts]:
    """The last kernel of a formula, with bounds and before any transformation."""
    f = es.compile(text, target="cpu", sizes=sizes)
    if dtype != "float64":
        f(np.ones(100, dtype))
    program = f.program
    kernel = [step for step in program.steps if isinstance(step, Kernel)][-1]
    dtypes = {**dict.fromkeys(f.inputs, dtype), **dict.fromkeys(program.buffers, dtype)}
    return schedule.bounded(kernel), Facts(kernel, program.buffers, dtypes)


def shown(transformation: Any, text: str, sizes: dict[str, int], dtype: str) -> str:
    """The first loop that a transformation changes, as text."""
    kernel, facts = kernel_of(text, sizes, dtype)
    for loop in [n for n in ir.walk(kernel.body) if isinstance(n, ir.Loop)]:
        found = transformation(loop, facts, {})
        if found is not None:
            return "\n".join(ir.lines(found, 0))
    return "no loop"


CASES: list[tuple[Any, str, dict[str, int], str]] = [
    (schedule.tile, "H[i,j] = A[i,j] + A[j,i]", {}, """
for i_tile in range(start, stop, 32):
  for j_tile in range(0, size(A, 0), 64):
    tile A_turned of 32 x 64 at i_tile, j_tile
    transpose A_turned[i,j] = A[j,i]
    for i in range(i_tile, min(i_tile + 32, stop)):
      for j in range(j_tile, min(j_tile + 64, size(A, 0))):
        H[i,j] = A[i,j] + A_turned[i,j]"""),
    (schedule.tile, "H[i,j] = A[j,i]", {}, "\ntranspose H[i,j] = A[j,i]"),
    (schedule.split_at_diagonal, "H[i,j,l] = A[i,l]*(i == j)", {"j": 20}, """
let j_on = i
let j_past = min(max(j_on + 1, 0), 20)
let j_on = min(max(j_on, 0), 20)
for j_side in range(2):
  let j_left = 0 if j_side == 0 else j_past
  let j_right = j_on if j_side == 0 else 20
  let j = j_left
  for l in range(0, (j_right - j_left)*size(A, 1)):
    H[i,j,l] = 0
for j in range(j_on, j_past):
  for l in range(size(A, 1)):
    H[i,j,l] = A[i,l]"""),
    (schedule.beside_range, "y[i] = where((i >= 2) and (i < size(x,0) - 1), log(x[i]), 7)", {}, """
let i_open = start
let i_close = stop
let i_open = max(i_open, 2)
let i_close = min(i_close, size(x, 0) - 1)
let i_open = min(max(i_open, start), stop)
let i_close = min(max(i_close, i_open), stop)
for i_side in range(2):
  let i_left = start if i_side == 0 else i_close
  let i_right = i_open if i_side == 0 else stop
  for i in range(i_left, i_right):
    y[i] = 7
for i in range(i_open, i_close):
  y[i] = log(x[i])"""),
    (schedule.peel, "y[i] = pad(x)[i-1] + x[i]", {}, """
let i_low = start
let i_high = stop
let i_low = max(i_low, 1)
let i_high = min(i_high, size(x, 0) + 1)
let i_first = i_low if i_low < i_high else stop
let i_last = i_high if i_low < i_high else stop
for i_edge in range(2):
  let i_begin = start if i_edge == 0 else i_last
  let i_end = i_first if i_edge == 0 else stop
  for i in range(i_begin, i_end):
    y[i] = x[i] + pad(x)[i - 1]
for i in range(i_first, i_last), inside pad(x)[i - 1]:
  y[i] = x[i] + pad(x)[i - 1]"""),
    (schedule.peel, "y[i] = where((i >= 2) and (i <= size(x,0) - 3), 2*x[i], x[i])", {}, """
let i_low = start
let i_high = stop
let i_high = min(i_high, size(x, 0) - 2)
let i_low = max(i_low, 2)
let i_first = i_low if i_low < i_high else stop
let i_last = i_high if i_low < i_high else stop
for i_edge in range(2):
  let i_begin = start if i_edge == 0 else i_last
  let i_end = i_first if i_edge == 0 else stop
  for i in range(i_begin, i_end):
    y[i] = where((i >= 2) and (i <= size(x, 0) - 3), 2*x[i], x[i])
for i in range(i_first, i_last):
  y[i] = 2*x[i]"""),
    (schedule.peel, "y[i,j] = where((i == 0) or (j == 0), x[i,j], sin(x[i,j]))", {}, """
let j_low = 0
let j_high = size(x, 1)
let j_low = j_low + (1 if j_low == 0 else 0)
let j_high = j_high + (-1 if j_high == 1 else 0)
let j_first = j_low if (j_low < j_high) and (0 != -i) and (1 <= max(j_low, -j_high + 1)) else size(x, 1)
let j_last = j_high if (j_low < j_high) and (0 != -i) and (1 <= max(j_low, -j_high + 1)) else size(x, 1)
for j_edge in range(2):
  let j_begin = 0 if j_edge == 0 else j_last
  let j_end = j_first if j_edge == 0 else size(x, 1)
  for j in range(j_begin, j_end):
    y[i,j] = where((i == 0) or (j == 0), x[i,j], sin(x[i,j]))
for j in range(j_first, j_last):
  y[i,j] = sin(x[i,j])"""),
    (schedule.peel, "y[i] = x[mod(i - 2)]*x[clamp(i + 1)] + x[i]", {}, """
let i_low = start
let i_high = stop
let i_low = max(i_low, -1)
let i_high = min(i_high, size(x, 0) - 1)
let i_low = max(i_low, 2)
let i_high = min(i_high, size(x, 0) + 2)
let i_first = i_low if i_low < i_high else stop
let i_last = i_high if i_low < i_high else stop
for i_edge in range(2):
  let i_begin = start if i_edge == 0 else i_last
  let i_end = i_first if i_edge == 0 else stop
  for i in range(i_begin, i_end):
    y[i] = x[i] + x[clip(i + 1, 0, size(x, 0) - 1)]*x[(i - 2) % size(x, 0)]
for i in range(i_first, i_last):
  y[i] = x[i] + x[i + 1]*x[i - 2]"""),
    (schedule.peel, "y[i] = x[(i + 1)//2]*(i % 2 < 1)", {"i": 40}, """
let i_low = -(-start // 2)
let i_high = ((stop - 2) // 2) + 1
let i_first = 2*i_low if i_low < i_high else stop
let i_last = 2*i_high if i_low < i_high else stop
for i_edge in range(2):
  let i_begin = start if i_edge == 0 else i_last
  let i_end = i_first if i_edge == 0 else stop
  for i in range(i_begin, i_end):
    y[i] = x[(i + 1)//2]*(i % 2 < 1)
for i_step in range(i_first // 2, i_last // 2):
  let i = 2*i_step
  y[i] = x[i_step]
  let i = 2*i_step + 1
  y[i] = 0"""),
    (schedule.by_rests, "y[i,j] = x[i,j]*(i % 2 < 1)", {}, """
for i_step in range(start // 2, ((stop - 1) // 2) + 1):
  let i = 2*i_step
  if (start <= i) and (i < stop):
    for j in range(size(x, 1)):
      y[i,j] = x[i,j]
  let i = 2*i_step + 1
  if (start <= i) and (i < stop):
    for j in range(size(x, 1)):
      y[i,j] = 0"""),
    (schedule.unroll_and_jam, "s[k] = sum[i](W[i,k]*V[i,k])", {}, """
let i_whole = stop - ((stop - start) % 4)
for i in range(start, i_whole, 4):
  let i_row1 = i + 1
  let i_row2 = i + 2
  let i_row3 = i + 3
  for k in range(size(V, 1)):
    begin s_rows with V[i,k]*W[i,k]
    s_rows += V[i_row1,k]*W[i_row1,k]
    s_rows += V[i_row2,k]*W[i_row2,k]
    s_rows += V[i_row3,k]*W[i_row3,k]
    end s_rows
    s[k] += s_rows
for i in range(i_whole, stop):
  for k in range(size(V, 1)):
    s[k] += V[i,k]*W[i,k]"""),
    (schedule.unroll_and_jam, "g[j] = sum[i](X[i,j]*exp(sum[k](X[i,k]**2*w[k])))", {"i": 1000, "j": 900}, """
let i_whole = stop - ((stop - start) % 4)
for i in range(start, i_whole, 4):
  let i_row1 = i + 1
  let i_row2 = i + 2
  let i_row3 = i + 3
  begin s
  begin s_row1
  begin s_row2
  begin s_row3
  for k in range(900):
    s[i] += X[i,k]**2*w[k]
    s_row1 += X[i_row1,k]**2*w[k]
    s_row2 += X[i_row2,k]**2*w[k]
    s_row3 += X[i_row3,k]**2*w[k]
  end s
  end s_row1
  end s_row2
  end s_row3
  t[i] = exp(s[i])
  t_row1 = exp(s_row1)
  t_row2 = exp(s_row2)
  t_row3 = exp(s_row3)
  for j in range(900):
    begin g_rows with X[i,j]*t[i]
    g_rows += X[i_row1,j]*t_row1
    g_rows += X[i_row2,j]*t_row2
    g_rows += X[i_row3,j]*t_row3
    end g_rows
    g[j] += g_rows
for i in range(i_whole, stop):
  begin s
  for k in range(900):
    s[i] += X[i,k]**2*w[k]
  end s
  t[i] = exp(s[i])
  for j in range(900):
    g[j] += X[i,j]*t[i]"""),
    (schedule.unroll_and_jam, "g[j] = sum[i](X[i,j]*exp(sum[k](X[i,k]**2*w[k])))", {"i": 9000, "j": 900}, "\nno loop"),
    (schedule.pipeline, "y[i,k] = exp(z[i,k])*max[l](z[i,l])", {}, """
begin m_next
for i in range(start, min(start + 1, stop)):
  for l in range(size(z, 1)):
    m_next max= z[i,l]
for i in range(start, stop):
  let i_next = min(i + 1, stop - 1)
  end m_next
  m[i] = m_next
  begin m_next
  for k in range(size(z, 1)):
    y[i,k] = exp(z[i,k])*m[i]
    m_next max= z[i_next,k]"""),
    (schedule.strip_mine, "s = sum[i](abs(x[i]))", {}, """
for i_block in range(start, stop, 4096):
  begin s_part
  for i in range(i_block, min(i_block + 4096, stop)):
    s_part += abs(x[i])
  end s_part
  s += s_part"""),
    (schedule.reverse, "y[i] = reverse_cumsum[i](x[i])", {}, """
for i in range(stop - 1, start - 1, -1):
  y[i] reverse_cumsum= x[i]"""),
]  # fmt: skip


@pytest.mark.parametrize(("transformation", "text", "sizes", "expected"), CASES, ids=[f"{c[0].__name__} {c[1]}" for c in CASES])
def test_a_transformation_alone(transformation: Any, text: str, sizes: dict[str, int], expected: str) -> None:
    assert "\n" + shown(transformation, text, sizes, "float32" if "abs" in text else "float64") == expected

COMPARED = [
    "y[i,j] = where((i >= 1) and (i <= size(x,0)-2) and (j >= 1) and (j <= size(x,1)-2), pad(x)[i-1,j] + pad(x)[i,j+1], x[i,j])",
    "y[i,j] = where((i == 0) or (i == size(x,0)-1) or (j == 0) or (j == size(x,1)-1), x[i,j], pad(x)[i,j-1])",
    "y[i,j] = where(not (j == 2), x[i,j], sin(x[i,j]))",
    "y[i,j] = x[i,j]*(j >= 2)*(3 < i) + where(j == 1, x[i,j], 1)",
    "y[i] = sum[j](where((j >= 1) and (x[i,j] > 0), x[i,j], 3))",
    "y[i,j] = where(size(x,1) - 3 > j, x[i,j], i*x[i,j])",
    "y[i,j] = where((j == 2) or (j == 1) or (j == 0), 2, where(j != size(x,1) - 2, 1, x[i,j]))",
    "y[i,j] = where(j < 2, where(j > 2, x[i,j], 7), 2*x[i,j])",
]  # fmt: skip


@pytest.mark.parametrize("text", COMPARED)
def test_loops_in_which_comparisons_are_decided(text: str) -> None:
    f, e = es.compile(text, target="cpu"), es.parse(text)
    for shape in [(7, 9), (1, 1), (2, 2), (3, 1), (1, 5), (3, 3), (0, 4), (4, 0), (30, 40)]:
        x = np.random.default_rng(0).normal(size=shape)
        np.testing.assert_allclose(f(x=x), es.evaluate(e, {"x": x}), rtol=1e-12, err_msg=str(shape))


@pytest.mark.parametrize("text", [
    "y[j] = where((j >= p - 3) and (j + 1 < p), 2*x[j], 0)", "y[j] = where(p - j == 2, 7, where(0 <= p - j - 1, x[j], 3))",
    "y[j] = where((0 <= p - j) and (p - j < size(x,0)), 2*x[j], x[j])",
])  # fmt: skip
def test_comparisons_with_an_integer_of_the_call(text: str) -> None:
    f, e = es.compile(f"p : () int64; {text}", target="cpu"), es.parse(f"p : () int64; {text}")
    for p in (-(2**40), -1, 0, 1, 2, 3, 5, 8, 9, 10, 13, 2**40):
        for n in (0, 1, 9):
            given = {"x": np.random.default_rng(0).normal(size=n), "p": np.int64(p)}
            np.testing.assert_allclose(f(**given), es.evaluate(e, given), rtol=1e-12, err_msg=f"{p} {n}")
    assert "j_last" in f.source  # the end of a middle in which they are decided


@pytest.mark.parametrize(("last", "end"), [(59, "min(i_high, 60)"), (9, "max(i_low, 10)")])
def test_the_middle_of_a_loop_is_inside_a_long_window(last: int, end: str) -> None:
    """Of slices of arrays whose lengths are known, most positions are in the window; of a few positions, none."""
    text = f"y[i] = where((i >= 1) and (i <= {last}), pad(x)[i-1] + pad(x)[i+1], x[i])"
    found = shown(schedule.peel, text, {}, "float64")
    assert f"= {end}" in found
    middle = found.split("for i in range(i_first, i_last)")[1]
    assert "where" not in middle and "if" not in middle


JAMMED = [
    "s[i] = sum[j](X[i,j]*w[j])\nl = sum[i](softplus(-t[i]*s[i]))\ng[j] = sum[i](X[i,j]*t[i]*logistic(s[i]))",
    "g[j] = sum[i](X[i,j]*max[k](X[i,k])*t[i]); m = max[i](prod[k](1 + X[i,k]/100)*t[i])",
    "g[j] = max[i](X[i,j] - sum[k](X[i,k]**2))",
]


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("text", JAMMED)
def test_rows_that_are_read_and_added_together(text: str, dtype: str) -> None:
    """Any number of rows, also none, of any length."""
    f, e = es.compile(text, target="cpu"), es.parse(text)
    rng = np.random.default_rng(0)
    for m, n in [(1, 1), (3, 5), (4, 4), (5, 3), (8, 1), (0, 3), (3, 0), (1003, 700), (700, 2003)]:
        if (m == 0 or n == 0) and "max" in text:
            continue
        X, w, t = rng.normal(size=(m, n)).astype(dtype), rng.normal(size=n).astype(dtype), rng.normal(size=m).astype(dtype)
        given = {k: a for k, a in {"X": X, "w": w, "t": t}.items() if k in f.inputs}
        exact = es.evaluate(e, {k: a.astype("float64") for k, a in given.items()})
        results = f(**given)
        several = isinstance(results, tuple)
        for found, wanted in zip(results if several else (results,), exact if several else (exact,), strict=True):
            scale = float(np.max(np.abs(wanted), initial=1))
            np.testing.assert_allclose(found, wanted, atol=scale * (2e-5 if dtype == "float32" else 1e-11), err_msg=f"{m} {n}")
