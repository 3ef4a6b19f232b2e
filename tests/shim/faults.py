"""Faults planted in CUDA text by regular transformations: which of them does the device in software notice?

``python tests/shim/faults.py --faults 100 --seed 1`` plants so many, one at a time, in programs of `PROGRAMS`, runs
each, and prints those that nothing notices: neither the device (races, bounds, barriers) nor the reference.
"""

from __future__ import annotations

import argparse
import functools
import random
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from espresso.runtime.device import cuda

HERE = Path(__file__).resolve().parent

Shapes = dict[str, tuple[int, ...]]

PROGRAMS: list[tuple[str, Shapes, str]] = [
    ("y[i] = exp(x[i])*2 + x[i]", {"x": (37,)}, "float32"),
    ("z[i,j] = x[i,j] + y[i]*v[j]", {"x": (5, 8), "y": (5,), "v": (8,)}, "float32"),
    ("z[i,j] = exp(x[j,i])*y[i]", {"x": (40, 45), "y": (45,)}, "float32"),
    ("s[i] = sum[j](exp(x[i,j]))", {"x": (3, 700)}, "float32"),
    ("s[j] = sum[i](exp(x[i,j])*v[i])", {"x": (70, 33), "v": (70,)}, "float32"),
    ("s = sum[i](x[i]*y[i])", {"x": (9000,), "y": (9000,)}, "float64"),
    ("a[i] = argmax[j](x[i,j])", {"x": (4, 300)}, "float32"),
    ("p[i,k] = x[i,k]*max[k](x[i,k]) - sum[k](x[i,k])", {"x": (3, 700)}, "float32"),
    ("n[i,k] = (z[i,k] - mean[k](z[i,k]))/sqrt(var[k](z[i,k]) + 1e-5)*g[k] + b[k]",
     {"z": (3, 300), "g": (300,), "b": (300,)}, "float32"),
    ("c[i,j] = cumsum[j](x[i,j])", {"x": (3, 300)}, "float32"),
    ("y[b,k] = W[idx[b],k]", {"W": (5, 3), "idx": (7,)}, "float32"),
    ("dW[p,k] = sum[b](c[b,k]*(p == idx[b])) + W[p,k]", {"c": (70, 3), "idx": (70,), "W": (5, 3)}, "float32"),
    ("y[p] = sum[r](pad(x)[p+r-1]*w[r]) + x[p]", {"x": (37,), "w": (3,)}, "float32"),
    ("a[i] = sum[j](exp(-sum[d]((x[i,d] - y[j,d])**2))*b[j])", {"x": (150, 3), "y": (270, 3), "b": (270,)}, "float32"),
    ("C[i,k] = A[i,j]*B[j,k]", {"A": (70, 37), "B": (37, 66)}, "int32"),
    ("C[i,k] = A[i,j]*B[j,k]", {"A": (70, 37), "B": (37, 66)}, "tf32"),
    ("C[i,k] = A[i,j]*B[j,k]", {"A": (20, 3000), "B": (3000, 6)}, "float16"),
    ("s[i] = sum[j](exp(x[i,j]))", {"x": (21, 20)}, "float32"),
    ("p[i,k] = x[i,k]*max[k](x[i,k]) - sum[k](x[i,k])", {"x": (21, 20)}, "float32"),
    ("c[i,j] = cumsum[j](x[i,j])", {"x": (21, 20)}, "float32"),
    ("a[i] = argmax[j](x[i,j])", {"x": (21, 20)}, "float64"),
    ("p[i,k] = x[i,k]*max[i](x[i,k]) - sum[i](x[i,k])", {"x": (300, 21)}, "float64"),
    ("s[i] = sum[k](x[i,k]); c[k] = sum[i](x[i,k]/s[i])", {"x": (40, 70)}, "float32"),
    ("o[i,e] = sum[j](softmax[j](sum[d](q[i,d]*k[j,d]))*v[j,e])", {"q": (70, 8), "k": (90, 8), "v": (90, 8)}, "float32"),
]  # fmt: skip
"""Formula, shapes and dtype; the products are those of generated kernels."""


@dataclass(frozen=True)
class Fault:
    """One change of a text: lines are compared as they stand."""

    kind: str
    line: int
    before: str
    after: str

    def plant(self, source: str) -> str:
        lines = source.split("\n")
        assert lines[self.line] == self.before
        lines[self.line] = self.after
        return "\n".join(lines)

    def __str__(self) -> str:
        return f"{self.kind}, line {self.line + 1}: {self.before.strip()}  ->  {self.after.strip()}"


def _changes(pattern: str, new: Callable[[re.Match[str]], str | None]) -> Callable[[str], Iterator[str]]:
    def found(line: str) -> Iterator[str]:
        for m in re.finditer(pattern, line):
            text = new(m)
            if text is not None:
                yield line[: m.start()] + text + line[m.end() :]

    return found


KINDS: dict[str, Callable[[str], Iterator[str]]] = {
    "a barrier removed": _changes(r"__syncthreads\(\);", lambda m: ";"),
    "an index shifted": _changes(r"(?<=\w)\[([^\[\]]*[a-z][^\[\]]*)\]", lambda m: f"[{m[1]} + 1]"),
    "a wrong lane": _changes(r"\bhop\);", lambda m: "(hop ^ 1));"),
    "another step of a shuffle": _changes(r"hop > 0; hop /= 2", lambda m: "hop > 1; hop /= 2"),
    "a bound one too far": _changes(r"(?<= )<(?= n(_\w+)?\b)", lambda m: None if re.search("for \\(|stop = ", m.string) else "<="),
    "a bound one too near": _changes(r"(?<= )< (n(?:_\w+)?)\b", lambda m: f"< {m[1]} - 1"),
    "a condition dropped": _changes(r"(?<=\bif )\((active && )", lambda m: "("),
    "a start shifted": _changes(r"(?<== )(threadIdx\.x)\b", lambda m: f"{m[1]} + 1"),
    "one lane fewer": _changes(r"\blanes/32\b", lambda m: "(lanes/32 - 1)"),
    "a sum that is stored": _changes(r"(?<=[\w\]]) \+= (?=[^;]*;$)", lambda m: None if "for (" in m.string else " = "),
    "another block": _changes(r"\bblockIdx\.x\b", lambda m: "(blockIdx.x + 1)"),
    "an initial value": _changes(r"= 0\.0f;", lambda m: "= 1.0f;"),
    "atomic addition as a plain one": _changes(r"\batomicAdd\(x, value\);", lambda m: "*x += value;"),
    "a fragment of another thread": _changes(r"\bt % 4\b", lambda m: "(t + 1) % 4"),
    "a rounding left out": _changes(r"_es_tf32\((\w\[\d\])\)", lambda m: f"__float_as_uint({m[1]})"),
}  # fmt: skip


def faults_of(source: str) -> list[Fault]:
    """Every fault that can be planted in a text; comments and loops that count steps of time stay."""
    found = []
    for number, line in enumerate(source.split("\n")):
        if line.strip().startswith(("//", "#", "/*")):
            continue
        for kind, changes in KINDS.items():
            found += [Fault(kind, number, line, after) for after in changes(line) if after != line]
    return found


@dataclass
class Planted:
    """A program of `PROGRAMS` with its reference."""

    number: int

    def __post_init__(self) -> None:
        from programs import Case

        import espresso as es
        from espresso.reference.evaluator import evaluate

        formula, shapes, dtype = PROGRAMS[self.number]
        rng, kind = np.random.default_rng(0), "float32" if dtype == "tf32" else dtype
        draw: Callable[[Any], np.ndarray] = lambda s: rng.integers(-5, 6, s) if kind == "int32" else rng.normal(size=s)  # noqa: E731
        given = {n: rng.integers(0, 5, s) if n == "idx" else draw(s).astype(kind) for n, s in shapes.items()}
        statements = [es.parse(formula)]
        self.case = Case(formula, given, target="gpu", tf32=dtype == "tf32")
        self.expected = [np.asarray(evaluate(e, given)) for e in statements]
        self.program = self.case.simt("cuda", tf32=dtype == "tf32")
        self.tolerance = 3e-2 if dtype in ("float16", "tf32") else 2e-4 if kind == "float32" else 1e-10

    @functools.cached_property
    def lines(self) -> set[int]:
        """The lines that the program runs: a fault in any other is none."""
        import stand_in
        import test_cuda_text
        import text

        with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
            patch.setattr(text, "library", lambda source, architecture: text.counted(source, architecture, Path(folder)))
            patch.setattr(test_cuda_text, "load_cubin", cuda.compile_cubin)
            test_cuda_text.run(self.program, self.case)
            stand_in._Module.last.es_dump()
            return text.lines_run(Path(folder))

    def faults(self) -> list[Fault]:
        """Every fault in a line that runs."""
        return [f for f in faults_of(self.program.source) if f.line + 1 in self.lines]

    def noticed(self, fault: Fault | None, order: str) -> str | None:
        """What is noticed of a fault, or None: the finding, or that numbers are wrong."""
        from dataclasses import replace

        import stand_in
        import test_cuda_text

        stand_in.DEVICE.order = order
        program = self.program if fault is None else replace(self.program, source=fault.plant(self.program.source))
        try:
            values = test_cuda_text.run(program, self.case)
        except stand_in.Finding as found:
            return str(found).splitlines()[0]
        wrong = [
            not np.allclose(v.astype("float64"), e.astype("float64"), rtol=self.tolerance, atol=self.tolerance)
            for v, e in zip(values, self.expected, strict=True)
        ]
        return "other numbers than the reference" if any(wrong) else None


@functools.cache
def planted(number: int) -> Planted:
    """A program of the table, made once."""
    return Planted(number)


def sample(count: int, seed: int) -> list[tuple[int, Fault]]:
    """So many faults, the same number of each kind where there are so many, in programs at random."""
    rng = random.Random(seed)
    every: dict[str, list[tuple[int, Fault]]] = {}
    for number in range(len(PROGRAMS)):
        for fault in planted(number).faults():
            every.setdefault(fault.kind, []).append((number, fault))
    chosen: list[tuple[int, Fault]] = []
    for pool in every.values():
        rng.shuffle(pool)
    while len(chosen) < count and any(every.values()):
        chosen += [pool.pop() for pool in every.values() if pool]
    return chosen[:count]


def main() -> None:
    """Plant, run, tell."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--faults", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    import stand_in

    with stand_in.installed():
        by_kind: dict[str, list[int]] = {}
        for number, fault in sample(options.faults, options.seed):
            seen = next((s for o in stand_in.ORDERS if (s := planted(number).noticed(fault, o))), None)
            count = by_kind.setdefault(fault.kind, [0, 0])
            count[0] += seen is not None
            count[1] += 1
            print("not noticed" if seen is None else "noticed    ", PROGRAMS[number][0], "|", fault, "|", seen or "", flush=True)
        for kind, (caught, all_) in by_kind.items():
            print(f"{kind}: {caught} of {all_}")
        print(f"noticed: {sum(c for c, _ in by_kind.values())} of {sum(n for _, n in by_kind.values())}")


if __name__ == "__main__":
    sys.path[:0] = [str(HERE), *(str(HERE.parent / n) for n in ("", "simt", "cpu"))]
    main()
