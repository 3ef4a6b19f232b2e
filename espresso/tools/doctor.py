"""``espresso doctor``: what runs on this machine, and why the rest does not.

Every check looks at the machine when it is asked, changes nothing, and gives one row.
"""

from __future__ import annotations

import ctypes
import importlib
import os
import platform
import sys
from collections.abc import Callable
from functools import partial
from importlib import metadata, util
from pathlib import Path

from espresso import __version__
from espresso.keywords import checked
from espresso.records import dataclass
from espresso.system.devices import installed


@dataclass(frozen=True)
class Check:
    """One row: what was looked for, whether it runs here, what was found, what to do."""

    what: str
    runs: bool
    found: str
    remedy: str = ""


@dataclass(frozen=True)
class Report:
    """The rows of ``es.doctor()``; printing it gives a table."""

    checks: tuple[Check, ...]

    def __getitem__(self, what: str) -> Check:
        """The row with that name."""
        for check in self.checks:
            if check.what == what:
                return check
        raise KeyError(what)

    def __str__(self) -> str:
        width = max(len(c.what) for c in self.checks)
        lines = []
        for check in self.checks:
            lines.append(f"{check.what:<{width}}  {'yes' if check.runs else 'no ':<3}  {check.found}")
            if check.remedy:
                lines.append(f"{'':<{width}}       -> {check.remedy}")
        return "\n".join(lines)

    __repr__ = __str__


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "version unknown"


def _reason(error: BaseException) -> str:
    """The first line of an error, with its class; short enough for a table."""
    text = str(error).strip().split("\n")[0]
    return f"{type(error).__name__}: {text}"[:160]


def _import(what: str, module: str, package: str, needed_for: str, install: str) -> Check:
    """Whether a library can be imported; if not, why not and how to get it."""
    if not installed(module):
        return Check(what, False, f"not installed; needed for {needed_for}", install)
    try:
        importlib.import_module(module)
    except Exception as error:  # a broken installation raises anything
        return Check(what, False, f"installed, but its import fails: {_reason(error)}", install)
    return Check(what, True, _version(package))


def _espresso() -> Check:
    place = Path(__file__).resolve().parents[1]
    kind = "source checkout" if (place.parent / "pyproject.toml").is_file() else "installed package"
    return Check("espresso", True, f"{__version__} ({kind})")


def _python() -> Check:
    runs = sys.version_info >= (3, 11)
    found = f"{platform.python_version()} on {platform.system()} {platform.machine()}"
    return Check("python", runs, found, "" if runs else "espresso needs Python 3.11 or later")


def _processor() -> Check:
    from espresso.system.processor import limited, name, usable_cores

    limit = f"; ESPRESSO_ISA={limited()}" if limited() else ""
    return Check("processor", True, f"{name()}; {usable_cores()} of {os.cpu_count()} cores usable{limit}")


def _rates() -> Check:
    from espresso.system import machine_model

    known = machine_model.rates()
    remedy = "" if known.measured else "`espresso doctor --measure` measures this machine"
    return Check("machine model", True, str(known), remedy)


def _threads() -> Check:
    try:
        import numba

        limit = f"; NUMBA_NUM_THREADS={os.environ['NUMBA_NUM_THREADS']}" if "NUMBA_NUM_THREADS" in os.environ else ""
        return Check("threads", True, f"{numba.get_num_threads()} for generated kernels{limit}")
    except Exception as error:
        return Check("threads", False, f"unknown without numba ({_reason(error)})")


def _own_blas() -> Check:
    what, install = "private BLAS", "pip install scipy-openblas32"
    found = util.find_spec("scipy_openblas32")
    if found is None or not found.origin:
        return Check(what, False, "scipy-openblas32 is not installed: NumPy's BLAS computes all products", install)
    from espresso.system.processor import openblas_looks_itself

    try:
        with openblas_looks_itself():  # as generated programs load it
            library = ctypes.CDLL(str(min((Path(found.origin).parent / "lib").glob("libscipy_openblas.*"))))
        core = library.scipy_openblas_get_corename
        core.restype = ctypes.c_char_p
        return Check(what, True, f"OpenBLAS {metadata.version('scipy-openblas32')}, kernels for {core().decode()}")
    except Exception as error:
        return Check(what, False, f"installed, but it cannot be loaded: {_reason(error)}", install)


def _cache() -> Check:
    remedy = "set ESPRESSO_CACHE_DIR to a folder of yours"
    try:
        from espresso.system import cache, folders

        folder = Path(cache.folder())
    except Exception as error:
        return Check("cache folder", False, f"cannot be made: {_reason(error)}", remedy)
    try:
        probe = Path(folders.private(folder, make=True)) / f".doctor-{os.getpid()}"
        probe.write_bytes(b"")
        probe.unlink()
    except folders.Refused as error:
        remedy += " that only you can write"
        return Check("cache folder", False, f"{folder} is not used: {_reason(error)}", remedy)
    except OSError as error:
        return Check("cache folder", False, f"{folder} cannot be written: {_reason(error)}", remedy)
    return Check("cache folder", True, f"{folder}, writable")


def _cuda() -> Check:
    check = _import("gpu (CUDA, CuPy)", "cupy", "cupy-cuda12x", 'target="gpu"', "pip install 'cupy-cuda12x[ctk]'")
    if not check.runs:
        return check
    try:
        import cupy

        count = cupy.cuda.runtime.getDeviceCount()
        names = [cupy.cuda.runtime.getDeviceProperties(k)["name"].decode() for k in range(count)]
    except Exception as error:
        return Check(check.what, False, f"CuPy {check.found}, but no GPU: {_reason(error)}", "needs an NVIDIA GPU")
    return Check(check.what, count > 0, f"CuPy {check.found}; {', '.join(names) or 'no device'}")


def _opencl() -> Check:
    check = _import("opencl", "pyopencl", "pyopencl", 'target="opencl"', "pip install pyopencl")
    if not check.runs:
        return check
    try:
        import pyopencl

        devices = [d.name.strip() for p in pyopencl.get_platforms() for d in p.get_devices()]
    except Exception as error:
        devices, why = [], f": {_reason(error)}"
    else:
        why = ""
    if not devices:
        remedy = "install an OpenCL driver; on Debian pocl-opencl-icd runs OpenCL on the processor"
        return Check(check.what, False, f"pyopencl {check.found}, but no device{why}", remedy)
    return Check(check.what, True, f"pyopencl {check.found}; {', '.join(devices)}")


def _nvrtc() -> Check:
    """NVRTC compiles CUDA text without a driver; CuPy brings it along, the tests call it by cuda-core."""
    what, install = "NVRTC", "pip install nvidia-cuda-nvrtc-cu12 cuda-core"
    if not (installed("cuda") and installed("cuda.bindings")):
        return Check(what, False, "cuda-core is not installed; needed to compile CUDA text without a GPU", install)
    try:
        from cuda.bindings import nvrtc

        error, major, minor = nvrtc.nvrtcVersion()
        _, newest = nvrtc.nvrtcGetSupportedArchs()
    except Exception as reason:  # the library is looked for when it is first called
        return Check(
            what, False, f"cuda-bindings {_version('cuda-bindings')}, but no NVRTC: {_reason(reason)}", install
        )
    archs = f"for sm_{min(newest)} to sm_{max(newest)}"
    return Check(what, int(error) == 0, f"{major}.{minor}, {archs}; cuda-core {_version('cuda-core')}")


def _engine(what: str, name: str) -> Check:
    """What an engine says of its library."""
    from espresso.engine.table import ENGINES

    engine = next(e for e in ENGINES if e.name == name)
    reason = engine.missing()
    return Check(what, reason is None, reason or engine.version())


def _checks() -> tuple[Callable[[], Check], ...]:
    def library(what: str, module: str, package: str, needed_for: str, install: str) -> Callable[[], Check]:
        return lambda: _import(what, module, package, needed_for, install)

    return (
        _espresso,
        _python,
        _processor,
        _rates,
        library("numpy", "numpy", "numpy", "everything", "pip install numpy"),
        library("numba", "numba", "numba", 'target="cpu"', "pip install numba"),
        _threads,
        partial(_engine, "BLAS of NumPy", "numpy-blas"),
        _own_blas,
        library("opt_einsum", "opt_einsum", "opt-einsum", "the order of contractions", "pip install opt-einsum"),
        library("sympy", "sympy", "sympy", "es.from_sympy and e.to_sympy", "pip install sympy"),
        _cache,
        _cuda,
        _nvrtc,
        partial(_engine, "cudnn", "cudnn"),
        _opencl,
        library("torch", "torch", "torch", "f.torch()", "pip install torch"),
        library("ipython", "IPython", "ipython", "typeset formulas in notebooks", "pip install ipython"),
    )


@checked
def doctor(*, measure: bool = False) -> Report:
    """Return what runs on this machine and why the rest does not, one row for each part.

    Nothing is installed or changed.  Libraries are imported to see that they work, so the first call takes a few
    seconds where large ones are present.

    Parameters
    ----------
    measure : bool
        First measure the rates of this machine that plans are made for, which takes a few seconds and should be done
        while it does nothing else, and keep them in the cache folder for this process and all later ones.  Programs
        that are compiled already stay as they are.

    Returns
    -------
    Report
        Prints as a table; ``doctor()["python"].runs`` is one entry.

    Examples
    --------
    >>> doctor()["python"].runs
    True
    """
    if measure:
        from espresso.api.reports.measure import measure as measured
        from espresso.system import machine_model

        machine_model.keep(measured())
    rows = []
    for check in _checks():
        try:
            rows.append(check())
        except Exception as error:  # the report must come out whatever a library does
            what = getattr(check, "__name__", "check").strip("_")
            rows.append(Check(what, False, f"the check failed: {_reason(error)}"))
    return Report(tuple(rows))
