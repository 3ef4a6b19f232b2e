"""What a compiled function says of itself when asked: its picture, the check against the reference, its times."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from espresso.formulas.printing.text_blocks import TextBlock
from espresso.keywords import checked
from espresso.lazy import get

if TYPE_CHECKING:
    from espresso.api.arguments import Arguments
    from espresso.api.reports.picture import Picture
    from espresso.api.reports.verify import Profile


class Measured:
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
        """Compare with the reference evaluator.

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
            With the worst element, where they differ; DerivativeError for a derivative.

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
