"""Phases: every library call is given to an engine, with what it can take along, or becomes loops."""

from __future__ import annotations

import math
from dataclasses import replace

from espresso.compiler.loops.product_loops import read_once, rows_added, short_sides
from espresso.compiler.loops.row_blocks import BIG
from espresso.compiler.matching import selection
from espresso.compiler.passes.accumulate import accumulated
from espresso.compiler.sizes import Size
from espresso.compiler.state import Lowered
from espresso.ir.calls import Contraction
from espresso.ir.storage.dtypes import bytes_of
from espresso.ir.targets import TARGETS


def run(state: Lowered) -> Lowered:
    """Every library call is given to an engine, or becomes loops."""
    state, fused = state.changed(), state.options.get("fused", True)
    if fused:
        _read_once(state)
        state.sizes.prefer(lambda size: selection.with_epilogues(state, size))
    state.statements.choices += state.sizes.prefer(lambda size: selection.choose_all(state, size))
    if fused:
        _accumulate(state)
    return state


def orders(state: Lowered) -> Lowered:
    """On a device, a product is stored in the order of axes of the copy that follows it.

    Then all choices are final, and are recorded: a call with other lengths asks the engines again.
    """
    state = state.changed()
    if TARGETS[state.target].launches and state.options.get("fused", True):
        state.sizes.prefer(lambda size: selection.stored_as_read(state, size))
    if state.statements.choices:
        last = state.changed()
        state.sizes.record(lambda size: selection.still_chosen(last, size))
    return state


def _read_once(state: Lowered) -> None:
    """Products with a vector become loops where their kernel reads the matrix anyway, or they are faster so."""
    code, on_device = state.statements, TARGETS[state.target].launches
    before = code.copy()  # later passes change it
    if selection.candidates(state.options, state.target)[1]:
        return  # engines that are asked for get their calls
    chosen = read_once(before, list(state.outputs), lambda s: selection.as_statement(s, before.buffers), on_device)
    if not on_device:
        chosen |= state.sizes.decide(lambda size: rows_added(before, size) | short_sides(before, size))
    code.steps[:] = [
        selection.as_statement(s, code.buffers) if isinstance(s, Contraction) and s.name in chosen else s
        for s in code.steps
    ]


def _accumulate(state: Lowered) -> None:
    """Factors of products, and what they are added to, become part of the library calls."""
    code = state.statements

    def fits(name: str, products: int) -> bool:
        buffer = code.buffers[name]

        def small(size: Size) -> bool:
            return products * bytes_of(buffer.dtype) * math.prod(map(size, buffer.shape)) < BIG

        return state.sizes.decide(small)

    renamed = accumulated(code, state.results, fits)
    products = [s for s in code.steps if isinstance(s, Contraction)]
    calls = {s.name: s for s in products if s.added or s.scale != 1 or s.divisors}
    for k, choice in enumerate(code.choices):
        step = calls.get(renamed.get(choice.name, choice.name))
        if step is not None:
            call = None if choice.call is None else replace(choice.call, step=step)
            code.choices[k] = replace(choice, name=step.name, text=str(step), call=call)
