"""Write ``docs/rules.md`` from the rows of ``rules/espresso_rules``: ``python docs/rules_page.py``.

A test compares the page with the rows.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

PAGE = Path(__file__).resolve().parent / "rules.md"

_HEAD = """# The rules

Made from the rows in `rules/espresso_rules` and `espresso/formulas/graph/functions.py` by `python docs/rules_page.py`.
How to add one: [adding-a-rule.md](adding-a-rule.md). `_x` stands for any expression, `_k` in brackets for the indices
of a reduction; a row holds where its guard (*when*) does. Rows of level *exact* keep the bits of the value,
*algebraic* ones may round differently. A test fires every row through the compiler.
"""


def _table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    names = list(head)
    lines = ["| " + " | ".join(names) + " |", "|" + "---|" * len(names)]
    lines += [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join(lines) + "\n"


def _rules(rows: Iterable[Any]) -> str:
    from espresso.formulas.printing.escapes import code, sentence

    sides = ([code(text) for text in (r.left, r.right, r.when or "")] for r in rows)
    cells = ([sentence(r.name), *made, r.level, sentence(r.why)] for r, made in zip(rows, sides, strict=True))
    return _table(("rule", "from", "to", "when", "level", "why"), cells)


def _derivatives(rows: Iterable[Any]) -> str:
    from espresso.formulas.printing.escapes import code, sentence

    cells = ([code(r.of), "; ".join(map(code, r.partials)), sentence(r.kink)] for r in rows)
    return _table(("function", "derivatives by its arguments", "at kinks"), cells)


def _definition(row: Any) -> list[str]:
    from espresso.formulas.printing.escapes import code, sentence

    return [code(row.left), code(row.right), sentence(row.why)]


def page() -> str:
    """The whole page."""
    from espresso.algebra.rewriting.rule_sets import default_definitions
    from espresso.formulas.printing.escapes import code
    from espresso_rules import derivatives, machine, simplify, stabilize

    zero = ", ".join(map(code, sorted(derivatives.ZERO)))
    parts = [
        _HEAD,
        "## Unsafe forms and safe ones\n",
        _rules(stabilize.RULES),
        "## Simplifications\n",
        _rules(simplify.RULES),
        "## Forms for the machine\n\nApplied when a formula is compiled, never to what is shown.\n",
        _rules(machine.RULES),
        "## Derivatives of functions\n",
        _derivatives(derivatives.RULES),
        f"The derivative is zero wherever it exists: {zero}.\n",
        "## Derivatives of index functions\n\nFirst from the cotangent `c` of the result `r`, then from the tangent.\n",
        _derivatives(derivatives.INDEX_FUNCTIONS),
        "## Derivatives of functions of matrices\n",
        _derivatives(derivatives.MATRIX_FUNCTIONS),
        "## Definitions\n\n`_n` is the number of elements.\n",
        _table(("function", "means", "why"), map(_definition, default_definitions())),
    ]
    return "\n".join(part.rstrip("\n") + "\n" for part in parts)


if __name__ == "__main__":
    sys.path[:0] = [str(PAGE.parent.parent), str(PAGE.parent.parent / "rules")]
    PAGE.write_text(page(), encoding="utf-8")
