"""A few random programs of each area beside the reference, and all that were found to be wrong before (`tests/campaign.py`)."""

from __future__ import annotations

import os

import campaign
import numpy as np
import pytest
from found_programs import FOUND
from random_areas import AREAS, case
from random_cases import Case, Input

from espresso.machine import machine_code
from espresso.reference.scalar_functions import FUNCTIONS
from espresso.system import machine_model


@pytest.mark.parametrize("area", AREAS)
def test_random_programs(area: str) -> None:
    programs = [(1, "numpy"), (2, "cpu"), *((n, "numpy") for n in range(4, 24) if area == "positions")]
    assert sum(campaign.check(case(area, number), target)[0] for number, target in programs) > 0


@pytest.mark.parametrize("target", ["cpu", "numpy"])
@pytest.mark.parametrize("what", FOUND)
def test_programs_that_were_wrong(what: str, target: str) -> None:
    assert not campaign.check(FOUND[what], target)[1]


def test_program_k_is_always_the_same() -> None:
    for area in AREAS:
        assert case(area, 7) == case(area, 7) and repr(case(area, 7)) != repr(case(area, 8))
        assert eval(repr(case(area, 7)), {"Case": Case, "Input": Input}) == case(area, 7)  # what is printed can be run


def test_wrong_values_crashes_and_hangs_are_failures_that_are_made_smaller(monkeypatch: pytest.MonkeyPatch) -> None:
    c = Case("T[i] = 2*X[i]; R[i] = exp(T[i]) + Y[i]", {"X": Input(("i",)), "Y": Input(("i",), "float32", layout="F")}, ({"i": 3}, {"i": 40}))
    assert campaign.tried(c, "numpy") == {"calls": 4, "refused": False}
    with monkeypatch.context() as patch:  # the reference is off by twice the last place of float32 in exp
        patch.setitem(FUNCTIONS, "exp", lambda x: np.exp(x) * (1 + 2.0**-22))
        assert campaign.tried(c, "numpy")["kind"] == "value"
        patch.setattr(campaign, "tried", lambda c, target, _: campaign.one(c, target))  # sixty processes take 15 s
        small = campaign.shrunk(c, "numpy", "value", 60)
    assert small.text == "R[i] = exp(X[i])" and small.calls == ({"i": 1},) and small.inputs == {"X": Input(("i",), values="whole")}
    assert [*campaign.apart(lambda send: send(campaign.os.kill(campaign.os.getpid(), 9)), 10)] == ["crash -9"]
    assert [*campaign.apart(lambda send: campaign.time.sleep(60), 0.2)] == ["hang"]


def test_the_state_goes_on_where_it_ended(tmp_path: campaign.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ESPRESSO_CACHE_DIR", str(tmp_path))
    monkeypatch.setenv("ESPRESSO_CACHE_LIMIT", "0")
    command = ["masks", "--count", "2", "--target", "numpy", "--state", str(tmp_path / "state.json")]
    assert campaign.main(command) == campaign.main(command) == 0
    kept = campaign.json.loads((tmp_path / "state.json").read_text())["masks numpy"]
    assert (kept["next"], kept["programs"], kept["failures"]) == (4, 4, [])


@pytest.mark.parametrize("optimised", [False, True])
def test_settings_are_afterwards_as_before(optimised: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that follow in the process compile as they asked for, not as the last random program did."""

    def settings() -> tuple[object, ...]:
        return machine_code.LEVELS, machine_model.rates, os.environ.get(campaign.OPENCL_OPTIONS)

    monkeypatch.setattr(machine_code, "LEVELS", (1, 2))
    c = case("contractions", 1)
    c.options.update(optimised=optimised, threaded=True)
    for options in ("-cl-opt-disable", None):
        monkeypatch.delenv(campaign.OPENCL_OPTIONS)
        if options:
            monkeypatch.setenv(campaign.OPENCL_OPTIONS, options)
        before = settings()
        with campaign._settings(c, "opencl"):
            assert before[0] != machine_code.LEVELS and machine_model.rates is not before[1]
        assert settings() == before
