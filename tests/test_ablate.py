"""``espresso bench --ablate`` tells parts that change programs from those that do not."""

from __future__ import annotations

import sys
from dataclasses import replace
from types import ModuleType

import numpy as np
import pytest
from benchmarks import ablate, ablation

import espresso as es
from espresso.compiler import pipeline
from espresso.compiler.state import Lowered

NORM = "y[i,j] = exp(x[i,j])/sum[k](exp(x[i,k]))"


def _program() -> ablate.Program:
    arrays = {"x": np.ones((40, 30))}
    return ablate.Program("softmax by hand", NORM, arrays, lambda: arrays)


def idle(state: Lowered) -> Lowered:
    return state.changed()


def _part(name: str) -> ablate.Part:
    return next(p for p in ablate.parts() if p.name == name)


def test_a_planted_pass_that_changes_nothing_is_told_from_one_that_matters(monkeypatch: pytest.MonkeyPatch) -> None:
    planted = ModuleType("espresso.compiler.passes.planted")
    monkeypatch.setattr(idle, "__module__", planted.__name__)
    planted.idle = idle  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, planted.__name__, planted)
    monkeypatch.setattr(pipeline, "STATEMENTS", {"idle": idle, **pipeline.STATEMENTS})
    parts = [ablate.Part("planted", tuple(ablate._places(planted)), 2, ""), _part("compiler.passes.cse"), _part("compiler.lowering.lower")]
    found = ablate.changes(parts, [_program()], workers=1)
    assert (found["planted"].asked, found["planted"].changed) == (("softmax by hand",), ())
    assert found["compiler.passes.cse"].changed == ("softmax by hand",)
    assert found["compiler.lowering.lower"].errors.keys() == {"softmax by hand"}
    assert pipeline.STATEMENTS["idle"] is idle  # everything is as before


def test_times_are_of_equal_results_and_the_page_says_what_a_part_buys() -> None:
    cse, program = _part("compiler.passes.cse"), _program()
    row = ablate.row_of(cse, ablate.Change((), (program.name,), {}, 1.0, 1.0))
    row["times"] = ablate.times(cse, row, {program.name: program}, 1)
    assert row["times"][0]["error"] < 1e-12 and row["times"][0]["ratio"] > 0.2
    slower = {**row, "times": [{**row["times"][0], "ratio": 1.5}]}
    assert ablation.verdict({**row, "times": [{**row["times"][0], "ratio": 1.01}]}) == "buys less than 5 %"
    assert ablation.verdict(slower) == "without it 1.50x time in softmax by hand"
    assert "wrong result" in ablation.verdict({**row, "times": [{**row["times"][0], "error": 1.0}]})
    text = ablation.page([{"name": "a machine", "date": "", "tree": "", "size": "tiny", "programs": 1, "command": "", "load_before": 3.0, "rows": [slower, {**row, "changed": 0, "times": []}]}])
    assert text.index("decide nothing") < text.index("changes no program here") < text.index("1.50x time")


def test_parts_are_chosen_by_name_and_single_functions_of_them_too() -> None:
    assert [p.name for p in ablate.chosen(["compiler.passes.cse", "codegen.loops.tiling: .tile"])] == ["compiler.passes.cse", "codegen.loops.tiling: .tile"]
    some = ablate.chosen(["codegen.loops.tiling"])
    assert some[0].name == "codegen.loops.tiling" and all(p.name.startswith("codegen.loops.tiling") for p in some)


def test_a_derivative_that_does_not_read_an_input_is_a_program_too() -> None:
    hessian = es.hessian(es.parse("q = x[i]*A[i,j]*x[j]"), "x")
    program = ablate.Program("q", hessian, {"A": np.ones((9, 9))}, lambda: {"A": np.ones((9, 9))})
    assert not ablate.planned(program).error and ablate.timed(_part("compiler.passes.cse"), program, 1).failure == ""


def test_neutral_answers_follow_from_types() -> None:
    def pair(program: list[int], *, deep: bool) -> tuple[list[int], dict[str, int]]:
        return [*program, 1], {}

    def several(nodes: list[str]) -> tuple[str, int]:
        return nodes[0], 1

    for made, expected in ((pair, ([3], {})), (_program, None), (several, None)):
        answer = ablate.neutral(made)
        assert answer is None if expected is None else answer([3], deep=True) == expected  # type: ignore[misc]
    assert replace(_program(), name="").bound()[1].memory().arena >= 0
