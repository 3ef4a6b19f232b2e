"""Machine code without numba: translation, blocks that are loaded without LLVM, calls, threads, processes."""

from __future__ import annotations

import ctypes
import itertools
import os
import re
import textwrap
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.ir.driver import Launch, Product
from espresso.llvm import compiled, instructions
from espresso.llvm.emit.kinds import Untranslatable
from espresso.llvm.image import PLAIN, Linked, Loaded, plain
from espresso.llvm.machine import object_code
from espresso.machine import machine_code
from espresso.machine.object_layout import known
from espresso.machine.program import Facts, ModuleWriter
from espresso.mathematics.vector_prelude import PRELUDE
from espresso.runtime.cpu import blas
from espresso.system import machine_model, threads

HERE = Path(__file__).resolve().parents[2]


# --- the translation, against Python ----------------------------------------------------------------


def run(body: str, *given: np.ndarray, out: np.ndarray, linked: bool = not PLAIN, helper: str = "") -> np.ndarray:
    """``for i in range(n): <body>`` over one-dimensional arrays a, b, ... into ``out``."""
    names = "abcdef"[: len(given)]
    lines = textwrap.indent(textwrap.dedent(body).strip("\n"), " " * 8)
    source = f"{helper}\n@njit(fastmath={{'contract'}})\ndef k(start, stop, {', '.join(names)}, out):\n    for i in range(start, stop):\n{lines}\n"
    kinds = {**{n: (str(a.dtype), 1) for n, a in zip(names, given, strict=True)}, "out": (str(out.dtype), 1)}
    step = Launch("k", (*names, "out"), frozenset(), {}, (), "n", "", ())
    writer = ModuleWriter(source, [step], Facts(kinds, tuple(names), ("out",), ()))
    code = object_code(str(writer.module))
    block = Linked(code) if linked else Loaded(plain([code], writer.functions))
    numbers = np.array([len(out) for _ in writer.numbers], np.int64)
    places = (ctypes.c_void_p * (len(given) + 1))(*[a.ctypes.data for a in (*given, out)])
    ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)(block.address("run"))(places, numbers.ctypes.data)
    return out


EDGES = np.array(list(itertools.product([-7, -3, -2, -1, 0, 1, 2, 3, 7], repeat=2)), np.int64)


@pytest.mark.parametrize("symbol", ["+", "-", "*", "//", "%", "&", "|", "^"])
@pytest.mark.parametrize("kind", ["int64", "int32", "uint8", "float64"])
def test_whole_numbers_as_python_has_them(symbol: str, kind: str) -> None:
    if kind == "float64" and symbol in "&|^":
        pytest.skip("bits of floats")
    x, y = (np.abs(EDGES[:, k]) if kind == "uint8" else EDGES[:, k] for k in (0, 1))
    x, y = x.astype(kind), y.astype(kind)
    found = run(f"out[i] = a[i] {symbol} b[i]", x, y, out=np.empty(len(x), kind))
    for p, q, value in zip(x.tolist(), y.tolist(), found.tolist(), strict=True):
        if q or symbol not in ("//", "%"):
            expected = np.array(eval(f"{p!r} {symbol} {q!r}")).astype("int64" if kind != "float64" else kind)
            assert value == expected.astype(kind), (p, symbol, q)
        elif kind != "float64":
            assert value == 0  # as numba with NumPy's error model


def test_the_least_number_divided_by_minus_one_does_not_trap() -> None:
    least = np.array([np.iinfo(np.int64).min] * 2)
    minus = np.array([-1, 0])
    assert run("out[i] = a[i] // b[i]", least, minus, out=np.empty(2, np.int64)).tolist() == [least[0], 0]
    assert run("out[i] = a[i] % b[i]", least, minus, out=np.empty(2, np.int64)).tolist() == [0, 0]


@pytest.mark.parametrize("linked", [False, True])
@pytest.mark.parametrize("name", ["tan", "expm1", "log1p", "sinh", "erf", "lgamma", "floor", "sqrt", "exp", "cos"])
def test_functions_of_the_c_library(name: str, linked: bool) -> None:
    """The table of addresses at the end of a block, and LLVM's own linking."""
    import math

    if not PLAIN and not linked:
        pytest.skip("no blocks here")
    x = np.linspace(0.1, 3, 17)
    found = run(f"out[i] = math.{name}(a[i])", x, out=np.empty(17), linked=linked)
    np.testing.assert_allclose(found, [getattr(math, name)(v) for v in x.tolist()], rtol=1e-14, atol=1e-15)


def test_statements_and_kinds() -> None:
    """A variable that becomes wider, loops, choices, helpers with several returns, scratch memory."""
    helper = textwrap.dedent(
        """
        @njit
        def twice_or_none(x):
            t = type(x)
            if isinstance(x, int):
                return t(0)
            if x > t(2):
                return t(0)
            return x + x
        """
    )
    body = """
    row = np.empty((4,), np.float64)
    for j in range(4):
        row[j] = j
    total = 0
    for j in range(3, -1, -1):
        total += row[j] * 0.5
    while total > 100.0:
        total -= 1.0
    for v in (a[i], 1.0):
        total += twice_or_none(v)
    out[i] = total if 0 <= i < 2 and a[i] < 10.0 else min(total, -1.0)
    """
    x = np.array([0.25, 4.0, 1.0, 200.0])
    found = run(body, x, out=np.empty(4), helper=helper)
    assert found.tolist() == [3 + 0.5 + 2, 3 + 0 + 2, -1, -1]


def test_large_scratch_memory_comes_from_the_heap() -> None:
    body = "row = np.empty((100000,), np.float64)\nrow[99999] = a[i]\nout[i] = row[99999]"
    x = np.arange(5.0)
    assert run(body, x, out=np.empty(5)).tolist() == x.tolist()


@pytest.mark.parametrize("body", ["out[i] = sorted(a[i])", "out[i:] = a[i]", "out[i] = unknown", "import os", "out[i] = np.sinc(a[i])"])
def test_what_is_not_understood_is_refused(body: str) -> None:
    with pytest.raises(Untranslatable):
        run(body, np.ones(3), out=np.empty(3))


# --- calls -----------------------------------------------------------------------------------------------


def test_the_layout_of_arrays_is_known() -> None:
    assert known()


def test_an_entry_refuses_what_the_numbers_are_not_for() -> None:
    """Another length, dtype, rank or type is seen before anything is computed."""
    f = es.compile("y[i] = 2*x[i]")
    x = np.arange(6.0)
    f(x)
    plan, out = f._last._plain, np.full(6, 7.0)
    for other in (x[:5], x.astype("f4"), x.reshape(2, 3), x.astype(">f8"), 3.0, None, [1.0] * 6,
                  np.ma.masked_array(x)):
        assert plan.call((other,), (out,), plan.record.address, 0) == 0
    for given in (out[:5], np.arange(12.0)[::2], x, x[:6], np.ones(6, "f4")):
        assert plan.call((x,), (given,), plan.record.address, 0) == 0
    out.flags.writeable = False
    assert plan.call((x,), (out,), plan.record.address, 0) == 0
    assert (out == 7).all()
    out.flags.writeable = True
    assert plan.call((x,), (out,), plan.record.address, 0) == 1 and out.tolist() == (2 * x).tolist()


def test_fast_and_slow_calls_agree() -> None:
    f = es.compile(["y[i] = 2*x[i] + b", "s = sum[i](x[i])"])
    x, b = np.arange(5.0), np.array(1.5)
    first = f(x, b)
    assert f._fast is not None
    for again in (f(x, b), f(x=x, b=b), f(b=b, x=x), f(x, 1.5), f(x.tolist(), b), f(x[::1], b=b)):
        for p, q in zip(first, again, strict=True):
            np.testing.assert_array_equal(p, q)
    out = (np.empty(5), np.empty(()))
    assert f(x, b, out=out)[0] is out[0] and (out[0] == first[0]).all() and out[1] == first[1]
    shifted = np.arange(6.0)
    f(shifted[:5], b, out=(shifted[1:], np.empty(())))  # overlaps its input
    assert shifted.tolist() == [0, *(2 * np.arange(5.0) + 1.5)]
    with pytest.raises(es.InputError, match="missing input b"):
        f(x)
    with pytest.raises(es.InputError, match="no input 'c'"):
        f(x=x, c=b)


def test_no_memory_is_taken_in_steady_state() -> None:
    """Case 62: with ``out=`` nothing is left behind, and the pool makes one arena."""
    import tracemalloc

    f = es.compile("C[i,l] = exp(A[i,j]*B[j,k])*D[k,l] + A[i,l]")
    A, out = np.ones((64, 64)), np.empty((64, 64))
    for _ in range(3):
        f(A, A, A, out=out)
    tracemalloc.start()
    try:
        for _ in range(5):
            f(A, A, A, out=out)
        before = tracemalloc.take_snapshot()
        peak_before = tracemalloc.get_traced_memory()[0]
        tracemalloc.reset_peak()
        for _ in range(50):
            f(A, A, A, out=out)
        peak = tracemalloc.get_traced_memory()[1] - peak_before
        after = tracemalloc.take_snapshot()
    finally:
        tracemalloc.stop()
    grown = sum(d.size_diff for d in after.compare_to(before, "filename") if "espresso" in d.traceback[0].filename)
    assert grown <= 0 and peak < 4096  # a tuple or two on the way, no array
    assert f._last.pool.made == 1 and f.memory.arena == f.memory.pooled


# --- products ----------------------------------------------------------------------------------------------


def layouts(m: int, n: int) -> list[np.ndarray]:
    """The same matrix stored in different ways."""
    x = np.random.default_rng(m + n).normal(size=(m, n))
    wide = np.zeros((m, n + 3))
    wide[:, 1 : n + 1] = x
    apart = np.zeros((2 * m, 2 * n))
    apart[::2, ::2] = x
    return [x, np.asfortranarray(x), wide[:, 1 : n + 1], apart[::2, ::2], np.ascontiguousarray(x[::-1])[::-1]]


@pytest.mark.parametrize("sizes", [(1, 1, 1), (3, 4, 5), (30, 40, 50), (1, 200, 90), (90, 200, 1), (4, 0, 5), (0, 3, 4)])
def test_products_of_every_layout(sizes: tuple[int, int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    for limit in ("COPY_LIMIT", "TRANSPOSED_LIMIT"):
        monkeypatch.setattr(f"espresso.runtime.cpu.programs.{limit}", -1)  # also small ones as they lie
    m, k, n = sizes
    f = es.compile("C[i,k] = A[i,j]*B[j,k]")
    g = es.compile("C[k,i] = A[i,j]*B[j,k]")
    for A, B in itertools.product(layouts(m, k), layouts(k, n)):
        np.testing.assert_allclose(f(A, B), A @ B, rtol=1e-12, atol=1e-12)
        np.testing.assert_allclose(g(A, B), (A @ B).T, rtol=1e-12, atol=1e-12)


def test_products_without_the_private_library(monkeypatch: pytest.MonkeyPatch) -> None:
    """NumPy's BLAS stands in, by the text of the engine."""
    monkeypatch.setattr(blas, "routines", dict)
    f = es.compile("C[i,k] = A[i,j]*B[j,k]")
    A = np.random.default_rng(0).normal(size=(150, 150))
    np.testing.assert_allclose(f(A, A), A @ A, rtol=1e-12, atol=1e-12)
    assert f._last._plain.foreign


# --- threads -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [1, 2, 3])
def test_slices_on_threads_give_the_same_values(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "count", lambda: count)
    monkeypatch.setattr(machine_model, "rates", lambda: machine_model.Rates(sleeping=1))
    rng = np.random.default_rng(1)
    X, w = rng.normal(size=(37, 23)), rng.normal(size=23)
    f = es.compile(["y[i] = sum[j](tanh(X[i,j]*w[j]))", "s = sum[i,j](X[i,j]**2)", "m = max[i,j](X[i,j])",
                    "g[j] = sum[i](exp(X[i,j]))", "P[i,k] = X[i,j]*X[k,j]"])  # fmt: skip
    expected = [np.tanh(X * w).sum(1), (X**2).sum(), X.max(), np.exp(X).sum(0), X @ X.T]
    for _ in range(3):
        for found, right in zip(f(X, w), expected, strict=True):
            np.testing.assert_allclose(found, right, rtol=1e-12)
    assert (max(n for n, _ in f._last._plain.slices) > 1) == (count > 1)


def test_an_error_on_a_thread_is_raised_here() -> None:
    def fail() -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        threads.run_parallel([lambda: None, fail])
    seen: list[int] = []
    threads.run_parallel([lambda k=k: seen.append(k) for k in range(4)])  # type: ignore[misc]
    assert sorted(seen) == [0, 1, 2, 3]


def test_the_interpreter_runs_while_a_program_computes() -> None:
    f = es.compile("s = sum[i](log(1 + exp(x[i])))")
    x = np.ones(4_000_000)
    f(x)
    done, ticks = threading.Event(), 0
    worker = threading.Thread(target=lambda: ([f(x) for _ in range(3)], done.set()))
    worker.start()
    while not done.is_set():
        ticks += 1
    worker.join()
    assert ticks > 1000


def test_code_for_another_processor_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    facts = {"arrays": {}, "inputs": (), "outputs": (), "temporaries": (), "strided": frozenset()}
    here = machine_code.key_of("text", [], facts)
    assert here == machine_code.key_of("text", [], facts) != machine_code.key_of("text ", [], facts)
    monkeypatch.setattr(machine_code, "processor", lambda: {"flags": "another"})
    assert machine_code.key_of("text", [], facts) != here


@pytest.mark.parametrize("m", [60, 128, 129, 200, 321, 700])
@pytest.mark.parametrize("count", [1, 2])
def test_symmetric_products_are_halved(m: int, count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A'diag(s)A and A'A: blocks up to the diagonal and their mirror image, also on threads."""
    monkeypatch.setattr(threads, "count", lambda: count)
    monkeypatch.setattr(machine_model, "rates", lambda: machine_model.Rates(sleeping=1))
    rng = np.random.default_rng(m)
    X, s = rng.normal(size=(50, m)), rng.normal(size=50)
    for text, given, right in (
        ("H[j,k] = sum[i](X[i,j]*X[i,k]*exp(s[i]))", (X, s), (X.T * np.exp(s)) @ X),
        ("H[j,k] = X[i,j]*X[i,k]", (X,), X.T @ X),
        ("H[j,k] = X[j,i]*X[k,i]", (X.T.copy(),), X.T @ X),
    ):
        f = es.compile(text)
        found = f(*given)
        np.testing.assert_allclose(found, right, rtol=1e-10, atol=1e-10)
        assert [p.symmetric for p in f._last.generated.module.steps if isinstance(p, Product)] == [True]
        assert m < 128 or (found == found.T).all()
        scope: dict[str, Any] = {}
        exec(f.source.replace(", cache=True", ""), scope)
        assert scope["program"](*given).tobytes() == found.tobytes()


@pytest.mark.parametrize(
    "text", ["H[j,k] = X[i,j]*Y[i,k]", "H[j,k] = sum[i](X[i,j]*X[i,k]*Z[i,k])", "H[j,k] = X[j,i]*X[i,k]"]
)
def test_other_products_are_not(text: str) -> None:
    f = es.compile(text)
    f.check(**{n: np.random.default_rng(3).normal(size=(140, 140)) for n in f.inputs})
    assert not any(p.symmetric for p in f._last.generated.module.steps if isinstance(p, Product))


@pytest.mark.skipif(not PLAIN, reason="no blocks here")
def test_where_no_memory_becomes_executable_numba_computes(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any) -> None:
        raise OSError("not permitted")

    monkeypatch.setattr(compiled, "Loaded", refuse)
    monkeypatch.setattr(compiled, "_shared", {})  # what is refused here would stay so for other tests
    monkeypatch.setattr(machine_code, "_untranslatable", set())
    f = es.compile("y[i] = 5*x[i] + 23")
    assert f(np.ones(3)).tolist() == [28, 28, 28]
    assert f._last._plain is None and f._fast is None
    machine_code._loaded.clear()


@pytest.mark.parametrize("cpu, width", [("sapphirerapids", "zmm"), ("skylake-avx512", "ymm")])
def test_vectors_have_the_width_that_the_processor_is_fast_at(
    cpu: str, width: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """LLVM gives both vectors of 32 bytes; one of them has two units for 64."""
    import llvmlite.binding as llvm

    from espresso.llvm import machine

    monkeypatch.setattr(llvm, "get_host_cpu_name", lambda: cpu)
    monkeypatch.setattr(llvm, "get_host_cpu_features", lambda: llvm.FeatureMap(avx512f=True, avx512vl=True, avx512dq=True))
    monkeypatch.setattr(llvm, "get_default_triple", lambda: "x86_64-unknown-linux-gnu")
    machine.host.cache_clear()
    try:
        try:
            machine.machine()
        except RuntimeError as reason:
            pytest.skip(f"LLVM makes no code for Intel's processors here: {reason}")
        module, made = machine.optimised(DOUBLED)
        assert set(re.findall(r"[yz]mm", made.emit_assembly(module))) == {width}
    finally:
        machine.host.cache_clear()


@pytest.mark.parametrize("isa", ["", "avx2"])
def test_code_is_limited_to_an_instruction_set(isa: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a processor with AVX-512: no vector of 64 bytes, no mask register, tiles and texts as where there is no more."""
    import llvmlite.binding as llvm

    from espresso.llvm import machine
    from espresso.llvm.emit.tiles import tile
    from espresso.system import processor

    monkeypatch.setenv("ESPRESSO_ISA", isa)
    monkeypatch.delenv("OPENBLAS_CORETYPE", raising=False)
    monkeypatch.setattr(llvm, "get_host_cpu_name", lambda: "sapphirerapids")
    beyond = dict.fromkeys(("avx512f", "avx512vl", "avx512dq", "avx512bw", "amx-tile", "avx10.1"), True)
    monkeypatch.setattr(llvm, "get_host_cpu_features", lambda: llvm.FeatureMap(avx2=True, fma=True, **beyond))
    monkeypatch.setattr(llvm, "get_default_triple", lambda: "x86_64-unknown-linux-gnu")
    scope: dict[str, object] = {}
    exec("from __future__ import annotations\n" + PRELUDE, scope)
    for cached in (processor.limited, processor.processor, machine.host):
        cached.cache_clear()
    try:
        features = machine.host()[2]
        assert tile("float32", features).lanes == (8 if isa else 16)
        assert instructions.available() == (not isa)
        scaling: Any = scope["_has_scaling"]
        assert scaling() == (not isa and llvm.llvm_version_info[0] >= 22)
        assert processor.processor()["limited"] == isa  # kept code of one is not that of the other
        try:
            machine.machine()
        except RuntimeError as reason:
            pytest.skip(f"LLVM makes no code for Intel's processors here: {reason}")
        code = "".join(made.emit_assembly(module) for module, made in [machine.optimised(DOUBLED)])
        assert set(re.findall(r"[yz]mm", code)) == {"ymm" if isa else "zmm"}
        with processor.openblas_looks_itself():
            assert os.environ.get("OPENBLAS_CORETYPE") == ("Haswell" if isa else None)
    finally:
        for cached in (processor.limited, processor.processor, machine.host):
            cached.cache_clear()


@pytest.mark.filterwarnings("error")
def test_an_unknown_instruction_set_is_no_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    from espresso.system import processor

    monkeypatch.setenv("ESPRESSO_ISA", "sse9")
    processor.limited.cache_clear()
    try:
        with pytest.warns(UserWarning, match="ESPRESSO_ISA is 'sse9'; code can be limited to avx2. It is not limited."):
            assert processor.limited() == ""
    finally:
        processor.limited.cache_clear()


@pytest.mark.parametrize("kind", ["f32", "f64"])
@pytest.mark.parametrize("name", instructions.NAMES)
def test_a_loop_has_the_instruction_for_vectors_and_for_the_last_elements(
    name: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a call for one element nothing is left: neither around vectors nor of the remainder."""
    import llvmlite.binding as llvm

    from espresso.llvm import machine

    monkeypatch.setattr(llvm, "get_host_cpu_name", lambda: "sapphirerapids")
    features = llvm.FeatureMap(avx512f=True, avx512vl=True, avx512dq=True)
    monkeypatch.setattr(llvm, "get_host_cpu_features", lambda: features)
    monkeypatch.setattr(llvm, "get_default_triple", lambda: "x86_64-unknown-linux-gnu")
    machine.host.cache_clear()
    assert instructions.available()
    real, operands = {"f32": "float", "f64": "double"}[kind], 2 if name == "scalef" else 1
    function = f'@"{instructions.PREFIX}{name}.{kind}"'
    text = DOUBLED.replace("float", real)
    text = text.replace(f"fadd {real} %v, %v", f"call {real} {function}({', '.join([f'{real} %v'] * operands)})").replace("4096", "4099")
    declared = f"declare {real} {function}({', '.join([real] * operands)})\n"
    try:
        try:
            machine.machine()
        except RuntimeError as reason:
            pytest.skip(f"LLVM makes no code for Intel's processors here: {reason}")
        module, made = machine.optimised(declared + text)
        code = made.emit_assembly(module).partition("doubled:")[2].partition(".Lfunc_end")[0]
    finally:
        machine.host.cache_clear()
    assert "call" not in code and "jmp\tes." not in code
    for register in ("%zmm", "%xmm"):
        assert any(f"v{name}" in line and register in line for line in code.splitlines()), code


def test_a_quotient_before_a_loop_stays_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """LLVM made x/s of every element (1/s)*x, and a division takes far longer than a product."""
    from espresso.llvm import machine

    seen, before = [], machine.optimised

    def optimised(*given: Any) -> Any:
        seen.append(before(*given))
        return seen[-1]

    monkeypatch.setattr(machine, "optimised", optimised)
    x = np.random.default_rng(0).normal(size=(5, 333)).astype(np.float32)
    y = es.compile("quotients[i,j] = softmax[j](x[i,j])", target="cpu")(x)
    np.testing.assert_allclose(y.sum(1), 1, rtol=1e-5)
    (module, _), *_ = seen
    assert "fdiv" in str(module)
    assert not re.search(r"fdiv[^\n]*<\d+ x float>", str(module))


def test_without_the_instructions_the_values_differ_by_rounding(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from espresso.llvm.emit import intrinsics

    x = np.random.default_rng(0).uniform(0.1, 3, 1001)
    found = []
    for own, z in ((False, "y"), (True, "z")):  # another text, or the block is known
        asked: list[bool] = []
        monkeypatch.setenv("ESPRESSO_CACHE_DIR", str(tmp_path / z))
        monkeypatch.setattr(intrinsics, "available", lambda o=own, a=asked: a.append(o) or (o and instructions.available()))
        found.append(es.compile(f"{z}[i] = log(x[i]) + exp(x[i])*abs(log2(x[i]))**x[i]", target="cpu")(x))
        assert asked
    np.testing.assert_allclose(*found, rtol=1e-13)


DOUBLED = """
define void @doubled(ptr noalias %x, ptr noalias %y) {
entry:
  br label %loop
loop:
  %i = phi i64 [0, %entry], [%j, %loop]
  %p = getelementptr inbounds float, ptr %x, i64 %i
  %q = getelementptr inbounds float, ptr %y, i64 %i
  %v = load float, ptr %p
  %w = fadd float %v, %v
  store float %w, ptr %q
  %j = add nuw nsw i64 %i, 1
  %d = icmp slt i64 %j, 4096
  br i1 %d, label %loop, label %end
end:
  ret void
}
"""
