"""What reductions and index functions mean by other functions.

``x`` is the body, ``k`` all indices of the reduction, ``_n`` the number of elements.
Inside a reduction on the right ``x`` is read at every k, outside at the k of an index
function.
"""

from espresso.algebra.rewriting.rules import Definition

DEFINITIONS = [
    Definition("mean[k](x)", "sum[k](1.0*x)/_n", why="1.0 makes floating-point numbers of integers first"),
    Definition("var[k](x)", "sum[k](abs2(x - sum[k](1.0*x)/_n))/_n", why="of the population, as numpy.var"),
    Definition("std[k](x)", "sqrt(sum[k](abs2(x - sum[k](1.0*x)/_n))/_n)"),
    Definition("norm[k](x)", "sqrt(sum[k](abs2(1.0*x)))", why="1.0 makes floating-point numbers of integers first"),
    Definition(
        "logsumexp[k](x)",
        "where(isfinite(max[k](1.0*x)), max[k](1.0*x), 0)"
        " + log(sum[k](exp(1.0*x - where(isfinite(max[k](1.0*x)), max[k](1.0*x), 0))))",
        why="shifted by the largest x; without a shift where that is infinite, so all -inf gives -inf",
    ),
    Definition(
        "softmax[k](x)",
        "exp(1.0*x - where(isfinite(max[k](1.0*x)), max[k](1.0*x), 0))"
        "/sum[k](exp(1.0*x - where(isfinite(max[k](1.0*x)), max[k](1.0*x), 0)))",
        why="shifted by the largest x",
    ),
    Definition(
        "log_softmax[k](x)",
        "1.0*x - where(isfinite(max[k](1.0*x)), max[k](1.0*x), 0)"
        " - log(sum[k](exp(1.0*x - where(isfinite(max[k](1.0*x)), max[k](1.0*x), 0))))",
        why="shifted by the largest x",
    ),
]
