"""Hooks of ``mkdocs build``: KaTeX taken from npm once and served with the site; the pages of the top folder."""

from __future__ import annotations

import shutil
import subprocess
import tarfile
from pathlib import Path
from typing import Any

VERSION = "0.16.47"
TOP = {"CHANGELOG.md": "changelog.md", "CONTRIBUTING.md": "contributing.md", "SECURITY.md": "reporting.md"}
FILES = ("katex.min.css", "katex.min.js", "contrib/auto-render.min.js")


def _vendored(root: Path) -> Path:
    """The folder of the npm package, which is fetched where it is not there yet."""
    from mkdocs.exceptions import PluginError

    folder = root / ".cache" / f"katex-{VERSION}"
    if not (folder / "package" / "dist").is_dir():
        npm = shutil.which("npm")
        if npm is None:
            raise PluginError(f"KaTeX {VERSION} comes from npm, which is not here. Install Node.js, then build again.")
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run([npm, "pack", "--silent", f"katex@{VERSION}"], cwd=folder, check=True, capture_output=True)
        with tarfile.open(next(folder.glob("*.tgz"))) as package:
            package.extractall(folder, filter="data")
    return folder / "package" / "dist"


def _between_pages(text: str) -> str:
    """Links between files of the top folder, as links between pages."""
    for name, page in TOP.items():
        text = text.replace(f"]({name}", f"]({page}").replace(f"](../{name}", f"]({page}")
    return text.replace("[MIT licence](LICENSE)", "MIT licence")


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Links of a page to files of the top folder."""
    return _between_pages(markdown)


def on_files(files: Any, config: Any) -> Any:
    """KaTeX's style, scripts and fonts beside the pages, and the texts of the top folder as pages."""
    from mkdocs.structure.files import File

    root = Path(config.config_file_path).parent
    dist = _vendored(root)
    for name, page in TOP.items():
        text = (root / name).read_text(encoding="utf-8").replace("](docs/", "](")
        files.append(File.generated(config, page, content=_between_pages(text)))
    fonts = [f"fonts/{p.name}" for p in sorted((dist / "fonts").glob("*.woff2"))]
    for name in (*FILES, *fonts):
        where = f"assets/katex/{name.removeprefix('contrib/')}"
        files.append(File.generated(config, where, abs_src_path=str(dist / name)))
    return files
