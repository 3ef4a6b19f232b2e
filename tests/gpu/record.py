"""Write what a part of ``on_a_gpu.sh`` did into ``results.json``: device, driver, versions, date, state, seconds, counts.

``python record.py FOLDER PART EXIT_CODE SECONDS``; the file is read, extended and written whole, so that a run which is cut
off leaves what was done until then.
"""

from __future__ import annotations

import csv
import datetime
import json
import platform
import re
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

PACKAGES = ("espresso", "numpy", "cupy-cuda12x", "cupy-cuda13x", "nvidia-cudnn-frontend", "nvidia-cudnn-cu12",
            "nvidia-cudnn-cu13", "nvidia-cuda-nvrtc-cu12", "nvidia-cuda-nvrtc", "nvidia-cublas", "torch", "jax", "pytest")  # fmt: skip

STATES = {0: "passed", 124: "out of time", 137: "out of time", 127: "not run"}


def device(folder: Path) -> dict[str, str]:
    """Name, driver and memory of the first GPU, from what nvidia-smi said."""
    rows = list(csv.reader(folder.joinpath("device.txt").read_text(encoding="utf-8").splitlines(), skipinitialspace=True))
    if len(rows) < 2 or len(rows[0]) < 3 or len(rows[1]) != len(rows[0]):
        return {"name": "unknown", "driver": "unknown", "memory": "unknown"}
    return dict(zip(("name", "driver", "memory"), rows[1], strict=False))


def versions() -> dict[str, str]:
    """Versions of what takes part, as far as it is installed."""
    found = {"python": platform.python_version()}
    for name in PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


def counts(text: str) -> dict[str, int]:
    """Numbers of the last line of pytest.

    >>> counts("3 failed, 120 passed, 7 skipped in 61.20s")
    {'failed': 3, 'passed': 120, 'skipped': 7}
    """
    for line in reversed(text.splitlines()):
        found = re.findall(r"(\d+) (failed|passed|skipped|errors?|xfailed)\b", line)
        if found and " in " in line:
            return {word: int(number) for number, word in found}
    return {}


def record(folder: Path, part: str, code: int, seconds: int) -> dict[str, Any]:
    """The document with this part in it, written."""
    path = folder / "results.json"
    document: dict[str, Any] = {"parts": {}}
    if path.exists():
        document = json.loads(path.read_text(encoding="utf-8"))
    document["device"] = device(folder)
    document["versions"] = versions()
    document["date"] = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
    output = folder / f"{part}.txt"
    said = output.read_text(encoding="utf-8", errors="replace") if output.exists() else ""
    document["parts"][part] = {
        "state": STATES.get(code, "failed"), "exit": code, "seconds": seconds, **counts(said),
    }  # fmt: skip
    whole = path.with_suffix(".new")
    whole.write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    whole.replace(path)
    return document


if __name__ == "__main__":
    record(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
