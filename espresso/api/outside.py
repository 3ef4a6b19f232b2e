"""What makes something else of a compiled function: files, and operators of other libraries."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from espresso.errors import path_of
from espresso.keywords import checked
from espresso.lazy import get


class Outside:
    """Methods of `Compiled`."""

    __slots__ = ()

    @checked
    def save(self, path: str | Path, *, library: bool = False) -> Path:
        """Write the program, which needs no espresso; the end of the file's name says as what.

        ``.py``: a module with a function ``program`` that takes the inputs in order and returns the results; it
        needs NumPy and numba, with ``library=True`` NumPy and a shared library beside it.  ``.c``: portable C,
        with a header (``.h``) beside it.  ``.so``: that, compiled (Linux).  Of a device it is the text of the kernels
        alone.  Dtypes are those of the last call, float64 before any call; lengths are free.  Arrays that do not fit
        are refused as in a call: a module has the same messages, C a status and its text.

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

    @checked
    def jax(self) -> Any:
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
        return get("JaxFunction")(self)

    @checked
    def torch(self) -> Any:
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
        return get("TorchOperator")(self)

    def numba(self, /, **dtypes: str) -> Any:
        """Return the function for numba code: callable in ``@njit`` and ``prange``, without the GIL.

        It takes the inputs in order and returns arrays and numbers, several as a tuple; with one more argument (a
        tuple for several) it writes into these arrays.  Lengths that do not fit raise ValueError.  It calls no
        library: products are loops.

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
        return get("numba_function")(self, dtypes)

    @checked
    def gufunc(self, signature: str | None = None, *, dtypes: Sequence[str] | None = None) -> Any:
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
        return get("gufunc")(self, signature, dtypes)
