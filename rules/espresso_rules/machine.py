"""Forms that are cheaper or safer for a machine but longer to read: applied when a formula is compiled.

Derivatives are shown without them.  They come after the rows of ``stabilize`` and ``simplify``.
"""

from espresso.algebra.rewriting.rules import Rule

RULES = [
    Rule("sech-power", "cosh(_x)**_n", "(4*logistic(2*_x)*logistic(-2*_x))**(-_n/2)",
         when="is_even(_n) and is_nonpositive_number(_n) and is_real(_x)", example="1/cosh(x)**2",
         why="one exponential that cannot overflow, in vector instructions"),
]
