"""What `fuzz` gives to all that reads text or files: some thousand inputs, and those that were failures before."""

from __future__ import annotations

import signal
import sys
from pathlib import Path
from random import Random

import fuzz
import pytest

pytestmark = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timers here")

FOUND = [
    ("parser", b"\x19", "NotationError"),
    ("parser", b"\xe2\x80\xaex = y", "NotationError"),
    ("parser", b"s=softmax[i](softmax[i](t))", "SummationError"),
    ("parser", b"d[0]=0;d[i,j]=d[i,j-1]+c[i,j]", "RankError"),
    ("parser", b"d[0,j,k]=0;d[i,j]=d[i-1,j]+c[i,j]", "RankError"),
    ("rules", b"rule:exp(_x) -> _x**1" + b"0" * 400, "accepted"),
    ("names", b"derive:y = a*1" + b"0" * 400 + b" + b\n\na", "accepted"),
    ("names", b"match:1" + b"0" * 400 + b" - 999e99", "DtypeError"),
    ("names", b"dtype:,xt32", "DtypeError"),
    ("names", b"dtype:0:1", "DtypeError"),
    ("parser", b"y[i] = `a\x07`[i] + `a\x07`[i,i]", "RankError"),
    ("names", b'build:name\n1"\ndependencies = ["x"]', "InputError"),
    ("rules", b"guard:is\xed\xa0\x80", "RuleError"),
    ("rules", b"guard:is_real(i)", "RuleError"),
    ("rules", b"guard:" + b"not " * 3000 + b"is_real(_a)", "RuleError"),
    ("rules", b"find:\xcf\x80c(\x06", "RuleError"),
    ("entries", b'plan:[[], ["list", ["Entry", null, ["tuple"], "x"]]]', "accepted"),
    ("entries", b'plan:[[], ["list", ["Entry", ["Conditions", ["tuple"], ["tuple", "x"]], ["tuple"], "x"]]]', "accepted"),
    ("system", b"9" * 5000, "accepted"),
    ("sympy", b"X\xa5I1\x86", "RankError"),
    ("sympy", b"j\xf1p>\xf3", "EspressoError"),
    ("sympy", b"\xacL\t\xc2\x06\xe7\xe3\xe3", "EspressoError"),
    ("sympy", b"pnb\xac\x9b\n;\xc4", "EspressoError"),
    ("datasets", b"npz:PK\x03\x04", "InputError"),
    ("datasets", b"gz:\x1f\x8b\x08\x00gs\nk\x02\xff\x9c`dbfaec", "InputError"),
    ("datasets", b"npz:\x93NUMPY\x01\x00\x10\x00{'descr,<f8', (\n  ", "InputError"),
]
"""Target, input, and what has to become of it."""


@pytest.mark.parametrize(("target", "data", "outcome"), FOUND)
def test_what_was_a_failure(target: str, data: bytes, outcome: str) -> None:
    assert fuzz.judged(target, data) == outcome


@pytest.mark.parametrize(("target", "seeds", "changed"), [
    ("parser", 40, 400), ("names", 60, 500), ("rules", 40, 500), ("sympy", 30, 40), ("entries", 60, 800), ("system", 9, 15), ("datasets", 9, 200),
])  # fmt: skip
def test_texts_give_formulas_or_errors_of_espresso(target: str, seeds: int, changed: int) -> None:
    """And files their contents or such an error: soon, and without writing anything."""
    rng, known = Random(1), fuzz.inputs.seeds(target)
    every = rng.sample(known, min(seeds, len(known)))
    every += [fuzz.inputs.mutated(target, rng, rng.choice(known), rng.choice(known)) for _ in range(changed)]
    outcomes = {data: fuzz.judged(target, data) for data in every}
    assert {d: o for d, o in outcomes.items() if o.startswith("FAULT")} == {}
    assert "accepted" in outcomes.values()


def test_what_may_not_happen_is_a_failure(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    import espresso as es

    def busy(data: bytes) -> None:
        while True:
            pass

    def silent(data: bytes) -> None:
        raise es.InputError("")

    def write(data: bytes) -> None:
        (tmp_path / "file").write_text("x")

    def large(data: bytes) -> None:
        bytearray(1 << 30)[::4096] = bytes(1 << 18)

    monkeypatch.setattr(fuzz, "SECONDS", 0.1)
    for function, outcome in ((busy, "FAULT takes too long"), (silent, "FAULT InputError says nothing"), (write, "FAULT open"),
                              (lambda data: {}[data], "FAULT KeyError")):  # fmt: skip
        monkeypatch.setitem(fuzz.targets.TARGETS, "parser", function)
        assert fuzz.judged("parser", b"y = x").startswith(outcome)
    monkeypatch.setitem(fuzz.targets.TARGETS, "parser", large)
    assert fuzz.apart("parser", b"").startswith("FAULT needs")
    monkeypatch.setitem(fuzz.targets.TARGETS, "parser", lambda data: fuzz.os.kill(fuzz.os.getpid(), 9) if b"x" in data else None)
    assert fuzz.apart("parser", b"x") == "FAULT crash -9"
    assert fuzz.smaller("parser", b"y[i] = x[i] + 12") == b"x"


def test_another_formula_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    import espresso as es

    parse = es.parse
    assert fuzz.judged("parser", b"y = x + 3") == "accepted"
    monkeypatch.setattr(es, "parse", lambda text: parse(text.replace("x + 1", "x + 2")))
    assert fuzz.judged("parser", b"y = x+1") == "FAULT round trip: another formula"


def test_the_command_goes_on_where_it_ended(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "atheris", None)  # where it is installed it needs a process of its own
    state = fuzz.State(tmp_path, "entries")
    fuzz.unguided(state, 0.2)
    first = fuzz.State(tmp_path, "entries").kept["executions"]
    fuzz.unguided(fuzz.State(tmp_path, "entries"), 0.2)
    assert 0 < first < fuzz.State(tmp_path, "entries").kept["executions"]
    assert fuzz.main(["parser", "--case", "b'y = x'"]) == 0 and capsys.readouterr().out == "accepted\n"
