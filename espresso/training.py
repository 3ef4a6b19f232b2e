"""Training loops: a compiled step over batches, weights updated in place, progress bar, loss curve."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterable, Mapping, MutableMapping
from importlib import import_module
from typing import Any

import numpy as np

from espresso.errors import InputError
from espresso.keywords import checked

OLD = "_old"
"""What the name of a state ends with as an input: ``w_velocity_old`` becomes the result ``w_velocity``."""


class Losses(list[float]):
    """The loss of each step; shows itself as a curve in notebooks, drawn by Matplotlib."""

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

    def _repr_svg_(self) -> str | None:
        """The curve, where Matplotlib is installed."""
        try:
            figure = import_module("matplotlib.figure").Figure(figsize=(5, 2.2), layout="constrained")
        except ImportError:
            return None
        self.plot(figure.subplots())
        text = io.StringIO()
        figure.savefig(text, format="svg")
        return text.getvalue()


@checked
def train(
    step: Any, values: MutableMapping[str, Any], batches: Iterable[Mapping[str, Any]], progress: bool | None = None
) -> Losses:
    """Call ``step`` for each batch and return the losses; the arrays of ``values`` are overwritten.

    ``step`` is a compiled dict of results with a scalar ``loss``.  A result that is called like one of ``values``
    is written into that array; so is ``name`` into the state ``name_old``, which starts as zeros where
    ``values`` does not have it.  All other results are lost.  ``batches`` gives the other inputs by name.
    ``progress`` shows a bar on standard error, by tqdm; None: only if that is a terminal and tqdm is installed.

    Raises InputError where ``step`` has no loss or an input is neither in ``values`` nor in the batch; ImportError for
    ``progress=True`` without tqdm.
    """
    names = step._build(list(step.outputs))
    if not isinstance(names, dict) or "loss" not in names:
        raise InputError(
            f"train: the step has no result called loss; it returns {names}.\n"
            'Compile a dict: es.compile({"loss": loss, **updates}).'
        )
    losses, bar = Losses(), _with_bar(batches, progress)
    out: dict[str, Any] = {}
    for batch in bar:
        if not out:
            out = _places(step, list(names), values, batch)
        step(**values, **batch, out=out)
        losses.append(float(out["loss"]))
        if bar is not batches:
            bar.set_postfix_str(f"loss {losses[-1]:.5g}", refresh=False)
    return losses


def _with_bar(batches: Any, progress: bool | None) -> Any:
    """The batches behind a progress bar of tqdm, or as they are."""
    if progress is False or progress is None and not sys.stderr.isatty():
        return batches
    try:
        return import_module("tqdm").tqdm(batches)
    except ImportError:
        if progress:
            raise
        return batches


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
