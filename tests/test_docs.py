"""The code of the documentation runs, and shows what the pages say it shows."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from tests.loaded import loaded

ROOT = Path(__file__).resolve().parent.parent


run_examples = loaded(ROOT / "docs" / "run_examples.py")


LONG = {"googlenet.md", "mobilenet_v2.md", "resnet18.md", "resnet50.md", "vgg16.md", "squeezenet.md"}
"""Pages of networks that take long to compile; others of their kind run always."""


@pytest.mark.parametrize("page", [
    pytest.param(p, marks=[pytest.mark.slow] * (p.name in LONG), id=p.name)
    for p in run_examples.PAGES if p.name != "extras.md"
])  # fmt: skip
def test_page(page: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if page.name in ("embedding.md", "torch.md"):  # one compares bits of a saved module with those of a call, one trains
        request.getfixturevalue("optimised")
    if page.name in ("numba.md", "gufunc.md"):
        request.getfixturevalue("quick_numba")
    monkeypatch.setenv("MPLBACKEND", "agg")
    if reason := run_examples.missing(page.read_text(encoding="utf-8")):
        pytest.skip(reason)
    run_examples.run_page(page)
    _close_figures()


EXTRAS = re.split(r"^## (\w+)$", (ROOT / "docs" / "extras.md").read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]


@pytest.mark.parametrize(("extra", "text"), [
    pytest.param(*pair, marks=[pytest.mark.opencl] * (pair[0] == "opencl"), id=pair[0])
    for pair in zip(EXTRAS[::2], EXTRAS[1::2], strict=True)
])  # fmt: skip
def test_extra(extra: str, text: str, tmp_path: Path) -> None:
    if reason := run_examples.missing(text):
        pytest.skip(reason)
    page = tmp_path / "extras.md"
    page.write_text(text, encoding="utf-8")
    assert f'pip install "espresso[{extra}]"' in text
    assert run_examples.run_page(page)[0] == (5 if extra != "gpu" else 0)


def test_each_extra_of_users_is_on_the_page() -> None:
    import tomllib

    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    assert {*EXTRAS[::2]} == {*extras} - {"test", "bench", "docs"}


def _close_figures() -> None:
    if "matplotlib.pyplot" in sys.modules:
        sys.modules["matplotlib.pyplot"].close("all")


def test_all_pages_are_there() -> None:
    names = {p.name for p in run_examples.PAGES}
    guides = ("index", "notation", "how-it-works", "adding-a-rule", "errors", "embedding")
    assert {"README.md", *(f"{guide}.md" for guide in guides)} <= names


@pytest.mark.parametrize("page", run_examples.PAGES, ids=lambda p: p.name)
def test_links_lead_somewhere(page: Path) -> None:
    def anchors(text: str) -> set[str]:
        titles = re.findall(r"^#+ +(.+?)\s*$", text, re.MULTILINE)
        return {re.sub(r"[^\w\- ]", "", t.lower()).replace(" ", "-") for t in titles}

    prose = re.sub(r"^```.*?^```$|`[^`\n]+`", "code", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    for target in re.findall(r"\]\(([^)\s]+)\)", prose):
        if target.startswith(("http://", "https://")):
            continue
        name, _, anchor = target.partition("#")
        other = (page.parent / name).resolve() if name else page
        assert other.exists(), f"{page.name}: {target}"
        if anchor:
            assert anchor in anchors(other.read_text(encoding="utf-8")), f"{page.name}: {target}"


def test_the_guide_has_the_phases_of_the_compiler_in_their_order() -> None:
    from espresso.compiler import pipeline
    from espresso.compiler.pipeline import BUILD, PREPARE

    page = (ROOT / "docs" / "how-it-works.md").read_text(encoding="utf-8")
    picture = page.split("```text\n")[1].split("```")[0]
    first_words = [line.split()[0] for line in picture.splitlines() if line.strip()]
    phases = [getattr(phase, "__name__", phase) for phase in (*PREPARE, *BUILD)]
    assert [word for word in first_words if word in phases] == phases
    for name, run in {**pipeline.FORMULAS, **pipeline.STATEMENTS, **pipeline.PROGRAM}.items():
        (line,) = [line for line in picture.splitlines() if line.split()[:1] == [name]]
        assert run.__module__.removeprefix("espresso.") in line, f"{name} is {run.__module__}"
    assert len(page.splitlines()) <= 300


# --- the runner bites: each planted mistake turns it red ---------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "```python\n1 + 1  # -> 3\n```",
        "```python\n1 + 1\n# -> 3\n```",
        "```python\nx = 1  # -> 1\n```",
        "```python\nprint('a')\n```\n\n```output\nb\n```",
        "```python\n1 + 1  # raises ValueError\n```",
        "```python\nint('x')  # raises TypeError\n```",
        "```python\nint('x')  # raises ValueError\n# -> something else\n```",
        "```python\nint('x')\n```",
        "```python\n1 +\n```",
        "```python\nx = 1\n",
    ],
)
def test_runner_bites(text: str, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(text)
    with pytest.raises(run_examples.Mismatch):
        run_examples.run_page(page)


def test_runner_accepts(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "```python\nx = 1\nx + 1  # -> 2\nprint('a\\nb')\n```\n\n```output\na\n...\n```\n"
        "```python\nint('x')  # raises ValueError\n# -> invalid literal ...\nx  # -> 1\n```\n"
    )
    assert run_examples.run_page(page) == (5, 4)


def test_pages_whose_libraries_are_not_here_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_examples, "find_spec", lambda name: None)
    monkeypatch.setattr(run_examples.shutil, "which", lambda name: None)
    found = {p.name: run_examples.missing(p.read_text(encoding="utf-8")) for p in run_examples.PAGES}
    for name in ("jax", "torch", "dask", "scipy"):
        assert found[f"{name}.md"] == f"{name} is not installed"
    assert found["c_program.md"] == found["numpy_alone.md"] == "there is no C compiler"
    assert found["README.md"] is found["embedding.md"] is found["package.md"] is found["numba.md"] is None


# --- notebooks: run again, each text output compared --------------------------------------

NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))


def _run_cell(source: str, scope: dict[str, object]) -> tuple[str, object]:
    """What the cell prints, and the value of its last expression, as IPython takes it."""
    import ast
    import contextlib
    import io

    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, "<cell>", "exec"), scope)
        value = None if last is None else eval(compile(ast.Expression(last.value), "<cell>", "eval"), scope)
    return printed.getvalue(), value


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda p: p.name)
def test_notebook(notebook: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import json

    monkeypatch.setenv("MPLBACKEND", "agg")
    cells = [c for c in json.loads(notebook.read_text(encoding="utf-8"))["cells"] if c["cell_type"] == "code"]
    for needed in ("matplotlib", "scipy"):
        if any(f" {needed}" in line for cell in cells for line in cell["source"]):
            pytest.importorskip(needed)
    scope: dict[str, object] = {}
    for cell in cells:
        printed, value = _run_cell("".join(cell["source"]), scope)
        shown = {}
        for output in cell["outputs"]:  # pictures are looked at by eye
            if output["output_type"] != "display_data":
                shown |= {"stdout": output["text"]} if output["output_type"] == "stream" else output["data"]
        assert printed == "".join(shown.get("stdout", []))
        if "text/latex" in shown:
            assert value._repr_latex_() == "".join(shown["text/latex"])
        if "text/plain" in shown:
            assert repr(value) == "".join(shown["text/plain"])
    _close_figures()


def test_every_page_is_in_the_navigation_and_every_name_in_the_reference() -> None:
    import espresso as es

    docs = ROOT / "docs"
    site = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    pages = {p.relative_to(docs).as_posix() for ending in ("md", "ipynb") for p in docs.rglob(f"*.{ending}")}
    assert sorted(p for p in pages if f": {p}\n" not in site) == []
    reference = "".join(p.read_text(encoding="utf-8") for p in (docs / "reference").glob("*.md"))
    assert sorted(re.findall(r"^::: espresso\.(\w+)$", reference, re.MULTILINE)) == sorted(es.__all__)


def test_notebooks_say_what_one_learns_and_what_to_try() -> None:
    import json

    for notebook in NOTEBOOKS:
        cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
        first, last = "".join(cells[0]["source"]), "".join(cells[-1]["source"])
        assert first.startswith("# ") and "ou learn" in first and last.startswith("## Try"), notebook.name


def test_the_site_is_built_without_a_warning(tmp_path: Path) -> None:
    """Where the docs extra and npm are; no page loads anything from another host."""
    import shutil
    import subprocess

    for needed in ("material", "mkdocstrings_handlers.python", "mkdocs_jupyter"):
        pytest.importorskip(needed, exc_type=ImportError)
    if not any((ROOT / ".cache").glob("katex-*")) and shutil.which("npm") is None:
        pytest.skip("npm is not here")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(tmp_path)]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=500, check=False)
    assert run.returncode == 0, run.stderr
    for page in tmp_path.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        assert re.findall(r"<(?:script|link|img|iframe)[^>]+(?:src|href)=\"?https?://[^\s\">]*", text) == [], page
        assert "katex.min.js" in text


def test_each_sentence_about_safety_has_its_test() -> None:
    text = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
    named = re.findall(r"`(\w+/\w+\.py)(?:::(\w+))?`", text)
    rows = [line for line in text.splitlines() if line.startswith("| ") and not line.endswith("| test |")]
    assert len(named) > 40 and all(".py" in row for row in rows)
    for file, test in named:
        source = (ROOT / "tests" / file).read_text(encoding="utf-8")
        assert not test or f"def {test}(" in source, f"{file}::{test}"
