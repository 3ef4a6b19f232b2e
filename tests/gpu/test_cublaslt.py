"""Products with bias and activation by cublasLt: plans, descriptors and memory without a GPU, numbers with one (sC8).

The numbers of a call are checked by an emulation that does, on memory of the host, what the documentation of
``cublasLtMatmul`` says about the attributes of descriptors and layouts that it was given.
"""

from __future__ import annotations

import ctypes
from types import MappingProxyType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.compiler.matching.selection import call_of
from espresso.engine import cublaslt
from espresso.engine.table import named
from espresso.ir.calls import EngineCall
from espresso.runtime.device.dry_run import NoDevice, described
from espresso.runtime.device.engine_steps import EngineStep
from espresso.runtime.device.launches import bind

GELU = "C[i,k] = 0.5*z[i,k]*(1 + tanh(sqrt(2/pi)*(z[i,k] + 0.044715*z[i,k]**3)))"
CASES = {  # formula, shapes of A, B, b, and what explain says of the call
    "C[i,k] = sum[j](A[i,j]*B[j,k]) + b[k]": ((5, 7), (7, 6), (6,), "with bias"),
    "C[i,k] = b[k] + sum[j](A[j,i]*B[k,j])": ((7, 5), (6, 7), (6,), "with bias"),
    "C[k,i] = relu(sum[j](A[i,j]*B[j,k]) + b[i])": ((5, 7), (7, 6), (5,), "with bias, then relu"),
    "C[i,k] = relu(sum[j](A[i,j]*B[k,j]))": ((5, 7), (6, 7), None, "then relu"),
    "C[n,i,k] = relu(sum[j](A[n,i,j]*B[n,j,k]) + b[k])": ((3, 5, 7), (3, 7, 6), (6,), "with bias, then relu"),
    "C[i,n,k] = sum[j](A[n,j,i]*B[j,n,k]) + b[k]": ((3, 7, 5), (7, 3, 6), (6,), "with bias"),
    "C[p,q,k] = sum[j](A[p,q,j]*B[j,k]) + b[k]": ((2, 3, 7), (7, 6), (6,), "with bias"),
    "C[i,k] = sum[j](A[i,j]*B[j,k]) + 2*b[k]": ((5, 7), (7, 6), (6,), "with bias"),
    f"z[i,k] = sum[j](A[i,j]*B[j,k]) + b[k]\n{GELU}": ((5, 7), (7, 6), (6,), "with bias, then gelu_tanh"),
    f"z[i,k] = sum[j](A[i,j]*B[j,k])\n{GELU}": ((5, 7), (7, 6), None, "then gelu_tanh"),
    "C[i,k] = sum[j](A[i,j]*B[j,k]) + b[k] + 0*0": ((1, 1), (1, 1), (1,), "with bias"),
}  # fmt: skip


def arrays_for(shapes: Any, dtype: str = "float32") -> dict[str, np.ndarray]:
    rng = np.random.default_rng(0)
    return {n: rng.normal(size=s).astype(dtype) for n, s in zip("ABb", shapes, strict=True) if s is not None}


def formula(text: str) -> Any:
    """The last statement; what stands before it is no result."""
    found = es.parse(text)
    return found[-1] if isinstance(found, (list, tuple)) else found


def compiled(text: str, **options: Any) -> Any:
    return es.compile(formula(text), target="gpu", engines=["cublaslt", "cuda-kernels"], **options)


def the_call(bound: Any) -> tuple[EngineCall, Any]:
    (step,) = [s for s in bound.generated.simt.steps if isinstance(s, EngineCall)]
    return step, call_of(step, {}, {}, "gpu", bound.value, {**bound.options, "assumed": True})


class Library:
    """cublasLt on memory of the host: descriptors by number, a product from the attributes that they hold."""

    KINDS: Any = MappingProxyType({0: np.float32, 2: np.float16})

    def __init__(self) -> None:
        self.made: dict[int, dict[Any, Any]] = {}
        self.products = 0
        self.alignments: list[int] = []
        self.reductions = 0
        self.chosen_for: int | None = None

    def __call__(self, name: str, *given: Any) -> None:
        getattr(self, name.removeprefix("cublasLt"))(*given)

    def create(self, place: Any, **facts: Any) -> None:
        place._obj.value = len(self.made) + 1
        self.made[len(self.made) + 1] = facts

    def MatmulDescCreate(self, place: Any, compute: int, scale: int) -> None:
        assert scale == 0
        self.create(place, compute=compute)

    def MatrixLayoutCreate(self, place: Any, kind: int, rows: Any, columns: Any, ld: Any) -> None:
        assert ld.value >= max(1, rows.value)
        self.create(place, kind=kind, rows=rows.value, columns=columns.value, ld=ld.value)

    def MatmulPreferenceCreate(self, place: Any) -> None:
        self.create(place)

    def set(self, one: Any, attribute: int, number: Any, size: Any) -> None:
        assert size.value == ctypes.sizeof(number._obj)
        self.made[one.value][attribute] = number._obj.value

    MatmulDescSetAttribute = MatrixLayoutSetAttribute = MatmulPreferenceSetAttribute = set

    def destroy(self, one: Any) -> None:
        self.made[one.value] = {}

    MatrixLayoutDestroy = MatmulPreferenceDestroy = MatmulDescDestroy = destroy

    def MatmulAlgoGetHeuristic(self, handle: Any, operation: Any, a: Any, b: Any, c: Any, d: Any, wishes: Any,
                               wanted: int, found: Any, count: Any) -> None:  # fmt: skip
        assert wanted == 1 and c is d
        self.alignments = [self.made[wishes.value][k] for k in (5, 6, 7, 8)]
        self.chosen_for = self.made[operation.value].get(8)
        self.reductions = self.made[wishes.value][3]
        count._obj.value = 1

    def matrix(self, layout: Any, address: int, q: int) -> np.ndarray:
        f = self.made[layout.value]
        kind = np.dtype(self.KINDS[f["kind"]])
        start = address + q * f[6] * kind.itemsize
        size = ((f["columns"] - 1) * f["ld"] + f["rows"]) * kind.itemsize
        flat = np.frombuffer((ctypes.c_char * size).from_address(start), kind)
        steps = (kind.itemsize, kind.itemsize * f["ld"])
        return np.lib.stride_tricks.as_strided(flat, (f["rows"], f["columns"]), steps)

    def Matmul(self, handle: Any, operation: Any, alpha: Any, a: Any, x: Any, b: Any, y: Any, beta: Any, c: Any, z: Any,
               d: Any, w: Any, algorithm: Any, place: Any, size: Any, stream: Any) -> None:  # fmt: skip
        assert (alpha._obj.value, beta._obj.value, c.value, z) == (1, 0, d.value, w)
        f, batch = self.made[operation.value], {self.made[one.value][5] for one in (x, y, z)}
        assert len(batch) == 1 and f["compute"] in (68, 77)
        for q in range(batch.pop()):
            left, right = self.matrix(x, a.value, q).astype("float32"), self.matrix(y, b.value, q).astype("float32")
            sums = (left.T if f[3] else left) @ (right.T if f[4] else right)
            if f[7] & 4:
                result = self.matrix(z, d.value, q)
                flat = (ctypes.c_char * (result.shape[0] * result.itemsize)).from_address(f[8])
                sums = sums + np.frombuffer(flat, self.KINDS[f[26]])[:, None]
            if f[7] & 2 and f[7] != 1:
                sums = np.maximum(sums, 0)
            if f[7] & 32:
                sums = 0.5 * sums * (1 + np.tanh(np.sqrt(2 / np.pi) * (sums + 0.044715 * sums**3)))
            self.matrix(z, d.value, q)[...] = sums
        self.products += 1


@pytest.fixture
def library(monkeypatch: pytest.MonkeyPatch) -> Library:
    pytest.importorskip("cupy")
    made = Library()
    monkeypatch.setattr(cublaslt, "_check", made)
    monkeypatch.setattr(cublaslt, "_handle", lambda: ctypes.c_void_p(42))
    return made


def run(bound: Any, arrays: dict[str, np.ndarray]) -> np.ndarray:
    """The call of a bound program on memory of the host; arrays that kernels make for it are made by NumPy."""
    step, call = the_call(bound)
    memory = {**arrays, "bias": 2 * arrays["b"]} if "bias" in step.operands else dict(arrays)
    result = memory[step.name] = np.full(bound.layout.shapes[step.name], np.nan, bound.layout.dtypes[step.name])
    names = (*step.operands, step.name)
    lengths, strides = ([getattr(bound.layout, w)[n] for n in names] for w in ("shapes", "element_strides"))
    sizes, engine = [memory[n].itemsize for n in names], named("cublaslt")
    assert engine is not None
    one = EngineStep(step, call, engine, lengths, strides, sizes, lambda *_: None)
    for position, name in enumerate(one.names):
        one.bind(position, memory[name].ctypes.data)
    one(SimpleNamespace(ptr=7))
    return result


@pytest.mark.parametrize("dtype", ["float32", "float16"])
@pytest.mark.parametrize("text", CASES)
def test_calls_compute_what_the_formula_says(text: str, dtype: str, library: Library) -> None:
    """Every transpose pair, batches at any place, joined axes; the call as its descriptors say, in memory."""
    *shapes, details = CASES[text]
    if dtype == "float16" and "2*b" in text:
        return  # a bias that has to be made first has the dtype of its values: a kernel adds it
    arrays = arrays_for(shapes, dtype)
    f = compiled(text)
    bound = described(f, [arrays[n] for n in f.inputs])
    assert the_call(bound)[0].details == details
    want = np.asarray(es.compile(formula(text), target="numpy")(**{n: a.astype("float32") for n, a in arrays.items()}))
    tolerance = 1e-5 if dtype == "float32" else 1e-2
    np.testing.assert_allclose(run(bound, arrays), want, rtol=tolerance, atol=tolerance)
    assert library.products == 1 and all(a >= arrays["A"].itemsize for a in library.alignments)
    assert f"library call: cublaslt (contraction: {details})" in f.explain(**arrays)


@pytest.mark.parametrize(("dtype", "deterministic", "ways"), [
    ("float32", False, 7), ("float32", True, 6), ("float16", False, 2), ("float16", True, 2),
])  # fmt: skip
def test_parts_of_a_sum_are_joined_in_float32(dtype: str, deterministic: bool, ways: int, library: Library) -> None:
    """Into a result of 16 bits only by way of memory for the parts (2); always the same way without the result (1)."""
    arrays = arrays_for(((6, 6), (6, 6), (6,)), dtype)
    f = compiled("C[i,k] = relu(sum[j](A[i,j]*B[j,k]) + b[k])", deterministic=deterministic)
    run(described(f, [arrays[n] for n in f.inputs]), arrays)
    assert library.reductions == ways


def test_the_bias_is_known_when_an_algorithm_is_chosen(library: Library) -> None:
    """Without an address it is none to the library; code that reads it by 16 bytes would not read it as it lies."""
    arrays = arrays_for(((8, 8), (8, 8), (8,)))
    arrays["b"] = np.concatenate([arrays["b"][:1], arrays["b"]])[1:]  # 4 bytes behind a multiple of 16
    assert arrays["b"].ctypes.data % 8 == 4
    f = compiled("C[i,k] = relu(sum[j](A[i,j]*B[j,k]) + b[k])")
    bound = described(f, [arrays[n] for n in f.inputs])
    assert cublaslt.refuses(the_call(bound)[1]) is None and library.chosen_for and library.alignments == [256]*4
    run(bound, arrays)
    assert library.chosen_for == arrays["b"].ctypes.data and library.alignments[3] == 4 < min(library.alignments[:3])


@pytest.mark.parametrize("attribute", [3, 4, 7])
def test_a_wrong_descriptor_is_seen(attribute: int, library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: a transpose or an epilogue that is another one."""
    text = "C[i,k] = relu(sum[j](A[i,j]*B[j,k]) + b[k])"
    arrays = arrays_for(((6, 6), (6, 6), (6,)))
    f = compiled(text)
    bound = described(f, [arrays[n] for n in f.inputs])
    want = np.maximum(arrays["A"] @ arrays["B"] + arrays["b"], 0)
    np.testing.assert_allclose(run(bound, arrays), want, rtol=1e-5, atol=1e-5)
    whole = library.set

    def wrong(one: Any, which: int, number: Any, size: Any) -> None:
        whole(one, which, number, size)
        if which == attribute and number._obj.value in (0, 6):
            library.made[one.value][which] = {0: 1, 6: 4}[number._obj.value]

    monkeypatch.setattr(library, "MatmulDescSetAttribute", wrong, raising=False)
    assert not np.allclose(run(bound, arrays), want, rtol=1e-5, atol=1e-5)


def test_rows_apart_in_memory_are_leading_dimensions(library: Library) -> None:
    """Inputs with strides: a part of an array goes to the library, every second element to a product of its own."""
    arrays = arrays_for(((5, 7), (7, 6), (6,)))
    whole = np.full((5, 12), np.nan, "float32")
    whole[:, :7] = arrays["A"]
    f = compiled("C[i,k] = sum[j](A[i,j]*B[j,k]) + b[k]")
    order = {"A": whole[:, :7], "B": arrays["B"], "b": arrays["b"]}
    forms = ["strided" if n == "A" else "device" for n in f.inputs]
    device: Any = NoDevice("gpu")
    bound = bind(f, device, [order[n] for n in f.inputs], forms, on_host=False)
    np.testing.assert_allclose(run(bound, order), arrays["A"] @ arrays["B"] + arrays["b"], rtol=1e-5, atol=1e-5)
    wide = np.zeros((5, 14), "float32")
    order["A"] = wide[:, ::2]
    apart = bind(f, device, [order[n] for n in f.inputs], forms, on_host=False)
    assert not any(isinstance(s, EngineCall) for s in apart.generated.simt.steps)


def test_which_products_take_what_along() -> None:
    """Where the engine is named, and else nothing; TF32 where asked for."""
    arrays = arrays_for(((6, 7), (7, 6), (6,)))
    bias, relu = "C[i,k] = sum[j](A[i,j]*B[j,k]) + b[k]", "C[i,k] = relu(sum[j](A[i,j]*B[j,k]) + b[k])"

    def details(text: Any, **options: Any) -> list[str]:
        f = es.compile(text, target="gpu", **options)
        shapes = {n: a for n, a in arrays.items() if n in f.inputs}
        bound = described(f, [shapes[n] for n in f.inputs])
        return [s.details for s in bound.generated.simt.steps if isinstance(s, EngineCall)]

    assert details(bias) == details(relu) == []
    assert details(bias, engine="cublaslt") == ["with bias"]
    assert details(relu, engine="cublaslt") == ["with bias, then relu"]
    assert details(bias, engine="cublas") == [] and details(bias, engine="cuda-kernels") == []
    assert details("C[i,k] = sum[j](A[i,j]*B[j,k]) + b[i]", engine="cublaslt") == []  # not along the axis of neighbours
    assert details("C[i,k] = sum[j](A[i,j]*B[j,k])*b[k]", engine="cublaslt") == []
    assert details("C[i,k] = gelu(sum[j](A[i,j]*B[j,k]))", engine="cublaslt") == []  # its gelu is the one by tanh
    assert details(["C[i,k] = sum[j](A[i,j]*B[j,k])", "D[i,k] = sum[j](A[i,j]*B[j,k]) + b[k]"], engine="cublaslt") == []  # C is read
    f = es.compile(relu, target="gpu", engine="cublaslt", tf32=True)
    bound = described(f, [arrays[n] for n in f.inputs])
    assert the_call(bound)[1].parameters["tf32"]
    (choice,) = bound.program.choices
    assert str(choice).startswith("engine cublaslt: it takes along what follows: with bias, then relu; estimated")
    double = {n: a.astype("float64") for n, a in arrays.items()}
    g = es.compile(bias, target="gpu", engine="cublaslt")
    assert not any(isinstance(s, EngineCall) for s in described(g, [double[n] for n in g.inputs]).program.steps)


def _loaded() -> str:
    try:
        cublaslt.library()
    except OSError as reason:
        return f"the library cublasLt is not here: {reason}"
    return ""


@pytest.mark.skipif(bool(_loaded()), reason=_loaded())
@pytest.mark.parametrize("text", CASES)
def test_descriptors_by_the_library_itself(text: str) -> None:
    """What the real library holds after its host-only calls; it refuses attributes that it does not know."""
    *shapes, details = CASES[text]
    arrays = arrays_for(shapes)
    f = compiled(text)
    step, call = the_call(described(f, [arrays[n] for n in f.inputs]))
    p = cublaslt.product(call, None)
    assert not isinstance(p, str)
    made = cublaslt.Matmul(call, p)
    assert made.get(3) == p.transpose_first and made.get(4) == p.transpose_second
    code = {"relu": 2, "gelu_tanh": 32}.get(step.parameters["epilogue"], 0) + 4 * ("bias" in details)
    assert made.get(7) == code
    if "bias" in details:
        made.point(4096)
        assert made.get(8, ctypes.c_uint64) == 4096 and made.get(26) == 0
    library = cublaslt.library()
    for one, layout in zip(made.layouts, made.described, strict=True):
        for attribute, kind, want in (
            (0, ctypes.c_uint32, layout.kind), (2, ctypes.c_uint64, layout.rows), (3, ctypes.c_uint64, layout.columns),
            (4, ctypes.c_int64, layout.ld), (5, ctypes.c_int32, layout.batch), (6, ctypes.c_int64, layout.stride),
        ):  # fmt: skip
            number, written = kind(), ctypes.c_size_t()
            size = ctypes.c_size_t(ctypes.sizeof(kind))
            status = library.cublasLtMatrixLayoutGetAttribute(
                one, attribute, ctypes.byref(number), size, ctypes.byref(written)
            )
            assert (status, number.value) == (0, want)
    assert library.cublasLtMatmulDescSetAttribute(made.operation, 999, ctypes.byref(number), size) != 0


@pytest.mark.gpu
@pytest.mark.parametrize("dtype", ["float32", "float16"])
@pytest.mark.parametrize("text", CASES)
def test_on_a_gpu(text: str, dtype: str) -> None:
    """The same against the reference, with sizes that fill tiles and sizes that do not."""
    for scale in (1, 16):
        shapes = [None if s is None else tuple(n * scale for n in s) for s in CASES[text][:3]]
        arrays = arrays_for(shapes, dtype)
        f = compiled(text)
        wide = {n: a.astype("float32") for n, a in arrays.items()}
        want = np.asarray(es.compile(formula(text), target="numpy")(**wide))
        tolerance = 1e-4 if dtype == "float32" else 2e-2
        np.testing.assert_allclose(f(**arrays), want, rtol=tolerance, atol=tolerance * scale)
        assert "engine cublaslt" in f.report()
