"""A benchmark as a row of a table: formula, peers, sizes, limit, goals."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Arrays = dict[str, Array]
Sizes = Mapping[str, int]
Call = Callable[[], Any]


def seconds(t: float | None) -> str:
    """A time for people."""
    if t is None:
        return ""
    return f"{t:.3g} s" if t >= 1 else f"{t * 1e3:.3g} ms" if t >= 1e-3 else f"{t * 1e6:.3g} µs"


@dataclass(frozen=True)
class Peer:
    """Another system's code for a workload: a plain function of the inputs by name.

    ``kind`` says how it is run: ``numpy``, ``numexpr``, ``numba``, ``jax``, ``torch``,
    ``torch.func``, ``torch.compile`` or ``tensorgrad`` (see ``symbolic_peers``).  A peer with ``out=True`` takes an array ``out`` as well.
    ``channels_last`` gives arrays of four axes to the function with the second one innermost: PyTorch's by strides, JAX's
    by axes that are moved, in its results too.  ``most`` leaves the peer out at sizes with a larger product.
    """

    kind: str
    function: Callable[..., Any]
    out: bool = False
    label: str = ""
    most: int = 1 << 62
    channels_last: bool = False

    @property
    def name(self) -> str:
        """How the peer is called in tables."""
        return self.label or (f"{self.kind} out=" if self.out else self.kind)


@dataclass(frozen=True)
class Goal:
    """What performance.md asks for: ``system`` is a peer's name, ``limit``, ``loss`` or, with seconds for ``ratio``, one of espresso's."""

    system: str
    ratio: float

    def __str__(self) -> str:
        if self.system.startswith("espresso"):
            return f"<= {seconds(self.ratio)}"
        if self.system == "loss":
            return f"loss <= {self.ratio:g}"
        return f">= {self.ratio:.0%} of the limit" if self.system == "limit" else f">= {self.ratio:g}x {self.system}"


@dataclass(frozen=True)
class Workload:
    """One workload; every combination of its sizes and dtypes is one row of the result.

    ``program`` gives what ``es.compile`` takes, from the sizes.  ``inputs`` gives float64 arrays,
    which are cast to the dtype of the row.  ``truth`` computes the results in float64
    NumPy, in the order of espresso's results.  ``limits`` are functions that do the
    least work the machine has to do; they run among the systems, the fastest counts.
    ``sets`` is how many sets of inputs take turns, where a case is meant to be out of cache.
    ``reuse`` adds espresso writing into given arrays (``out=``), ``positional`` arrays given by position.
    ``structure`` is given to ``es.compile``: with ``"factored"`` espresso gives factors, and what is
    checked is the array that they stand for.
    """

    id: str
    case: str
    formula: str
    program: Callable[[Sizes], Any]
    inputs: Callable[[np.random.Generator, Sizes], Arrays]
    truth: Callable[..., Any]
    peers: Sequence[Peer]
    sizes: Mapping[str, Sequence[Sizes]]
    limits: Mapping[str, Callable[[Sizes, str], Call]] = field(default_factory=dict)
    limit_text: str = ""
    goals: Sequence[Goal] = ()
    dtypes: Sequence[str] = ("float32",)
    tolerance: Mapping[str, float] = field(default_factory=lambda: {"float32": 2e-4, "float64": 1e-9})
    sets: int = 1
    reuse: bool = False
    positional: bool = False
    option_sizes: Mapping[str, int] = field(default_factory=dict)
    structure: str = ""

    @property
    def name(self) -> str:
        """Identifier and case."""
        return f"{self.id} {self.case}".strip()


@dataclass(frozen=True)
class Case:
    """A row to measure: a workload with one of its sizes and dtypes."""

    workload: Workload
    sizes: Sizes
    dtype: str
    seed: int = 1

    @property
    def key(self) -> tuple[Any, ...]:
        """What tells rows of one workload apart, as ``results.key`` does."""
        return self.workload.case, tuple(self.sizes.items()), self.dtype

    def sets(self) -> list[Arrays]:
        """The sets of inputs, which are the same in every process."""
        made = (self.workload.inputs(np.random.default_rng(self.seed + k), self.sizes) for k in range(self.workload.sets))
        return [cast(arrays, self.dtype) for arrays in made]

    def truth(self) -> list[Array]:
        """The results for the first set, in float64 NumPy."""
        arrays = self.sets()[0]
        exact = {n: a.astype(np.float64) if a.dtype.kind == "f" else a for n, a in arrays.items()}
        return [np.asarray(r) for r in leaves(self.workload.truth(**exact))]

    def options(self) -> dict[str, Any]:
        """What ``es.compile`` is told."""
        found: dict[str, Any] = {"sizes": dict(self.workload.option_sizes)} if self.workload.option_sizes else {}
        return found | ({"structure": self.workload.structure} if self.workload.structure else {})

    def __str__(self) -> str:
        return f"{self.workload.name} {' '.join(f'{k}={v}' for k, v in self.sizes.items())} {self.dtype}"


def cases(workloads: Sequence[Workload], level: str) -> list[Case]:
    """All rows of workloads at a level; where a workload has none for a GPU, those of the full one."""
    return [
        Case(w, sizes, dtype)
        for w in workloads
        for sizes in (w.sizes.get(level, w.sizes["full"]))
        for dtype in w.dtypes
    ]


def cast(arrays: Arrays, dtype: str) -> Arrays:
    """The inputs with their real arrays in ``dtype``; integers and booleans as they are."""
    return {n: np.ascontiguousarray(a, dtype=dtype) if a.dtype.kind == "f" else a for n, a in arrays.items()}


def leaves(value: Any) -> list[Any]:
    """The arrays of a result, in order."""
    if isinstance(value, Mapping):
        return [leaf for v in value.values() for leaf in leaves(v)]
    if isinstance(value, (tuple, list)):
        return [leaf for v in value for leaf in leaves(v)]
    return [value]


def largest_error(results: Any, expected: Sequence[Array]) -> float:
    """The largest difference, relative to the largest entry of the array it is in; inf for wrong shapes."""
    given = leaves(results)
    if len(given) != len(expected):
        return float("inf")
    worst = 0.0
    for result, right in zip(given, expected, strict=True):
        value = np.asarray(result)
        if value.shape != right.shape:
            return float("inf")
        if not right.size:
            continue
        scale = float(np.max(np.abs(right))) or 1.0
        gap = float(np.max(np.abs(value - right))) / scale
        worst = max(worst, gap if gap == gap else float("inf"))
    return worst


def normal(rng: np.random.Generator, *shape: int) -> Array:
    """Normal random numbers in float64."""
    return rng.standard_normal(shape)


def normals(**axes: str) -> Callable[[np.random.Generator, Sizes], Arrays]:
    """Inputs of normal random numbers: ``normals(z="m n", g="n")`` has z[m,n] and g[n]."""
    return lambda rng, sizes: {name: normal(rng, *(sizes[n] for n in of.split())) for name, of in axes.items()}


def derived(name: str, text: str, *given: Any) -> Callable[[Sizes], Any]:
    """A program: a derivative of a formula, which `espresso` finds when it is asked for."""

    def program(sizes: Sizes) -> Any:
        import espresso as es

        return getattr(es, name)(es.parse(text), *given)

    return program


def with_derivatives(text: str, *derivatives: tuple[Any, ...]) -> Callable[[Sizes], list[Any]]:
    """A program: a formula and derivatives of it, each a name and what it is given beside the formula."""

    def program(sizes: Sizes) -> list[Any]:
        import espresso as es

        e = es.parse(text)
        return leaves([e, *(getattr(es, name)(e, *given) for name, *given in derivatives)])

    return program


def pullback_of_jax(function: Callable[..., Any], *wrt: str) -> Callable[..., Any]:
    """jax.vjp of a function by these arguments of it, or by all, as a function of its arguments and of the cotangent G."""

    def pullback(G: Any, **arrays: Any) -> Any:
        import jax

        return jax.vjp(*_by(function, wrt, arrays))[1](G)

    return pullback


def pullback_of_torch(function: Callable[..., Any], *wrt: str) -> Callable[..., Any]:
    """The same by torch.func.vjp."""

    def pullback(G: Any, **arrays: Any) -> Any:
        import torch

        return torch.func.vjp(*_by(function, wrt, arrays))[1](G)

    return pullback


def _by(function: Callable[..., Any], wrt: Sequence[str], arrays: Arrays) -> tuple[Any, ...]:
    """A function of some of its arguments, and these."""
    names = wrt or tuple(arrays)
    return lambda *given: function(**{**arrays, **dict(zip(names, given, strict=True))}), *(arrays[n] for n in names)
