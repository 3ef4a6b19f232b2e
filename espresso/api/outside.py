"""What a compiled function does besides being called: reports on itself, files, operators of other libraries."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, overload

from espresso.errors import path_of
from espresso.formulas.printing.text_blocks import TextBlock
from espresso.keywords import checked
from espresso.lazy import get

if TYPE_CHECKING:
    import numpy as np
    from jax import Array as JaxArray
    from numpy.typing import NDArray
    from torch import Tensor
    from typing_extensions import TypeVar

    from espresso.api.adapters.jax_function import JaxFunction
    from espresso.api.adapters.torch_operator import TorchOperator
    from espresso.api.arguments import Arguments
    from espresso.api.reports.picture import Picture
    from espresso.api.reports.verify import Profile

    K = TypeVar("K")
    R = TypeVar("R", default=Any)
    """What a call returns: arrays in the structure of the formulas."""
else:  # TypeVar has defaults from Python 3.13 on
    from typing import TypeVar

    R = TypeVar("R")


class Outside(Generic[R]):
    """Methods of `Compiled`."""

    __slots__ = ()

    _arguments: Arguments

    @checked
    def picture(self) -> Picture:
        """Return the plan as a picture, which notebooks show: inputs, kernels, library calls and results.

        Returns
        -------
        Picture
            Lines are arrays with their shapes and bytes, as of the last call.  ``str`` of it is the SVG source.

        Examples
        --------
        >>> import espresso as es
        >>> str(es.compile("y[i] = 2*x[i]").picture())[:4]
        '<svg'
        """
        return get("picture")(self)  # type: ignore[no-any-return]

    @checked
    def check(self, /, *args: Any, rtol: float | None = None, gradient: bool = False, **kwargs: Any) -> str:
        """Compare with the reference evaluator; arrays that are declared to be something are looked at first.

        Parameters
        ----------
        *args, **kwargs : array
            The inputs, as in a call.  Those called as an option are given with all others in one mapping,
            ``f.check({"rtol": a, "x": x})``.
        rtol : float, optional
            Relative tolerance; by the dtype and the length of the sums if left out.
        gradient : bool
            Also derivatives of floating-point results: by formula against differences of values, and as this target
            computes them.

        Returns
        -------
        str
            The worst element of each result.

        Raises
        ------
        EspressoError
            With the worst element, where they differ; DerivativeError for a derivative; InputError for an array that
            is not as it was declared.

        Examples
        --------
        >>> import espresso as es, numpy as np
        >>> es.compile("y[i] = 2*x[i]", target="numpy").check(x=np.ones(3))
        'y: 3 elements, largest relative error 0'
        """
        values = self._arguments.given_to("check", ("rtol", "gradient"), args, kwargs)
        return TextBlock(get("check")(self, values, {}, rtol, gradient))

    @checked
    def profile(self, /, *args: Any, repeat: int = 20, **kwargs: Any) -> Profile:
        """Return the time of each kernel and library call on these arrays: warmed up, median, with bytes.

        Parameters
        ----------
        *args, **kwargs : array
            The inputs, as in a call; ``f.profile({"repeat": a, "x": x})`` gives arrays by names that an option has.
        repeat : int
            Calls that are timed.

        Returns
        -------
        Profile
            Prints as a table.

        Examples
        --------
        >>> import espresso as es, numpy as np
        >>> table = es.compile("y[i] = 2*x[i]", target="numpy").profile(x=np.ones(3), repeat=3)
        """
        return get("profile")(self, self._arguments.given_to("profile", ("repeat",), args, kwargs), {}, repeat)  # type: ignore[no-any-return]

    @checked
    def save(self, path: str | Path, *, library: bool = False) -> Path:
        """Write the program, which needs no espresso; the end of the file's name says as what.

        ``.py``: a module with a function ``program`` that takes the inputs in order and returns the results; it
        needs NumPy and numba, with ``library=True`` NumPy and a shared library beside it (``lib`` before its name).
        ``.c``: portable C, with a header (``.h``) beside it.  ``.so``: that, compiled (Linux).  Of a device it is the
        text of the kernels alone.  Dtypes are those of the last call, float64 before any call; lengths are free.
        Arrays that do not fit are refused as in a call: a module has the same messages, C a status and its text.

        Parameters
        ----------
        path : str or Path
            The file.
        library : bool
            True: a module that calls a shared library beside it.

        Returns
        -------
        Path
            The file that was written.

        Raises
        ------
        InputError
            For a path whose suffix is that of another kind of file.
        TargetError
            For what has no C text (functions of matrices, float16), and where there is no C compiler.

        Examples
        --------
        >>> import espresso as es
        >>> es.compile("y[i] = 2*x[i]").save("twice.py")  # doctest: +SKIP
        """
        return get("write")(self, Path(path_of(path, "the path of save")), library)  # type: ignore[no-any-return]

    @overload
    def jax(self: Outside[NDArray[Any]]) -> JaxFunction[JaxArray]: ...

    @overload
    def jax(self: Outside[tuple[NDArray[Any], ...]]) -> JaxFunction[tuple[JaxArray, ...]]: ...

    @overload
    def jax(self: Outside[dict[K, NDArray[Any]]]) -> JaxFunction[dict[K, JaxArray]]: ...

    @overload
    def jax(self) -> JaxFunction[Any]: ...

    @checked
    def jax(self) -> JaxFunction[Any]:
        """Return a function of JAX arrays that computes this one under ``jit``, ``grad``, ``vmap`` and all others.

        Returns
        -------
        JaxFunction
            Derivatives of any order are espresso's formulas.

        Raises
        ------
        TargetError
            Where JAX is not installed.

        Examples
        --------
        >>> import espresso as es
        >>> es.compile("y = sum[i](x[i]**2)").jax()  # doctest: +SKIP
        """
        return get("JaxFunction")(self)  # type: ignore[no-any-return]

    @overload
    def torch(self: Outside[NDArray[Any]]) -> TorchOperator[Tensor]: ...

    @overload
    def torch(self: Outside[tuple[NDArray[Any], ...]]) -> TorchOperator[tuple[Tensor, ...]]: ...

    @overload
    def torch(self: Outside[dict[K, NDArray[Any]]]) -> TorchOperator[dict[K, Tensor]]: ...

    @overload
    def torch(self) -> TorchOperator[Any]: ...

    @checked
    def torch(self) -> TorchOperator[Any]:
        """Return a differentiable PyTorch operator; its derivatives of any order are espresso's formulas.

        Returns
        -------
        TorchOperator
            Called with tensors, as the function is with arrays.

        Raises
        ------
        TargetError
            Where PyTorch is not installed.

        Examples
        --------
        >>> import espresso as es
        >>> square = es.compile("y[i] = x[i]**2").torch()  # doctest: +SKIP
        """
        return get("TorchOperator")(self)  # type: ignore[no-any-return]

    @overload
    def numba(self: Outside[tuple[NDArray[Any], ...]], /, **dtypes: str) -> Callable[..., tuple[Any, ...]]: ...

    @overload
    def numba(self: Outside[dict[K, NDArray[Any]]], /, **dtypes: str) -> Callable[..., tuple[Any, ...]]: ...

    @overload
    def numba(self, /, **dtypes: str) -> Callable[..., Any]: ...

    def numba(self, /, **dtypes: str) -> Callable[..., Any]:
        """Return the function for numba code: callable in ``@njit`` and ``prange``, without the GIL.

        It takes the inputs in order and returns arrays and numbers, several as a tuple; with one more argument (a
        tuple for several) it writes into these arrays, which may be inputs.  Lengths that do not fit raise
        ValueError.  It calls no library: products are loops.

        Parameters
        ----------
        **dtypes : str
            Those of inputs, ``x="float32"``; by default those of the last call.

        Returns
        -------
        function
            A function of numba.

        Examples
        --------
        >>> import espresso as es
        >>> es.compile("y[i] = 2*x[i]").numba()  # doctest: +SKIP
        """
        return get("numba_function")(self, dtypes)  # type: ignore[no-any-return]

    @checked
    def gufunc(self, signature: str | None = None, *, dtypes: Sequence[str] | None = None) -> np.ufunc:
        """Return a ``np.ufunc`` with a signature: NumPy broadcasts over leading axes.

        Parameters
        ----------
        signature : str
            Core dimensions, ``"(n),(n,m)->(m)"``; by default the index names of the formula.
        dtypes : sequence of str
            Those of its loops; by default float32 and float64, or the complex one of the last call.

        Returns
        -------
        numpy.ufunc
            It takes the inputs in order.

        Raises
        ------
        TargetError
            Where a result has a length that no input has.

        Examples
        --------
        >>> import espresso as es
        >>> es.compile("y = sum[i](x[i]**2)").gufunc().signature
        '(i)->()'
        """
        return get("gufunc")(self, signature, dtypes)  # type: ignore[no-any-return]
