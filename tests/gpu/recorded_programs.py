"""Programs whose calls of CUDA are recorded; `run` runs them in the process of a recorder.  Values do not matter.

Each says with ``call`` what it calls with which arrays in which stream, which the rules compare with the record.
"""

from __future__ import annotations

import contextlib
import gc
import itertools
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import cupy
import ml_dtypes
import numpy as np
import recording
from cupy.cuda import Stream

import espresso as es
from espresso import networks

RECORDER: Any = None
PROGRAMS: dict[str, Callable[[], None]] = {}


def program(function: Callable[[], None]) -> Callable[[], None]:
    """Enter a program under its name."""
    PROGRAMS[function.__name__] = function
    return function


class _Pool(cupy.cuda.MemoryHook):  # type: ignore[misc]
    """What CuPy's pool gives out and takes back."""

    name = "recorder"

    def malloc_postprocess(self, **facts: Any) -> None:
        stream = cupy.cuda.get_current_stream().ptr
        RECORDER.mark("pool.malloc", pointer=facts["mem_ptr"], size=facts["mem_size"], stream=stream)

    def free_preprocess(self, **facts: Any) -> None:
        RECORDER.mark("pool.free", pointer=facts["mem_ptr"], size=facts["mem_size"])


@contextlib.contextmanager
def watched() -> Iterator[None]:
    """What a thread that begins here takes from the pool and gives back."""
    RECORDER.mark("thread")
    with _Pool():
        yield


def in_a_thread(work: Callable[[], None]) -> None:
    """Run something in a new thread, to its end."""

    def with_pool() -> None:
        with watched():
            work()

    thread = threading.Thread(target=with_pool)
    thread.start()
    thread.join()


def run(recorder: Any, names: Sequence[str]) -> None:
    """These programs, or all, one after the other; all work of one is done before the next."""
    every = [n for n in PROGRAMS if n not in ("convolutions", "attention") or recording.found("cudnn")]
    run_each(recorder, {name: PROGRAMS[name] for name in names or every})


def run_each(recorder: Any, programs: Mapping[str, Callable[[], None]]) -> None:
    """The same for any programs."""
    global RECORDER
    RECORDER = recorder
    with _Pool():
        for name, function in programs.items():
            recorder.mark("program", name=name)
            function()
            gc.collect()
            cupy.cuda.runtime.deviceSynchronize()
            recorder.mark("barrier")


def reach(array: Any) -> tuple[int, int]:
    """The addresses of an array of the device: first, and behind the last."""
    low = sum(min(0, s * (n - 1)) for s, n in zip(array.strides, array.shape, strict=True))
    high = sum(max(0, s * (n - 1)) for s, n in zip(array.strides, array.shape, strict=True))
    return array.data.ptr + low, array.data.ptr + high + (array.itemsize if array.size else 0)


def arrays_of(values: Any) -> list[tuple[int, int]]:
    """Addresses of arrays of the device among these."""
    some = values if isinstance(values, list | tuple) else [values]
    return [reach(a) for a in some if isinstance(a, cupy.ndarray)]


def call(f: Any, out: Any = None, **given: Any) -> Any:
    """Call a compiled function in the current stream."""
    held = arrays_of([*given.values(), *(out if isinstance(out, tuple) else [out])])
    stream = cupy.cuda.get_current_stream().ptr
    RECORDER.mark("call", stream=stream, arrays=held, tf32=TF32)
    result = f(**given) if out is None else f(**given, out=out)
    RECORDER.mark("returned", arrays=arrays_of(result))
    return result


TF32 = False


@contextlib.contextmanager
def with_tf32() -> Iterator[None]:
    """Calls in here are of functions that may use TF32."""
    global TF32
    TF32 = True
    yield
    TF32 = False


def new(*shape: int, dtype: Any = "float32") -> Any:
    return cupy.empty(shape, dtype)


def compiled(text: Any, **options: Any) -> Any:
    return es.compile(text, target="gpu", **options)


# --- generated kernels ---

FORMULAS: list[tuple[str, dict[str, tuple[int, ...]]]] = [
    ("y[i] = 2*x[i] + 1", {"x": (1000,)}),
    ("z[i,j] = x[i,j] + y[i]*v[j]", {"x": (70, 33), "y": (70,), "v": (33,)}),
    ("z[i,j] = exp(x[j,i])*y[i]", {"x": (70, 75), "y": (75,)}),
    ("s = sum[i,j](exp(x[i,j]))", {"x": (300, 70)}),
    ("s[j] = sum[i](exp(x[i,j]))", {"x": (300, 70)}),
    ("p[i,k] = softmax[k](z[i,k])", {"z": (70, 3000)}),
    ("n[i,k] = (z[i,k] - mean[k](z[i,k]))/sqrt(var[k](z[i,k]) + 1e-5)*g[k] + b[k]", {"z": (50, 700), "g": (700,), "b": (700,)}),
    ("c[i,j] = cumsum[j](x[i,j])", {"x": (70, 300)}),
    ("a[i] = argmax[j](x[i,j])", {"x": (70, 300)}),
    ("a[i] = sum[j](exp(-sum[d]((x[i,d] - y[j,d])**2))*b[j])", {"x": (300, 3), "y": (270, 3), "b": (270,)}),
    ("o[i,e] = sum[j](softmax[j](sum[d](q[i,d]*k[j,d]))*v[j,e])", {"q": (70, 24), "k": (90, 24), "v": (90, 24)}),
    ("y[i,j] = x[i,j]*a + b", {"x": (5, 1), "a": (), "b": ()}),
]  # fmt: skip


@program
def kernels() -> None:
    """Elementwise maps, reductions, norms, sums of pairs: arrays of the device, of the host, empty, of every dtype."""
    for text, shapes in FORMULAS:
        f = compiled(text)
        for dtype in ("float32", "float16"):
            given = {n: new(*s, dtype=dtype) for n, s in shapes.items()}
            for _ in range(3):
                call(f, **given)
        call(f, **{n: np.ones(s) for n, s in shapes.items()})
    call(f, x=new(0, 3), a=1.5, b=2)
    for text, shapes in FORMULAS[:4]:  # views that start anywhere and lie in any order
        f = compiled(text)
        whole = {n: new(*(2 * k + 1 for k in s)) for n, s in shapes.items()}
        call(f, **{n: a[tuple(slice(1, None, 2) for _ in a.shape)] for n, a in whole.items()})
        call(f, **{n: a[tuple(slice(None, None, -2) for _ in a.shape)][tuple(slice(k) for k in shapes[n])] for n, a in whole.items()})


@program
def vectors() -> None:
    """Arrays whose lengths let kernels load four elements at once, at addresses that do and do not allow it."""
    f = compiled("y[i,j] = 2*x[i,j] + exp(x[i,j])*b[j]")
    base = new(64 * 256 + 16)
    for start in (0, 1, 2, 4):
        call(f, x=base[start : start + 64 * 256].reshape(64, 256), b=new(256))


@program
def long_arrays() -> None:
    """More than 2^31 elements, rows of them, and grids whose second and third side would be too long."""
    f = compiled("y[i] = 2*x[i] + 1")
    call(f, x=new((1 << 31) + 5))
    call(f, x=new((1 << 30) + 5))
    call(compiled("s[j] = sum[i](x[i,j])"), x=new(1 << 16, (1 << 15) + 1))
    call(compiled("s[i] = sum[j](x[i,j])"), x=new(200_000, 3))
    call(compiled("z[i,j] = x[j,i] + 1"), x=new(3, 3_000_000))
    call(compiled("z[i,j] = x[j,i] + 1"), x=new(3_000_000, 3))
    call(compiled("p[i,k] = softmax[k](z[i,k])"), z=new(100_000, 40))
    call(compiled("p[i,k] = softmax[k](z[i,k])"), z=new(4, 1_000_000))
    call(compiled("C[b,i,k] = A[b,i,j]*B[b,j,k]"), A=new(70_000, 3, 4, dtype="int32"), B=new(70_000, 4, 5, dtype="int32"))
    call(compiled("C[i,k] = A[i,j]*B[j,k]"), A=new(1_200_000, 4, dtype="int64"), B=new(4, 130, dtype="int64"))
    call(compiled("C[b,i,k] = A[b,i,j]*B[b,j,k]"), A=new(50_000, 300, 200), B=new(50_000, 200, 10))


@program
def many_arguments() -> None:
    """Some hundred arguments of one kernel."""
    text = "y[i] = " + " + ".join(f"x{k}[i]" for k in range(300))
    call(compiled(text), **{f"x{k}": new(16) for k in range(300)})


@program
def gathers() -> None:
    """Positions on the device and on the host, and sums at positions."""
    f = compiled("y[b,k] = W[idx[b],k]")
    call(f, W=new(50, 8), idx=cupy.zeros(9, "int64"))
    call(f, W=np.ones((50, 8)), idx=np.arange(9))
    e = es.parse("y[b,k] = W[idx[b],k]")
    for always in (False, True):
        g = compiled(es.vjp(e, ["W"], "G"), deterministic=always)
        given = {"W": new(50, 8), "idx": cupy.zeros(9, "int64"), "G": new(9, 8)}
        call(g, **{n: given[n] for n in g.inputs})


# --- products ---

TEXTS = ["C[i,k] = A[i,j]*B[j,k]", "C[i,k] = A[j,i]*B[j,k]", "C[i,k] = A[i,j]*B[k,j]", "C[i,k] = A[j,i]*B[k,j]", "C[k,i] = A[i,j]*B[j,k]"]
SHAPES = {"i": 30, "j": 20, "k": 9, "b": 4}


def operands(text: str, dtype: Any, sizes: dict[str, int] = SHAPES) -> dict[str, Any]:
    right = text.partition(" = ")[2]
    return {part[0]: new(*(sizes[i] for i in part[2:-1].split(",")), dtype=dtype) for part in right.split("*")}


@program
def products() -> None:
    """All transposes, dtypes and layouts, batches, vectors, dot and outer products, lengths of 0 and 1."""
    for text in TEXTS:
        f = compiled(text)
        for dtype in ("float32", "float64", "complex64", "complex128", "float16", ml_dtypes.bfloat16):
            call(f, **operands(text, dtype))
        for sizes in itertools.product((1, 5), repeat=3):
            call(f, **operands(text, "float32", dict(zip("ijk", sizes, strict=True))))
        for sizes in ((0, 2, 3), (2, 0, 3), (2, 3, 0)):
            call(f, **operands(text, "float64", dict(zip("ijk", sizes, strict=True))))
        g = compiled(text.replace("[", "[b,"))
        for dtype in ("float32", "float16"):
            call(g, **operands(text.replace("[", "[b,"), dtype))
    for text in ("y[i] = A[i,j]*x[j]", "y[j] = A[i,j]*x[i]", "s = x[i]*z[i]", "C[i,j] = x[i]*z[j]"):
        f = compiled(text)
        shapes = {"A": (30, 20), "x": (20,) if "A[i,j]*x[j]" in text else (30,), "z": (30,)}
        for dtype in ("float32", "float64", "float16"):
            call(f, **{n: new(*shapes[n], dtype=dtype) for n in f.inputs})
    for dtype in ("float32", "float16"):  # recorded and replayed
        f, given = compiled("C[i,k] = exp(A[i,j])*B[j,k]"), operands(TEXTS[0], dtype)
        out = new(30, 9, dtype=dtype)
        for _ in range(3):
            call(f, out=out, **given)
    f = compiled("C[i,k] = A[i,j]*B[j,k]")  # parts of larger arrays, and every second column
    call(f, A=new(60, 40)[5:35, 3:23], B=new(20, 50)[:, 7:16])
    call(f, A=new(30, 40)[:, ::2], B=new(20, 9).T.copy().T)
    call(f, A=np.ones((30, 20)), B=np.ones((20, 9)))


@program
def precision() -> None:
    """Products and tiles that may use TF32, between others that may not."""
    strict, loose = compiled(TEXTS[0]), compiled(TEXTS[0], tf32=True)
    for _ in range(2):
        call(strict, **operands(TEXTS[0], "float32"))
        with with_tf32():
            call(loose, **operands(TEXTS[0], "float32"))
        call(strict, **operands(TEXTS[0], "float32"))
    with with_tf32():
        call(compiled("C[i,k] = A[i,j]*B[j,k]*(i < k)", tf32=True), A=new(70, 40), B=new(40, 60))


@program
def symmetric() -> None:
    """Block columns of one triangle, and their mirror images."""
    f = compiled("H[j,k] = sum[i](s[i]*X[i,j]*X[i,k])")
    for dtype in ("float32", "float64", "complex64"):
        given, out = {"s": new(513, dtype=dtype), "X": new(513, 1030, dtype=dtype)}, new(1030, 1030, dtype=dtype)
        for _ in range(3):
            call(f, out=out, **given)


@program
def matrices() -> None:
    """Functions of matrices by CuPy's linear algebra."""
    for text in ("X[i,j] = inv[i,j](A[i,j])", "d = det[i,j](A[i,j])", "x[i] = solve[i,j](A[i,j], v[j])", "L[i,j] = chol[i,j](A[i,j])"):
        f = compiled(text)
        for _ in range(2):
            call(f, **{n: new(7, 7, dtype="float64") if n == "A" else new(7, dtype="float64") for n in f.inputs})
    call(compiled("d[b] = exp(det[i,j](A[b,i,j])) + 1"), A=new(3, 7, 7))


# --- cuDNN ---

@program
def convolutions() -> None:
    """A convolution with its bias and gradients, and arrays that lie as no plan takes them."""
    e, sizes = es.parse("y[n,o,p,q] = sum[c,r,s](pad(x)[n,c,p + r - 1,q + s - 1]*k[o,c,r,s]) + b[o]"), {"p": 9, "q": 11}
    roots = [e, *es.vjp(e, ["x", "k", "b"], "G")]
    f, plain = (compiled(part, sizes=sizes, engine="cudnn") for part in (roots, e))
    for dtype in ("float32", "float16"):
        given = {"x": new(2, 8, 9, 11, dtype=dtype), "k": new(16, 8, 3, 3, dtype=dtype), "b": new(16, dtype=dtype)}
        for _ in range(3):
            call(f, G=new(2, 16, 9, 11, dtype=dtype), **given)
        call(plain, **given | {"x": new(2 * 8 * 9 * 11 + 3, dtype=dtype)[3:].reshape(2, 8, 9, 11)})
        call(plain, **given | {"x": new(2, 9, 11, 8, dtype=dtype).transpose(0, 3, 1, 2)})
        out = new(2, 16, 9, 11, dtype=dtype)
        for _ in range(3):
            call(plain, out=out, **given)
    roots = [es.parse("y[n,o,p,q] = 2*sum[c,r,s](pad(x)[n,c,p + r - 1,q + s - 1]*k[o,c,r,s])")]
    f, given, out = compiled(roots, sizes=sizes, engine="cudnn"), {"x": new(2, 8, 9, 11), "k": new(16, 8, 3, 3)}, new(2, 16, 9, 11)
    for _ in range(3):  # a thread records what another one has run
        in_a_thread(lambda: call(f, out=out, **given))
    with with_tf32():
        call(compiled(e, tf32=True, sizes=sizes, engine="cudnn"), x=new(2, 8, 9, 11), k=new(16, 8, 3, 3), b=new(16))


@program
def attention() -> None:
    """Attention and its gradients in 16 bits."""
    q, k, v = es.tensors("q[b,h,i,d] k[b,h,j,d] v[b,h,j,d]")
    e = networks.attention(q, k, v, causal=True)
    f = compiled([e, *es.vjp(e, ["q", "k", "v"], "G")])
    given = {n: new(2, 3, 128, 64, dtype="float16") for n in f.inputs}
    for _ in range(3):
        call(f, **given)


# --- calls that come again ---


@program
def graphs() -> None:
    """``out=`` again and again: recorded, replayed, for more sets of addresses than are kept; and without graphs."""
    text = ["C[i,k] = exp(A[i,j])*B[j,k]", "s[i] = sum[k](exp(A[i,k]))*a"]
    given = {"A": new(30, 20, dtype="float64"), "B": new(20, 9, dtype="float64")}
    out = new(30, 9, dtype="float64"), new(30, dtype="float64")
    for options in ({}, {"cuda_graph": False}, {"deterministic": True}):
        f = compiled(text, **options)
        for turn in range(4):
            call(f, a=float(turn), out=out, **given)
        for turn in range(4):
            call(f, a=float(turn), **{n: np.ones(a.shape) for n, a in given.items()})
    f, kept = compiled(["y[i] = 2*exp(x[i])", "z[i] = sum[j](x[j])*x[i]"]), []
    for _ in range(20):
        kept.append(new(100))
        for _ in range(3):
            call(f, x=kept[-1], out=(kept[0], kept[1]) if len(kept) > 2 else None)


@program
def graph_of_the_caller() -> None:
    """Steps recorded by the caller, a product among them, who replays them while he holds the arrays."""
    f = compiled(["y[i] = 2*exp(x[i])", "z[i] = sum[j](x[j])*x[i]", "C[i,k] = A[i,j]*A[k,j]"])
    x, y, z, a, c = new(100), new(100), new(100), new(30, 20), new(30, 30)
    given = {"x": x, "A": a, "out": (y, z, c)}
    call(f, **given)
    cupy.cuda.get_current_stream().synchronize()
    stream = Stream(non_blocking=True)
    with stream:
        call(f, **given)
        stream.begin_capture()
        call(f, **given)
        graph = stream.end_capture()
        RECORDER.mark("call", stream=stream.ptr, arrays=arrays_of([x, y, z, a, c]), tf32=False)
        graph.launch()
        RECORDER.mark("returned", arrays=[])
    stream.synchronize()


RECURRENCES: list[tuple[str, dict[str, tuple[int, ...]]]] = [
    ("h[0,i] = h0[i]; h[t,i] = tanh(W[i,j]*h[t-1,j] + U[i,k]*x[t-1,k])", {"h0": (4,), "W": (4, 4), "U": (4, 3), "x": (9, 3)}),
    ("h[0,i] = h0[i]; h[t,i] = tanh(h[t-1,i] + x[t-1,i])", {"h0": (40,), "x": (12, 40)}),
]  # fmt: skip


@program
def recurrences() -> None:
    """Loops whose steps are kernels and products, with results of their own and given ones, and their gradients."""
    for text, shapes in RECURRENCES:
        e = es.parse(text)
        f, g = compiled(e), compiled(es.vjp(e, ["x"], "G"))
        given = {n: new(*s) for n, s in shapes.items()}
        for _ in range(3):
            out = call(f, **given)
        for _ in range(3):
            call(f, out=out, **given)
        call(g, G=out, **{n: given[n] for n in g.inputs if n != "G"})
        call(f, **{n: np.ones(s, "float32") for n, s in shapes.items()})


# --- lengths, memory, streams, threads ---


@program
def regions() -> None:
    """Arrays of the host that stay on the device between calls."""
    f, g = compiled("y[i,k] = tanh(x[i,j]*W[j,k])"), compiled("s[i] = sum[k](y[i,k]**2)")
    x, w = np.ones((64, 32), "float32"), np.ones((32, 32), "float32")
    with es.device("cuda:0"):
        for _ in range(3):
            y = call(f, x=x, W=w)
            s = call(g, y=y)
        np.asarray(s)


@program
def new_lengths() -> None:
    """The same formula for other lengths, dtypes and devices of its arguments."""
    f = compiled(["C[i,k] = exp(A[i,j])*B[j,k]", "s[i] = sum[k](exp(A[i,k]))"])
    for n in (1, 2, 31, 32, 33, 300, 1025):
        call(f, A=new(n, 20), B=new(20, n))
        call(f, A=new(n, 20), B=np.ones((20, n), "float32"))


@program
def iterations() -> None:
    """Results that go into the next call and are dropped: the pool gives the same memory again."""
    f = compiled("y[i,k] = tanh(x[i,j]*W[j,k]) + x[i,k]")
    x, weights = new(64, 64), new(64, 64)
    for _ in range(8):
        x = call(f, x=x, W=weights)
    g = compiled("y[i] = sum[j](exp(A[i,j]))*b[i]")
    for n in (100, 120, 100, 120):
        a = new(n, n)
        call(g, A=a, b=new(n))
        del a


@program
def forgotten_functions() -> None:
    """Functions that nobody holds any more while their kernels may still run: their arenas go back to the pool."""
    for n in range(4):
        f = compiled([f"y[i] = sum[j](exp(A[i,j]))*b[i] + {n}", "z[i,k] = exp(A[i,j])*A[j,k]"])
        call(f, A=new(100, 100), b=new(100))
        del f
        gc.collect()
        call(compiled(f"z[i] = 2*x[i] + {n}"), x=new(100, 100)[0])


@program
def streams() -> None:
    """One function in several streams, ordered by events: each takes what the one before has computed."""
    for options in ({}, {"deterministic": True}, {"cuda_graph": False}):
        f = compiled("C[i,l] = exp(A[i,j])*B[j,k]*D[k,l]", **options)
        a, b, d = new(30, 30), new(30, 10), new(10, 30)
        cupy.cuda.get_current_stream().synchronize()
        some, done, kept = [Stream(non_blocking=True) for _ in range(3)], None, []
        for stream in [*some, *some, *some]:
            with stream:
                if done is not None:
                    stream.wait_event(done)
                kept.append(a)  # the pool gives memory of a stream to that stream again: the caller holds what others read
                a = call(f, A=a, B=b, D=d)
                done = stream.record()
        out = new(30, 30)
        for stream in [*some, *some, *some]:
            with stream:
                stream.wait_event(done)
                call(f, A=a, B=b, D=d, out=out)
                done = stream.record()
        cupy.cuda.runtime.deviceSynchronize()
        RECORDER.mark("barrier")


@program
def threads() -> None:
    """Two threads: with a stream each, in one stream, and with the default stream of each."""
    f = compiled("C[i,l] = exp(A[i,j])*B[j,k]*D[k,l]; s[i] = sum[l](exp(C[i,l]))")
    given = {"A": new(30, 20), "B": new(20, 10), "D": new(10, 30)}
    call(f, **given)
    cupy.cuda.runtime.deviceSynchronize()
    RECORDER.mark("barrier")

    def work(stream: Any) -> None:
        with watched(), stream:
            for _ in range(4):
                call(f, **given)
            out = new(30, 30), new(30)
            for _ in range(4):
                call(f, out=out, **given)
            stream.synchronize()
            del out

    for pair in ([Stream(non_blocking=True), Stream(non_blocking=True)], [Stream.null] * 2, [Stream.ptds] * 2):
        some = [threading.Thread(target=work, args=(s,)) for s in pair]
        for thread in some:
            thread.start()
        for thread in some:
            thread.join()
        cupy.cuda.runtime.deviceSynchronize()
        RECORDER.mark("barrier")
