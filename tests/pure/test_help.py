"""What ``help`` says of the public names: every argument, the result, the errors, and an example that runs."""

from __future__ import annotations

import doctest
import inspect
import re
from collections.abc import Callable
from typing import Any

import pytest

import espresso as es
from espresso.formulas.graph.functions import BY_NAME, OVER_INDICES
from espresso.formulas.graph.operators import ES_FUNCTIONS

CLASSES = (es.Expr, es.Compiled)
WITHOUT_ARGUMENTS = ("Expr", "Compiled", "DEFAULT")


def _documented() -> dict[str, Callable[..., Any]]:
    """Functions, rows of rules, and the methods of what users hold."""
    found = {n: getattr(es, n) for n in es.__all__ if n not in WITHOUT_ARGUMENTS}
    found = {n: f for n, f in found.items() if not (isinstance(f, type) and issubclass(f, es.EspressoError))}
    for kind in CLASSES:
        for name in dir(kind):
            if not name.startswith("_") and callable(getattr(kind, name)) and name not in ("mro", "register"):
                found[f"{kind.__name__}.{name}"] = getattr(kind, name)
    return found


DOCUMENTED = _documented()


def sections(text: str) -> dict[str, str]:
    """The sections of a numpydoc docstring, and the text before them as ""."""
    parts = re.split(r"^(\w+)\n-+\n", inspect.cleandoc(text), flags=re.MULTILINE)
    return {"": parts[0], **dict(zip(parts[1::2], parts[2::2], strict=True))}


def lacking(name: str, function: Callable[..., Any]) -> list[str]:
    """What the docstring does not say."""
    found = sections(function.__doc__ or "")
    parameters = [p for p in inspect.signature(function).parameters.values() if p.name != "self"]
    stars = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}
    expected = [stars.get(p.kind, "") + p.name for p in parameters]
    heads = re.findall(r"^(\S.*)$", found.get("Parameters", ""), re.MULTILINE)
    described = [n.strip() for head in heads for n in head.partition(" : ")[0].split(",")]
    wrong = [] if sorted(described) == sorted(expected) else [f"arguments {expected}, described {described}"]
    needed = ["Examples"] if inspect.isclass(function) else ["Examples", "Returns"]
    wrong += [f"no section {n}" for n in needed if n not in found]
    if not found[""].split("\n")[0].endswith((".", ":")) and "." not in found[""]:
        wrong.append("no first sentence")
    return wrong


@pytest.mark.parametrize("name", DOCUMENTED)
def test_arguments_result_and_example_are_described(name: str) -> None:
    assert lacking(name, DOCUMENTED[name]) == []


@pytest.mark.parametrize("name", ES_FUNCTIONS)
def test_the_example_of_a_function_runs(name: str) -> None:
    runner = doctest.DocTestRunner(verbose=False)
    for test in doctest.DocTestFinder().find(ES_FUNCTIONS[name], name, globs={}):
        runner.run(test)
    assert runner.summarize(verbose=False).attempted == 2 and runner.failures == 0


def test_every_function_has_words() -> None:
    assert [n for n in ES_FUNCTIONS if not {**BY_NAME, **OVER_INDICES}[n].words] == []


def test_help_says_what_the_rows_say() -> None:
    log, clip, std = es.log.__doc__ or "", es.clip.__doc__ or "", es.std.__doc__ or ""
    assert log.startswith("Natural logarithm, of each element.") and "Derivative: ``1/x``." in log and "``ln``" in log
    assert "Where there is none: at a bound x keeps the derivative 1 and the bound gets 0." in clip
    assert "Real numbers only." in clip and "Over no elements: an error." in std
    assert "Over no elements: 0." in (es.sum.__doc__ or "")
    assert set(OVER_INDICES) - {"det", "logdet", "inv"} <= set(es.__all__)


def test_the_check_finds_what_is_not_described() -> None:
    def wrong(a: int, *, b: int = 0) -> int:
        """Result.

        Parameters
        ----------
        a, c : int

        Returns
        -------
        int
        """
        return a + b

    assert lacking("wrong", wrong) == ["arguments ['a', 'b'], described ['a', 'c']", "no section Examples"]
