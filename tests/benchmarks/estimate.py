"""What the H200 columns would be at best: bytes and operations counted from the generated code, beside the limit.

``espresso bench --target gpu --estimate`` needs no GPU.  It writes what the kernels of a
workload move and compute, and the least time for that by the published figures of the
GPU; the limit is the least that any program has to move or compute.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

import espresso as es
from espresso.api.reports.explain_device import step_costs
from espresso.codegen.simt.cost.cost import Cost
from espresso.codegen.simt.cost.roofline import Gpu, gpu_named, seconds
from espresso.ir.calls import LibraryCall

from . import (
    awareness,
    classes,
    directions,
    einsums,
    fields,
    networks,
    products,
    recurrent,
    second_order,
    streams,
    training,
    windows,
)
from .workload import Sizes, Workload


@dataclass(frozen=True)
class Row:
    """One program at the sizes of a large GPU; ``limit`` is the least that has to be done, ``text`` says it in words.

    Without a limit it is the time of the library calls: what is left is what kernels add to them.
    """

    id: str
    case: str
    program: Callable[[], Any]
    shapes: dict[str, tuple[int, ...]]
    limit: Cost | None
    text: str
    dtype: str = "float32"
    library: str = ""  # the limit is that of a library's products in this dtype
    options: dict[str, Any] = field(default_factory=dict)
    whole: frozenset[str] = frozenset({"label"})  # inputs that are whole numbers
    order: bool = False  # the limit is the work of an order of products: of the program's own, where that has less


N1, M2, N2, STREAM, NORM, N13, S14 = 16384, 65536, 8192, 1 << 30, (16384, 4096), 10**6, 16384
ROWS_OF = {n: (1 << 27) // n for n in (256, 2048, 16384, 131072)}


def _bytes(elements: int, size: int = 4) -> Cost:
    return Cost(read=elements * size)


def _logistic() -> Any:
    loss = es.parse("l = sum[i](log(1 + exp(-y[i]*X[i,j]*w[j])))")
    return [loss, es.grad(loss, "w"), es.hessian(loss, "w")]


def _pullback(text: str, wrt: str = "z", cotangent: str = "G") -> Callable[[], Any]:
    return lambda: es.vjp(es.parse(text), wrt, cotangent)


SOFTMAX, LSE = "p[i,k] = softmax[k](z[i,k])", "l[i] = logsumexp[k](z[i,k])"
RMS = "n[i,k] = z[i,k]/sqrt(mean[k](z[i,k]**2) + 1e-5)*g[k]"
LAYER = "n[i,k] = (z[i,k] - mean[k](z[i,k]))/sqrt(var[k](z[i,k]) + 1e-5)*g[k] + b[k]"
GAUSS = "a[i] = sum[j](exp(-sum[d]((x[i,d] - y[j,d])**2))*b[j])"
ATTENTION = "o[b,i,e] = sum[j](softmax[j](sum[d](q[b,i,d]*k[b,j,d])/sqrt(128.0))*v[b,j,e])"
CONVOLUTION = "y[n,k,p,q] = sum[c,r,s](pad(x)[n,c,p+r-1,q+s-1]*w[k,c,r,s])*(p < size(x, 2))*(q < size(x, 3))"


def rows() -> list[Row]:
    """All rows, in the order of the workloads."""
    n, m = N1, M2 * N2
    found = [
        Row("W1", "Hessian of x'Ax, n = 16384", lambda: es.hessian(es.parse("f = x[i]*A[i,j]*x[j]"), "x"),
            {"A": (n, n), "x": (n,)}, _bytes(2 * n * n), "A and the result once"),
        Row("W2", "logistic loss, gradient, Hessian, 65536 x 8192", _logistic, {"X": (M2, N2), "y": (M2,), "w": (N2,)},
            Cost(flops64=m * N2), "m n^2 flop (symmetric)", "float64", "float64"),
    ]  # fmt: skip
    vector = {"x": (STREAM,), "y": (STREAM,)}
    found += [
        Row("W8", "(a) 2y + 4x", lambda: "z[i] = 2*y[i] + 4*x[i]", vector, _bytes(3 * STREAM), "3 streams"),
        Row("W8", "(b) sin(x)^2 + cos(y)^2", lambda: "z[i] = sin(x[i])**2 + cos(y[i])**2", vector, _bytes(3 * STREAM),
            "3 streams"),
        Row("W8", "(c) g gelu(x + b)", lambda: "z[i,j] = g[j]*gelu(x[i,j] + b[j])",
            {"x": (STREAM >> 10, 1024), "g": (1024,), "b": (1024,)}, _bytes(2 * STREAM), "2 streams"),
        Row("W8", "(d) 12 operations", lambda: streams.CHAIN, vector, _bytes(3 * STREAM), "3 streams"),
    ]  # fmt: skip
    for k, r in ROWS_OF.items():
        z = {"z": (r, k)}
        found += [
            Row("W10", f"softmax, {r} x {k}", lambda: SOFTMAX, z, _bytes(2 * r * k), "1 read, 1 write"),
            Row("W10", f"softmax pullback, {r} x {k}", _pullback(SOFTMAX), {**z, "G": (r, k)}, _bytes(3 * r * k),
                "2 reads, 1 write"),
            Row("W10", f"logsumexp, {r} x {k}", lambda: LSE, z, _bytes(r * k), "1 read"),
        ]  # fmt: skip
    r, k = NORM
    given = {"z": (r, k), "g": (k,), "b": (k,)}
    for name, text in (("RMSNorm", RMS), ("LayerNorm", LAYER)):
        found += [
            Row("W11", f"{name}, {r} x {k}", lambda text=text: text, given, _bytes(2 * r * k), "1 read, 1 write"),  # type: ignore[misc]
            Row("W11", f"{name} pullback, {r} x {k}", _pullback(text), {**given, "G": (r, k)}, _bytes(3 * r * k),
                "2 reads, 1 write"),
            Row("W11", f"{name} pullback with the gradients of scale and shift, {r} x {k}",
                lambda text=text: es.vjp(es.parse(text), ["z", *(n for n in "gb" if f"{n}[k]" in text)], "G"),  # type: ignore[misc]
                {**given, "G": (r, k)}, _bytes(3 * r * k), "2 reads, 1 write"),
        ]  # fmt: skip
    points = {"x": (N13, 3), "y": (N13, 3), "b": (N13,)}
    pairs = Cost(special=N13 * N13)
    found += [
        Row("W13", "Gaussian sum, 10^6 points", lambda: GAUSS, points, pairs, "one exp for each pair"),
        Row("W13", "Gaussian sum, gradient", _pullback(GAUSS, "x", "G"), {**points, "G": (N13,)}, pairs,
            "one exp for each pair"),
    ]  # fmt: skip
    heads = dict.fromkeys("qkv", (64, S14, 128))
    flops = Cost(flops=4 * 64 * S14 * S14 * 128)
    found.append(Row("W14", "attention, 64 heads, 16384 x 128", lambda: ATTENTION, heads, flops, "2 products",
                     "float16", "float16"))  # fmt: skip
    both = Cost(flops=7 * flops.flops // 2)  # forward 2 products, backward 5
    for dtype in ("float16", "float32"):
        found.append(Row("W14", "attention with its gradients", lambda: [es.parse(ATTENTION),
                         *es.vjp(es.parse(ATTENTION), ["q", "k", "v"], "G")], {**heads, "G": heads["q"]}, both,
                         "7 products", dtype, dtype))  # fmt: skip
    images, filters = (32, 64, 56, 56), (64, 64, 3, 3)
    work = Cost(flops=2 * 32 * 64 * 56 * 56 * 64 * 9)
    convolution = {"x": images, "w": filters, "G": images}
    for case, program in (("forward", lambda: CONVOLUTION), ("gradient in x", _pullback(CONVOLUTION, "x")),
                          ("gradient in w", _pullback(CONVOLUTION, "w"))):  # fmt: skip
        found.append(Row("W19", f"3x3, 64 -> 64, 56^2, batch 32: {case}", program, convolution, work, "flop", "float32",
                         "float32"))  # fmt: skip
    return sorted([*found, *_others(), *_steps(), *_suite(), *_contracted(), *_networks()], key=lambda row: int(row.id[1:]))


HVP = "l = sum[i](logsumexp[k](Z[i,k]))"


def _others() -> list[Row]:
    """Rows that are bound by memory or by the products of a library."""
    n, k = 8192, 32768
    m, s = 65536, 16384
    return [
        Row("W5", f"Hessian-vector product of softmax cross-entropy, {n} x {k}",
            lambda: es.hvp(es.parse(HVP), "Z", "V"), {"Z": (n, k), "V": (n, k)}, _bytes(3 * n * k), "3 streams"),
        Row("W9", "equation of state of sea water, 16.7M", lambda: fields._sea({}), dict.fromkeys("STp", (1 << 24,)), _bytes(4 << 24, 8),
            "3 reads, 1 write", "float64"),
        Row("W16", f"sum of a product of matrices, {s}", lambda: "f = sum[i,j,k](W[i,k]*H[k,j])", {"W": (s, s), "H": (s, s)},
            _bytes(2 * s * s), "2 reads"),
        Row("W16", f"trace of a product, {s}", lambda: "f = sum[i,j](A[i,j]*B[j,i])", {"A": (s, s), "B": (s, s)},
            _bytes(2 * s * s), "2 reads"),
        Row("W16", f"squared distance to a product of vectors, {m} x 4096", lambda: "f = sum[i,j]((X[i,j] - u[i]*v[j])**2)",
            {"X": (m, 4096), "u": (m,), "v": (4096,)}, _bytes(m * 4096), "1 read"),
    ]  # fmt: skip


def _forms() -> dict[int, tuple[Cost, str]]:
    """The least work of each test of awareness: products (a symmetric one is a half) or matrices read and written."""
    found: dict[int, tuple[Cost, str]] = {}
    for number, count in {1: 1, 2: 0.5, 3: 0.5, 5: 1, 6: 1.5, 7: 1.5, 12: 1, 14: 1.5, 15: 1}.items():
        found[number] = Cost(flops=int(count * 2 * N1**3)), f"{count:g} products" if count != 1 else "1 product"
    for number, count in {4: 2, 8: 4, 9: 1, 10: 1, 11: 2, 13: 2}.items():
        found[number] = _bytes(count * N1**2), f"{count} matrices" if count > 1 else "1 matrix"
    return found | {16: (_bytes(3), "3 numbers"), 17: (_bytes(2 * N1 + 1), "a row and a column")}


FORMS = _forms()
PRIMES = (7, 11, 13, 17, 19, 23, 29, 31)


def _shapes(workload: Workload, sizes: Sizes) -> dict[str, tuple[int, ...]]:
    """Shapes of a workload's inputs, from small inputs in which every size is another number."""
    own = dict(zip(sizes, PRIMES, strict=False))
    back = {length: sizes[name] for name, length in own.items()}
    return {n: tuple(back[k] for k in a.shape) for n, a in workload.inputs(np.random.default_rng(0), own).items()}


def _of(workload: Workload, sizes: Sizes, limit: Cost | None, text: str, case: str = "") -> Row:
    """A workload of the suite at these sizes."""
    dtype, library = workload.dtypes[0], workload.dtypes[0] if limit is not None and not limit.moved else ""
    shown = case or f"{workload.case}, {', '.join(f'{n} = {k}' for n, k in sizes.items())}"
    return Row(workload.id, shown, functools.partial(workload.program, sizes), _shapes(workload, sizes), limit, text,
               dtype, library, whole=frozenset({"y"} if workload.id == "W12" else ()))  # fmt: skip


def _suite() -> list[Row]:
    """Workloads of the suite whose sizes are those of the CPU, or of which one number is larger."""
    calls = "its library calls"
    n, k, layers = 500, 10, 128
    factors, net = {"n": n, "k": k}, {"n": layers}
    tokens = {"t": 4096, "d": 1024, "v": 32768}
    mixture, laplacian, hidden = fields.WORKLOADS[0], fields.WORKLOADS[1], directions.WORKLOADS[0]
    found = [
        _of(second_order.FACTORISATION, factors, _bytes((n * k) ** 2), "the result once"),
        _of(second_order.MASKED_FACTORISATION, factors, _bytes((n * k) ** 2), "the result once"),
        _of(second_order.NET, net, _bytes(layers**4), "the result once"),
        _of(hidden, hidden.sizes["full"][0], None, calls),
        _of(mixture, mixture.sizes["full"][0], None, calls),
        _of(laplacian, laplacian.sizes["full"][0], None, calls),
        _of(classes.WORKLOADS[0], tokens, Cost(flops=6 * tokens["t"] * tokens["d"] * tokens["v"]), "3 products"),
        *(_of(w, {"n": N1}, *FORMS[int(w.case.split(".")[0])], f"{w.case}, n = {N1}") for w in awareness.WORKLOADS),
    ]
    for w in products.WORKLOADS:
        if w.id == "W16" and w.case in ("norm of a thin product", "diagonal of A B A'"):
            thin = w.case.startswith("norm")
            sizes = {"n": N1, "k": 20} if thin else {"n": N1}
            cost = _bytes(2 * N1 * 20) if thin else Cost(flops=2 * N1**3)
            found.append(_of(w, {"n": N1, "k": 20}, cost, "2 reads" if thin else "1 product",
                             f"{w.case}, {', '.join(f'{a} = {b}' for a, b in sizes.items())}"))  # fmt: skip
    for w in windows.WORKLOADS:
        sizes = w.sizes["full"][0]
        if w.id == "W17":
            arrays = [*_shapes(w, sizes).values(), [sizes[i] for i in w.formula.split("]")[0][2:].split(",")]]
            moved = Cost(read=4 * sum(math.prod(shape) for shape in arrays), flops=2 * math.prod(sizes.values()))
            found.append(replace(_of(w, sizes, moved, "its bytes, or its product", w.case), library="float32"))
        elif "64 to 64" not in w.case:
            one = w.inputs(np.random.default_rng(0), {**sizes, "n": 1})
            shapes = {n: a.shape if n == "w" else (32, *a.shape[1:]) for n, a in one.items()}
            found.append(Row("W19", f"{w.case}, batch 32, with both gradients", functools.partial(w.program, sizes), shapes,
                             None, calls))  # fmt: skip
    return found


def _contracted() -> list[Row]:
    """W18: the products of the order that opt_einsum finds; W21: the matrix products of all steps and gradients."""
    from opt_einsum import contract_path

    found = []
    for w in einsums.WORKLOADS:
        sizes = w.sizes["full"][0]
        make, name, _ = einsums.FAMILIES[w.case]
        network = make(sizes[name])
        shapes = network.shapes(sizes)
        flops = int(contract_path(network.equation(), *shapes, shapes=True, optimize="auto")[1].opt_cost)
        text = f"{w.case}, {len(shapes)} tensors"
        found.append(Row(w.id, text, functools.partial(w.program, sizes),
                         {f"T{k:03d}": s for k, s in enumerate(shapes)}, Cost(flops=flops),
                         "the best order, ours or opt_einsum's", library="float32", order=True))  # fmt: skip
    for w in recurrent.WORKLOADS:
        sizes = w.sizes["full"][0]
        b, h, v = sizes["batch"], sizes["hidden"], sizes["vocab"]
        gates = 4 if w.case == "LSTM" else 1
        flops = sizes["seq"] * 3 * 2 * (b * h * gates * h + b * h * v)
        inputs = w.inputs(np.random.default_rng(0), sizes)
        found.append(Row(w.id, f"{w.case}, {sizes['seq']} steps with all gradients", functools.partial(w.program, sizes),
                         {n: a.shape for n, a in inputs.items()}, Cost(flops=flops), "its products",
                         library="float32",
                         whole=frozenset(n for n, a in inputs.items() if a.dtype.kind in "iu")))  # fmt: skip
    return found


def _networks() -> list[Row]:
    """W23 at batch 16 and 224^2: the MNIST network with 100 images of 28^2."""
    found = []
    for net in networks.NETS:
        if net.case not in NETWORKS:
            continue
        sizes = {"batch": 16 if net.page else 100, "side": 224 if net.page else 28, "width": 32 if "Mobile" in net.case else 64}
        _, p = net.scores(sizes)
        images = (sizes["batch"], net.colours, sizes["side"], sizes["side"])
        shapes = {"images": images, "label": images[:1], **p.shapes}
        for train in NETWORKS[net.case]:
            found.append(Row("W23", f"{net.case}, {'training step' if train else 'forward'}, {images[0]} x {images[-1]}^2",
                             functools.partial(networks._program, net, train, sizes), shapes, None,
                             "its library calls"))  # fmt: skip
    return found


NETWORKS = {net.case: (False,) if net.case == "MobileNet-v2" else (False, True) for net in networks.NETS}
"""Networks, and whether they are trained (the step of MobileNet-v2 takes minutes to plan)."""


def _steps() -> list[Row]:
    found = []
    for case, sizes in (("small", training.SMALL_MLP), ("large", training.LARGE_MLP)):
        d, p, q, c, batch = (sizes[name] for name in ("d", "p", "q", "c", "batch"))
        shapes = {"x": (batch, d), "t": (batch, c), "W1": (p, d), "b1": (p,), "W2": (q, p), "b2": (q,), "W3": (c, q),
                  "b3": (c,)}  # fmt: skip
        flops = sum(2 * a * b * e for a, b, e in training._products(sizes))
        program = training._step(training.MLP, training.PARAMETERS["mlp"])
        found.append(Row("W20", f"MLP step, {case}", lambda program=program, sizes=sizes: program(sizes), shapes,  # type: ignore[misc]
                         Cost(flops=flops), "the 8 products", "float32", "float32"))  # fmt: skip
    return found


@dataclass(frozen=True)
class Estimate:
    """A row with its counts: kernels, library calls, what they do, and the least times of them and of the limit."""

    row: Row
    kernels: int
    calls: int
    cost: Cost
    arena: int
    time: float
    bound: str
    limit: float


def estimate(row: Row, gpu: Gpu) -> Estimate:
    """The estimate of one row."""
    f = es.compile(row.program(), target="gpu", **row.options)
    wanted = {n: s for n, s in row.shapes.items() if n in f.inputs}
    dtypes = {n: "int64" if n in row.whole else row.dtype for n in wanted}
    f.explain(gpu.name, **{n: SimpleNamespace(shape=s, dtype=np.dtype(dtypes[n])) for n, s in wanted.items()})
    bound = f._last
    total, time, parts, calls, called_time = Cost(), 0.0, dict[str, float](), 0, 0.0
    steps = step_costs(bound)
    for step, cost in steps:
        called = isinstance(step, LibraryCall)
        calls += called
        taken, why = seconds(cost, gpu, str(bound.layout.dtypes[step.arrays[0]]) if isinstance(step, LibraryCall) else "")
        parts[why] = parts.get(why, 0.0) + taken
        called_time += taken if called else 0.0
        total, time = total + cost, time + taken
    least = called_time if row.limit is None else seconds(row.limit, gpu, row.library)[0]
    if row.order:
        least = min(least, seconds(Cost(flops=total.flops), gpu, row.library)[0])
    return Estimate(row, len(steps) - calls, calls, total, f.memory.arena, time, max(parts, key=lambda k: parts[k]), least)


HEAD = """\
# Estimates for the H200

No GPU measured this page. It is made by `{command}` from the generated code: the bytes that every kernel moves and its operations are
counted (`f.explain` shows them launch by launch), and divided by the published figures of the H200 (memory 4.8 TB/s, float32 67 TFLOP/s,
float64 34 and 67 by tensor cores, float16 989, 4.2e12 special functions a second). The limit is the least that any program for the work has
to move or to compute. *Share* is the time of the limit over that of the counts: what the design of the kernels leaves to be reached, before
launches, latencies and everything else that only a measurement shows.

For a network the limit is the time of its library calls: the share says what kernels add to them.

Rows that fall short:

- W10: a row of 131072 elements (512 KB) does not stay in the registers of one block, so each pass reads it again (the sum of exponentials is
  in the pass of the maximum); nor do 264 such rows stay in the second-level cache. It takes a cluster of 8 blocks that exchange their sums (from compute capability 9.0 on), which is not built: it could not have been run.
- Arithmetic counts a multiplication and an addition as two operations of 67 TFLOP/s, which they are only where one instruction does both. Tiles of products are counted by
  *instructions*: each of 128 lanes starts one for each clock, be it a multiplication, a read of shared memory, or what brings an element to a slab (13, and 20 for a division in its
  offset; `tests/nvrtc` counts them in the portable code). So W14 in float32 takes 1.5 instructions for each multiplication of its scores and 1.3 for each of its results, and in W17 offsets
  divide: axes that are one of the product lie apart in memory. Elsewhere reads of shared memory, offsets and loops are not counted: a pair of W13 takes 10 instructions at most (0.30 s at one
  for each of 128 lanes and clock), 13 of its gradient (0.39 s; `tests/nvrtc` again).
- W9 counts every operation of a function as arithmetic, 10 for an exponential, which is about what `expf` takes without its unit for special functions. In W13 it is 2: the
  exponent is a sum of squares, which float32 has rounded several times, and is rounded once more. A gradient of W13 adds four sums for each pair and not one.
- W14: attention in float32 makes its scores anew for each of two gradient kernels (9 products, and sums of rows), since adding into one array from several blocks would make bits depend on the order.
- Small steps (W7, W20, W21, the MNIST network) are many small kernels: here the time of a launch decides, which these counts do not have. In steady state all of them are one CUDA graph.
- W18: the order of products is searched for a limited time, so that its rows may differ from run to run; networks of small tensors are kernels on few numbers.
- W6 makes its triangular factors and what is under its exponentials as arrays, and reads the latter three times: for its squares, for the shares of each point and
  for sums over points. In W7 what stands between two products, in all directions, is an array: a library's product reads arrays. W12 has all scores of a call in memory, as the products want them.
- In the training steps of networks normalisation, pooling and what a pooled layer hands back to a convolution are kernels beside the library calls.

W22 is work of the host.

| | work | kernels + calls | moved, GB | limit | temporaries, GB | least time | of the limit | share | most time goes to |
|---|---|---|---|---|---|---|---|---|---|
"""


def as_line(e: Estimate) -> str:
    """One row of the page."""
    share = e.limit / e.time if e.time else 1.0
    return (
        f"| {e.row.id} | {e.row.case}, {e.row.dtype} | {e.kernels} + {e.calls} | {e.cost.moved / 1e9:.3g} | {e.row.text} "
        f"| {e.arena / 1e9:.2g} | {e.time * 1e3:.3g} ms | {e.limit * 1e3:.3g} ms | {share:.0%} | {e.bound} |"
    )


def _named(line: str) -> tuple[str, ...]:
    """What a line of the page is about: the workload and its case."""
    return tuple(line.split(" | ")[:2])


def main(only: Sequence[str], page: Path | None, case: str = "") -> int:
    """Print the estimates, of cases with this text in their names, and write the page.

    Where only some are made, the other lines of the page stay.
    """
    gpu = gpu_named("H200")
    lines = []
    for row in rows():
        if (only and row.id not in only) or case.lower() not in row.case.lower():
            continue
        lines.append(as_line(estimate(row, gpu)))
        print(lines[-1], flush=True)
    if page is not None:
        known = page.read_text(encoding="utf-8").splitlines() if (only or case) and page.exists() else []
        kept = {_named(line): line for line in known} | {_named(line): line for line in lines}
        shown = [kept[name] for row in rows() if (name := (f"| {row.id}", f"{row.case}, {row.dtype}")) in kept]
        head = HEAD.format(command="espresso bench --target gpu --estimate --write-docs")
        page.write_text(head + "\n".join(shown) + "\n", encoding="utf-8")
    return 0
