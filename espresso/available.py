"""The engines that compute: which are here, and why the others are not.

An engine serves library calls or kernels of one target.  CPU code is an engine like the
others; generated loops serve everything.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Engine:
    """Name, target, what it serves, and a function that says why it cannot run here (None: it can)."""

    name: str
    target: str
    serves: str
    missing: Callable[[], str | None]


def _always() -> str | None:
    return None


def _module(name: str, extra: str) -> Callable[[], str | None]:
    def missing() -> str | None:
        from importlib.util import find_spec

        return (
            None if find_spec(name) is not None else f"package {name} is not installed (pip install espresso[{extra}])"
        )

    return missing


ENGINES: tuple[Engine, ...] = (
    Engine("numba-loops", "cpu", "every kernel", _module("numba", "test")),
    Engine("numpy-blas", "cpu", "matrix products (np.matmul)", _always),
    Engine("numpy", "numpy", "every expression, as NumPy source", _always),
)


@dataclass(frozen=True)
class Report:
    """Engines of this machine; prints as a table."""

    rows: tuple[tuple[str, str, str, str], ...]

    def __str__(self) -> str:
        widths = [max(len(r[k]) for r in self.rows) for k in range(3)]
        return "\n".join(
            "  ".join([*(c.ljust(w) for c, w in zip(r[:3], widths, strict=True)), r[3]]) for r in self.rows
        )

    __repr__ = __str__


def engines() -> Report:
    """The engines in ranked order, each with "ready" or the reason why it cannot run here."""
    head = ("engine", "target", "serves", "state")
    return Report((head, *((e.name, e.target, e.serves, e.missing() or "ready") for e in ENGINES)))
