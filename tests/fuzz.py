"""Fuzzing of all that reads text or files: ``python -m tests.fuzz parser --seconds 300`` goes on where it ended.

A target is a function of bytes.  It may raise espresso's own errors, with a message that says what to do, and nothing
else; it may not take long, need much memory, or write a file; and what it accepts has to be the same after it was
printed and read again.  Where Atheris is installed, it looks for inputs that reach new lines; else they are changed at
random.  The inputs that were worth keeping, counts and failures are in a folder outside of the tree (``--state``).
Failures are made smaller and printed as a case: ``python -m tests.fuzz parser --case "b'y = x'"``.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import json
import os
import random
import resource
import signal
import subprocess
import sys
import time
import traceback
import warnings
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "rules"), str(HERE.parent)]

import fuzz_inputs as inputs  # noqa: E402 - found by the path above
import fuzz_targets as targets  # noqa: E402

SECONDS = 2.0
"""Time of the processor that an input may take; long texts get a second more for each 5,000 bytes."""

BYTES = 1 << 29
"""Memory by which the process may grow."""

EVENTS = ("os.remove", "os.rename", "os.mkdir", "os.rmdir", "os.link", "os.symlink", "os.truncate", "os.chmod", "os.system", "os.exec",
          "os.posix_spawn", "os.fork", "subprocess.Popen", "socket.connect", "socket.bind", "shutil.rmtree")  # fmt: skip
"""What no reader does."""


class TooLong(BaseException):
    """An input takes longer than it may."""


class Fault(Exception):
    """What a target was given is accepted, and something is wrong with it."""


_seen: list[str] | None = None
"""Forbidden things that were done since an input was begun; None between inputs."""


def _hook(event: str, arguments: Any) -> None:
    if _seen is None or event != "open" and event not in EVENTS:
        return
    path = os.fsdecode(arguments[0]) if arguments and isinstance(arguments[0], (str, bytes, os.PathLike)) else ""
    if path.startswith((os.devnull, str(targets.place()))) or "__pycache__" in path or path == "uname":  # Python's own
        return
    if event == "open":
        _, mode, flags = arguments
        writes = flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT) if mode is None else {*str(mode)} & {*"wxa+"}
        if not writes or not path:
            return
    _seen.append(f"{event} {path!r}")


_hooked: list[bool] = []


@contextlib.contextmanager
def _watched(seconds: float) -> Iterator[list[str]]:
    """What happens meanwhile that may not; `TooLong` when the time is over.  Nothing is kept on disk."""
    global _seen
    from espresso.system import cache

    targets.place()
    if not _hooked:
        sys.addaudithook(_hook)
        _hooked.append(True)

    def stop(*_: Any) -> None:
        raise TooLong

    kept, cache.KEEP = cache.KEEP, False
    before = signal.signal(signal.SIGPROF, stop)
    found: list[str] = []
    signal.setitimer(signal.ITIMER_PROF, seconds)
    _seen = found
    try:
        yield found
    finally:
        _seen = None
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
        cache.KEEP = kept


def judged(target: str, data: bytes, slower: float = 1.0) -> str:
    """What became of an input: "accepted", the name of espresso's error, or "FAULT" with what is wrong."""
    from espresso.errors import EspressoError

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    outcome = "accepted"
    try:
        with _watched(slower * (SECONDS + len(data) / 5_000)) as seen, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            targets.TARGETS[target](data)
    except EspressoError as error:
        outcome = type(error).__name__
        if wrong := unclear(error, target):
            outcome = f"FAULT {outcome} {wrong} {_place(error)}"
    except targets.Different as error:
        outcome = f"FAULT round trip: {error}"
    except TooLong as error:
        ours = target != "sympy" or any(f.name == "from_sympy" for f in traceback.extract_tb(error.__traceback__))
        outcome = f"FAULT takes too long {_place(error)}" if ours else "not made"  # SymPy takes long for some objects
    except Exception as error:
        outcome = f"FAULT {type(error).__name__} {_place(error)}"
    if seen:
        outcome = f"FAULT {seen[0]}"
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - most
    return f"FAULT needs {grown >> 10} MiB" if grown << 10 > BYTES and outcome != "not made" else outcome


def unclear(error: Exception, target: str) -> str | None:
    """What a message lacks: a fact and a remedy on lines of their own, carets under the text, printable characters."""
    text = str(error)
    lines = text.split("\n")
    if not text.strip() or not lines[0].strip():
        return "says nothing"
    if any(not c.isprintable() and c != "\n" for c in text):
        return "is not printable"
    if " object at 0x" in text:
        return "shows an address"
    carets = [k for k, line in enumerate(lines) if line.strip() and not line.strip(" ^")]
    if target == "parser" and not text.startswith("the text holds no formula") and (not carets or len(lines[carets[0]]) > len(lines[carets[0] - 1]) + 1):
        return "has no carets under the text"
    if target in ("parser", "rules") and not lines[-1].strip(" ^"):
        return "has no remedy"
    return None


def _place(error: BaseException) -> str:
    """The innermost function of espresso in which an error was raised."""
    every = traceback.extract_tb(error.__traceback__)
    own = [f for f in every if f"espresso{os.sep}" in f.filename] or every
    return f"{Path(own[-1].filename).name}:{own[-1].name}"


def key(outcome: str) -> str:
    """Which failure this is: without what is only of this input."""
    return " ".join(outcome.split()[:6]) if "MiB" not in outcome else "FAULT memory"


# --- other processes ---------------------------------------------------------------------------------------------


def apart(target: str, data: bytes) -> str:
    """`judged` in a process of its own, so that it may crash or hang."""
    read, write = os.pipe()
    child = os.fork()
    if not child:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        signal.alarm(int(4 * SECONDS + len(data) / 1_000))
        with contextlib.suppress(BaseException):
            os.write(write, judged(target, data).encode(errors="replace"))
        os._exit(0)
    os.close(write)
    with open(read, "rb") as pipe:
        found = pipe.read().decode()
    _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    return "FAULT hangs" if code == -signal.SIGALRM else found if code == 0 and found else f"FAULT crash {code}"


def smaller(target: str, data: bytes, seconds: float = 60) -> bytes:
    """A short input with the same failure."""
    end, wrong, size = time.monotonic() + seconds, key(apart(target, data)), max(1, len(data) // 2)
    while size and time.monotonic() < end:
        for at in range(0, len(data), size):
            less = data[:at] + data[at + size :]
            if key(apart(target, less)) == wrong:
                data = less
                break
            if time.monotonic() > end:
                break
        else:
            size //= 2
    return data


class State:
    """Counts and failures of a target, and the folder with the inputs that were worth keeping."""

    def __init__(self, folder: Path, target: str) -> None:
        self.target, self.corpus, self.file = target, folder / target, folder / f"{target}.json"
        self.corpus.mkdir(parents=True, exist_ok=True)
        self.kept: dict[str, Any] = json.loads(self.file.read_text()) if self.file.exists() else {}
        self.kept = {"executions": 0, "seconds": 0.0, "failures": {}, "outcomes": {}, **self.kept}
        self.since, self.written = time.monotonic(), 0.0

    def add(self, data: bytes, outcome: str, least: float = 2.0) -> None:
        """Count an input; what failed first, or is shorter than what failed alike, is kept."""
        self.kept["executions"] += 1
        name = key(outcome)
        self.kept["outcomes"][name] = self.kept["outcomes"].get(name, 0) + 1
        known = self.kept["failures"].get(name)
        if outcome.startswith("FAULT") and (known is None or len(data) < len(ast.literal_eval(known))):
            self.kept["failures"][name] = repr(data)
            least = 0.0
        if time.monotonic() - self.written > least:
            self.write()

    def write(self) -> None:
        """Put all into the file."""
        now = time.monotonic()
        self.kept["seconds"] += now - self.since
        self.since = self.written = now
        new = self.file.with_suffix(".new")
        new.write_text(json.dumps(self.kept, indent=1))
        new.replace(self.file)


def guided(state: State, seconds: float) -> None:
    """Inputs that Atheris finds; does not return."""
    import atheris

    with atheris.instrument_imports(include=["espresso", "espresso_rules"]):
        targets.prepare(state.target)
    rng = random.Random()

    def one(data: bytes) -> None:
        state.add(data, judged(state.target, data, slower=5))

    def changed(data: bytes, most: int, seed: int) -> bytes:
        rng.seed(seed)
        return atheris.Mutate(data, most) if seed % 2 else inputs.mutated(state.target, rng, data, rng.choice(known))[:most]

    known = inputs.seeds(state.target)
    for k, data in enumerate(known):
        (state.corpus / f"seed{k}").write_bytes(data)
    options = ["-max_len=2000", "-len_control=0", "-timeout=60", "-rss_limit_mb=6000", f"-max_total_time={int(seconds)}", "-verbosity=0",
               f"-artifact_prefix={state.corpus.parent}/{state.target}-"]  # fmt: skip
    atheris.Setup([sys.argv[0], *options, str(state.corpus)], one, custom_mutator=changed)
    atheris.Fuzz()


def unguided(state: State, seconds: float) -> None:
    """Seeds and inputs that were kept, changed at random."""
    targets.prepare(state.target)
    known = [*inputs.seeds(state.target), *(p.read_bytes() for p in sorted(state.corpus.iterdir()))]
    rng, end = random.Random(state.kept["executions"]), time.monotonic() + seconds
    while time.monotonic() < end:
        data = inputs.mutated(state.target, rng, rng.choice(known), rng.choice(known))
        state.add(data, judged(state.target, data))
    state.write()


def run(target: str, seconds: float, folder: Path) -> bool:
    """Fuzz a target, again after each crash; whether nothing failed that had not failed before."""
    end, before = time.monotonic() + seconds, set(State(folder, target).kept["failures"])
    while time.monotonic() < end - 1:
        rest = min(600.0, end - time.monotonic())  # a new process now and then: some inputs leave much behind
        command = [sys.executable, "-m", "tests.fuzz", target, "--child", "--seconds", str(rest), "--state", str(folder)]
        done = subprocess.run(command, cwd=HERE.parent, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=rest + 300, check=False)
        state = State(folder, target)
        for artifact in folder.glob(f"{target}-*"):  # libFuzzer's: a crash, a hang, or too much memory
            state.add(artifact.read_bytes(), f"FAULT {artifact.name.removeprefix(target + '-').partition('-')[0]} of the process", 0)
            artifact.unlink()
        if done.returncode and not state.kept["executions"]:
            sys.exit(done.stderr.decode(errors="replace")[-2000:])
    targets.prepare(target)
    state, new = State(folder, target), False
    for name, case in state.kept["failures"].items():
        if name not in before:
            small = smaller(target, ast.literal_eval(case))
            print(f"{name}\n  now: {apart(target, small)}\n  python -m tests.fuzz {target} --case {repr(small)!a}", flush=True)
            state.kept["failures"][name] = repr(small)
            new = True
    state.write()
    print(f"{target}: {state.kept['executions']:,} executions in {state.kept['seconds']:,.0f} s; {len([*state.corpus.iterdir()]):,} inputs "
          f"kept, {len(state.kept['failures'])} failures")  # fmt: skip
    print("  " + ", ".join(f"{name} {n:,}" for name, n in Counter(state.kept["outcomes"]).most_common(8)), flush=True)
    return not new


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__.split("\n")[0])
    parser.add_argument("target", choices=[*targets.TARGETS, "all"])
    parser.add_argument("--seconds", type=float, default=300.0, help="for each target")
    parser.add_argument("--state", type=Path, default=Path.home() / ".cache" / "espresso-fuzz", help="a folder that keeps inputs and counts")
    parser.add_argument("--case", help="say what becomes of this input, a literal of bytes")
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    if given.case:
        targets.prepare(given.target)
        print(judged(given.target, ast.literal_eval(given.case)))
        with contextlib.suppress(targets.Different):
            targets.TARGETS[given.target](ast.literal_eval(given.case))
        return 0
    if given.child:
        with contextlib.suppress(ImportError):
            guided(State(given.state, given.target), given.seconds)
        unguided(State(given.state, given.target), given.seconds)
        return 0
    chosen = [*targets.TARGETS] if given.target == "all" else [given.target]
    done = [run(t, given.seconds, given.state) for t in chosen]
    return int(not all(done))


def sampled(target: str, count: int, seed: int = 0) -> Counter[str]:
    """Outcomes of the seeds and of so many changed ones."""
    rng, known = random.Random(seed), inputs.seeds(target)
    some = [inputs.mutated(target, rng, rng.choice(known), rng.choice(known)) for _ in range(count)]
    return Counter(judged(target, data) for data in (*known, *some))


if __name__ == "__main__":
    sys.exit(main())
