"""Hooks of ``mkdocs build``: KaTeX taken from npm once, and served with the site."""

from __future__ import annotations

import shutil
import subprocess
import tarfile
from pathlib import Path
from typing import Any

VERSION = "0.16.47"
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


def on_files(files: Any, config: Any) -> Any:
    """KaTeX's style, scripts and fonts beside the pages."""
    from mkdocs.structure.files import File

    dist = _vendored(Path(config.config_file_path).parent)
    fonts = [f"fonts/{p.name}" for p in sorted((dist / "fonts").glob("*.woff2"))]
    for name in (*FILES, *fonts):
        where = f"assets/katex/{name.removeprefix('contrib/')}"
        files.append(File.generated(config, where, abs_src_path=str(dist / name)))
    return files
