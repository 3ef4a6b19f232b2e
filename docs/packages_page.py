"""Write ``docs/packages.md`` from the docstrings of packages and modules: ``python docs/packages_page.py``.

A test compares the page with the tree.
"""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "packages.md"

_HEAD = """# Packages and modules

Made from the docstrings by `python docs/packages_page.py`. Packages stand in the order of the layers, lowest first: a
module imports from its own package and from those above it in this list, imports inside functions included
(`lint-imports` checks it, with the contracts in `pyproject.toml`). [how-it-works.md](how-it-works.md) tells how a
formula goes through them.
"""

_ORDER = (
    "", "system", "formulas", "algebra", "reference", "mathematics", "ir", "llvm", "kernels", "engine", "compiler",
    "codegen", "machine", "runtime", "frontends", "api", "tools",
)  # fmt: skip


def _docstring(path: Path) -> str:
    return ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""


def _sections(package: str) -> list[str]:
    """The package and those inside it, each with its modules."""
    folder = ROOT / "espresso" / package
    modules = [p for p in sorted(folder.glob("*.py")) if p.stem != "__init__"]
    name = package.replace("/", ".") or "espresso"
    about = _docstring(folder / "__init__.py") if package else "Names, errors and tables that everything may import."
    lines = [f"## {name}", "", about, ""]
    if modules:
        lines += ["| module | |", "|---|---|"]
        for path in modules:
            first = _docstring(path).splitlines()[0].replace("|", "\\|")
            lines.append(f"| `{path.stem}` | {first} |")
        lines.append("")
    inside = sorted(p.parent for p in folder.glob("*/__init__.py")) if package else []
    for other in inside:
        lines += _sections(other.relative_to(ROOT / "espresso").as_posix())
    return lines


def page() -> str:
    """The text of the page."""
    return _HEAD + "\n" + "\n".join(line for package in _ORDER for line in _sections(package)).rstrip() + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
