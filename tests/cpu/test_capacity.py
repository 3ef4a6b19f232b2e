"""Calls that need more memory than there is are refused by name, before anything is allocated."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.system import memory_limits as capacity

BILLION = 1 << 30


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine with 4 MiB."""
    monkeypatch.setattr(capacity, "EVERYWHERE", 0)
    monkeypatch.setattr(capacity, "capacity", lambda: 4 << 20)


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("pooled", [True, False])
def test_temporaries_that_are_too_large(pooled: bool) -> None:
    """Named with shapes and bytes; what computes with other lengths, and the plan itself, stay as they are."""
    f = es.compile("y = max[i,k](A[i,j]*B[j,k])", target="cpu", fused=False, pooled=pooled)
    A, out = np.ones((1000, 3)), np.array(7.0)
    for _ in range(2):
        with pytest.raises(es.OutOfMemoryError) as caught:
            f(A, A.T, out=out)
        assert str(caught.value).startswith(
            "a call with these shapes needs 7.6 MiB for temporaries; this process can have 4.0 MiB.\n  "
        )
        assert ": float64 of shape (1000, 1000), 7.6 MiB\n" in str(caught.value)
    assert out == 7
    assert isinstance(caught.value, MemoryError)
    assert f.memory.arena >= 8_000_000
    assert f(A[:10], A[:10].T) == 3
    with pytest.raises(es.OutOfMemoryError):
        f(A, A.T)
    assert f(A[:10], A[:10].T) == 3


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("pooled", [True, False])
@pytest.mark.parametrize("text", ["y[i,k] = 2*a[i]*b[k]", "y[i,k] = a[i] + b[k]"])
def test_results_that_are_too_large(text: str, pooled: bool) -> None:
    """Arrays that the caller gives are his: they may lie in a file."""
    f = es.compile(text, target="cpu", pooled=pooled)
    a, out = np.ones(1000), np.zeros((1000, 1000))
    for _ in range(3):
        with pytest.raises(es.OutOfMemoryError, match=r"needs 7.6 MiB for results and temporaries; .*\n  y: float64 of shape \(1000, 1000\), 7.6 MiB\n"):
            f(a, a)
    assert f(a, a, out=out) is out
    assert (out == 2).all()
    assert f(a[:9], a[:9]).shape == (9, 9)
    with pytest.raises(es.OutOfMemoryError):
        f(a, a)


@pytest.mark.usefixtures("small")
def test_results_and_temporaries_together() -> None:
    f = es.compile(["y = max[i,k](A[i,j]*B[j,k])", "z[i,k] = c[i] + d[k]"], target="cpu", fused=False)
    A, c = np.ones((600, 3)), np.ones(600)
    with pytest.raises(es.OutOfMemoryError, match="results and temporaries"):
        f(A=A, B=A.T, c=c, d=c)
    value, out = np.array(0.0), np.zeros((600, 600))
    f(A=A, B=A.T, c=c, d=c, out=(value, out))
    assert value == 3
    assert (out == 2).all()


@pytest.mark.usefixtures("small")
def test_numpy_target() -> None:
    f, a = es.compile("y[i,k] = 2*a[i]*b[k]", target="numpy"), np.ones(1000)
    with pytest.raises(es.OutOfMemoryError, match="needs 7.6 MiB for results;"):
        f(a, a)
    assert f(a[:9], a[:9]).shape == (9, 9)


def test_a_plan_of_many_gibibytes(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that promises more than it has would end the process when the memory is touched."""
    monkeypatch.setattr(capacity, "capacity", lambda: 16 * BILLION)
    f, A = es.compile("y = max[i,k](A[i,j]*B[j,k])", target="cpu", fused=False), np.ones((100_000, 2))
    with pytest.raises(es.OutOfMemoryError, match=r"needs 74.5 GiB for results and temporaries; this process can have 16.0 GiB"):
        f(A, A.T)


def test_what_every_machine_has_is_not_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    monkeypatch.setattr(capacity, "capacity", lambda: asked.append(1))
    es.compile("y[i,k] = 3*a[i]*b[k]", target="cpu")(np.ones(1000), np.ones(1000))
    assert not asked


LIMITED = """
import resource
resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))
import numpy as np
import espresso as es
for text, target in (("y = max[i,k](A[i,j]*B[j,k])", "cpu"), ("y[i,k] = A[i,j]*B[j,k]", "cpu"), ("y[i,k] = A[i,j]*B[j,k]", "numpy")):
    A = np.ones((40_000, 2))
    try:
        es.compile(text, target=target, fused=False)(A, A.T)
    except es.OutOfMemoryError as error:
        print("8.0 GiB" in str(error) and "(40000, 40000)" in str(error))
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="RLIMIT_AS")
def test_a_limit_that_the_process_has_set_itself(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "ESPRESSO_CACHE_DIR": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", LIMITED], capture_output=True, text=True, timeout=60, env=environment, check=False)
    assert done.stdout.split() == ["True"] * 3, done.stderr


def test_the_machine_has_memory() -> None:
    most = capacity.capacity()
    assert most is None or most > 1 << 28


@pytest.mark.parametrize(("files", "own", "found"), [
    ({"a/memory.max": 500, "a/b/memory.max": 700}, "0::/a/b\n", 500),
    ({"a/memory.max": "max", "a/b/memory.max": 700, "a/b/memory.swap.max": 50}, "1:cpu:/x\n0::/a/b\n", 750),
    ({"memory.max": 300, "memory.swap.max": 0}, "0::/elsewhere\n", 300),
    ({"memory/c/memory.memsw.limit_in_bytes": 900}, "4:memory:/c\n0::/\n", 900),
    ({"memory.max": "max"}, "0::/\n", None),
    ({}, "nonsense\n\n0::\n", None),
])  # fmt: skip
def test_limits_of_control_groups(files: dict[str, Any], own: str, found: int | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(capacity, "_swap", lambda: 0)
    for name, value in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(f"{value}\n")
    (tmp_path / "own").write_text(own)
    assert capacity._group.__wrapped__(str(tmp_path), str(tmp_path / "own")) == found


@pytest.mark.parametrize(("size", "text"), [(1, "1.0 bytes"), (1023, "1023.0 bytes"), (1 << 30, "1.0 GiB"), (1 << 95, "32768.0 YiB")])
def test_sizes_in_words(size: int, text: str) -> None:
    assert capacity._text(size) == text


COMPILING = """
import resource
import numpy as np
import espresso as es
es.compile("y[i] = x[i] + 1", target="cpu")(np.ones(3))
with open("/proc/self/statm") as file:
    now = int(file.read().split()[0])*4096
resource.setrlimit(resource.RLIMIT_AS, (now + ({} << 10),)*2)
text = "z[i] = " + " + ".join(f"exp({{k}}.5*x[i])*sin(y[i] + {{k}})" for k in range(40))
try:
    es.compile(text, target="cpu")(np.ones(9), np.ones(9))
except MemoryError:
    print("refused")
else:
    print("computed")
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="RLIMIT_AS")
@pytest.mark.parametrize("kibibytes", [200, 20_000])
def test_memory_that_ends_while_llvm_compiles(kibibytes: int, tmp_path: Path) -> None:
    """Python raises MemoryError; LLVM and the C++ library end the process, by a signal: nothing wrong is computed."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "ESPRESSO_CACHE_DIR": str(tmp_path)}
    code = COMPILING.format(kibibytes)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, env=environment, check=False)
    aborted = done.returncode in (-signal.SIGABRT, -signal.SIGSEGV) and not done.stdout
    assert aborted or (done.returncode, done.stdout) in [(0, "refused\n"), (0, "computed\n")], done
    assert not any(p.suffix == ".tmp" for p in tmp_path.iterdir())
