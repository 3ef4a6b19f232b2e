"""What lies in the cache folder is run: nothing is read there that somebody else can have written, and nothing hangs."""

from __future__ import annotations

import importlib._bootstrap_external as bootstrap
import json
import os
import pickle
import random
import shutil
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.serialisation import decode, encode, named
from espresso.machine import machine_code
from espresso.system import cache, folders, generated_modules as modules
from espresso.system.cache import read_entry, write_entry
from espresso.tools.doctor import doctor

HERE = Path(__file__).resolve().parents[2]
OTHER = 65534
"""A user who is neither the superuser nor who runs the tests."""

ROOT = hasattr(os, "geteuid") and os.geteuid() == 0
two_users = pytest.mark.skipif(not ROOT, reason="only the superuser can play two users")
posix = pytest.mark.skipif(not hasattr(os, "geteuid"), reason="Windows keeps rights in another way")

PROGRAM = """
import sys, warnings
import numpy as np
import espresso as es
from espresso.system import generated_modules as modules

with warnings.catch_warnings(record=True) as said:
    warnings.simplefilter("always")
    e = es.parse("s = sum[i](log(1 + exp(x[i]*w[i])))")
    f = es.compile([e, es.grad(e, "w")])
    s, g = f(x=np.ones(3), w=np.zeros(3))
    m = modules.load(f.source).program(x=np.ones(3), w=np.zeros(3))
assert abs(s - 3*np.log(2)) < 1e-12 and g.tolist() == [0.5]*3 and m[1].tolist() == [0.5]*3
print(len(said), *[w.message for w in said])
"""
"""A formula, its derivative, plan and machine code, and what numba makes of it: every kind of entry of the CPU."""


def run(place: Path) -> str:
    """What the program warns of in a process of its own, with this cache folder."""
    environment = {**os.environ, "ESPRESSO_CACHE_DIR": str(place), "PYTHONPATH": f"{HERE}{os.pathsep}{HERE / 'rules'}"}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with every kind of entry of the CPU."""
    place = tmp_path_factory.mktemp("filled") / "cache"
    assert run(place).startswith("0")
    kinds = {p.suffix for p in place.iterdir()}
    assert kinds == {".plan", ".formula", ".bin", ".nbc"}  # no source, no bytecode, no folder, no index of numba's own
    return place


@pytest.fixture
def place(filled: Path, tmp_path: Path) -> Path:
    """A copy of it for this test."""
    return Path(shutil.copytree(filled, tmp_path / "cache"))


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for this process, in which plans and formulas are kept as well."""
    monkeypatch.setenv("ESPRESSO_CACHE_DIR", str(tmp_path / "own"))
    monkeypatch.setattr(cache, "KEEP", True)
    monkeypatch.setattr(cache, "_told", False)
    monkeypatch.setattr(modules, "_loaded", {})
    machine_code._loaded.clear()
    return tmp_path / "own"


# --- folders ----------------------------------------------------------------------------------------------------------


@posix
@pytest.mark.parametrize("mode", [0o1777, 0o777, 0o770, 0o720, 0o702])
def test_bytecode_of_somebody_else_does_not_run(mode: int, own: Path) -> None:
    """The forged file is valid for every source: Python would run it without a look at the source."""
    source = "from numba import njit\ndef run(x):\n    return x\n"
    key = modules.key_of(source)
    (own / "__pycache__").mkdir(parents=True)
    forged = compile("def run(x):\n    return 'forged'\n", "x", "exec")
    bytecode: Any = bootstrap
    for name in (f"es_{key[:32]}", f"espresso_generated_{key[:32]}"):
        path = own / "__pycache__" / f"{name}.{sys.implementation.cache_tag}.pyc"
        path.write_bytes(bytecode._code_to_hash_pyc(forged, b"12345678", False))
    own.chmod(mode)
    assert modules.load(source).run(3) == 3
    assert [p.name for p in own.iterdir()] == ["__pycache__"]


@posix
@pytest.mark.parametrize("mode", [0o1777, 0o720])
def test_a_folder_that_others_can_write_is_refused_by_name(mode: int, place: Path) -> None:
    """Neither read nor written: said once, with the remedy, and the results are right."""
    before = sorted((p.name, p.stat().st_mtime_ns) for p in place.iterdir())
    place.chmod(mode)
    said = run(place)
    assert said.startswith("1 espresso does not use its cache folder") and f"other users can write {place}" in said
    assert "chmod 700" in said and "ESPRESSO_CACHE_DIR" in said
    assert sorted((p.name, p.stat().st_mtime_ns) for p in place.iterdir()) == before


@posix
@pytest.mark.parametrize("mode", [0o777, 0o770, 0o702])
@pytest.mark.parametrize("link", [False, True])
def test_a_folder_that_others_can_exchange_is_refused(mode: int, link: bool, tmp_path: Path) -> None:
    """Somebody who can rename what stands on the way to it, be it a folder or a link."""
    way = tmp_path / "shared"
    way.mkdir()
    if link:
        (tmp_path / "mine").mkdir(mode=0o700)
        (way / "cache").symlink_to(tmp_path / "mine")
    else:
        (way / "cache").mkdir(mode=0o700)
    assert folders.private(way / "cache")
    folders._known.clear()
    way.chmod(mode)
    os.chown(way, -1, OTHER) if ROOT else None  # the superuser's group is nobody else's
    if ROOT or mode & 0o002:
        with pytest.raises(folders.Refused, match=f"exchange what lies in {way} "):
            folders.private(way / "cache")
        with pytest.raises(folders.Refused):
            folders.private(way / "cache" / "new", make=True)
        assert not (way / "cache" / "new").exists()
    way.chmod(0o1777)  # as /tmp is: nobody renames what is not his
    assert Path(folders.private(way / "cache")) == (tmp_path / "mine" if link else way / "cache")


@posix
def test_links_and_dots_on_the_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Links of the user's own are followed, absolute and relative ones; a circle is none."""
    (tmp_path / "a" / "b").mkdir(parents=True, mode=0o700)
    (tmp_path / "to").symlink_to("a/../a")
    (tmp_path / "a" / "up").symlink_to(tmp_path)
    (tmp_path / "round").symlink_to("round")
    (tmp_path / "file").write_text("")
    found = tmp_path / "a" / "b"
    assert folders.private(tmp_path / "to" / "b") == folders.private(tmp_path / "a" / "up" / "to" / "." / "b") == str(found)
    monkeypatch.chdir(tmp_path / "a")
    assert folders.private("b") == folders.private("../to/b/") == str(found)
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    assert folders.private(found) == str(found)  # wherever the process is
    monkeypatch.chdir(tmp_path)
    for wrong in ("round", "file", "file/x", "nowhere"):
        with pytest.raises(OSError, match="round|file|nowhere"):
            folders.private(tmp_path / wrong)
    old = os.umask(0)
    try:
        made = Path(folders.private(tmp_path / "new" / "cache", make=True))
    finally:
        os.umask(old)
    assert [stat.S_IMODE(p.stat().st_mode) for p in (made, made.parent)] == [0o700, 0o700]


@posix
def test_a_group_of_the_users_own_may_write(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many systems give each user a group, and let it write: no other user is in it."""
    import grp
    import pwd

    user = pwd.getpwuid(os.geteuid())
    members: list[str] = []
    monkeypatch.setattr(pwd, "getpwuid", lambda _: pwd.struct_passwd((user.pw_name, "x", user.pw_uid, 4321, "", "", "")))
    monkeypatch.setattr(grp, "getgrgid", lambda g: grp.struct_group((user.pw_name if g == 4321 else "all", "x", g, members)))
    assert folders._of_nobody_else(4321) and folders._of_nobody_else(0) and not folders._of_nobody_else(4322)
    members.append("somebody")
    assert not folders._of_nobody_else(4321)


@two_users
def test_the_superuser_uses_no_folder_of_another_user(place: Path) -> None:
    """As with sudo that keeps $HOME: neither is anything of theirs run, nor is a file left there."""
    before = sorted(p.name for p in place.iterdir())
    os.chown(place, OTHER, OTHER)
    said = run(place)
    assert said.startswith("1 espresso does not use") and f"belongs to user {OTHER}" in said
    os.chown(place, 0, 0)
    (place / "link").symlink_to(place)
    os.lchown(place / "link", OTHER, OTHER)
    with pytest.raises(folders.Refused, match=f"link belongs to user {OTHER}"):
        folders.private(place / "link")
    (place / "link").unlink()
    os.chown(place.parent, OTHER, OTHER)
    for name in ("cache", "another"):
        with pytest.raises(folders.Refused, match=f"{place.parent} belongs to user {OTHER}, who can exchange"):
            folders.private(place.parent / name, make=True)
    assert sorted(p.name for p in place.iterdir()) == before and not (place.parent / "another").exists()


@posix
def test_a_container_without_a_superuser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """There what belongs to the superuser outside has the number of nobody; elsewhere nobody is somebody else."""
    for name, text in (("UIDS", "      1000       1000          1\n"), ("NOBODY", "65534\n")):
        (tmp_path / name).write_text(text)
        monkeypatch.setattr(folders, name, str(tmp_path / name))
    assert folders._superuser(0) and folders._superuser(65534) and not folders._superuser(1001)
    (tmp_path / "UIDS").write_text("         0          0 4294967295\n")
    assert folders._superuser(0) and not folders._superuser(65534)
    (tmp_path / "UIDS").unlink()
    assert not folders._superuser(65534)


@two_users
def test_another_user_takes_nothing_from_a_folder_of_the_superuser() -> None:
    """A folder that others may read: the entries are not theirs, and they cannot write."""
    program = (
        "import os, tempfile\nfrom espresso.system import cache\nos.setgroups([])\nos.setgid(65534)\nos.setuid(65534)\n"
        "print(cache.read_entry('es_one.bin'), cache.write_entry('es_two.bin', b'a'))"
    )
    place = Path(tempfile.gettempdir()) / f"espresso-test-{os.getpid()}"  # others cannot reach what pytest makes
    place.mkdir(mode=0o755)
    try:
        environment = {**os.environ, "ESPRESSO_CACHE_DIR": str(place)}
        write = "from espresso.system import cache; print(cache.write_entry('es_one.bin', b'data'))"
        ran = [
            subprocess.run(
                [sys.executable, "-c", text], env=environment, capture_output=True, text=True, cwd=HERE,
                check=True,
            )
            for text in (write, program)
        ]  # fmt: skip
        assert [r.stdout.strip() for r in ran] == ["True", "None False"]
        assert "belongs to user 0" in ran[1].stderr and [p.name for p in place.iterdir()] == ["es_one.bin"]
    finally:
        shutil.rmtree(place)


@posix
def test_the_report_says_so(own: Path) -> None:
    own.mkdir(mode=0o700)
    rows = {c.what: c for c in doctor().checks}
    assert rows["cache folder"].runs and not list(own.iterdir())
    own.chmod(0o777)
    row = {c.what: c for c in doctor().checks}["cache folder"]
    assert not row.runs and "other users can write" in row.found and "only you can write" in row.remedy


# --- entries ----------------------------------------------------------------------------------------------------------

Change = Callable[[Path], object]


def _link(path: Path) -> None:
    """A link to a good entry elsewhere: who can make it chooses what is read."""
    target = path.parent.parent / path.name
    path.rename(target)
    path.symlink_to(target)


def _replaced(make: Change) -> Change:
    return lambda path: (path.unlink(), make(path))


CHANGES: dict[str, Change] = {
    "link": _link,
    "dangling link": _replaced(lambda p: p.symlink_to("nowhere")),
    "link to a folder": _replaced(lambda p: p.symlink_to("/")),
    "link to a device": _replaced(lambda p: p.symlink_to("/dev/zero")),
    "pipe": _replaced(os.mkfifo) if hasattr(os, "mkfifo") else lambda p: p.unlink(),
    "folder": _replaced(lambda p: p.mkdir()),
    "full folder": _replaced(lambda p: (p / "x").mkdir(parents=True)),
    "written by others": lambda p: p.chmod(0o666),
    "written by the group": lambda p: p.chmod(0o620),
    "unreadable": lambda p: p.chmod(0o000),
    "too large": lambda p: os.truncate(p, 1 << 40),
    "empty": lambda p: os.truncate(p, 0),
    "another name": lambda p: (p.parent / "es_0.bin").rename(p),
}
if ROOT:
    CHANGES["foreign"] = lambda p: os.chown(p, OTHER, OTHER)
    CHANGES["device"] = _replaced(lambda p: os.mknod(p, stat.S_IFCHR | 0o600, os.makedev(1, 5)))


@posix
@pytest.mark.parametrize("changes", [["full folder"], ["link", "pipe", "written by others", "foreign" if ROOT else "empty"]])
def test_entries_that_are_not_the_users_own_files_are_made_again(changes: list[str], place: Path) -> None:
    """Every kind of entry at once; nothing waits, and what can be replaced is."""
    entries = sorted(place.iterdir())
    for k, path in enumerate(entries):
        CHANGES[changes[k % len(changes)]](path)
    said = run(place)
    if changes == ["full folder"]:
        assert said.startswith("1 espresso cannot write its cache folder"), said
    else:
        assert said.startswith("0"), said
        facts = [p.lstat() for p in entries]
        assert all(stat.S_ISREG(f.st_mode) and f.st_uid == os.geteuid() and f.st_size for f in facts)
        assert {stat.S_IMODE(f.st_mode) for f in facts} == {0o600}


@posix
@pytest.mark.parametrize("change", CHANGES)
def test_none_of_them_is_read(change: str, own: Path) -> None:
    assert write_entry("es_1.bin", b"data") and write_entry("es_0.bin", b"other")
    assert read_entry("es_1.bin") == b"data"
    CHANGES[change](own / "es_1.bin")
    if change == "unreadable" and ROOT:
        assert read_entry("es_1.bin") == b"data"
    else:
        assert read_entry("es_1.bin") is None
    opened = len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 0
    read_entry("es_1.bin")
    assert not opened or len(os.listdir("/proc/self/fd")) == opened


def test_a_folder_that_is_gone_is_made_again(own: Path) -> None:
    """Deleted, or another one in its place, while the process runs."""
    assert write_entry("es_1.bin", b"data")
    shutil.rmtree(own)
    assert read_entry("es_1.bin") is None
    assert write_entry("es_1.bin", b"more") and read_entry("es_1.bin") == b"more"
    own.rename(own.with_name("away"))
    own.symlink_to("away")
    if hasattr(os, "geteuid"):
        assert read_entry("es_1.bin") == b"more"


@posix
@pytest.mark.parametrize("error", ["[Errno 28] No space left on device", "[Errno 30] Read-only file system"])
@pytest.mark.parametrize("at", ["mkstemp", "replace", "mkdir"])
def test_a_disk_that_takes_nothing(at: str, error: str, own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Said once; the results are right, and nothing is left behind."""
    def full(*_: Any, **__: Any) -> None:
        raise OSError(int(error[7:9]), error[11:])

    monkeypatch.setattr(tempfile if at == "mkstemp" else os, at, full)
    with pytest.warns(RuntimeWarning, match="cannot write its cache folder") as said:
        for k in range(3):
            assert es.compile(f"y[i] = {k}*x[i] + 29")(np.ones(2)).tolist() == [29 + k] * 2
    assert len(said) == 1 and error[11:] in str(said[0].message)
    assert not own.exists() or not list(own.iterdir())


@posix
def test_a_folder_that_can_only_be_read(own: Path) -> None:
    """By a user who is not the superuser: what lies there is used, and it is said once that nothing is kept."""
    program = (
        "import os, tempfile\nfrom espresso.system import cache\nroot = os.geteuid() == 0\n"
        "root and (os.setgroups([]), os.setgid(65534), os.setuid(65534))\n"
        "place = os.environ['ESPRESSO_CACHE_DIR']\n"
        "print(cache.write_entry('es_one.bin', b'a'), os.chmod(place, 0o500), cache.read_entry('es_one.bin'))\n"
        "print(cache.write_entry('es_one.bin', b'b'), cache.write_entry('es_two.bin', b'b'), cache.read_entry('es_one.bin'))\n"
        "os.chmod(place, 0o700)"
    )
    place = Path(tempfile.mkdtemp())
    try:
        os.chown(place, OTHER, OTHER) if ROOT else None
        environment = {**os.environ, "ESPRESSO_CACHE_DIR": str(place)}
        done = subprocess.run(
            [sys.executable, "-c", program], env=environment, capture_output=True, text=True, cwd=HERE, check=True
        )
        assert done.stdout.split("\n")[:2] == ["True None b'a'", "False False b'a'"]
        assert done.stderr.count("cannot write its cache folder") == 1
    finally:
        shutil.rmtree(place)


def test_numba_keeps_nothing_of_its_own(own: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its folder may be another one, which it reads whoever wrote there; a second process compiles nothing."""
    from numba.core import config, dispatcher

    monkeypatch.setattr(config, "CACHE_DIR", str(tmp_path / "numba"))
    source = es.compile("y[i] = 2*x[i] + 41").source
    x = np.ones(3)
    assert modules.load(source).program(x).tolist() == [43] * 3
    assert not (tmp_path / "numba").exists() and list(own.glob("*.nbc"))
    modules._loaded.clear()
    monkeypatch.setattr(dispatcher._FunctionCompiler, "compile", None)
    assert modules.load(source).program(x).tolist() == [43] * 3
    with pytest.raises(TypeError):  # and it would have been compiled else
        modules.load(source).program(x.astype(np.float32))


# --- contents ---------------------------------------------------------------------------------------------------------


def _any(rng: random.Random, deep: int = 3) -> Any:
    """A JSON value, often one that looks like something known."""
    plain: list[Any] = [None, True, 0, -1, 2**70, 0.5, 1e308, "", "e", "tuple", "Entry", "x", "float64"]
    if not deep or rng.random() < 0.4:
        return rng.choice(plain)
    if rng.random() < 0.7:
        words = ["e", "tuple", "list", "dict", "set", "complex", "Fraction", "Entry", "Driver", "Launch", "Tensor", "const"]
        return [rng.choice(words), *(_any(rng, deep - 1) for _ in range(rng.randrange(4)))]
    keys = ["refused", "plain", "functions", "calls", "numbers", "run", "x"]
    return {rng.choice(keys): _any(rng, deep - 1) for _ in range(rng.randrange(4))}


def _bad(good: bytes, seed: int) -> list[bytes]:
    """Contents that no entry has: other types, parts of the right one, another version, JSON of any kind."""
    rng = random.Random(seed)
    head, line, rest = good.partition(b"\n")
    bad = [b"", b"\n", b"[]", b"null", b"{}", b"[[],5]", b"[[],null]", b"[" * 100_000, b"\xff\xfe", good[:-1], good[: len(good) // 2]]
    bad += [encode(v, {}) for v in ([1, 2], (1, 2), {"openblas": "quick"}, {"a": (1,)}, "text")]
    bad += [pickle.dumps((1, 2)), pickle.dumps(None), b"\x80\x05."]
    bad += [json.dumps(_any(rng)).encode() + (line + rest if k % 2 else b"") for k in range(12)]
    try:
        found = json.loads(head)
    except ValueError:
        return bad
    for k in range(12):  # a part of the right one has another type
        changed = json.loads(head)
        _change(changed, rng)
        if changed != found:
            bad.append(json.dumps(changed).encode() + (line + rest if k % 3 else b""))
    return bad


def _change(value: Any, rng: random.Random) -> None:
    """Give a part somewhere in a JSON value another type."""
    while True:
        keys: list[Any] = list(value) if isinstance(value, dict) else list(range(len(value)))
        key = rng.choice(keys)
        if not isinstance(value[key], (list, dict)) or not value[key] or rng.random() < 0.2:
            break
        value = value[key]
    value[key] = {"unknown": 1} if isinstance(value[key], (str, list)) else ["unknown"]


MAKERS = ("espresso.formulas.notation.reading", "espresso.algebra.calculus.differentiate")
"""Modules that make formulas; once they are there, none is looked for on disk."""


def forget() -> None:
    """As in a new process."""
    modules._loaded.clear()
    machine_code._loaded.clear()
    for name in MAKERS:
        sys.modules.pop(name, None)


def test_a_record_has_all_its_fields() -> None:
    """Of another version it may have fewer: what is left would stand for other fields."""
    from espresso.ir.storage.arena import Lifetime

    kinds = named(Lifetime)
    assert decode(encode(Lifetime("a", 1, 2), kinds), kinds) == Lifetime("a", 1, 2)
    texts = ['["Lifetime","a",1]', '["Lifetime","a",1,2,3]', '["Lifetime","a",1,{"b":2}]', '["Tensor","x",1]', '{"a":1}', '["e",0]']
    for text in texts:
        with pytest.raises(ValueError, match="not what was written"):
            decode(f"[[],{text}]".encode(), kinds)


@pytest.mark.parametrize("kind", ["plan", "formula", "bin", "nbc"])
def test_bad_contents_with_a_right_checksum_are_made_again(kind: str, own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Results are right whatever an entry says, and the next process finds a good one."""
    for name in MAKERS:
        monkeypatch.delitem(sys.modules, name, raising=False)
    # numba compiles the module anew each time, the shorter the better
    x, text = (0.5, "s = 2*x*w + 31") if kind == "nbc" else (np.linspace(-1, 1, 5), "s = sum[i](2*x[i]*w[i] + 31)")

    def results() -> tuple[Expr, Expr, Any, Any]:
        forget()
        e = es.parse(text)
        g = es.grad(e, "w")
        f = es.compile([e, g])
        module = modules.load(f.source) if kind == "nbc" else None
        return e, g, f(x=x, w=x), module and module.program(x=x, w=x)

    e, g, expected, _ = results()
    for path in sorted(own.glob(f"*.{kind}"))[:2]:
        good = read_entry(path.name)
        assert good is not None
        for data in _bad(good, 1):
            write_entry(path.name, data)
            again = results()
            assert again[0] is e and again[1] is g, data
            for result in again[2:] if kind == "nbc" else again[2:3]:
                np.testing.assert_array_equal(result[0], expected[0])
                np.testing.assert_array_equal(result[1], expected[1])
            assert read_entry(path.name) != data, data
            write_entry(path.name, good)
    assert list(own.glob(f"*.{kind}"))
