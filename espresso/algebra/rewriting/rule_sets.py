"""The rule sets that espresso ships, and the text of docs/rules.md.

They are imported when they are first needed: ``espresso_rules`` holds rows of `rules`, and nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from espresso.algebra.rewriting.rules import Definition, Rule
from espresso.formulas.graph import functions
from espresso.keywords import checked

if TYPE_CHECKING:
    DEFAULT: list[Rule]
else:

    def __getattr__(name: str) -> Any:
        if name == "DEFAULT":
            return default_rules()
        raise AttributeError(name)


@checked
def default_rules() -> list[Rule]:
    """Return the rules that espresso ships: stabilising first, then simplifying.

    Returns
    -------
    list of Rule
        A new list; ``es.DEFAULT`` is another.

    Examples
    --------
    >>> from espresso import Rule
    >>> all(isinstance(r, Rule) for r in default_rules())
    True
    """
    from espresso_rules import simplify, stabilize

    return [*stabilize.RULES, *simplify.RULES]


def machine_rules() -> list[Any]:
    """Forms that are only cheaper to compute: applied when a formula is compiled, never to what is shown."""
    from espresso_rules import machine

    return list(machine.RULES)


def default_definitions() -> list[Definition]:
    """What reductions and index functions that the targets lack are made of: the meanings in their rows."""
    found = [f for f in functions.OVER_INDICES.values() if f.meaning]
    return [Definition(f.of, f.meaning, why=f.why, where=f"{functions.__file__} ({f.name})") for f in found]
