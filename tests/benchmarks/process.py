"""A system of a row in a process of its own, and the handle by which another process lets it work.

The two exchange lines of JSON by pipes.  Between its turns a process is stopped (SIGSTOP, with all its threads and with
what it started): threads that look for work, timers and collectors of garbage take nothing from the next system.
"""

from __future__ import annotations

import contextlib
import ctypes
import importlib
import json
import os
import select
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PATIENCE = 600.0
"""Seconds that one answer may take."""
KILLED_WITH_PARENT = 1  # prctl's PR_SET_PDEATHSIG


class Process:
    """A process that makes, checks and times one system; stopped unless it works on a command."""

    def __init__(
        self, name: str, request: Mapping[str, Any], environment: Mapping[str, str], module: str = "benchmarks.process"
    ) -> None:
        self.name = name
        self.failure = ""
        # -P: a tree in the folder that this runs in would be imported instead of the one that is asked for
        self._errors = tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace")  # noqa: SIM115 - `end` closes it
        self._child = subprocess.Popen(
            [sys.executable, "-P", "-W", "ignore", "-m", module], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=self._errors, env={**os.environ, **environment}, text=True, start_new_session=True,
        )  # fmt: skip
        self._send({**request, "name": name})

    def _signal(self, number: int) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._child.pid, number)

    def _send(self, command: Mapping[str, Any]) -> None:
        assert self._child.stdin is not None
        with contextlib.suppress(BrokenPipeError):  # it has ended; `answer` says how
            self._child.stdin.write(json.dumps(command) + "\n")
            self._child.stdin.flush()

    def answer(self) -> dict[str, Any]:
        """What the process says to the last command, after which it is stopped; ``failure`` where it has ended."""
        assert self._child.stdout is not None
        ready = select.select([self._child.stdout], [], [], PATIENCE)[0]
        line = self._child.stdout.readline() if ready else ""
        if not line:
            self._signal(signal.SIGKILL) if not ready else None
            self.failure = self._last_words() if ready else f"no answer in {PATIENCE:.0f} s"
            return {"failure": self.failure}
        self._signal(signal.SIGSTOP)
        found: dict[str, Any] = json.loads(line)
        self.failure = found.get("failure", "")
        if self.failure and self.name.startswith("espresso"):
            print(self.errors(), file=sys.stderr)
        return found

    def ask(self, **command: Any) -> dict[str, Any]:
        """Let the process work on a command."""
        self._signal(signal.SIGCONT)
        self._send(command)
        return self.answer()

    def errors(self) -> str:
        """What the process wrote to its standard error."""
        self._errors.seek(0)
        return self._errors.read()

    def _last_words(self) -> str:
        code = self._child.wait()
        lines = self.errors().strip().splitlines()
        return f"ended by signal {-code}" if code < 0 else (lines or [f"ended with {code}"])[-1][:160]

    def processor_seconds(self) -> float:
        """Seconds of processor time that it has used; 0 where that is not known."""
        return used(self._child.pid)

    def end(self) -> None:
        """End it."""
        self._signal(signal.SIGKILL)
        self._child.wait()
        for pipe in (self._child.stdin, self._child.stdout, self._errors):
            with contextlib.suppress(BrokenPipeError):
                pipe.close()  # type: ignore[union-attr]


def used(pid: int) -> float:
    """Seconds of processor time of a process and of those that it has waited for; 0 where that is not known."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def environment(folder: Path, which: str, paths: list[Path] | None = None) -> dict[str, str]:
    """New folders for generated code, so that a first call is a first call; ``which`` share one."""
    given = [*map(str, paths or (HERE.parent, ROOT, ROOT / "rules")), os.environ.get("PYTHONPATH", "")]
    own = folder / which
    return {
        "ESPRESSO_CACHE_DIR": str(own / "espresso"), "TORCHINDUCTOR_CACHE_DIR": str(own / "torch"),
        "PYTHONPATH": os.pathsep.join(given), "JAX_ENABLE_X64": "1",
    }  # fmt: skip


# --- in the process ----------------------------------------------------------------------------------


def main() -> int:
    """Answer commands until the pipe ends: ``first``, ``warm_up``, ``turn``."""
    with contextlib.suppress(OSError, AttributeError):  # a stopped process does not see that its pipe has ended
        ctypes.CDLL(None).prctl(KILLED_WITH_PARENT, int(signal.SIGKILL))
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what libraries print is no answer

    def say(answer: Mapping[str, Any]) -> None:
        answers.write(json.dumps(answer) + "\n")
        answers.flush()

    from . import systems, table
    from .workload import Case

    request = json.loads(sys.stdin.readline())
    workload = next(w for w in table.WORKLOADS if w.name == request["workload"])
    case = Case(workload, request["sizes"], request["dtype"])
    module = importlib.import_module(systems.package_of(case, request["name"]))
    tree = request.get("tree")
    assert not tree or Path(module.__file__ or "").is_relative_to(tree), f"espresso is imported from {module.__file__}"
    system = systems.System(case, request["name"], case.sets())
    say({"ready": True})
    for line in iter(sys.stdin.readline, ""):
        command = json.loads(line)
        if "first" in command:
            say(system.first(systems.kept(Path(command["first"]))))
        elif "warm_up" in command:
            say({"seconds": system.warm_up()})
        else:
            say({"times": system.turn(command["turn"])})
    return 0


if __name__ == "__main__":
    sys.exit(main())
