"""What a compiled function says about itself: work, reasons, profile, picture; what it allocates."""

from __future__ import annotations

import ctypes
import re
import tracemalloc
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import numpy as np
import opt_einsum
import pytest

import espresso as es
from espresso.api.reports.measure import limits
from espresso.api.reports.picture import laid_out
from espresso.api.reports.work import Work, why_not_fused, works
from espresso.ir.calls import EngineCall
from espresso.llvm import image
from espresso.machine import machine_code
from espresso.system.machine_model import Rates

SVG = "{http://www.w3.org/2000/svg}"


def called(formula: Any, **shapes: tuple[int, ...]) -> Any:
    f = es.compile(formula, target="cpu")
    rng = np.random.default_rng(0)
    f(**{n: rng.random(s) for n, s in shapes.items()})
    return f


# --- operations and bytes, counted by hand -------------------------------------------------------


@pytest.mark.parametrize(
    ("formula", "shapes", "expected"),
    [
        (
            "y[n,o,p,q] = x[n,c,p+r,q+s]*w[o,c,r,s]", {"x": (2, 8, 12, 13), "w": (16, 8, 3, 3)},
            [(2 * 2 * 16 * 8 * 10 * 11 * 9, 8 * (2 * 8 * 12 * 13 + 16 * 8 * 9 + 2 * 16 * 10 * 11))],
        ),
        ("y[i] = 2*x[i] + 1", {"x": (10,)}, [(20, 160)]),
        ("C[i,k] = A[i,j]*B[j,k]", {"A": (20, 30), "B": (30, 40)}, [(2 * 20 * 30 * 40, 8 * (600 + 1200 + 800))]),
        ("s = sum[i](x[i]*z[i])", {"x": (10,), "z": (10,)}, [(20, 168)]),
        ("r[i] = sum[j](X[i,j]); c[j] = sum[i](X[i,j])", {"X": (3, 5)}, [(30, 8 * (15 + 3 + 5))]),
        ("D[i,j] = sum[d]((x[i,d] - z[j,d])**2)", {"x": (4, 3), "z": (5, 3)}, [(4 * 5 * 3 * 3, 8 * (12 + 15 + 20))]),
    ],
)
def test_work_is_counted(formula: str, shapes: Any, expected: list[tuple[int, int]]) -> None:
    e = es.parse(formula)
    f = called(list(e.outputs.values()) if ";" in formula else e, **shapes)
    assert [(w.flops, w.bytes) for w in works(f)] == expected
    lines = f.explain().split("work at the sizes of the last call")[1].split("\n\n")[0].splitlines()[1:]
    assert len(lines) == len(expected) + 1
    for line, (flops, size) in zip(lines, expected, strict=False):
        assert f"{flops:,} operations, {size:,} bytes" in line and " us (" in line


def test_work_in_single_precision_is_half_the_bytes() -> None:
    f = es.compile("y[i] = 2*x[i] + 1", target="cpu")
    assert works(f) == [] and "work at" not in f.explain()  # sizes are known after a call
    f(np.ones(10, np.float32))
    assert [(w.flops, w.bytes) for w in works(f)] == [(20, 80)]
    f(np.ones(100, np.float32))
    assert [(w.flops, w.bytes) for w in works(f)] == [(200, 800)]
    f(np.ones(0, np.float32))
    assert [(w.flops, w.bytes) for w in works(f)] == [(0, 0)]


def test_the_least_time_is_that_of_memory_or_of_arithmetic() -> None:
    here = Rates(memory=1e9, float32=1e10, float64=5e9)
    assert Work(100, 1000).least(here) == (1e-6, "memory")
    assert Work(10**6, 1000, "float64").least(here) == (2e-4, "arithmetic")
    assert Work(10, 1000, "float32").least(here) == (1e-6, "memory")
    measured = limits()
    assert 1e8 < measured.memory < 1e13 and 1e8 < measured.float64 < 1e14


# --- why a kernel stands alone ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("formula", "reason"),
    [
        ("m = sum[i](x[i]); y[i] = x[i]/m", "apart from kernel_m: it reads m, which is complete after the last loop there"),
        ("h[b,k] = tanh(x[b,k]); C[b,l] = h[b,k]*V[k,l]; y[b,l] = exp(C[b,l])*h[b,l]", "it reads C, which a library call"),
        ("a[i] = exp(x[i]); b[j] = exp(z[j])", "its outermost loop j runs to size(z, 0), i there to size(x, 0)"),
        ("t : int64 (_)\na[i] = exp(x[i]); s[k] = sum[b](a[b]*(t[b] == k)*(k < 5))", "a scatter has loops of its own"),
        ("a[i] = exp(x[i]); b[i] = a[i] + pad(a)[i-1]", "at other places than its loop over i"),
    ],
)
def test_reasons(formula: str, reason: str) -> None:
    e = es.parse(formula)
    f = es.compile(list(e.outputs.values()), target="cpu")
    said = [why_not_fused(f.program, k) for k in range(len(f.program.steps))]
    assert any(reason in s for s in said), f.explain()
    assert said[0] == "" and all(s in f.explain() for s in said)


def test_not_fused_because_nobody_wants_it() -> None:
    f = es.compile("p[i,k] = softmax[k](X[i,k])", target="cpu", fused=False)
    assert f.explain().count("fused=False") == 2


def test_engines_and_who_refused() -> None:
    f = es.compile("C[i,k] = A[i,j]*B[j,k]", target="cpu")
    assert "openblas: first in rank" in f.explain()
    f(np.ones((3, 4), complex), np.ones((4, 5), complex))
    assert "numpy-blas: first in rank; openblas refused: " in f.explain()


@pytest.mark.parametrize("groups", [1, 6])
def test_a_convolution_is_told_over_the_arrays_that_it_reads(groups: int) -> None:
    """Of a masked cotangent and a padded array between, which have no names in the formula; every call has its reason."""
    x, w, v = es.tensor("x[n,c,h,v]"), es.tensor("w[o,c,r,s]"), es.tensor("v[o,d,r,s]")
    y = es.relu(es.conv(x, w))
    z = es.relu(es.conv(y, v, padding=1, groups=groups)) + y
    f = es.compile([z, *es.vjp(z, ["w", "v"], "G")])
    random = np.random.default_rng(0)
    shapes = {"x": (2, 3, 9, 9), "w": (6, 3, 1, 1), "v": (6, 6 // groups, 3, 3), "G": (2, 6, 9, 9)}
    f.check(**{n: random.normal(size=s) for n, s in shapes.items()})
    calls = [s for s in f.program.steps if isinstance(s, EngineCall)]
    assert len(calls) > 2
    for call in calls:
        assert set(re.findall(r"(\w+)\)?\[", call.text)) - {"sum"} == set(call.operands), call.text
    assert f.explain().count(" refused: ") >= len(calls) and f.report().count("engine direct") == len(calls)


def test_a_scatter_shows_where_it_stores() -> None:
    f = es.compile(es.grad(es.parse("L = sum[b,k](W[t[b],k]**2)"), "W"), target="cpu")
    assert "[t[b],k] += " in f.explain()


# --- profile ---------------------------------------------------------------------------------------


def test_profile_says_rates_and_limits() -> None:
    """sD12: the median over repeated calls, with bytes and operations a second beside the limits of the machine."""
    text = "h[b,k] = tanh(x[b,j]*W[j,k])"
    f = es.compile(text, target="cpu")
    given = {"x": np.ones((50, 60)), "W": np.ones((60, 70))}
    p = f.profile(**given, repeat=5)
    assert [name for name, _, _ in p.steps] == ["matmul s", "kernel_h"] and p.total > 0
    assert [w.flops for w in p.work] == [2 * 50 * 60 * 70, works(f)[1].flops]
    assert [w.bytes for w in p.work] == [size for _, _, size in p.steps]
    lines = str(p).splitlines()
    assert lines[0].endswith("us (median)") and lines[-1].startswith("limits measured here: ")
    for line in lines[1:-1]:
        assert "GB/s, " in line and "GFLOP/s, " in line and line.endswith(" limit")


def test_profile_of_steps_that_run_in_blocks() -> None:
    f = es.compile("s[i,j] = Q[i,d]*K[j,d]; o[i,e] = softmax[j](s[i,j])*V[j,e]", target="cpu")
    a = np.random.default_rng(0).random((1500, 64)).astype(np.float32)
    p = f.profile(a, a, a, repeat=2)
    assert len(p.work) == len(p.steps) and sum(w.flops for w in p.work) == sum(w.flops for w in works(f))
    assert "GFLOP/s" in str(p)


# --- the picture -----------------------------------------------------------------------------------


LOGISTIC = "loss = sum[i](log(1 + exp(-y[i]*X[i,j]*w[j])))"


@pytest.mark.parametrize("text", ["y[i] = where(x[i] < 1, x[i] & 1, 0)", LOGISTIC, "D[i,l] = A[i,j]*B[j,k]*C[k,l]", "y = 3"])
def test_picture_of_the_plan(text: str) -> None:
    f = es.compile(text, target="cpu")
    root = ET.fromstring(f.picture())
    groups = [g.get("class") for g in root.iter(f"{SVG}g")]
    assert groups.count("input") == len(f.inputs) and groups.count("result") == len(f.outputs)
    assert len(groups) == len(f.inputs) + len(f.outputs) + len(f.program.steps)
    boxes = laid_out(f)
    paths = sum(len(b.before) for b in boxes)
    assert sum(1 for p in root.iter(f"{SVG}path") if p.get("marker-end")) == paths
    width, height = float(root.get("width", 0)), float(root.get("height", 0))
    for k, a in enumerate(boxes):
        assert a.x >= 0 and a.y >= 0 and a.x + a.width <= width and a.y + a.height <= height
        assert all(boxes[s].y + boxes[s].height < a.y for s, _ in a.before)  # lines run down
        for b in boxes[k + 1 :]:
            assert a.x + a.space <= b.x or b.x + b.space <= a.x or a.y + a.height <= b.y or b.y + b.height <= a.y
    assert f.picture() == es.compile(text, target="cpu").picture()
    assert str(f.picture()) in f._repr_html_() and f.picture()._repr_svg_().startswith("<svg ")


def test_picture_shows_shapes_and_bytes() -> None:
    f = es.compile(LOGISTIC, target="cpu")
    assert "s (size(X, 0)) float64" in f.picture()
    f(X=np.ones((7, 3)), y=np.ones(7), w=np.ones(3))
    texts = [t.text for t in ET.fromstring(f.picture()).iter(f"{SVG}text")]
    assert {"X (7, 3) 168 B", "s (7) 56 B", "loss () 8 B", "kernel_loss", "openblas: s"} <= set(texts)


def test_picture_of_a_numpy_program() -> None:
    texts = [t.text for t in ET.fromstring(es.compile(LOGISTIC, target="numpy").picture()).iter(f"{SVG}text")]
    assert any("loss" in (t or "") for t in texts)


# --- memory (sA20) -------------------------------------------------------------------------------------


def test_planned_peak_is_the_measured_one() -> None:
    """sD13, within 1 %: what a call with out= allocates at most is the planned arena."""
    f = es.compile("D[i,l] = tanh(A[i,j]*B[j,k])*C[k,l]", target="cpu")
    n = 700
    A, B, C, out = np.ones((n, n)), np.ones((n, n)), np.ones((n, n)), np.empty((n, n))
    f(A[:600], B, C, out=out[:600])  # what Python and numpy allocate once
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    f(A, B, C, out=out)
    peak = tracemalloc.get_traced_memory()[1] - before
    tracemalloc.stop()
    planned = f.memory.arena
    assert planned >= f.memory.lower_bound > 0 and abs(peak - planned) <= 0.01 * planned


def test_nothing_is_allocated_in_steady_state(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted by tracemalloc (Python, NumPy) and in the allocator that the machine code calls."""
    counted: list[int] = []
    real = ctypes.CDLL(None).malloc
    real.restype, real.argtypes = ctypes.c_void_p, [ctypes.c_size_t]

    def count(size: int) -> int:
        counted.append(size)
        return int(real(size))

    callback = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_size_t)(count)
    address = ctypes.cast(callback, ctypes.c_void_p).value
    found = image.symbol
    monkeypatch.setattr(image, "symbol", lambda name: address if name == "malloc" else found(name))
    machine_code._loaded.clear()
    e = es.parse(LOGISTIC)
    f = es.compile([e, es.grad(e, "w"), es.hessian(e, "w")], target="cpu")
    rng = np.random.default_rng(0)
    given = (rng.normal(size=300), rng.normal(size=(300, 40)), rng.normal(size=40))
    named = dict(zip(("y", "X", "w"), given, strict=True))
    arrays = [named[n] for n in f.inputs]
    out = [np.empty(()), np.empty(40), np.empty((40, 40))]
    for _ in range(3):
        f(*arrays, out=out)
    counted.clear()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    for _ in range(50):
        f(*arrays, out=out)
    after, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert counted == [] and f._last.pool.made == 1
    assert after - before < 1024 and peak - before < 4096  # tuples and frames, no array
    machine_code._loaded.clear()


def test_the_pool_is_usable_after_an_exception(monkeypatch: pytest.MonkeyPatch) -> None:
    f = es.compile("D[i,l] = tanh(A[i,j]*B[j,k])*C[k,l]", target="cpu")
    A = np.random.default_rng(0).random((5, 5))
    expected = np.tanh(A @ A) @ A
    np.testing.assert_allclose(f(A, A, A), expected)
    bound = f._last

    def broken(*_: Any) -> None:
        raise MemoryError("in the middle")

    monkeypatch.setattr(bound, "compute", broken)
    monkeypatch.setattr(bound, "at_once", False)
    monkeypatch.setattr(f, "_fast", None)
    monkeypatch.setattr(f, "__class__", es.Compiled)
    for _ in range(3):
        with pytest.raises(MemoryError, match="middle"):
            f(A, A, A)
    monkeypatch.undo()
    np.testing.assert_allclose(f(A, A, A), expected)
    assert bound.pool.made == 1 and len(bound.pool.free) == 1


# --- order of contraction ---------------------------------------------------------------------------------


def largest(f: Any) -> int:
    return max([int(np.prod(f._last.all_shapes[n])) for n in f._last.generated.module.temporaries], default=0)


def test_a_memory_limit_is_obeyed() -> None:
    """sA20, opt_einsum #133: no intermediate result is larger than the limit; the result is the same."""
    text = "s = A[i,j]*B[j,k]*C[k,l]*D[l,i]*E[i,k]"
    rng = np.random.default_rng(0)
    given = {n: rng.random((30, 30)) for n in "ABCDE"}
    free = es.compile(text, target="cpu")
    expected = free(**given)
    for limit in (30 * 30 * 8, 30 * 8):
        f = es.compile(text, target="cpu", memory_limit=limit)
        np.testing.assert_allclose(f(**given), expected)
        assert largest(f) * 8 <= limit, f.explain()
    for wrong in (0, -1, "1 MB", True):
        with pytest.raises(ValueError, match="memory_limit"):
            es.compile(text, memory_limit=wrong)


PRODUCTS = {  # formulas whose library calls would make arrays larger than a limit
    "an operand that is stored": "C[i,j] = exp(A[i,k])*B[k,j]",
    "a product that is read again": "T[i,j] = A[i,k]*B[k,j]; s = sum[i,j](T[i,j]**2)",
    "operands that are packed": "C[i,j] = A[k,i,m]*B[m,k,j]",
}


@pytest.mark.parametrize("text", PRODUCTS.values(), ids=PRODUCTS)
def test_loops_compute_where_library_calls_need_more_than_the_limit(text: str) -> None:
    shapes = {"A": (30, 100, 30), "B": (30, 30, 100)} if "i,m]" in text else {"A": (100, 100), "B": (100, 100)}
    given = {n: np.random.default_rng(0).random(s) for n, s in shapes.items()}
    free, bounded = es.compile(text, target="cpu"), es.compile(text, target="cpu", memory_limit=1000)
    np.testing.assert_allclose(bounded(**given), free(**given))
    assert max(*free.memory.bytes.values(), free.memory.scratch, 0) > 1000
    assert largest(bounded) * 8 <= 1000 and bounded.memory.scratch <= 1000, bounded.explain()


def test_what_is_larger_than_the_limit_in_every_plan_is_refused() -> None:
    f = es.compile("T[i,j] = A[i,k]*B[k,j]; y[i,j] = T[i,j]*T[j,i]", target="cpu", memory_limit=10_000)
    A, B, out = np.ones((100, 100)), np.ones((100, 100)), np.zeros((100, 100))
    for _ in range(2):
        with pytest.raises(es.OutOfMemoryError) as caught:
            f(A=A, B=B, out=out)
        assert str(caught.value) == (
            "a call with these shapes makes s, float64 of shape (100, 100), 78.1 KiB; memory_limit= allows 10,000 bytes.\n"
            "  s[i,j] = sum[k](A[i,k]*B[k,j])\n"
            "Give memory_limit= 80,000 bytes or more, call it for a part of the arrays at a time, or write the formula "
            "so that no such array is made; explain() of the compiled function says what each is."
        )
        assert "s: 80,000 bytes" in f.explain() and not out.any()
        np.testing.assert_array_equal(f(A=A[:30, :30], B=B[:30, :30]), 900.0)
    g = es.compile("T[i,j] = A[i,k]*B[k,j]; y[i,j] = T[i,j]*T[j,i]", target="cpu", memory_limit=80_000)
    np.testing.assert_array_equal(g(A=A, B=B), 10_000.0)
    named = es.compile("C[i,j] = A[k,i,m]*B[m,k,j]", target="cpu", memory_limit=1000, engine="packed")
    with pytest.raises(es.OutOfMemoryError, match=r"makes copies of operands that are packed for C, .* allows 1,000 bytes"):
        named(A=np.ones((30, 100, 30)), B=np.ones((30, 30, 100)))


def test_inputs_of_another_layout_are_read_where_they_lie_or_refused() -> None:
    rng = np.random.default_rng(0)
    x, v = rng.random((64, 50)), rng.random(50)
    f = es.compile("y[i] = exp(x[i,j])*v[j]", target="cpu", memory_limit=1000)
    for a in (x, np.asfortranarray(x), np.ascontiguousarray(x[:, ::-1])[:, ::-1]):
        np.testing.assert_allclose(f(x=a, v=v), np.exp(a) @ v)
    f = es.compile("y[i,j] = 2*x[i,j]", target="cpu", memory_limit=1000)  # its loops are one, over all elements
    np.testing.assert_array_equal(f(x=x), 2 * x)
    with pytest.raises(es.OutOfMemoryError) as caught:
        f(x=x.T)
    assert str(caught.value) == (
        "input x of strides (8, 400) would be copied, 25,600 bytes; memory_limit= allows 1,000 bytes.\n"
        "Give it C-contiguous, or memory_limit= 25,600 bytes or more."
    )
    np.testing.assert_array_equal(f(x=x.T[:4, :4]), 2 * x.T[:4, :4])


@pytest.mark.parametrize(
    "optimize", ["greedy", "dp", "optimal", "random-greedy", "branch-2", opt_einsum.DynamicProgramming(minimize="size"), False]
)
def test_any_optimizer_orders_the_contraction(optimize: Any) -> None:
    text = "D[i,m] = A[i,j]*B[j,k]*C[k,l]*E[l,m]"
    rng = np.random.default_rng(0)
    A, B, C, E = rng.random((6, 50)), rng.random((50, 4)), rng.random((4, 60)), rng.random((60, 5))
    f = es.compile(text, target="cpu", optimize=optimize)
    np.testing.assert_allclose(f(A=A, B=B, C=C, E=E), A @ B @ C @ E)


def test_the_picture_in_the_documentation_is_that_of_its_page(root: Path) -> None:
    e = es.parse(LOGISTIC)
    f = es.compile([e, es.grad(e, "w"), es.hessian(e, "w")], target="cpu")
    f(X=np.ones((200, 30)), y=np.ones(200), w=np.zeros(30))
    assert (root / "docs" / "plan.svg").read_text(encoding="utf-8") == f.picture()


@pytest.mark.parametrize("target", ["cpu", "gpu", "opencl"])
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("s = sum[i](i)", "no array is read at i alone"),
        ("y[i] = i*x[j]", "no array is read at i alone"),
        ("z[j] = x[j]\ny[i] = z[j]*where(i < 3, 1, 0)", "no array is read at i alone"),
        ("y[i] = pad(a)[i] + pad(b)[i]", "no array is read at i alone"),
        ("k[i] = int(a*i)\ny[i] = pad(x)[k[i]]", "no array is read at i alone"),
        ("y[i] = x[i*size(w, 0)]*w[j]", "no other index determines i"),
    ],
)
def test_an_index_without_a_length(text: str, reason: str, target: str) -> None:
    """Before any call too: the index is shown in the formula, with a remedy that works."""
    f = es.compile(text, target=target)
    for look in (lambda: f.program, lambda: f.source, lambda: f.kernels, f.explain):
        with pytest.raises(es.ExtentError) as caught:
            look()
        lines = str(caught.value).split("\n")
        assert lines[0].startswith("index 'i' has no length in") and "^" in lines[1] and reason in lines[2]
        assert lines[3] == "Say how long i is: sizes={'i': n}, or es.index('i', size=n)."
    assert es.compile(text, target=target, sizes={"i": 3}).source


def test_an_index_whose_length_needs_numbers() -> None:
    x, w = np.arange(6.0), np.ones(2)
    with pytest.raises(es.ExtentError, match="no other index determines i"):
        es.compile("y[i] = x[i*size(w, 0)]*w[j]", target="cpu")(x=x, w=w)
    f = es.compile("y[i] = x[i*size(w, 0)]*w[j]", target="cpu", sizes={"i": 3})
    assert f(x=x, w=w).tolist() == [0, 4, 8]


def test_check_of_a_gradient_that_has_fewer_indices() -> None:
    f = es.compile("y = sum[i](x[i]) + sum[j](j)", target="cpu", sizes={"j": 3})
    assert "pullback of y, dx" in f.check(x=np.ones(4), gradient=True)
