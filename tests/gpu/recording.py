"""A recorder below the real CuPy and the real front end of cuDNN: it answers the C functions of CUDA and notes each call.

The libraries of the driver, cuBLAS, cuSOLVER and cuDNN are made here, with a C compiler: every function jumps to an entry of
a table, where a function of Python stands.  CuPy has the CUDA runtime inside of itself; the functions of it are redirected
in memory.  No device computes: memory is a range of addresses, copies to the host give zeros.  All above, down to the last line
of CuPy's Cython, is what a user has.

A process that records is of no use for anything else: `of` starts one.
"""

from __future__ import annotations

import ctypes
import hashlib
import importlib
import importlib.util
import os
import pickle
import platform
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

HERE = Path(__file__).resolve().parent


@dataclass(frozen=True)
class Event:
    """One call of a C function with its arguments by name, or a mark of a program; ``more``: what the recorder knows of it."""

    number: int
    thread: int
    name: str
    args: Mapping[str, Any] = field(default_factory=dict)
    more: Mapping[str, Any] = field(default_factory=dict)

    def __getitem__(self, name: str) -> Any:
        return self.args[name]


@dataclass(frozen=True)
class Kernel:
    """What machine code says of a kernel, and its parameters in the text: "const float* x"."""

    name: str
    sizes: tuple[int, ...]
    shared: int
    threads: int
    declared: tuple[str, ...] = ()
    wide: frozenset[str] = frozenset()
    """Arrays of which 16 bytes are read or written at once, without a look at the address before."""


# --- machine code ---


def image_at(address: int) -> bytes:
    """The ELF image that begins here; empty for another format."""
    head = ctypes.string_at(address, 64)
    if head[:4] != b"\x7fELF":
        return b""
    sections, size, count = struct.unpack_from("<Q", head, 40)[0], *struct.unpack_from("<HH", head, 58)
    return ctypes.string_at(address, sections + size * count)


def kernels_of(image: bytes, text: str = "") -> dict[str, Kernel]:
    """The kernels of a cubin; parameters by what ``.nv.info`` says of them, names and types by the text."""
    if not image:
        return {}
    start, size, count, names = struct.unpack_from("<Q", image, 40)[0], *struct.unpack_from("<HHH", image, 58)
    rows = [struct.unpack_from("<IIQQQQ", image, start + size * k) for k in range(count)]
    at = rows[names][4]
    sections = {image[at + r[0] : image.index(b"\0", at + r[0])].decode(): r for r in rows}
    found = {}
    for title, row in sections.items():
        if not title.startswith(".nv.info."):
            continue
        name = title.removeprefix(".nv.info.")
        sizes, threads, k, end = dict[int, int](), 1024, row[4], row[4] + row[5]
        while k + 4 <= end:
            form, attribute, value = struct.unpack_from("<BBH", image, k)
            k += 4
            if form == 4:  # a value of so many bytes follows
                if attribute == 0x17:  # EIATTR_KPARAM_INFO
                    _, ordinal, _, bits = struct.unpack_from("<IHHI", image, k)
                    sizes[ordinal] = bits >> 18
                elif attribute == 0x05:  # EIATTR_MAX_THREADS
                    x, y, z = struct.unpack_from("<III", image, k)
                    threads = x * y * z
                k += value
        shared = sections.get(f".nv.shared.{name}", (0,) * 6)[5]
        declared = re.search(rf"\b{re.escape(name)}\(([^)]*)\)", text)
        parameters = tuple(" ".join(p.split()) for p in declared[1].split(",")) if declared and declared[1].strip() else ()
        body = text[declared.end() :].partition('extern "C"')[0] if declared else ""
        wide = set(re.findall(r"_es_pack\w+\*\)\((\w+)", body)) - set(re.findall(r"_es_aligned\((\w+)\)", body))
        found[name] = Kernel(name, tuple(sizes[n] for n in sorted(sizes)), shared, threads, parameters, frozenset(wide))
    return found


# --- libraries made here ---

def library(folder: Path, soname: str, functions: Sequence[str], version: str = "") -> ctypes.CDLL:
    """A shared library of this name, loaded, whose functions go through the table ``es_table``."""
    lines = [".section .note.GNU-stack,\"\",@progbits", ".data", ".globl es_table", "es_table:", f".zero {8 * len(functions)}", ".text"]
    for k, name in enumerate(functions):
        lines += [f".globl {name}", f".type {name},@function", f"{name}: jmp *es_local+{8 * k}(%rip)"]
    lines += [".set es_local, es_table", ".hidden es_local"]
    stem = folder / soname.partition(".")[0]
    stem.with_suffix(".s").write_text("\n".join(lines) + "\n")
    script = f"{version or 'ES_1'} {{ global: *; }};\n"
    stem.with_suffix(".map").write_text(script)
    options = [f"-Wl,--version-script={stem}.map"] if version else []
    command = ["cc", "-shared", "-nostdlib", f"-Wl,-soname,{soname}", *options, "-o", str(folder / soname), f"{stem}.s"]
    subprocess.run(command, check=True, timeout=60)
    return ctypes.CDLL(str(folder / soname), ctypes.RTLD_GLOBAL)


def symbols(path: Path, *options: str) -> dict[str, int]:
    """Names and addresses of an ELF file as ``nm`` lists them."""
    done = subprocess.run(["nm", *options, str(path)], capture_output=True, text=True, check=True, timeout=60)
    rows = (line.split() for line in done.stdout.splitlines())
    return {row[-1].partition("@")[0]: int(row[0], 16) if len(row) == 3 else 0 for row in rows if row}


# --- a process that records ---


class Recorder:
    """The log of this process, and the functions that write it."""

    def __init__(self) -> None:
        from recording_driver import Driver, prototypes

        self.log: list[Event] = []
        self.driver, self.known = Driver(), prototypes()
        self._kept: list[Any] = []

    def mark(self, name: str, /, **facts: Any) -> None:
        """What a program says of itself."""
        self.log.append(Event(len(self.log), threading.get_ident(), name, facts))

    def function(self, name: str, unknown: int) -> Any:
        """What stands in the place of a C function; one that is not known is noted and returns an error."""
        parameters = self.known.get(name)
        if parameters is None and name.startswith(("cublas", "cusolver")):
            parameters, unknown = [("handle", ctypes.c_uint64)], 0  # that of CuPy's linear algebra: all take a handle first
        kinds = [kind for _, kind in parameters or ()]
        labels = [label for label, _ in parameters or ()]
        answer = getattr(self.driver, name, None)

        def called(*values: Any) -> Any:
            args = dict(zip(labels, values, strict=True))
            if parameters is None:
                self.log.append(Event(len(self.log), threading.get_ident(), name, {}, {"unknown": True}))
                return unknown
            more = answer(args) if answer is not None else None
            if isinstance(more, int):  # a status, or what the function returns
                return more
            self.log.append(Event(len(self.log), threading.get_ident(), name, args, more or {}))
            return 0

        made = ctypes.CFUNCTYPE(ctypes.c_uint64, *kinds)(called)
        self._kept.append(made)
        return made

    def library(self, folder: Path, soname: str, names: Iterable[str], unknown: int, version: str = "") -> Any:
        """Load a library whose functions are noted; what CuPy wants to have of it."""
        functions = sorted(set(names))
        loaded = library(folder, soname, functions, version)
        table = (ctypes.c_void_p * len(functions)).in_dll(loaded, "es_table")
        for k, name in enumerate(functions):
            table[k] = ctypes.cast(self.function(name, unknown), ctypes.c_void_p).value
        self._kept.append(loaded)
        return SimpleNamespace(_handle_uint=loaded._handle, abs_path=str(folder / soname))

    def redirect(self, path: Path) -> None:
        """Let the CUDA runtime inside of a library that is loaded jump to our functions."""
        with open("/proc/self/maps", encoding="utf-8") as rows:
            base = min(int(r.split("-")[0], 16) for r in rows if r.rstrip().endswith(str(path)))
        libc, page = ctypes.CDLL(None, use_errno=True), 4096
        for name, at in symbols(path).items():
            if name in self.known and name.startswith("cuda") and at:
                target = ctypes.cast(self.function(name, 801), ctypes.c_void_p).value
                code = b"\xff\x25\0\0\0\0" + struct.pack("<Q", target)  # jmp *0(%rip)
                start = (base + at) // page * page
                if libc.mprotect(ctypes.c_void_p(start), ctypes.c_size_t(2 * page), 7):
                    raise OSError(ctypes.get_errno(), "mprotect")
                ctypes.memmove(base + at, code, len(code))


def install(folder: Path) -> Recorder:
    """Let this process record; before anything of CUDA is loaded."""
    recorder = Recorder()
    of = {"cuda": "cu[A-Z]", "cudart": "cuda", "cudnn": "cudnn"}
    names = {k: {n for n in recorder.known if re.match(v, n)} for k, v in of.items()}
    recorder.library(folder, "libcuda.so.1", names["cuda"], 801)
    recorder.library(folder, "libcudart.so.12", names["cudart"], 801)
    recorder.library(folder, "libcudnn.so.9", names["cudnn"], 3000)
    backends = Path(str(importlib.util.find_spec("cupy_backends").submodule_search_locations[0]))
    ours = {}
    for name, soname in (("cublas", "libcublas.so.12"), ("cusolver", "libcusolver.so.11")):
        (path,) = backends.glob(f"cuda/libs/{name}.*.so")
        ours[name] = recorder.library(folder, soname, (n for n in symbols(path, "-D", "--undefined-only") if n.startswith(name)), 15, soname)
    from cuda import pathfinder

    found = pathfinder.load_nvidia_dynamic_lib
    pathfinder.load_nvidia_dynamic_lib = lambda name: ours.get(name) or found(name)
    from cupy_backends.cuda.api import runtime

    recorder.redirect(Path(runtime.__file__))
    _note_texts(recorder)
    return recorder


def trimmed(image: bytes) -> bytes:
    """The part of an image that `image_at` reads."""
    return image_at(ctypes.cast(ctypes.c_char_p(image), ctypes.c_void_p).value or 0)


def _note_texts(recorder: Recorder) -> None:
    """Let the driver know of which text a cubin is: names and types of parameters are not in it."""
    from espresso.runtime.device import cuda

    load = cuda.load_cubin

    def noted(source: str, *rest: Any) -> bytes:
        image = load(source, *rest)
        recorder.driver.texts[hashlib.sha256(trimmed(image)).hexdigest()] = source
        return image

    cuda.load_cubin = noted


def child(out: str, module: str, names: Sequence[str]) -> None:
    """Run programs of a module in this process and write the log; such a process ends without cleaning up."""
    with tempfile.TemporaryDirectory() as folder:
        recorder = install(Path(folder))
        programs = importlib.import_module(module)
        programs.run(recorder, names)
    Path(out).write_bytes(pickle.dumps(recorder.log))
    sys.stdout.flush()
    os._exit(0)


def of(names: Sequence[str], module: str = "recorded_programs") -> list[Event]:
    """The log of these programs, or of all that need no library which is not installed, one after the other in one process."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "log"
        code = f"import sys; sys.path[:0] = {[str(HERE), str(HERE.parent)]}; import recording; recording.child({str(out)!r}, {module!r}, {list(names)})"
        done = subprocess.run([sys.executable, "-X", "faulthandler", "-c", code], capture_output=True, text=True, timeout=500)
        if done.returncode or not out.exists():
            raise RuntimeError(f"the process that records ended with {done.returncode}\n{done.stdout[-2000:]}\n{done.stderr[-6000:]}")
        return pickle.loads(out.read_bytes())  # type: ignore[no-any-return]


def lacking() -> str:
    """Why nothing can be recorded here; empty where it can."""
    if platform.system() != "Linux" or platform.machine() != "x86_64":
        return "the recorder redirects functions of Linux on x86-64"
    if shutil.which("cc") is None or shutil.which("nm") is None:
        return "there is no C compiler"
    missing = [n for n in ("cupy", "nvidia.cuda_nvrtc", "nvidia.cuda_runtime") if not found(n)]
    return f"not installed: {', '.join(missing)}" if missing else ""


def found(name: str) -> bool:
    """Whether a package is installed; nothing is imported."""
    try:
        return importlib.util.find_spec(name) is not None
    except ModuleNotFoundError:
        return False
