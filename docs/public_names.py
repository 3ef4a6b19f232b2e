"""Write what lists the public names from the table of names and the rows of functions: ``python docs/public_names.py``.

``espresso/__init__.pyi`` is for editors and type checkers; Python does not read it.  ``docs/reference/functions.md``
has the functions in the order of their rows.  Tests compare both with the tables.
"""

from __future__ import annotations

import textwrap
from pathlib import Path

from espresso import lazy
from espresso.formulas.graph.function_help import facts, summary
from espresso.formulas.graph.functions import BY_NAME, INDEX_FUNCTIONS, REDUCTIONS, Function
from espresso.formulas.graph.operators import ES_FUNCTIONS, SCALAR_FUNCTIONS

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "espresso" / "__init__.pyi"
REFERENCE = ROOT / "docs" / "reference" / "functions.md"

_HEAD = '''"""espresso: tensor mathematics with indices -> derivatives -> fused programs.

The types of the public names: ``python docs/public_names.py`` makes them from ``espresso/lazy.py`` and the functions.
"""
'''

_REFERENCE_HEAD = """# Functions

Elementwise functions take expressions and numbers; reductions and index functions also name their indices.
An `Operand` is an expression or a number, an `Index` an index object or names such as `"i j"`.
In formulas they are written `exp(x[i])`, `sum[i](x[i])`, `softmax[k](x[k])`.
"""


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


def reference() -> str:
    """The page of the functions; those of matrices stand on the page of expressions."""
    parts = {
        "Of each element": [*SCALAR_FUNCTIONS],
        "Reductions": [r.name for r in REDUCTIONS],
        "Index functions": [f.name for f in INDEX_FUNCTIONS],
    }
    lines = [_REFERENCE_HEAD]
    for head, names in parts.items():
        lines += [f"## {head}\n", *(f"::: espresso.{name}\n" for name in names)]
    return "\n".join(lines)


if __name__ == "__main__":
    PAGE.write_text(text(), encoding="utf-8")
    REFERENCE.write_text(reference(), encoding="utf-8")
