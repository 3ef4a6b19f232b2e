"""The script for a machine with a GPU, as far as it can be run without one (issue 3: verification with a GPU)."""

from __future__ import annotations

import ast
import importlib
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
SCRIPT = HERE / "on_a_gpu.sh"
TEXT = SCRIPT.read_text(encoding="utf-8")

bash = pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")


def start(folder: Path) -> tuple[int, str]:
    env = {**os.environ, "PYTHON": sys.executable, "LIMIT": "60"}
    done = subprocess.run(["bash", str(SCRIPT), str(folder / "results")], cwd=HERE.parents[1], env=env,
                          capture_output=True, text=True, timeout=120)  # fmt: skip
    return done.returncode, done.stdout + done.stderr


@bash
def test_its_syntax() -> None:
    assert subprocess.run(["bash", "-n", str(SCRIPT)], capture_output=True).returncode == 0


@bash
def test_without_a_device_it_says_so_and_stops(tmp_path: Path) -> None:
    """A run in which everything is skipped would end with 0."""
    from espresso.system.devices import missing

    if missing("gpu") is None:
        pytest.skip("there is a GPU here")
    code, text = start(tmp_path)
    assert code == 2 and "not ready" in text and "== " not in text and "target 'gpu' needs" in text
    assert {p.name for p in (tmp_path / "results").iterdir()} == {"device.txt", "ready.txt"}


NOTING = """#!/usr/bin/env bash
echo "$*" >> {notes}
case "$*" in
    *sys.executable*) echo {self} ;;
    *record.py*) PYTHONPATH= exec {python} "$@" ;;
    *"{fails}"*) exit 3 ;;
    *"-m pytest"*) echo "SKIPPED [1] test_x.py: no cuDNN"; echo "3 passed, 1 skipped in 0.10s" ;;
esac
exit 0
"""


def with_notes(folder: Path, fails: str, **env: str) -> tuple[int, str, list[str], dict[str, Any]]:
    """Run the script with an interpreter that only takes notes: exit code, output, the commands, results.json."""
    tool, notes = folder / "bin", folder / "notes.txt"
    tool.mkdir()
    fake = tool / "python"
    fake.write_text(NOTING.format(notes=notes, self=fake, python=sys.executable, fails=fails))
    smi = tool / "nvidia-smi"
    smi.write_text("#!/usr/bin/env bash\necho 'name, driver_version, memory.total [MiB]'\necho 'NVIDIA H200, 570.1, 143771 MiB'\n")
    checker = tool / "compute-sanitizer"
    checker.write_text(f'#!/usr/bin/env bash\necho "pool=$ESPRESSO_TEST_POOL $*" >> {notes}\n')
    for file in (fake, smi, checker):
        file.chmod(0o755)
    env = {**os.environ, "PYTHON": str(fake), "PATH": f"{tool}:{os.environ['PATH']}", **env}
    done = subprocess.run(["bash", str(SCRIPT), str(folder / "r")], cwd=folder, env=env,
                          capture_output=True, text=True, timeout=60)  # fmt: skip
    lines = [line for line in notes.read_text().splitlines()[1:] if "record.py" not in line]
    return done.returncode, done.stdout, lines, json.loads((folder / "r" / "results.json").read_text())


@bash
def test_parts_go_on_after_a_failure(tmp_path: Path) -> None:
    """The order of the commands; what fails is told at the end and in results.json, beside device, versions and date."""
    code, text, lines, document = with_notes(tmp_path, "bench --target gpu --size full --only W1,")
    assert code == 1 and text.rstrip().endswith("failed: bench")
    words = ["ready.py", "doctor", "-k current_stream", "--maxfail", "memcheck", "--only W1,W2", "--estimate",
             "racecheck", "synccheck", "--only W3"]  # fmt: skip
    assert [w in line for w, line in zip(words, lines, strict=True)] == [True]*len(words), lines
    assert all(line.startswith("pool=off") for line in lines if "check" in line)
    assert document["device"] == {"name": "NVIDIA H200", "driver": "570.1", "memory": "143771 MiB"}
    assert document["versions"]["numpy"] and re.match(r"\d{4}-\d\d-\d\dT", document["date"])
    states = {name: part["state"] for name, part in document["parts"].items()}
    assert states == dict.fromkeys(["smoke", "tests", "memcheck", "estimate", "racecheck", "synccheck", "rest"], "passed") | {"bench": "failed"}
    assert document["parts"]["tests"]["passed"] == 3 and document["parts"]["tests"]["skipped"] == 1


@bash
def test_nothing_runs_after_a_failed_smoke_test(tmp_path: Path) -> None:
    code, text, lines, document = with_notes(tmp_path, "current_stream")
    assert code == 1 and text.rstrip().endswith("failed: smoke")
    assert len(lines) == 3 and document["parts"] == {"smoke": {"state": "failed", "exit": 3, "seconds": document["parts"]["smoke"]["seconds"]}}


@bash
def test_parts_stop_where_the_time_ends(tmp_path: Path) -> None:
    """A machine is lent for some minutes: what does not fit is not begun, and told."""
    code, text, lines, document = with_notes(tmp_path, "nothing fails", TOTAL="0")
    assert code == 1 and "smoke (no time left)" in text and len(lines) == 2
    assert {part["state"] for part in document["parts"].values()} == {"out of time"}


def test_its_defaults_fit_a_call_of_ten_minutes() -> None:
    """With the ten seconds in which a part is told to stop; what comes before the parts counts too."""
    limit, total = (int(re.findall(rf"\$\{{{name}:-(\d+)\}}", TEXT)[0]) for name in ("LIMIT", "TOTAL"))
    (after,) = map(int, re.findall(r"--kill-after=(\d+)", TEXT))
    assert re.search(r"^end=\$\{TOTAL:-\d+\}", TEXT, re.M) and limit <= total <= 600 - after - 15


def test_options_of_its_benchmarks() -> None:
    command = importlib.import_module("benchmarks.command") if str(HERE.parent) in sys.path else None
    sys.path.insert(0, str(HERE.parent))
    try:
        command = command or importlib.import_module("benchmarks.command")
        parser = command.parser()
    finally:
        sys.path.remove(str(HERE.parent))
    found = re.findall(r"-m espresso bench ([^\n]*?)(?: ;;|$)", TEXT, re.M)
    assert len(found) == 3
    for options in found:
        made = parser.parse_args(re.sub(r'"\$(out/)?(\w+)[\w.]*"', r"\2", options).split())
        assert made.target == "gpu" and (made.estimate or made.size == "full")
    every = ",".join(re.findall(r"^(?:first|then)=(\S+)", TEXT, re.M)).split(",")
    titles = importlib.import_module("benchmarks.table").TITLES
    assert len({*every}) == len(every) and {*every} == {*titles} - {"W22"}  # that one is work of the host


def test_the_checkers_watch_some_tests() -> None:
    """Each word of the selection stands in the name of a test of the file, here or in the suites that it takes over."""
    selections = re.findall(r'-k "([^"]*)"', TEXT)
    names = []
    for file in (HERE / "test_gpu.py", HERE.parent / "device_suite.py", HERE.parent / "device_acceptance.py"):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        names += [n.name for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)]
        names += [ast.get_source_segment(file.read_text(encoding="utf-8"), d) or "" for n in ast.walk(tree)
                  if isinstance(n, ast.FunctionDef) for d in n.decorator_list]
    assert len(selections) == 2  # smoke, sanitizers
    for word in " or ".join(selections).split(" or "):
        assert any(word in name for name in names), word
