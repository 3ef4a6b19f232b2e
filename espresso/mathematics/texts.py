"""Small Python as text: its functions, the names in it, other words for some of them."""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Callable, Mapping, Sequence

_FUNCTION = re.compile(r"^def (\w+)\(.*(?:\n(?:[ )].*)?)*", re.MULTILINE)
"""A function at the left edge, up to the next line there: parsing the texts took a twentieth of a first result."""


def functions(text: str) -> dict[str, str]:
    """The functions of a text by their names, each as text of its own.

    >>> sorted(functions("def f(x):\\n    return x\\n\\ndef g(x):\\n    return f(x)"))
    ['f', 'g']
    """
    return {found[1]: f"\n{found[0].rstrip()}\n" for found in _FUNCTION.finditer(text)}


@functools.lru_cache(maxsize=1000)
def helpers_in(text: str) -> tuple[str, ...]:
    """The helpers (``_es_...``) that a text, or the template of a call, names, in its order.

    >>> helpers_in("_es_f({0})*_es_g(x)")
    ('_es_f', '_es_g')
    """
    names = [n for n in ast.walk(ast.parse(text)) if isinstance(n, ast.Name) and n.id.startswith("_es_")]
    return tuple(dict.fromkeys(n.id for n in sorted(names, key=lambda n: (n.lineno, n.col_offset))))


def respelled(text: str, word: Callable[[str], str | None]) -> str:
    """The text with other words for names, attributes and calls, where there is one for what stands there.

    The rest of it stays as it is written: programs carry these texts along, and people read them.

    >>> respelled("def f(x):\\n    return math.exp(x)*exp(k)", {"math.exp": "np.exp", "f": "g", "k": "2"}.get)
    'def g(x):\\n    return np.exp(x)*exp(2)'
    """
    lines = [line.encode() for line in text.splitlines(keepends=True)]  # columns of a tree are those of bytes
    stack: list[ast.AST] = [ast.parse(text)]
    found: list[tuple[int, int, int, str]] = []
    while stack:
        node = stack.pop()
        if isinstance(node, ast.FunctionDef):
            start = node.col_offset + len("def ")
            end = start + len(node.name.encode())
        elif isinstance(node, (ast.Name, ast.Attribute, ast.Call)) and node.lineno == node.end_lineno:
            start, end = node.col_offset, node.end_col_offset or 0
        else:
            stack.extend(ast.iter_child_nodes(node))
            continue
        made = word(lines[node.lineno - 1][start:end].decode())
        if made is not None:
            found.append((node.lineno - 1, start, end, made))
        if made is None or isinstance(node, ast.FunctionDef):
            stack.extend(ast.iter_child_nodes(node))
    for row, start, end, made in sorted(found, reverse=True):
        lines[row] = lines[row][:start] + made.encode() + lines[row][end:]
    return b"".join(lines).decode()


def expanded(text: str, snippets: Mapping[str, str]) -> str:
    """Functions with lines of ``snippets`` for the statements that name one: ``NAME``, or ``NAME(what GIVEN is)``.

    >>> expanded("def f(x):\\n    TWICE(x + 1)\\n    return y\\n", {"TWICE": "    y = 2 * GIVEN\\n"})
    'def f(x):\\n    y = 2 * (x + 1)\\n    return y\\n'
    """
    while True:
        lines, uses = text.splitlines(keepends=True), []
        inside = [s for f in ast.parse(text).body if isinstance(f, ast.FunctionDef) for s in f.body]
        for s in (s for s in inside if isinstance(s, ast.Expr)):
            name = s.value.func if isinstance(s.value, ast.Call) else s.value
            if isinstance(name, ast.Name) and name.id in snippets:
                uses.append((s, snippets[name.id]))
        if not uses:
            return text
        for s, snippet in reversed(uses):
            lines[s.lineno - 1 : s.end_lineno] = [_given(snippet, s.value, text)]
        text = "".join(lines)


def _given(snippet: str, use: ast.expr, text: str) -> str:
    """A snippet with what a use of it gives."""
    if not isinstance(use, ast.Call):
        return snippet
    value = f"({ast.get_source_segment(text, use.args[0])})"
    return respelled(f"def _():\n{snippet}", {"GIVEN": value}.get).partition("\n")[2]


def horner(variable: str, coefficients: Sequence[float], indent: str | None = None) -> str:
    """A polynomial by rising powers, in lines of about 100 characters where there is an indent for them.

    >>> horner("x", (1.0, 2.0, 3.0)), horner("x", (0.0, 2.0, 3.0))
    ('1.0 + x * (2.0 + x * (3.0))', 'x * (2.0 + x * (3.0))')
    """
    pieces = [f"{f'{c!r} + ' if c else ''}{variable} * (" for c in coefficients[:-1]]
    pieces.append(repr(coefficients[-1]) + ")" * len(pieces))
    lines = [""]
    for piece in pieces:
        if indent is not None and len(lines[-1]) + len(piece) > 100:
            lines.append("")
        lines[-1] += piece
    return f"\n{indent}".join(lines)
