"""espresso: tensor mathematics with indices -> derivatives -> fused programs.

The types of the public names: ``python docs/public_names.py`` makes them from ``espresso/lazy.py`` and the functions.
"""

from espresso.algebra.calculus.derivatives import derivative as derivative
from espresso.algebra.calculus.derivatives import grad as grad
from espresso.algebra.calculus.derivatives import hessian as hessian
from espresso.algebra.calculus.derivatives import hvp as hvp
from espresso.algebra.calculus.derivatives import jacobian as jacobian
from espresso.algebra.calculus.derivatives import jvp as jvp
from espresso.algebra.calculus.derivatives import value_and_grad as value_and_grad
from espresso.algebra.calculus.derivatives import vjp as vjp
from espresso.algebra.rewriting.apply import find as find
from espresso.algebra.rewriting.apply import match as match
from espresso.algebra.rewriting.apply import rewrite as rewrite
from espresso.algebra.rewriting.apply import rewrite_all as rewrite_all
from espresso.algebra.rewriting.apply import tryrewrite as tryrewrite
from espresso.algebra.rewriting.apply import without as without
from espresso.algebra.rewriting.rule_sets import DEFAULT as DEFAULT
from espresso.algebra.rewriting.rule_sets import default_rules as default_rules
from espresso.algebra.rewriting.rules import Definition as Definition
from espresso.algebra.rewriting.rules import Derivative as Derivative
from espresso.algebra.rewriting.rules import Rule as Rule
from espresso.algebra.rewriting.simplification import simplify as simplify
from espresso.api.adapters.objective import objective as objective
from espresso.api.check_grads import check_grads as check_grads
from espresso.api.compile import compile as compile
from espresso.api.compiled import Compiled as Compiled
from espresso.api.regions import device as device
from espresso.engine.available import engines as engines
from espresso.errors import DerivativeError as DerivativeError
from espresso.errors import DtypeError as DtypeError
from espresso.errors import EngineError as EngineError
from espresso.errors import EspressoError as EspressoError
from espresso.errors import ExtentError as ExtentError
from espresso.errors import IndexNameError as IndexNameError
from espresso.errors import InputError as InputError
from espresso.errors import LimitError as LimitError
from espresso.errors import NotationError as NotationError
from espresso.errors import OutOfMemoryError as OutOfMemoryError
from espresso.errors import RankError as RankError
from espresso.errors import RuleError as RuleError
from espresso.errors import SummationError as SummationError
from espresso.errors import TargetError as TargetError
from espresso.formulas.graph.expr import Expr as Expr
from espresso.formulas.graph.expr import Index, Operand
from espresso.formulas.graph.matrix_functions import eigvalsh as eigvalsh
from espresso.formulas.graph.matrix_functions import solve as solve
from espresso.formulas.notation.parsing import parse as parse
from espresso.frontends.batch import batch as batch
from espresso.frontends.inputs import einsum as einsum
from espresso.frontends.inputs import index as index
from espresso.frontends.inputs import indices as indices
from espresso.frontends.inputs import scalar as scalar
from espresso.frontends.inputs import tensor as tensor
from espresso.frontends.inputs import tensors as tensors
from espresso.frontends.library.convolution import conv as conv
from espresso.frontends.library.pooling import avg_pool as avg_pool
from espresso.frontends.library.pooling import max_pool as max_pool
from espresso.frontends.library.pooling import pad as pad
from espresso.frontends.numpy.trace import trace as trace
from espresso.frontends.own_function import function as function
from espresso.frontends.scan import iterate as iterate
from espresso.frontends.scan import scan as scan
from espresso.frontends.sympy.bridge import from_sympy as from_sympy
from espresso.frontends.sympy.bridge import to_sympy as to_sympy
from espresso.reference.evaluator import evaluate as evaluate
from espresso.tools.doctor import doctor as doctor

__version__: str

def eq(x: Operand, y: Operand, /) -> Expr:
    """Whether the arguments are equal, of each element.

    Derivative: 0.
    """

def ne(x: Operand, y: Operand, /) -> Expr:
    """Whether the arguments differ, of each element.

    Derivative: 0.
    """

def lt(x: Operand, y: Operand, /) -> Expr:
    """Whether x is less than y, of each element.

    Derivative: 0. Real numbers only.
    """

def le(x: Operand, y: Operand, /) -> Expr:
    """Whether x is at most y, of each element.

    Derivative: 0. Real numbers only.
    """

def gt(x: Operand, y: Operand, /) -> Expr:
    """Whether x is greater than y, of each element.

    Derivative: 0. Real numbers only.
    """

def ge(x: Operand, y: Operand, /) -> Expr:
    """Whether x is at least y, of each element.

    Derivative: 0. Real numbers only.
    """

def where(condition: Operand, x: Operand, y: Operand, /) -> Expr:
    """x where the condition holds, else y; the other one passes no NaN on, nor does its derivative, of each element.

    Derivative: of the argument that is chosen.
    """

def isnan(x: Operand, /) -> Expr:
    """Whether x is NaN, of each element.

    Derivative: 0.
    """

def isinf(x: Operand, /) -> Expr:
    """Whether x is infinite, of each element.

    Derivative: 0.
    """

def isfinite(x: Operand, /) -> Expr:
    """Whether x is finite, of each element.

    Derivative: 0.
    """

def exp(x: Operand, /) -> Expr:
    """Exponential, of each element.

    Derivative: ``exp(x)``.
    """

def expm1(x: Operand, /) -> Expr:
    """exp(x) - 1, exact near 0, of each element.

    Derivative: ``exp(x)``.
    """

def exp2(x: Operand, /) -> Expr:
    """2 to the power x, of each element.

    Derivative: ``log(2)*exp2(x)``.
    """

def log(x: Operand, /) -> Expr:
    """Natural logarithm, of each element.

    Derivative: ``1/x``. In formulas also ``ln``.
    """

def log1p(x: Operand, /) -> Expr:
    """log(1 + x), exact near 0, of each element.

    Derivative: ``1/(1 + x)``.
    """

def log2(x: Operand, /) -> Expr:
    """Logarithm to base 2, of each element.

    Derivative: ``1/(log(2)*x)``.
    """

def log10(x: Operand, /) -> Expr:
    """Logarithm to base 10, of each element.

    Derivative: ``1/(log(10)*x)``.
    """

def logaddexp(x: Operand, y: Operand, /) -> Expr:
    """log(exp(x) + exp(y)) without overflow, of each element.

    Derivative: ``logistic(x - y)``; ``logistic(y - x)``. Real numbers only.
    """

def xlogy(x: Operand, y: Operand, /) -> Expr:
    """x*log(y), which is 0 where x is 0, of each element.

    Derivative: ``log(y)``; ``where((x == 0) and (y == 0), 0, x/y)``. Where there is none: at x = 0 the
    derivative by y is 0, also at y = 0. Real numbers only.
    """

def sqrt(x: Operand, /) -> Expr:
    """Square root, of each element.

    Derivative: ``1/(2*sqrt(x))``. Where there is none: inf at 0, the limit from the right.
    """

def rsqrt(x: Operand, /) -> Expr:
    """1/sqrt(x), of each element.

    Derivative: ``-rsqrt(x)**3/2``. Where there is none: -inf at 0, the limit from the right.
    """

def cbrt(x: Operand, /) -> Expr:
    """Cube root, also of negative numbers, of each element.

    Derivative: ``1/(3*cbrt(x)**2)``. Where there is none: inf at 0. Real numbers only.
    """

def hypot(x: Operand, y: Operand, /) -> Expr:
    """sqrt(x**2 + y**2) without overflow, of each element.

    Derivative: ``where(hypot(x, y) == 0, 0, x/hypot(x, y))``; ``where(hypot(x, y) == 0, 0, y/hypot(x, y))``.
    Where there is none: 0 at the origin, the sub-gradient of smallest norm. Real numbers only.
    """

def sin(x: Operand, /) -> Expr:
    """Sine, of each element.

    Derivative: ``cos(x)``.
    """

def cos(x: Operand, /) -> Expr:
    """Cosine, of each element.

    Derivative: ``-sin(x)``.
    """

def tan(x: Operand, /) -> Expr:
    """Tangent, of each element.

    Derivative: ``1 + tan(x)**2``.
    """

def asin(x: Operand, /) -> Expr:
    """Inverse sine, of each element.

    Derivative: ``1/sqrt(1 - x**2)``. In formulas also ``arcsin``.
    """

def acos(x: Operand, /) -> Expr:
    """Inverse cosine, of each element.

    Derivative: ``-1/sqrt(1 - x**2)``. In formulas also ``arccos``.
    """

def atan(x: Operand, /) -> Expr:
    """Inverse tangent, of each element.

    Derivative: ``1/(1 + x**2)``. In formulas also ``arctan``.
    """

def atan2(y: Operand, x: Operand, /) -> Expr:
    """Angle of the point (x, y), from -pi to pi, of each element.

    Derivative: ``x/(x**2 + y**2)``; ``-y/(x**2 + y**2)``. Real numbers only. In formulas also ``arctan2``.
    """

def sinh(x: Operand, /) -> Expr:
    """Hyperbolic sine, of each element.

    Derivative: ``cosh(x)``.
    """

def cosh(x: Operand, /) -> Expr:
    """Hyperbolic cosine, of each element.

    Derivative: ``sinh(x)``.
    """

def tanh(x: Operand, /) -> Expr:
    """Hyperbolic tangent, of each element.

    Derivative: ``1 - tanh(x)**2``.
    """

def asinh(x: Operand, /) -> Expr:
    """Inverse hyperbolic sine, of each element.

    Derivative: ``1/sqrt(1 + x**2)``. In formulas also ``arcsinh``.
    """

def acosh(x: Operand, /) -> Expr:
    """Inverse hyperbolic cosine, of each element.

    Derivative: ``1/sqrt(x**2 - 1)``. In formulas also ``arccosh``.
    """

def atanh(x: Operand, /) -> Expr:
    """Inverse hyperbolic tangent, of each element.

    Derivative: ``1/(1 - x**2)``. In formulas also ``arctanh``.
    """

def erf(x: Operand, /) -> Expr:
    """Error function, of each element.

    Derivative: ``2/sqrt(pi)*exp(-x**2)``. Real numbers only.
    """

def erfc(x: Operand, /) -> Expr:
    """1 - erf(x), exact for large x, of each element.

    Derivative: ``-2/sqrt(pi)*exp(-x**2)``. Real numbers only.
    """

def normcdf(x: Operand, /) -> Expr:
    """Distribution function of the normal distribution, of each element.

    Derivative: ``normpdf(x)``. Real numbers only. In formulas also ``ndtr``.
    """

def normpdf(x: Operand, /) -> Expr:
    """Density of the normal distribution, of each element.

    Derivative: ``-x*normpdf(x)``. Means ``exp(-x**2/2)/sqrt(2*pi)``. Real numbers only.
    """

def normppf(x: Operand, /) -> Expr:
    """Inverse of the distribution function of the normal distribution, of each element.

    Derivative: ``1/normpdf(normppf(x))``. Means ``-sqrt(2)*erfcinv(2*x)``. Real numbers only. In formulas also
    ``ndtri``.
    """

def erfinv(x: Operand, /) -> Expr:
    """Inverse of erf, of each element.

    Derivative: ``sqrt(pi)/2*exp(erfinv(x)**2)``. Real numbers only.
    """

def erfcinv(x: Operand, /) -> Expr:
    """Inverse of erfc, of each element.

    Derivative: ``-sqrt(pi)/2*exp(erfcinv(x)**2)``. Real numbers only.
    """

def gamma(x: Operand, /) -> Expr:
    """Gamma function, of each element.

    Derivative: ``gamma(x)*digamma(x)``. Real numbers only.
    """

def lgamma(x: Operand, /) -> Expr:
    """Logarithm of the absolute value of the gamma function, of each element.

    Derivative: ``digamma(x)``. Real numbers only. In formulas also ``gammaln``.
    """

def digamma(x: Operand, /) -> Expr:
    """Derivative of lgamma, of each element.

    Derivative: ``trigamma(x)``. Real numbers only.
    """

def trigamma(x: Operand, /) -> Expr:
    """Derivative of digamma, of each element.

    Derivative: ``polygamma(2, x)``. Real numbers only.
    """

def polygamma(n: Operand, x: Operand, /) -> Expr:
    """n-th derivative of digamma; n is a whole number, of each element.

    Derivative: ``0``; ``polygamma(n + 1, x)``. Where there is none: n is a whole number: nothing varies with
    it. Real numbers only.
    """

def beta(x: Operand, y: Operand, /) -> Expr:
    """Beta function, of each element.

    Derivative: ``beta(x, y)*(digamma(x) - digamma(x + y))``; ``beta(x, y)*(digamma(y) - digamma(x + y))``. Real
    numbers only.
    """

def lbeta(x: Operand, y: Operand, /) -> Expr:
    """Logarithm of the beta function, of each element.

    Derivative: ``digamma(x) - digamma(x + y)``; ``digamma(y) - digamma(x + y)``. Real numbers only.
    """

def logistic(x: Operand, /) -> Expr:
    """1/(1 + exp(-x)) without overflow, of each element.

    Derivative: ``logistic(x)*logistic(-x)``. Real numbers only. In formulas also ``sigmoid``, ``expit``.
    """

def softplus(x: Operand, /) -> Expr:
    """log(1 + exp(x)) without overflow, of each element.

    Derivative: ``logistic(x)``. Real numbers only.
    """

def relu(x: Operand, /) -> Expr:
    """The larger of x and 0, of each element.

    Derivative: ``x > 0``. Where there is none: 0 at 0. Real numbers only.
    """

def gelu(x: Operand, /) -> Expr:
    """x times the normal distribution function of x, of each element.

    Derivative: ``erfc(-x/sqrt(2))/2 + x*exp(-x**2/2)/sqrt(2*pi)``. Real numbers only.
    """

def silu(x: Operand, /) -> Expr:
    """x*logistic(x), of each element.

    Derivative: ``logistic(x)*(1 + x*logistic(-x))``. Real numbers only. In formulas also ``swish``.
    """

def hardtanh(x: Operand, /) -> Expr:
    """x between -1 and 1, of each element.

    Derivative: ``(x > -1)*(x < 1)``. Where there is none: 0 at -1 and 1. Real numbers only.
    """

def abs2(x: Operand, /) -> Expr:
    """Square of the absolute value, of each element.

    Derivative: ``2*x``. Complex numbers too, without a complex derivative.
    """

def sign(x: Operand, /) -> Expr:
    """Sign: -1, 0 or 1, of each element.

    Derivative: 0. Complex numbers too, without a complex derivative.
    """

def minimum(x: Operand, y: Operand, /) -> Expr:
    """The smaller argument, of each element.

    Derivative: ``(x <= y)/(1 + (x == y))``; ``(y <= x)/(1 + (x == y))``. Where there is none: a tie shares: 1/2
    each. Real numbers only.
    """

def maximum(x: Operand, y: Operand, /) -> Expr:
    """The larger argument, of each element.

    Derivative: ``(x >= y)/(1 + (x == y))``; ``(y >= x)/(1 + (x == y))``. Where there is none: a tie shares: 1/2
    each. Real numbers only.
    """

def clip(x: Operand, a: Operand, b: Operand, /) -> Expr:
    """x between the bounds a and b, of each element.

    Derivative: ``(x >= a)*(x <= b)``; ``(x < a)*(a <= b)``; ``maximum(x, a) > b``. Where there is none: at a
    bound x keeps the derivative 1 and the bound gets 0. Real numbers only. In formulas also ``clamp``.
    """

def floor(x: Operand, /) -> Expr:
    """Largest whole number not above x, of each element.

    Derivative: 0. Real numbers only.
    """

def ceil(x: Operand, /) -> Expr:
    """Smallest whole number not below x, of each element.

    Derivative: 0. Real numbers only.
    """

def trunc(x: Operand, /) -> Expr:
    """x without its fraction, of each element.

    Derivative: 0. Real numbers only.
    """

def int(x: Operand, /) -> Expr:
    """x without its fraction, as an integer, of each element.

    Derivative: 0. Real numbers only.
    """

def float32(x: Operand, /) -> Expr:
    """x in single precision, of each element.

    Derivative: ``1``. Real numbers only.
    """

def float64(x: Operand, /) -> Expr:
    """x in double precision, of each element.

    Derivative: ``1``. Real numbers only.
    """

def complex64(x: Operand, /) -> Expr:
    """x as a complex number in single precision, of each element.

    Derivative: ``1``.
    """

def complex128(x: Operand, /) -> Expr:
    """x as a complex number in double precision, of each element.

    Derivative: ``1``.
    """

def mod(x: Operand, y: Operand, /) -> Expr:
    """Remainder of x/y, with the sign of y, of each element.

    Derivative: ``1``; ``-floordiv(x, y)``. Where there is none: the jumps count as flat: 1 by x everywhere.
    Real numbers only.
    """

def floordiv(x: Operand, y: Operand, /) -> Expr:
    """floor(x/y), of each element.

    Derivative: 0. Real numbers only.
    """

def real(x: Operand, /) -> Expr:
    """Real part, of each element.

    Derivative: ``1``. Complex numbers too, without a complex derivative.
    """

def imag(x: Operand, /) -> Expr:
    """Imaginary part, of each element.

    Derivative: 0. Complex numbers too, without a complex derivative.
    """

def conj(x: Operand, /) -> Expr:
    """Complex conjugate, of each element.

    Derivative: ``1``. Complex numbers too, without a complex derivative.
    """

def stop_gradient(x: Operand, /) -> Expr:
    """x itself, with derivative zero, of each element.

    Derivative: 0.
    """

def nonneg(x: Operand, /) -> Expr:
    """x itself, declared not to be negative, of each element.

    Derivative: ``1``. Real numbers only.
    """

def positive(x: Operand, /) -> Expr:
    """x itself, declared positive, of each element.

    Derivative: ``1``. Real numbers only.
    """

def positions(x: Operand, /) -> Expr:
    """x itself, declared to lie in the range of every index that it is compared with, of each element.

    Derivative: ``1``. Real numbers only.
    """

def sum(e: Operand, *indices: Index) -> Expr:
    """Sum, over the given indices.

    Derivative: ``1`` (``r`` is the result, ``c`` its cotangent). Over no elements: 0.
    """

def prod(e: Operand, *indices: Index) -> Expr:
    """Product, over the given indices.

    Derivative: ``prod[m](where(m == k, 1, x[m]))`` (``r`` is the result, ``c`` its cotangent). Over no
    elements: 1.
    """

def max(e: Operand, *indices: Index) -> Expr:
    """Largest element, over the given indices.

    Derivative: ``(x[k] == r)/sum[m](x[m] == r)`` (``r`` is the result, ``c`` its cotangent). Where there is
    none: ties share equally. Real numbers only. Over no elements: an error.
    """

def min(e: Operand, *indices: Index) -> Expr:
    """Smallest element, over the given indices.

    Derivative: ``(x[k] == r)/sum[m](x[m] == r)`` (``r`` is the result, ``c`` its cotangent). Where there is
    none: ties share equally. Real numbers only. Over no elements: an error.
    """

def any(e: Operand, *indices: Index) -> Expr:
    """Whether any element differs from 0, over the given indices.

    Derivative: 0. Over no elements: 0.
    """

def all(e: Operand, *indices: Index) -> Expr:
    """Whether all elements differ from 0, over the given indices.

    Derivative: 0. Over no elements: 1.
    """

def argmax(e: Operand, *indices: Index) -> Expr:
    """Position of the first largest element, from 0, over the given indices.

    Derivative: 0. Real numbers only. Over no elements: an error.
    """

def argmin(e: Operand, *indices: Index) -> Expr:
    """Position of the first smallest element, from 0, over the given indices.

    Derivative: 0. Real numbers only. Over no elements: an error.
    """

def mean(e: Operand, *indices: Index) -> Expr:
    """Arithmetic mean, over the given indices.

    Derivative: ``1/n`` (``r`` is the result, ``c`` its cotangent). Over no elements: an error.
    """

def var(e: Operand, *indices: Index) -> Expr:
    """Variance of the population, as numpy.var, over the given indices.

    Derivative: ``2*(x[k] - mean[m](x[m]))/n`` (``r`` is the result, ``c`` its cotangent). Complex numbers too,
    without a complex derivative. Over no elements: an error.
    """

def std(e: Operand, *indices: Index) -> Expr:
    """Standard deviation of the population, as numpy.std, over the given indices.

    Derivative: ``where(r == 0, 0, (x[k] - mean[m](x[m]))/(n*r))`` (``r`` is the result, ``c`` its cotangent).
    Where there is none: 0 where all elements are equal. Complex numbers too, without a complex derivative. Over
    no elements: an error.
    """

def norm(e: Operand, *indices: Index) -> Expr:
    """Euclidean norm, over the given indices.

    Derivative: ``where(r == 0, 0, x[k]/r)`` (``r`` is the result, ``c`` its cotangent). Where there is none: 0
    at the origin. Complex numbers too, without a complex derivative. Over no elements: 0.
    """

def median(e: Operand, *indices: Index) -> Expr:
    """Element in the middle, or mean of the two, over the given indices.

    Derivative: ``sum[m]((argsort[m](x[m]) == k)*((m == n//2) + (m == (n - 1)//2)))/2`` (``r`` is the result,
    ``c`` its cotangent). Where there is none: that of the elements in the middle of a stable order. Real
    numbers only. Over no elements: an error.
    """

def logsumexp(e: Operand, *indices: Index) -> Expr:
    """log(sum(exp(x))) without overflow, over the given indices.

    Derivative: ``exp(x[k] - r)`` (``r`` is the result, ``c`` its cotangent). Real numbers only. Over no
    elements: an error.
    """

def softmax(e: Operand, *indices: Index) -> Expr:
    """exp(x)/sum(exp(x)) without overflow, over the given indices.

    Derivative: ``r[k]*(c[k] - sum[m](c[m]*r[m]))`` (``r`` is the result, ``c`` its cotangent). Real numbers
    only.
    """

def log_softmax(e: Operand, *indices: Index) -> Expr:
    """Logarithm of softmax without overflow, over the given indices.

    Derivative: ``c[k] - exp(r[k])*sum[m](c[m])`` (``r`` is the result, ``c`` its cotangent). Real numbers only.
    """

def cumsum(e: Operand, *indices: Index) -> Expr:
    """Sum of the elements up to each, over the given indices.

    Derivative: ``reverse_cumsum[k](c[k])`` (``r`` is the result, ``c`` its cotangent).
    """

def cumprod(e: Operand, *indices: Index) -> Expr:
    """Product of the elements up to each, over the given indices.

    Derivative: ``prod[l](where(l < k, x[l], 1))*sum[m](c[m]*(k <= m)*cumprod[m](where(m > k, x[m], 1)))``
    (``r`` is the result, ``c`` its cotangent).
    """

def reverse_cumsum(e: Operand, *indices: Index) -> Expr:
    """Sum of the elements from each on, over the given indices.

    Derivative: ``cumsum[k](c[k])`` (``r`` is the result, ``c`` its cotangent).
    """

def sort(e: Operand, *indices: Index) -> Expr:
    """The elements in ascending order, NaN last, over the given indices.

    Derivative: ``sum[m](c[m]*(argsort[m](x[m]) == k))`` (``r`` is the result, ``c`` its cotangent). Where there
    is none: equal elements keep their order. Real numbers only.
    """

def argsort(e: Operand, *indices: Index) -> Expr:
    """Positions of the elements in ascending order, equal ones in their order, NaN last, over the given indices.

    Derivative: 0. Real numbers only.
    """

def sums_to_one(e: Operand, *indices: Index) -> Expr:
    """The array itself, declared to have sums of 1, over the given indices.

    Derivative: ``c[k]`` (``r`` is the result, ``c`` its cotangent).
    """

def inv(e: Operand, *indices: Index) -> Expr:
    """Inverse of a square matrix, over the given indices.

    Derivative: ``-sum[k,l](c[k,l]*r[k,i]*r[j,l])`` (``r`` is the result, ``c`` its cotangent).
    """

def chol(e: Operand, *indices: Index) -> Expr:
    """Cholesky factor of a symmetric positive definite matrix, lower triangular, over the given indices.

    Derivative: ``sum[k,l](inv[k,i](r[k,i])*(where(l <= k, sum[m](r[m,k]*c[m,l]), conj(sum[m](r[m,l]*c[m,k]))) -
    complex(0, 1)*imag(sum[m](r[m,k]*c[m,l]))*(k == l))*conj(inv[l,j](r[l,j])))/2`` (``r`` is the result, ``c``
    its cotangent). Complex numbers too, without a complex derivative.
    """

def spectrum(e: Operand, *indices: Index) -> Expr:
    """Diagonal matrix of the eigenvalues of a symmetric matrix, ascending, over the given indices.

    Derivative: ``sum[k](conj(eigvecsh[i,k](x[i,k]))*c[k,k]*eigvecsh[j,k](x[j,k]))`` (``r`` is the result, ``c``
    its cotangent). Complex numbers too, without a complex derivative.
    """

def eigvecsh(e: Operand, *indices: Index) -> Expr:
    """Eigenvectors of a symmetric matrix as columns, in the order of the eigenvalues, over the given indices.

    Derivative: ``sum[k,l](conj(r[i,k])*r[j,l]*(k != l)*(sum[m](r[m,k]*c[m,l]) -
    conj(sum[m](r[m,l]*c[m,k])))/(sum[m](spectrum[l,m](x[l,m])) - sum[m](spectrum[k,m](x[k,m])) + (k == l)))/2``
    (``r`` is the result, ``c`` its cotangent). Where there is none: not finite where two eigenvalues are equal.
    Complex numbers too, without a complex derivative.
    """

def posdef(e: Operand, *indices: Index) -> Expr:
    """The matrix itself, declared symmetric and positive definite, over the given indices.

    Derivative: ``c[i,j]`` (``r`` is the result, ``c`` its cotangent).
    """

def symmetric(e: Operand, *indices: Index) -> Expr:
    """The matrix itself, declared symmetric, over the given indices.

    Derivative: ``c[i,j]`` (``r`` is the result, ``c`` its cotangent).
    """

def orthogonal(e: Operand, *indices: Index) -> Expr:
    """The matrix itself, declared orthogonal, over the given indices.

    Derivative: ``c[i,j]`` (``r`` is the result, ``c`` its cotangent).
    """

def det(e: Operand, *indices: Index) -> Expr:
    """Determinant of a square matrix, over the given indices.

    Derivative: ``r*inv[j,i](x[j,i])`` (``r`` is the result, ``c`` its cotangent). Over no elements: 1.
    """

def logdet(e: Operand, *indices: Index) -> Expr:
    """Logarithm of the determinant of a square matrix, NaN where that is negative, over the given indices.

    Derivative: ``inv[j,i](x[j,i])`` (``r`` is the result, ``c`` its cotangent). Over no elements: 0.
    """
