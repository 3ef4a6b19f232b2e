"""Write ``espresso/__init__.pyi`` from the table of names and the rows of functions: ``python docs/public_names.py``.

Editors and type checkers read the file; Python does not.  A test compares it with the tables.
"""

from __future__ import annotations

import textwrap
from pathlib import Path

from espresso import lazy
from espresso.formulas.graph.function_help import facts, summary
from espresso.formulas.graph.functions import BY_NAME, Function
from espresso.formulas.graph.operators import ES_FUNCTIONS

PAGE = Path(__file__).resolve().parent.parent / "espresso" / "__init__.pyi"

_HEAD = '''"""espresso: tensor mathematics with indices -> derivatives -> fused programs.

The types of the public names: ``python docs/public_names.py`` makes them from ``espresso/lazy.py`` and the functions.
"""
'''


def _imports() -> list[str]:
    found = ["from espresso.formulas.graph.expr import Index, Operand"]
    for module, names in lazy.PUBLIC.items():
        found += [f"from espresso.{module} import {n} as {n}" for n in names.split()]
    return sorted(found, key=_isort)


def _isort(line: str) -> tuple[str, bool, int, str]:
    """The order of ruff: by module, names without ``as`` later, constants before classes before functions."""
    _, module, _, name, *alias = line.split()
    return module, not alias, 0 if name.isupper() else 1 if name[0].isupper() else 2, name


def _function(name: str) -> list[str]:
    row = BY_NAME.get(name)
    if isinstance(row, Function) and name not in ("max", "min"):
        arguments = f"{', '.join(f'{a}: Operand' for a in row.arguments)}, /"
    else:
        arguments = "e: Operand, *indices: Index"
    about = textwrap.wrap(facts(name), 112, initial_indent="    ", subsequent_indent="    ")
    return [f"def {name}({arguments}) -> Expr:", f'    """{summary(name)}', "", *about, '    """']


def text() -> str:
    """The text of the file."""
    lines = [*_imports(), "", "__version__: str", ""]
    for name in ES_FUNCTIONS:
        lines += [*_function(name), ""]
    return _HEAD + "\n" + "\n".join(lines).rstrip() + "\n"


if __name__ == "__main__":
    PAGE.write_text(text(), encoding="utf-8")
