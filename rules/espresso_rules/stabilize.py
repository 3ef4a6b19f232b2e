"""Numerically unsafe forms and the safe ones that replace them.

Each left side overflows, underflows or cancels somewhere in the range of float32 where
its right side is accurate.  Rows are tried in order, before those of ``simplify``.
"""

from espresso.algebra.rewriting.rules import Rule

_POSITIVE = (0.1, 4.0)
_SMALL = (-0.4, 0.4)

RULES = [
    # --- logarithms of sums of exponentials ---
    Rule("softplus", "log(1 + exp(_x))", "softplus(_x)", why="exp overflows above 88 in float32"),
    Rule("softplus-log1p", "log1p(exp(_x))", "softplus(_x)", why="exp overflows above 88 in float32"),
    Rule("softplus-complement", "softplus(_x) - _x", "softplus(-_x)", why="cancels for large x"),
    Rule("log-add-exp", "log(exp(_x) + exp(_y))", "logaddexp(_x, _y)", why="both overflow above 88 in float32"),
    Rule("log-sum-exp", "log(sum[_k](exp(_x)))", "logsumexp[_k](_x)", why="shifted by the largest x",
         example="log(sum[k](exp(x[k])))"),
    Rule("log-sum-exp-weighted", "log(sum[_k](_w*exp(_x)))", "logsumexp[_k](_x + log(_w))", when="is_nonnegative(_w)",
         why="exp overflows above 88 in float32", example="log(sum[k](exp(x[k])*abs(w[k])))"),
    # --- logistic function ---
    Rule("logistic", "(1 + exp(_x))**_n", "logistic(-_x)**(-_n)", when="is_nonpositive_number(_n)",
         why="exp overflows above 88 in float32", example="1/(1 + exp(-x))"),
    Rule("logistic-times-exp", "exp(_x)*logistic(-_x)", "logistic(_x)", why="inf*0 for large x", example="exp(x)/(1 + exp(x))"),
    Rule("logistic-power-times-exp", "exp(_x)*logistic(-_x)**_n", "logistic(_x)*logistic(-_x)**(_n - 1)",
         when="is_positive_number(_n)", why="inf*0 for large x", example="exp(-x)/(1 + exp(-x))**2"),
    Rule("logistic-complement", "1 - logistic(_x)", "logistic(-_x)", why="cancels for large x"),
    Rule("logistic-complement-times", "_a - _a*logistic(_x)", "_a*logistic(-_x)", why="cancels for large x",
         example="a - a*logistic(x) + b"),
    Rule("logistic-difference", "logistic(_x) - logistic(-_x)", "tanh(_x/2)", why="cancels for small x"),
    Rule("logistic-difference-times", "_a*logistic(_x) - _a*logistic(-_x)", "_a*tanh(_x/2)", why="cancels for small x",
         example="a*logistic(x) - a*logistic(-x) + b"),
    Rule("log-logistic", "log(logistic(_x))", "-softplus(-_x)", why="log(0) for large -x"),
    # --- hyperbolic functions ---
    Rule("cosh-of-exp", "exp(_x) + exp(-_x)", "2*cosh(_x)", why="its derivatives are inf/inf for large x"),
    Rule("sinh-of-exp", "exp(_x) - exp(-_x)", "2*sinh(_x)", why="cancels for small x"),
    Rule("log-cosh-times", "log(_n*cosh(_x))", "logaddexp(_x, -_x) + log(_n/2)", when="is_positive_number(_n)",
         why="cosh overflows above 89 in float32", example="log(3*cosh(x))"),
    Rule("log-cosh", "log(cosh(_x))", "logaddexp(_x, -_x) - log(2)", why="cosh overflows above 89 in float32"),
    Rule("log-sinh-over-cosh", "sinh(_x)*cosh(_x)**_n", "tanh(_x)*cosh(_x)**(_n + 1)", when="is_nonpositive_number(_n)",
         why="inf*0 for large x", example="sinh(x)/cosh(x)**3"),
    Rule("cosh-over-sinh", "cosh(_x)/sinh(_x)", "1/tanh(_x)", why="inf/inf for large x"),
    Rule("cross-entropy", "(1 - _y)*logistic(_x) - _y*logistic(-_x)", "logistic(_x) - _y",
         why="the gradient of a binary cross-entropy, exact to a rounding error of 1"),
    # --- softmax ---
    Rule("softmax", "exp(_x)/sum[_k](exp(_x))", "softmax[_k](_x)", why="inf/inf for large x",
         example="exp(x[k])/sum[j](exp(x[j]))"),
    Rule("exp-over-sum", "exp(_y)/sum[_k](exp(_x))", "exp(_y - logsumexp[_k](_x))", why="inf/inf for large x",
         example="exp(y[i])/sum[j](exp(x[j]))"),
    Rule("softmax-average", "sum[_k](exp(_x)*_v_)/sum[_k](exp(_x))", "sum[_k](softmax[_k](_x)*_v_)", why="inf/inf for large x",
         example="sum[k](exp(x[k])*v[k])/sum[j](exp(x[j]))"),
    Rule("softmax-shift", "softmax[_k](_x + _a)", "softmax[_k](_x)", when="free_of(_a, _k)", example="softmax[k](x[k] + a)"),
    Rule("log-softmax-shift", "log_softmax[_k](_x + _a)", "log_softmax[_k](_x)", when="free_of(_a, _k)",
         example="log_softmax[k](x[k] + a)"),
    Rule("log-softmax", "log(softmax[_k](_x))", "log_softmax[_k](_x)", why="log(0) far below the largest x",
         example="log(softmax[k](x[k]))"),
    Rule("log-softmax-difference", "_x - logsumexp[_k](_x)", "log_softmax[_k](_x)", level="exact",
         example="x[k] - logsumexp[j](x[j])"),
    Rule("exp-log-softmax", "exp(log_softmax[_k](_x))", "softmax[_k](_x)",
         example="exp(log_softmax[k](x[k]))"),
    # --- differences near 1 ---
    Rule("expm1", "exp(_x) - 1", "expm1(_x)", why="cancels for small x"),
    Rule("expm1-minus", "1 - exp(_x)", "-expm1(_x)", why="cancels for small x"),
    Rule("exp-over-expm1", "exp(_x)/expm1(_x)", "-1/expm1(-_x)", when="is_real(_x)", why="inf/inf for large x"),
    Rule("exp-over-expm1-power", "exp(_x)*expm1(_x)**_n", "1/4*expm1(_x)**(_n + 2)*sinh(_x/2)**(-2)",
         when="is_nonpositive_number(_n) and is_integer(_n) and is_real(_x)", why="inf/inf for large x",
         example="exp(x)/(exp(x) - 1)**2"),
    Rule("expm1-times-logistic", "expm1(_x)*logistic(-_x)", "tanh(_x/2)", why="inf*0 for large x",
         example="(exp(x) - 1)/(exp(x) + 1)"),
    Rule("expm1-times-logistic-power", "expm1(_x)*logistic(-_x)**_n", "tanh(_x/2)*logistic(-_x)**(_n - 1)",
         when="is_positive_number(_n)", why="inf*0 for large x", example="(exp(x) - 1)/(exp(x) + 1)**2"),
    Rule("log1p", "log(1 + _x)", "log1p(_x)", when="without_exp(_x) and not is_number(_x)", domain=[("_x", (-0.9, 4.0))],
         why="1 + x loses the digits of small x"),
    Rule("erfc", "1 - erf(_x)", "erfc(_x)", why="cancels for large x"),
    Rule("erfc-plus", "1 + erf(_x)", "erfc(-_x)", why="cancels for large -x"),
    Rule("normcdf-complement", "1 - normcdf(_x)", "normcdf(-_x)", why="cancels for large x"),
    # --- activations ---
    Rule("silu", "_x*logistic(_x)", "silu(_x)", why="one function instead of two"),
    Rule("gelu", "_x*erfc(-_x/sqrt(2))/2", "gelu(_x)", example="x*(1 + erf(x/sqrt(2)))/2"),
    # --- powers and roots ---
    Rule("sqrt-square", "sqrt(_x**2)", "abs(_x)", when="is_real(_x)", why="the square overflows; the root has no derivative at 0"),
    Rule("hypot", "sqrt(_x**2 + _y**2)", "hypot(_x, _y)", when="is_real(_x) and is_real(_y)", why="the squares overflow"),
    Rule("norm", "sqrt(sum[_k](_x**2))", "norm[_k](_x)", when="is_real(_x)", why="the derivative at 0 is 0",
         example="sqrt(sum[k](x[k]**2))"),
    Rule("norm-abs2", "sqrt(sum[_k](abs2(_x)))", "norm[_k](_x)", why="the derivative at 0 is 0",
         example="sqrt(sum[k](abs2(x[k])))"),
    Rule("log-beside-zero", "log(_x) + where(_x == 0, 0, _n)", "log(_x) + _n", when="is_number(_n)",
         why="at 0 the logarithm is -inf, whatever is added", level="exact", example="log(x) + where(x == 0, 0, 1)"),
    Rule("log-beside-zero-minus", "where(_x == 0, 0, _n) - log(_x)", "_n - log(_x)", when="is_number(_n)",
         why="at 0 the logarithm is -inf, whatever is added", level="exact", example="where(x == 0, 0, 1) - log(x)"),
    Rule("xlogx", "_x*log(_x)", "xlogy(_x, _x)", domain=[("_x", _POSITIVE)], why="0*log(0) is 0"),
]
