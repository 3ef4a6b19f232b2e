"""The script for a machine with a GPU, as far as it can be run without one (issue 3: verification with a GPU)."""

from __future__ import annotations

import ast
import importlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

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
    from espresso.runtime.devices import missing

    if missing("gpu") is None:
        pytest.skip("there is a GPU here")
    code, text = start(tmp_path)
    assert code == 2 and "not ready" in text and "== tests" not in text and "target 'gpu' needs" in text
    assert {p.name for p in (tmp_path / "results").iterdir()} == {"device.txt", "ready.txt"}


@bash
def test_parts_go_on_after_a_failure(tmp_path: Path) -> None:
    """With an interpreter that only takes notes: the order of the commands, and what fails is told at the end."""
    tool = tmp_path / "bin"
    tool.mkdir()
    note = tmp_path / "notes.txt"
    fake = tool / "python"
    fake.write_text(f"""#!/usr/bin/env bash
echo "$*" >> {note}
case "$*" in
    *sys.executable*) echo {fake} ;;
    *"bench --target gpu --size full"*) exit 3 ;;
esac
exit 0
""")
    checker = tool / "compute-sanitizer"
    checker.write_text(f'#!/usr/bin/env bash\necho "pool=$ESPRESSO_TEST_POOL $*" >> {note}\n')
    for file in (fake, checker):
        file.chmod(0o755)
    env = {**os.environ, "PYTHON": str(fake), "PATH": f"{tool}:{os.environ['PATH']}"}
    done = subprocess.run(["bash", str(SCRIPT), str(tmp_path / "r")], cwd=HERE.parents[1], env=env,
                          capture_output=True, text=True, timeout=60)  # fmt: skip
    assert done.returncode == 1 and done.stdout.rstrip().endswith("failed: bench")
    lines = note.read_text().splitlines()[1:]
    words = ["ready.py", "doctor", "pytest -q -m gpu", "--size full --json", "--estimate", "memcheck", "racecheck",
             "synccheck"]  # fmt: skip
    assert [w in line for w, line in zip(words, lines, strict=True)] == [True]*len(words), lines
    assert all(line.startswith("pool=off") for line in lines[-3:])


def test_options_of_its_benchmarks() -> None:
    command = importlib.import_module("benchmarks.command") if str(HERE.parent) in sys.path else None
    sys.path.insert(0, str(HERE.parent))
    try:
        command = command or importlib.import_module("benchmarks.command")
        parser = command.parser()
    finally:
        sys.path.remove(str(HERE.parent))
    found = re.findall(r"-m espresso bench ([^\n]*?)(?: ;;|$)", TEXT, re.M)
    assert len(found) == 2
    for options in found:
        made = parser.parse_args(options.replace('"$out/bench.json"', "bench.json").split())
        assert made.target == "gpu" and (made.estimate or made.size == "full")


def test_the_checkers_watch_some_tests() -> None:
    """Each word of the selection stands in the name of a test of the file, here or in the suites that it takes over."""
    (words,) = re.findall(r'tests/gpu/test_gpu.py -k "([^"]*)"', TEXT)
    names = []
    for file in (HERE / "test_gpu.py", HERE.parent / "device_suite.py", HERE.parent / "device_acceptance.py"):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        names += [n.name for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)]
        names += [ast.get_source_segment(file.read_text(encoding="utf-8"), d) or "" for n in ast.walk(tree)
                  if isinstance(n, ast.FunctionDef) for d in n.decorator_list]
    for word in words.split(" or "):
        assert any(word in name for name in names), word
