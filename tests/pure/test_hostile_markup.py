"""Names in backquotes inside LaTeX, HTML and SVG: text, never a command, a tag, an attribute or a formula of the page."""

from __future__ import annotations

import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from hostile_names import MARKUP, NAMES, TEXT, quoted

import espresso as es
from espresso.errors import visible
from espresso.formulas.printing.escapes import code, html, sentence, svg
from espresso.formulas.printing.latex import name_latex

TAGS = {"p", "svg", "defs", "marker", "path", "rect", "g", "text", "tspan", "title", "table", "tr", "td", "pre"}
ATTRIBUTES = {
    "xmlns", "width", "height", "viewbox", "font-family", "font-size", "font-weight", "id", "refx", "refy", "markerwidth", "markerheight",
    "orient", "d", "fill", "x", "y", "rx", "stroke", "stroke-width", "points", "marker-end", "class", "style",
}  # fmt: skip
PRINTED = {
    r"\backslash{}": "\\", r"\wedge{}": "^", r"\sim{}": "~", r"\&{}": "&", "{<}": "<", "{>}": ">", r"\ ": " ",
    **{"\\" + c: c for c in "_%#${}"},
}  # fmt: skip
SOME = [n for n in dict.fromkeys([*MARKUP, *TEXT]) if len(n) < 100]


class Page(HTMLParser):
    """Tags and attributes of a page, and the text inside each kind of tag."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.open: list[str] = []
        self.texts: dict[str, list[str]] = {}
        self.other: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes.update(name for name, _ in attrs)
        if tag != "tspan":
            self.open.append(tag)
            self.texts.setdefault(tag, []).append("")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes.update(name for name, _ in attrs)

    def handle_endtag(self, tag: str) -> None:
        assert tag == "tspan" or self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open:
            self.texts[self.open[-1]][-1] += data
        else:
            assert not data.strip(), data

    def handle_comment(self, data: str) -> None:
        self.other.append(data)

    handle_decl = handle_pi = unknown_decl = handle_comment


def formulas(names: list[str]) -> list[str]:
    """Names of inputs, indices, scalars and results, in one statement each."""
    return [f"{quoted(n)}[{quoted(n)}] = {quoted(n + '1')}[{quoted(n)}]*{quoted('2' + n)}" for n in names]


@pytest.fixture(scope="module")
def pages() -> list[tuple[Any, str]]:
    """Functions over all names, and what a notebook shows of them."""
    made = []
    for target in ("cpu", "numpy", "gpu"):
        for start in range(0, len(SOME), 40):
            f = es.compile(formulas(SOME[start : start + 40]), target=target)
            made.append((f, f._repr_html_()))
    return made


def test_a_page_has_no_tags_but_its_own(pages: list[tuple[Any, str]]) -> None:
    for f, text in pages:
        page = Page(text)
        assert page.tags <= TAGS and page.attributes <= ATTRIBUTES and page.other == [] and page.open == []
        assert page.texts["p"] == [f"$\\displaystyle {e.latex()}$" for e in f.expressions]
        if f.target != "numpy":
            short = [n if len(n) <= 44 else n[:41] + "..." for n in map(visible, f.inputs)]
            assert set(short) <= set(page.texts["text"])
        if f.target == "cpu":
            assert all(visible(str(s)) in "".join(page.texts["pre"]) for k in f.program.steps for s in k.statements if "\n" not in str(s))


def test_texts_of_pages_are_the_names() -> None:
    for name in NAMES:
        for made in (f"<pre>{html(name)}</pre>", f"<text>{svg(name)}</text>"):
            page = Page(made)
            (shown,) = next(iter(page.texts.values()))
            assert shown == visible(name) if "text" in page.texts else shown == "\n".join(map(visible, name.split("\n")))
            assert page.tags <= {"pre", "text", "tspan"} and not page.attributes and not page.other


def test_no_formula_begins_in_a_picture(pages: list[tuple[Any, str]]) -> None:
    """Pages that typeset formulas look for $...$, \\(...\\) and \\begin{...} in each text between tags."""
    for _, text in pages:
        for piece in re.findall(r">([^<]*)<", "".join(re.findall(r"<svg.*?</svg>", text, re.S))):
            assert piece in ("$", "\\") or not re.search(r"[$\\]", piece), piece


def test_latex_prints_the_name() -> None:
    """Commands that print one character each, in a word; or a letter, a Greek one, or a derivative."""
    each = re.compile("|".join(map(re.escape, PRINTED)))
    for name in NAMES:
        shown = name_latex(name)
        word = re.fullmatch(r"\\operatorname\{(.*?)\}'*(_\{\d+\})?", shown)
        if word is None:
            assert re.fullmatch(r"(\\[A-Za-z]+|\w)'*(_\{\d+\})?|\\left\(\\frac\{[\w\\{} ,]*\}\\right\)", shown), shown
            continue
        left, printed = each.sub("", word[1]), each.sub(lambda m: PRINTED[m[0]], word[1])
        assert not re.search(r"[\\$^~&#%{}<>_]", left) and left.isprintable(), shown
        rest = visible(name).removeprefix(printed).strip("_0123456789\u2032")
        assert rest == "" and visible(name).startswith(printed), (name, shown)


def test_latex_of_matrices_prints_names_as_well() -> None:
    """Without the backquotes, and with every character of the left side."""
    e = es.parse("`a&= b`[i] = `<b>`[i,j]*`x y`[j]")
    assert e.latex(matrix=True) == r"\operatorname{a\&{}=\ b} = \operatorname{{<}b{>}} \, \operatorname{x\ y}"
    assert e.to_matrix() == "`a&= b` = `<b>` @ `x y`"


def test_a_table_of_rules_has_only_its_own_cells() -> None:
    """Markdown: code that its own quotes do not end, words in which no tag and no link begins, one line for each rule."""
    for name in [*MARKUP, *TEXT]:
        fence = re.match("`+", code(name))
        assert fence is not None and code(name).endswith(fence[0]) and "\n" not in code(name)
        assert fence[0] not in code(name)[len(fence[0]) : -len(fence[0])].replace(fence[0] + "`", "")
        assert not re.search(r"(?<!\\)[<&\[\]|\n]", sentence(name)) and not re.search(r"(?<!\\)\|", code(name))


def test_names_that_are_shown_look_as_before() -> None:
    names = ["x", "w1", "alpha", "\u03a6", "x_1", "learning_rate", "x\u2032", "dloss_dw"]
    assert [name_latex(n) for n in names] == [
        "x", "w_{1}", r"\alpha", r"\Phi", "x_{1}", r"\operatorname{learning\_rate}", "x'",
        r"\left(\frac{\partial \operatorname{loss}}{\partial w}\right)",
    ]  # fmt: skip


def browser() -> str | None:
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


def hits(body: str, folder: Path) -> int:
    """How many scripts of a page ran that are none of its own, in a browser without a window and a network."""
    page = folder / "page.html"
    end = "<script>setTimeout(() => { document.title = 'hits=' + window.hits; }, 300)</script>"
    page.write_text(f"<!DOCTYPE html><meta charset=utf-8><script>window.hits = 0</script><body>{body}{end}", encoding="utf-8")
    command = [
        str(browser()), "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
        "--disable-component-update", "--disable-sync", f"--user-data-dir={folder / 'profile'}", "--virtual-time-budget=2000",
        "--dump-dom", page.as_uri(),
    ]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    found = re.search(r"<title>hits=(\d+)</title>", done.stdout)
    assert found is not None, done.stderr
    return int(found[1])


@pytest.mark.skipif(browser() is None, reason="there is no chromium on the path")
def test_a_browser_runs_nothing(pages: list[tuple[Any, str]], tmp_path: Path) -> None:
    """What notebooks show, and LaTeX that a page takes for HTML as it stands."""
    latex = "".join(f"<p>{f._repr_latex_()}</p>" for f, _ in pages[:4])
    assert hits("".join(text for _, text in pages) + latex, tmp_path) == 0
    assert hits("<p>" + "</p><p>".join(MARKUP[:3]), tmp_path) > 0  # the same names as they stand
