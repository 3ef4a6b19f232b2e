"""Escaping of formula text for other languages: program comments, HTML, SVG, Markdown.

A name in backquotes may hold any character, so what puts names into a text of another language comes here first.
"""

from __future__ import annotations

import html as _html
import re

from espresso.errors import visible


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


def code(text: str) -> str:
    """``text`` as code of Markdown, in a cell of a table too.

    >>> print(code("x[i]"), code("`a|b`[i]"))
    `x[i]` `` `a\\|b`[i] ``
    """
    runs = [len(run) for run in re.findall("`+", text)]
    fence, space = "`" * (max(runs, default=0) + 1), " " if runs else ""
    return f"{fence}{space}{cell(text)}{space}{fence}" if text else ""


def cell(text: str) -> str:
    """``text`` in one cell of a table of Markdown."""
    return visible(text).replace("|", "\\|")


def sentence(text: str) -> str:
    """Words in a cell of a table of Markdown, in which no tag of HTML and no link begins."""
    return re.sub(r"[<&\[\]]", r"\\\g<0>", cell(text))
