"""Engine availability: which engines can run here, and why the others cannot."""

from __future__ import annotations

from collections.abc import Iterator

from espresso.engine.table import ENGINES as ENGINES
from espresso.ir.engine import Engine
from espresso.keywords import checked
from espresso.records import dataclass


@dataclass(frozen=True)
class Report:
    """Engines of this machine, one row each; prints as a table."""

    rows: tuple[tuple[str, ...], ...]
    engines: tuple[Engine, ...] = ()

    def __getitem__(self, name: str) -> Engine:
        """The engine of that name; ``supports(call)`` of it says why it cannot compute a call."""
        for engine in self.engines:
            if engine.name == name:
                return engine
        raise KeyError(name)

    def __iter__(self) -> Iterator[Engine]:
        """The engines in ranked order."""
        return iter(self.engines)

    def __len__(self) -> int:
        return len(self.engines)

    def __str__(self) -> str:
        widths = [max(len(r[k]) for r in self.rows) for k in range(len(self.rows[0]) - 1)]
        return "\n".join(
            "  ".join([*(c.ljust(w) for c, w in zip(r[:-1], widths, strict=True)), r[-1]]) for r in self.rows
        )

    __repr__ = __str__


@checked
def engines() -> Report:
    """Return the engines that can compute library calls, in ranked order.

    Returns
    -------
    Report
        For each its target, device, version, what it serves, and "ready" or why it cannot run here; prints as a table.
        ``engines()["openblas"]`` is the engine itself, and iteration gives all of them.

    Examples
    --------
    >>> str(engines()).splitlines()[0].split()
    ['engine', 'target', 'device', 'version', 'serves', 'state']
    """
    head = ("engine", "target", "device", "version", "serves", "state")
    rows = [(e.name, e.target, e.device(), e.version() or "-", e.serves, e.missing() or "ready") for e in ENGINES]
    return Report((head, *rows), ENGINES)
