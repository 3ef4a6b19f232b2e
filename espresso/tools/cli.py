"""The ``espresso`` command: ``demo``, ``derive``, ``build``, ``doctor``, ``bench``.

A mistake in a formula ends with its message and exit code 2, never with a traceback.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from espresso import __version__
from espresso.errors import EspressoError

_DERIVE_HELP = """\
examples:
  espresso derive "loss = sum[i](log(1 + exp(-y[i]*X[i,j]*w[j])))" --wrt w
  espresso derive "x[i]*A[i,j]*x[j]" --wrt x --order 2 --text
  espresso derive "sum[i]((X[i,j]*w[j] + b - y[i])**2)" --wrt w,b --numpy
  echo "a[i]*b[i]" | espresso derive - --wrt a
"""


_NAMES = re.compile(r"(?:`[^`]*`|\[[^\]]*\]?|[^,\s\[`])(?:`[^`]*`|\s*\[[^\]]*\]?|[^,\s\[`])*")
"""Names between commas and blanks, which do not count in backquotes and in brackets."""


def _names(text: str) -> list[str]:
    names = [n.strip() for n in _NAMES.findall(text) if n.strip()]
    if not names:
        raise argparse.ArgumentTypeError("names of inputs are needed, such as w or W,b")
    return names


def _order(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"the order is 1, 2, ..., not {text}")
    return int(text)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="espresso", description="Tensor mathematics in index notation: derivatives and generated programs."
    )
    parser.add_argument("--version", action="version", version=f"espresso {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="command", required=True)

    demo = commands.add_parser("demo", help="two regressions on real data, from formula to result")
    demo.add_argument("part", nargs="?", choices=["all", "logistic", "softmax"], default="all")
    demo.add_argument("--save-to", metavar="FOLDER", type=Path, default=None, help="folder for the generated modules")

    derive = commands.add_parser(
        "derive",
        help="print the derivative of a formula as text, LaTeX and NumPy",
        epilog=_DERIVE_HELP,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    derive.add_argument("formula", help="the formula in index notation; - reads it from standard input")
    wrt = "the inputs to derive by, such as w or `a b`; x[p,q] names the axes"
    derive.add_argument("--wrt", required=True, type=_names, metavar="NAME[,NAME]", help=wrt)
    derive.add_argument("--order", type=_order, default=1, metavar="N", help="order of the derivative (default 1)")
    for form in ("text", "latex", "numpy"):
        text = f"print only the {form} form"
        derive.add_argument(f"--{form}", dest="forms", action="append_const", const=form, help=text)

    build = commands.add_parser("build", help="make a package of compiled functions that needs NumPy alone")
    build.add_argument("file", type=Path, help="a Python file whose names at the top are results of es.compile")
    build.add_argument("-o", "--output", type=Path, required=True, metavar="FOLDER", help="the folder of the package")
    build.add_argument("--name", default=None, help="the package's name (default: that of the file)")
    build.add_argument("--version", default="0.1.0", dest="release", metavar="VERSION", help="its version (0.1.0)")

    doctor = commands.add_parser("doctor", help="say what runs on this machine, and why the rest does not")
    text = "first measure the rates that plans are made for (a few seconds on a quiet machine), and keep them"
    doctor.add_argument("--measure", action="store_true", help=text)

    bench = commands.add_parser("bench", help="run the benchmarks of a source checkout", add_help=False)
    bench.add_argument("arguments", nargs=argparse.REMAINDER)
    return parser


def derive(formula: str, wrt: Sequence[str], order: int, forms: Sequence[str]) -> str:
    """The derivatives of ``formula`` with respect to each name in ``wrt``, ready to print."""
    import espresso as es

    e = es.parse(sys.stdin.read() if formula == "-" else formula)
    results = [es.derivative(e, name, order=order) for name in wrt]
    titles = {"text": "text", "latex": "LaTeX", "numpy": "NumPy"}
    wanted = list(dict.fromkeys(forms)) or list(titles)
    spelled = [_spelled(results, form) for form in wanted]
    if len(wanted) == 1:
        return spelled[0]
    return "\n\n".join(
        f"{titles[form]}\n{textwrap.indent(text, '  ')}" for form, text in zip(wanted, spelled, strict=True)
    )


def _spelled(results: Sequence[Any], form: str) -> str:
    if form == "numpy":
        return "\n\n".join(r.to_numpy().rstrip() for r in results)
    return "\n".join(r.latex() if form == "latex" else str(r) for r in results)


def _bench(arguments: Sequence[str]) -> int:
    """Hand over to the benchmark suite, which lives in the source checkout only."""
    import importlib.util

    here = Path(__file__).resolve().parents[2]
    for root in (here, Path.cwd()):
        suite = root / "tests" / "benchmarks" / "suite.py"
        if suite.is_file():
            break
    else:
        print(
            "espresso bench: the benchmarks are not part of the installed package.\n"
            "They live in tests/benchmarks of the source code. Get a source checkout, then there:\n"
            '  pip install -e ".[test]" && espresso bench',
            file=sys.stderr,
        )
        return 2
    spec = importlib.util.spec_from_file_location("espresso_bench_suite", suite)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return int(module.main(list(arguments)) or 0)


def _run(options: argparse.Namespace) -> int:
    if options.command == "derive":
        print(derive(options.formula, options.wrt, options.order, options.forms or ()))
    elif options.command == "build":
        from espresso.tools.build import build

        for path in build(options.file, options.output, options.name, options.release):
            print(path)
    elif options.command == "doctor":
        from espresso.tools.doctor import doctor

        print(doctor(measure=options.measure))
    elif options.command == "demo":
        from espresso.tools.demo import demo

        demo(options.part, save_to=options.save_to)
    else:
        return _bench(options.arguments)
    return 0


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with the given arguments and return its exit code.

    0: done; 2: a mistake in the formula or the arguments, explained on standard error.
    """
    arguments = list(sys.argv[1:] if argv is None else argv)
    parser = _parser()
    # `bench` passes everything behind it on, options included
    if arguments[:1] == ["bench"]:
        return _bench(arguments[1:])
    options = parser.parse_args(arguments)
    try:
        return _run(options)
    except EspressoError as error:
        print(f"{type(error).__name__}: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:  # the reader of a pipe, such as head, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return 130
