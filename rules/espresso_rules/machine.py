"""Forms that are cheaper or safer for a machine but longer to read: applied when a formula is compiled.

Derivatives are shown without them.  They come after the rows of ``stabilize`` and ``simplify``.
"""

from espresso.algebra.rewriting.rules import Rule

RULES = [
    Rule("cosh-over-sinh-powers", "cosh(_x)**_m*sinh(_x)**_n", "cosh(_x)**(_m - 1)*sinh(_x)**(_n + 1)/tanh(_x)",
         when="is_positive_number(_m) and is_nonpositive_number(_n)", example="cosh(x)**2/sinh(x)**3", why="inf/inf for large x"),
    Rule("cosh-over-sinh-power", "cosh(_x)*sinh(_x)**_n", "sinh(_x)**(_n + 1)/tanh(_x)", when="is_nonpositive_number(_n)",
         example="cosh(x)/sinh(x)**2", why="inf/inf for large x"),
    Rule("sech-power", "cosh(_x)**_n", "(4*logistic(2*_x)*logistic(-2*_x))**(-_n/2)",
         when="is_even(_n) and is_nonpositive_number(_n) and is_real(_x)", example="1/cosh(x)**2",
         why="one exponential that cannot overflow, in vector instructions"),
    Rule("exp-times-logistic-power-of-sum", "exp(_x)*logistic(-logaddexp(_x, _y))**_n",
         "logistic(_x - softplus(_y))*logistic(-logaddexp(_x, _y))**(_n - 1)", when="is_positive_number(_n)",
         why="inf*0 for large x", example="exp(a)/(1 + exp(a) + exp(b))**2"),
]
