"""How many planted faults the tests notice: ``python tests/mutation.py --faults 40 --seed 1``.

Each fault is one small change of one line of the compiler (a comparison flipped, a number one larger, a condition
negated, a statement dropped, ...) in a copy of the tree.  A map made once says which tests call which function and how
long they take (``--map FILE --tests tests/pure`` makes it, or makes it anew); the three quickest of each file run
first, then the files as a whole, until one fails.  What survives is printed: a hole in the tests, or a change that means the same.
"""

from __future__ import annotations

import argparse
import ast
import copy
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FrameType

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("algebra", "codegen", "compiler", "formulas/inference", "kernels", "llvm", "machine")
LEFT_OUT = ("tests/test_project.py", "tests/test_mutation.py")  # style, and this: neither says what the compiler does
QUICKEST = 3
"""So many tests of each file are tried before whole files are."""

FLIPPED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
OTHER: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv,
    ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr,
}  # fmt: skip


@dataclass(frozen=True)
class Fault:
    """One change of a file: the text between two positions is another one."""

    path: str
    line: int
    function: int
    """The line in which the function begins, its decorators included."""
    kind: str
    text: str
    """The file with the fault in it."""


def _texts(node: ast.AST) -> bool:
    return any(isinstance(n, ast.JoinedStr) or (isinstance(n, ast.Constant) and isinstance(n.value, str)) for n in ast.walk(node))


def changes(node: ast.AST) -> Iterator[tuple[str, ast.AST, ast.AST]]:
    """What may be planted at a node: the kind, the node that is replaced, and by which."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        new = copy.deepcopy(node)
        new.ops = [FLIPPED[type(node.ops[0])]()]
        yield "comparison flipped", node, new
    elif isinstance(node, ast.BinOp) and not _texts(node):
        if type(node.op) in OTHER:
            yield "other operator", node, ast.BinOp(node.left, OTHER[type(node.op)](), node.right)
        if isinstance(node.op, ast.Sub | ast.Div | ast.FloorDiv | ast.Mod | ast.Pow):
            yield "operands swapped", node, ast.BinOp(node.right, node.op, node.left)
    elif isinstance(node, ast.BoolOp):
        yield "and/or", node, ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
    elif isinstance(node, ast.If | ast.While | ast.IfExp):
        yield "condition negated", node.test, ast.UnaryOp(ast.Not(), node.test)
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield "truth value changed", node, ast.Constant(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield "one more", node, ast.Constant(node.value + 1)
    elif isinstance(node, ast.Call) and len(node.args) > 1 and not any(isinstance(a, ast.Starred) for a in node.args[:2]):
        yield "arguments swapped", node, ast.Call(node.func, [node.args[1], node.args[0], *node.args[2:]], node.keywords)
    elif isinstance(node, ast.AugAssign | ast.Continue | ast.Break) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)):
        yield "statement dropped", node, ast.Pass()


def _within(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a function that are executed, but for texts of errors."""
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "args") and not isinstance(node, ast.Call):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not isinstance(child, ast.Raise | ast.Assert | ast.JoinedStr):
                yield child
                yield from _within(child)


def faults(path: str, text: str) -> Iterator[Fault]:
    """Every fault that can be planted in the functions of a file."""
    lines = text.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line.encode()))
    raw = text.encode()
    tree = ast.parse(text)
    inner = {f for n in ast.walk(tree) if isinstance(n, ast.FunctionDef) for f in ast.walk(n) if f is not n}
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef) or function in inner:
            continue
        for node in _within(function):
            for kind, old, new in changes(node):
                begins = min([function.lineno, *(d.lineno for d in function.decorator_list)])
                first = starts[old.lineno - 1] + old.col_offset  # type: ignore[attr-defined]
                last = starts[old.end_lineno - 1] + old.end_col_offset  # type: ignore[attr-defined]
                written = ast.unparse(ast.fix_missing_locations(new))
                written = written if isinstance(new, ast.stmt | ast.Constant) else f"({written})"
                written += "\\\n" * raw[first:last].count(b"\n")  # later lines keep their numbers
                changed = (raw[:first] + written.encode() + raw[last:]).decode()
                yield Fault(path, old.lineno, begins, kind, changed)  # type: ignore[attr-defined]


def chosen(root: Path, packages: tuple[str, ...], count: int, seed: int) -> list[Fault]:
    """``count`` faults; the same for the same seed and tree."""
    modules = [p for package in packages for p in sorted((root / "espresso" / package).rglob("*.py"))]
    sites: list[tuple[Path, int]] = []
    for module in modules:
        sites += [(module, k) for k in range(sum(1 for _ in faults("", module.read_text())))]
    picked = random.Random(seed).sample(sites, min(count, len(sites)))
    return [list(faults(str(m.relative_to(root)), m.read_text()))[k] for m, k in picked]


Map = dict[str, dict[str, list[tuple[float, str]]]]
"""Per function (``path:line``) and file of tests: the quickest tests that call it, with their seconds."""


class Recorder:
    """A plugin of pytest: which functions of the library each test calls."""

    def __init__(self, root: Path) -> None:
        self.root, self.library, self.found = root, str(root / "espresso") + os.sep, Map()
        self.called: dict[int, CodeType] = {}
        self.failed = False

    def call(self, frame: FrameType, event: str, given: object) -> None:
        self.called[id(frame.f_code)] = frame.f_code

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.called, self.failed = {}, False
        began = time.process_time()
        sys.settrace(self.call)
        try:
            return (yield)
        finally:
            sys.settrace(None)
            where = item.nodeid.partition("::")[0]
            if not self.failed and where not in LEFT_OUT:
                test = (round(time.process_time() - began, 3), item.nodeid)
                for code in [c for c in self.called.values() if c.co_filename.startswith(self.library)]:
                    name = f"{os.path.relpath(code.co_filename, self.root)}:{code.co_firstlineno}"
                    tests = self.found.setdefault(name, {})
                    tests[where] = sorted([*tests.get(where, []), test])[:QUICKEST]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed |= not report.passed


def record(root: Path, tests: list[str], to: Path) -> None:
    """Run tests once and write which of them call which function."""
    recorder = Recorder(root)
    pytest.main(["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--rootdir", str(root), *tests], plugins=[recorder])
    to.write_text(json.dumps(recorder.found))


def caught(fault: Fault, scratch: Path, covering: dict[str, list[tuple[float, str]]], limit: float) -> str | None:
    """What noticed a fault planted in a copy of the tree, or None."""
    place = scratch / fault.path
    before = place.read_text()
    place.write_text(fault.text)
    quick = [name for _, name in sorted(t for tests in covering.values() for t in tests)]
    files = sorted(covering, key=lambda f: covering[f][0])
    path = os.pathsep.join([str(scratch), str(scratch / "rules")])
    try:
        for names in (quick[:60], files):
            command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *names]
            try:
                done = subprocess.run(
                    command, cwd=scratch, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True,
                    timeout=limit, check=False,
                )  # fmt: skip
            except subprocess.TimeoutExpired:
                if names is not files:
                    return "it takes too long"
                continue
            if done.returncode:
                failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
                return failed[0].split(" - ")[0] if failed else f"pytest ends with {done.returncode}"
    finally:
        place.write_text(before)
    return None


def main() -> int:
    """Plant faults and say which of them no test notices."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--faults", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--packages", default=",".join(PACKAGES))
    parser.add_argument("--limit", type=float, default=300.0, help="seconds that the tests of one fault may take")
    parser.add_argument("--map", type=Path, default=Path(tempfile.gettempdir()) / "espresso-test-map.json")
    parser.add_argument("--tests", nargs="*", help="make the map anew, of these tests (all: tests)")
    given = parser.parse_args()
    if given.tests or not given.map.exists():
        record(ROOT, given.tests or ["tests"], given.map)
    tests: Map = json.loads(given.map.read_text())
    survived, unreached = [], 0
    planted = chosen(ROOT, tuple(given.packages.split(",")), given.faults, given.seed)
    with tempfile.TemporaryDirectory(prefix="espresso-faults-") as folder:
        scratch = Path(folder) / "tree"
        shutil.copytree(ROOT, scratch, ignore=shutil.ignore_patterns(".*", "__pycache__"))
        for fault in planted:
            covering = tests.get(f"{fault.path}:{fault.function}", {})
            by = caught(fault, scratch, covering, given.limit) if covering else None
            unreached += not covering
            if by is None:
                survived.append(fault)
            said = f"caught by {by}" if by else "survived" if covering else "no test of the map calls it"
            print(f"{fault.path}:{fault.line}: {fault.kind}: {said}", flush=True)
    print(f"{len(planted) - len(survived)} of {len(planted)} caught; {unreached} in functions that no test of the map calls")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
