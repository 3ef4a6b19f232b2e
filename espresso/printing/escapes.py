"""Text of a formula inside other languages: comments of programs, HTML, SVG.

A name in backquotes may hold any character, so what puts names into a text of another language comes here first.
"""

from __future__ import annotations

import html as _html


def visible(text: str) -> str:
    """``text``, in which characters that do not print stand as Python writes them.

    >>> print(visible("a\\nb"))
    a\\nb
    """
    return text if text.isprintable() else "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def comment(mark: str, text: str) -> list[str]:
    """The lines of a comment, each of which ends where it is seen to end: in C a backslash would go on to the next.

    >>> comment("//", "y[i] = x[i]")
    ['// y[i] = x[i]']
    """
    lines = [f"{mark} {visible(line)}" for line in text.split("\n")]
    return [f"{line} ." if line.endswith(("\\", "??/")) else line for line in lines]


def html(text: str) -> str:
    """``text`` as it stands, in a page: no tag and no entity begins in it."""
    return _html.escape("\n".join(map(visible, text.split("\n"))))


def svg(text: str) -> str:
    """``text`` as it stands in a ``<text>`` of SVG: `html`, in which a page that typesets formulas finds none.

    What begins and ends a formula, ``$`` or a backslash and a character, is torn apart.
    """
    return "".join(f"<tspan>{c}</tspan>" if c in "$\\" else c for c in html(visible(text)))
