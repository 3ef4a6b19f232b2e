"""The tool that plants faults plants them, and the tests notice most of a few."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import mutation
import pytest

SOURCE = '''
def f(x, y):
    """A text."""
    if x < 1 and not y:
        x += 2
    for k in (True, x):
        print(k, y)
        continue
    return (x
            - y)
'''


def test_every_kind_of_fault_is_planted_once_and_lines_keep_their_numbers() -> None:
    found = list(mutation.faults("f.py", SOURCE))
    assert {f.kind for f in found} == {
        "comparison flipped", "other operator", "operands swapped", "and/or", "condition negated",
        "truth value changed", "one more", "arguments swapped", "statement dropped",
    }  # fmt: skip
    plain = ast.dump(ast.parse(SOURCE))
    for fault in found:
        assert ast.dump(ast.parse(fault.text)) != plain, fault.kind
        assert fault.text.count("\n") == SOURCE.count("\n") and fault.function == 2
        assert sum(a != b for a, b in zip(fault.text.splitlines(), SOURCE.splitlines(), strict=True)) <= 2


def test_the_same_seed_plants_the_same_faults(root: Path) -> None:
    first, again, other = (mutation.chosen(root, ("algebra/calculus",), 5, seed) for seed in (1, 1, 2))
    assert first == again != other


@pytest.mark.slow
def test_most_faults_are_noticed(root: Path, tmp_path: Path) -> None:
    command = [
        sys.executable, "tests/mutation.py", "--faults", "20", "--packages", "algebra/calculus", "--map", str(tmp_path / "map.json"),
        "--tests", "tests/pure",
    ]  # fmt: skip
    said = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout.splitlines()[-1]
    assert int(said.split()[0]) >= 18, said
