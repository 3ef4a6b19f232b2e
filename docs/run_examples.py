"""Run the Python code of the documentation and compare what it shows with what it says.

    python docs/run_examples.py              every page and the README
    python docs/run_examples.py FILE...      some pages
    python docs/run_examples.py --update ... rewrite the shown outputs and pictures (then look at the diff)

Blocks marked ```python of one page run in order, in one namespace, in an empty folder.
What is compared:

* ``expression  # -> text``      ``str(expression)`` is the text; more ``# -> `` lines may follow
* ``expression  # raises Name``  the line raises that error; ``# -> `` lines that follow are its message
* a block marked ```output       what the Python block before it printed

Pages that need a package or a C compiler that is not here are left out.
``...`` in an expected text stands for anything.  A picture that the code saves in its folder and the page shows lies
beside the page; what is on it is looked at by eye.
"""

from __future__ import annotations

import ast
import contextlib
import io
import os
import re
import shutil
import sys
import tempfile
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Any

DOCS = Path(__file__).resolve().parent
PAGES = [DOCS.parent / "README.md", *sorted(DOCS.glob("*.md")), *sorted(DOCS.glob("examples/*.md"))]

OPTIONAL = ("dask", "jax", "matplotlib", "pandas", "pyopencl", "scipy", "torch", "xarray")
"""Packages that pages import and that not every environment has."""

_FENCE = re.compile(r"^```(\w*)\s*$")
_PICTURE = re.compile(r"^!\[[^\]]*\]\(([\w-]+\.\w+)\)$", re.MULTILINE)
_SAYS = re.compile(r"\s*# -> ?(.*)$")
_RAISES = re.compile(r"\s*# raises (\w+)\s*$")


@dataclass
class Block:
    """One fenced block: its language, its first line number in the page, its text."""

    language: str
    line: int
    lines: list[str] = field(default_factory=list)


class Mismatch(AssertionError):
    """The documentation says something else than what happens."""


def blocks(text: str) -> list[Block]:
    """The fenced blocks of a page, in order."""
    found: list[Block] = []
    current: Block | None = None
    for number, line in enumerate(text.split("\n"), start=1):
        fence = _FENCE.match(line)
        if current is None and fence:
            current = Block(fence[1], number + 1)
        elif current is not None and line.strip() == "```":
            found.append(current)
            current = None
        elif current is not None:
            current.lines.append(line)
    if current is not None:
        raise Mismatch(f"line {current.line}: a block is not closed")
    return found


def missing(text: str) -> str | None:
    """What the code of a page needs and is not here; None where all is."""
    code = "\n".join(line for block in blocks(text) if block.language == "python" for line in block.lines)
    for name in re.findall(r"^(?:import|from) (\w+)", code, re.MULTILINE):
        if name in OPTIONAL and find_spec(name) is None:
            return f"{name} is not installed"
    needs_compiler = re.search(r'\.save\("[\w.]+\.so"|library=True', code)
    return "there is no C compiler" if needs_compiler and shutil.which("cc") is None else None


def agrees(expected: str, actual: str) -> bool:
    """Whether ``actual`` is ``expected``, where ``...`` stands for anything; line ends may have blanks."""

    def tidy(text: str) -> str:
        return "\n".join(line.rstrip() for line in text.strip("\n").split("\n"))

    pattern = ".*".join(re.escape(part) for part in tidy(expected).split("..."))
    return re.fullmatch(pattern, tidy(actual), re.DOTALL) is not None


def _statements(block: Block, where: str) -> list[tuple[ast.stmt, str | None, str | None]]:
    """Statements of a block, each with the text after ``# ->`` and the name after ``# raises``."""
    source = "\n".join(block.lines)
    try:
        body = ast.parse(source).body
    except SyntaxError as error:
        raise Mismatch(f"{where}:{block.line + (error.lineno or 1) - 1}: {error.msg}") from None
    result = []
    for statement in body:
        end = statement.end_lineno or statement.lineno
        rest = block.lines[end - 1].encode()[statement.end_col_offset or 0 :].decode()
        says: list[str] = []
        raises = _RAISES.match(rest)
        if inline := _SAYS.match(rest):
            says.append(inline[1])
        for line in block.lines[end:]:
            more = re.match(r"# -> ?(.*)$", line)
            if more is None:
                break
            says.append(more[1])
        result.append((statement, "\n".join(says) if says else None, raises[1] if raises else None))
    return result


def _run_statement(
    statement: ast.stmt, says: str | None, raises: str | None, space: dict[str, Any], where: str
) -> tuple[int, int]:
    """Execute one statement and compare; returns (executed, compared)."""
    value: Any = None
    try:
        if isinstance(statement, ast.Expr):
            value = eval(compile(ast.Expression(statement.value), where, "eval"), space)
        else:
            exec(compile(ast.Module([statement], []), where, "exec"), space)
    except Exception as error:
        if raises is None:
            raise Mismatch(f"{where}: raises {type(error).__name__}: {error}") from error
        if type(error).__name__ != raises:
            raise Mismatch(f"{where}: raises {type(error).__name__}, the page says {raises}") from error
        if says is not None and not agrees(says, str(error)):
            raise Mismatch(f"{where}: the message is\n{error}\nthe page says\n{says}") from error
        return 1, 1
    if raises is not None:
        raise Mismatch(f"{where}: raises nothing, the page says {raises}")
    if says is None:
        return 1, 0
    if not isinstance(statement, ast.Expr):
        raise Mismatch(f"{where}: '# ->' stands behind a statement that has no value")
    if not agrees(says, str(value)):
        raise Mismatch(f"{where}: the value is\n{value}\nthe page says\n{says}")
    return 1, 1


def run_page(path: Path, update: bool = False) -> tuple[int, int]:
    """Run one page; returns how many statements ran and how many outputs were compared.

    Raises ``Mismatch`` with the page and line where they differ.
    """
    text = path.read_text(encoding="utf-8")
    space: dict[str, Any] = {"__name__": "__main__"}
    ran = compared = 0
    printed = ""
    replaced: list[tuple[Block, str]] = []
    before = os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        sys.path.insert(0, folder)  # for pages that import what they have saved
        known = set(sys.modules)
        try:
            for block in blocks(text):
                if block.language == "python":
                    out = io.StringIO()
                    with contextlib.redirect_stdout(out):
                        for statement, says, raises in _statements(block, path.name):
                            where = f"{path.name}:{block.line + statement.lineno - 1}"
                            one, checked = _run_statement(statement, says, raises, space, where)
                            ran, compared = ran + one, compared + checked
                    printed = out.getvalue()
                elif block.language == "output":
                    compared += 1
                    if agrees("\n".join(block.lines), printed):
                        continue
                    if not update:
                        says = "\n".join(block.lines)
                        raise Mismatch(f"{path.name}:{block.line}: printed is\n{printed}\nthe page says\n{says}")
                    replaced.append((block, printed))
            for name in _PICTURE.findall(text) if update else ():
                if Path(name).exists():
                    shutil.copy(name, path.parent / name)
        finally:
            os.chdir(before)
            sys.path.remove(folder)
            for name in set(sys.modules) - known:
                if str(getattr(sys.modules[name], "__file__", "") or "").startswith(folder):
                    del sys.modules[name]
    if replaced:
        lines = text.split("\n")
        for block, output in reversed(replaced):
            lines[block.line - 1 : block.line - 1 + len(block.lines)] = output.rstrip().split("\n")
        path.write_text("\n".join(lines), encoding="utf-8")
    return ran, compared


def main(arguments: list[str]) -> int:
    """Run pages and print one line for each; the exit code says whether all agree."""
    update = "--update" in arguments
    os.environ.setdefault("MPLBACKEND", "agg")  # pictures need no screen
    sys.path[:0] = [str(DOCS.parent), str(DOCS.parent / "rules")]
    pages = [Path(a).resolve() for a in arguments if not a.startswith("-")] or PAGES
    failures = 0
    for page in pages:
        if reason := missing(page.read_text(encoding="utf-8")):
            print(f"{page.name}: left out, {reason}")
            continue
        try:
            ran, compared = run_page(page, update)
            print(f"{page.name}: {ran} statements run, {compared} outputs compared")
        except Mismatch as error:
            failures += 1
            print(f"{page.name}: FAILED\n{error}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
