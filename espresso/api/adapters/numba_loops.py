"""Recurrences of a saved module as functions that numba compiles, loop and rows."""

from __future__ import annotations

import ast
from typing import Any

from espresso.api.adapters.numba_function import inner_functions
from espresso.api.compile import compile, sizes_of
from espresso.api.saving.standalone import rows_of
from espresso.codegen.numba.step_calls import FUNCTIONS
from espresso.errors import TargetError
from espresso.ir.driver import Recurrent
from espresso.runtime.cpu.generated import Generated


def source_with_loops(compiled: Any, bound: Any) -> str:
    """The text of a call's program; as it is where it has no recurrences, or some that only NumPy's text computes."""
    source: str = bound.source
    recurrent = [s for s in getattr(bound, "generated", bound).module.steps if isinstance(s, Recurrent)]
    if not recurrent:
        return source
    options = {**compiled.options, "sizes": sizes_of(compiled.options["sizes"], compiled.expressions)}
    twin: Any = compile(compiled._formulas(), "cpu", **options)
    twin.options["standalone"] = FUNCTIONS
    before = bound.generated
    dtypes = {n: before.dtypes[v] for n, v in before.variables.items()}
    made = Generated(twin, dtypes, before.results, before._size_of)
    tree = ast.parse(made.source)
    found = {n.name for n in tree.body if isinstance(n, (ast.FunctionDef, ast.ClassDef))}
    found |= {ast.unparse(n) for n in tree.body if isinstance(n, (ast.Import, ast.ImportFrom))}
    texts: list[str] = []
    try:
        for step in made.module.steps:
            if isinstance(step, Recurrent):
                kinds = {n: kind for n, (kind, _) in made.kinds.items()}
                rows, looks = rows_of(step, kinds, "a function for numba")
                if looks:
                    return source
                texts += [text for name, part in rows for text in inner_functions(part, name, found, writes=True)]
    except TargetError:
        return source
    head, defined, tail = made.source.partition("\ndef run(")
    return "\n\n".join([head.rstrip(), *(t.strip("\n") for t in texts)]) + f"\n\n{defined}{tail}"
