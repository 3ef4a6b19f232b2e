"""Training loops: a compiled step over batches, weights updated in place, progress bar, loss curve."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, MutableMapping, Sized
from importlib import import_module
from typing import Any

import numpy as np

from espresso.errors import InputError
from espresso.keywords import checked

OLD = "_old"
"""What the name of a state ends with as an input: ``w_velocity_old`` becomes the result ``w_velocity``."""


class Losses(list[float]):
    """The loss of each step; shows itself as a curve in notebooks."""

    @checked
    def plot(self, axes: Any = None) -> Any:
        """Draw the loss by step with Matplotlib, on ``axes`` or new ones, which are returned.

        Raises ImportError where Matplotlib is not installed.
        """
        if axes is None:
            axes = import_module("matplotlib.pyplot").subplots()[1]
        axes.plot(self)
        axes.set_xlabel("step")
        axes.set_ylabel("loss")
        return axes

    def _repr_svg_(self) -> str:
        """The curve in a frame of 480 x 200, with the number of steps, the largest and the smallest loss."""
        width, height, edge = 480, 200, 24
        finite = [v for v in self if np.isfinite(v)]
        low, high = (min(finite), max(finite)) if finite else (0.0, 1.0)
        across, up = (width - 2 * edge) / max(1, len(self) - 1), (height - 2 * edge) / ((high - low) or 1.0)
        shown = [(edge + k * across, height - edge - (v - low) * up) for k, v in enumerate(self) if np.isfinite(v)]
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in shown)
        under = height - 8
        labels = [(edge, edge - 8, f"loss {high:.4g}"), (edge, under, f"{low:.4g}"), (384, under, f"{len(self)} steps")]
        inside = f'width="{width - 2 * edge}" height="{height - 2 * edge}"'
        texts = "".join(f'<text x="{x}" y="{y}" font-size="11">{t}</text>' for x, y, t in labels)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
            f'<rect x="{edge}" y="{edge}" {inside} fill="none" stroke="#bbb"/>'
            f'<polyline points="{points}" fill="none" stroke="#1f77b4" stroke-width="1.5"/>{texts}</svg>'
        )


@checked
def train(
    step: Any, values: MutableMapping[str, Any], batches: Iterable[Mapping[str, Any]], progress: bool | None = None
) -> Losses:
    """Call ``step`` for each batch and return the losses; the arrays of ``values`` are overwritten.

    ``step`` is a compiled dict of results with a scalar ``loss``.  A result that is called like one of ``values``
    is written into that array; so is ``name`` into the state ``name_old``, which starts as zeros where
    ``values`` does not have it.  All other results are lost.  ``batches`` gives the other inputs by name.
    ``progress`` writes a line to standard error after each step; None: only if that is a terminal.

    Raises InputError where ``step`` has no loss or an input is neither in ``values`` nor in the batch.
    """
    names = step._build(list(step.outputs))
    if not isinstance(names, dict) or "loss" not in names:
        raise InputError(
            f"train: the step has no result called loss; it returns {names}.\n"
            'Compile a dict: es.compile({"loss": loss, **updates}).'
        )
    losses, show = Losses(), sys.stderr.isatty() if progress is None else progress
    count = len(batches) if isinstance(batches, Sized) else None
    out: dict[str, Any] = {}
    for batch in batches:
        if not out:
            out = _places(step, list(names), values, batch)
        step(**values, **batch, out=out)
        losses.append(float(out["loss"]))
        if show:
            done = len(losses)
            bar = "" if not count else f"[{'#' * (30 * done // count):<30}] "
            end = "\n" if done == count else ""
            sys.stderr.write(f"\r{bar}{done}{f'/{count}' if count else ''}  loss {losses[-1]:.5g}   {end}")
            sys.stderr.flush()
    return losses


def _places(
    step: Any, results: list[str], values: MutableMapping[str, Any], batch: Mapping[str, Any]
) -> dict[str, Any]:
    """Where each result is written; makes the states that are not there yet."""
    for name in step.inputs:
        parameter = next((v for v in sorted(values, key=len, reverse=True) if name.startswith(f"{v}_")), None)
        if name not in values and name not in batch and name.endswith(OLD) and parameter is not None:
            values[name] = np.zeros_like(values[parameter])
    missing = [n for n in step.inputs if n not in values and n not in batch]
    if missing:
        raise InputError(f"train: the input {missing[0]} is neither among the values nor in the batch.")
    unused = [n for n in (*values, *batch) if n not in step.inputs]
    if unused:
        raise InputError(f"train: the step has no input {unused[0]}; its inputs are {', '.join(step.inputs)}.")
    out = {name: values.get(name, values.get(name + OLD)) for name in results}
    lacking = [n for n, a in out.items() if a is None]
    if lacking:
        first = step(**values, **batch)
        out |= {n: np.array(first[n]) for n in lacking}
    return out
