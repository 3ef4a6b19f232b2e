"""Planted mistakes: the exact text of every error that a formula can raise (design section 8).

Each entry of the table is a text, then the error.  Where a message changes on purpose,
``python -m tests.pure.test_mistakes`` prints the table anew.
"""

from __future__ import annotations

import pytest

from espresso import errors
from espresso.errors import EspressoError
from espresso.notation import parse

TABLE = r"""
z = exp(x[i])
SummationError: index 'i' occurs once, inside a function or a sum, and is not on the left side
  z = exp(x[i])
            ^
Write the sum where it is meant, or put i on the left side:
  z = sum[i](exp(x[i]))
  z = exp(sum[i](x[i]))
  z[i] = exp(x[i])
----
z = x[i]**2
SummationError: index 'i' occurs once, inside a function or a sum, and is not on the left side
  z = x[i]**2
        ^
Write the sum where it is meant, or put i on the left side:
  z = sum[i](x[i]**2)
  z = sum[i](x[i])**2
  z[i] = x[i]**2
----
z = 2*(x[i] + y[i])
SummationError: index 'i' occurs once, inside a function or a sum, and is not on the left side
  z = 2*(x[i] + y[i])
           ^      ^
Write the sum where it is meant, or put i on the left side:
  z = sum[i](2*(x[i] + y[i]))
  z = 2*sum[i](x[i] + y[i])
  z[i] = 2*(x[i] + y[i])
----
z[i] = a[i] + exp(b[i,j]*c[j] + d[j])
SummationError: index 'j' occurs both inside and outside a summed product, and is not on the left side
  z[i] = a[i] + exp(b[i,j]*c[j] + d[j])
                        ^    ^      ^
Write the sum where it is meant, or put j on the left side:
  z[i] = a[i] + sum[j](exp(b[i,j]*c[j] + d[j]))
  z[i] = a[i] + exp(sum[j](b[i,j]*c[j] + d[j]))
  z[i,j] = a[i] + exp(b[i,j]*c[j] + d[j])
----
z = exp(a[i]*b[i])*c[i]
SummationError: index 'i' occurs both inside and outside a summed product, and is not on the left side
  z = exp(a[i]*b[i])*c[i]
            ^    ^     ^
Write the sum where it is meant, or put i on the left side:
  z = sum[i](exp(a[i]*b[i])*c[i])
  z = exp(sum[i](a[i]*b[i]))*sum[i](c[i])
  z[i] = exp(a[i]*b[i])*c[i]
----
a[i]*b[i] + c[i]
SummationError: index 'i' is repeated in a product and occurs outside it
  a[i]*b[i] + c[i]
    ^    ^      ^
Write the sum where it is meant, or a left side to sum nothing:
  sum[i](a[i]*b[i] + c[i])
  sum[i](a[i]*b[i]) + sum[i](c[i])
  [i] = a[i]*b[i] + c[i]
----
z = softmax[k](x[k])
SummationError: index 'k' occurs once, inside a function or a sum, and is not on the left side
  z = softmax[k](x[k])
                   ^
Write the sum where it is meant, or put k on the left side:
  z = sum[k](softmax[k](x[k]))
  z[k] = softmax[k](x[k])
----
y = sum(x[i])
NotationError: sum stands without the indices that it runs over
  y = sum(x[i])
      ^
Write sum[i](x[i]).
----
y = max(x[i])
NotationError: max stands without the indices that it runs over
  y = max(x[i])
      ^
Write max[i](x[i]). max(a, b) is the larger of two numbers.
----
y[i] = softmax(x[i])
NotationError: softmax stands without the indices that it runs over
  y[i] = softmax(x[i])
         ^
Write softmax[i](x[i]).
----
y = summ[i](x[i])
NotationError: there is no reduction or index function 'summ'. Did you mean 'sum'?
  y = summ[i](x[i])
      ^
Reductions: sum, prod, max, min, any, all, argmax, argmin, mean, var, std, norm, logsumexp.
Index functions: softmax, log_softmax, cumsum, cumprod, reverse_cumsum.
----
y[i] = epx(x[i])
NotationError: there is no function 'epx'. Did you mean 'exp'?
  y[i] = epx(x[i])
         ^
An array is read with brackets, epx[i]; a product needs *.
----
y[i] = X(i)
NotationError: there is no function 'X'.
  y[i] = X(i)
         ^
An array is read with brackets, X[i]; a product needs *.
----
X(i)*X[i]
NotationError: X is an array and not a function
  X(i)*X[i]
  ^
Read it with brackets, X[i]; write * for a product.
----
y[i] = x[i,j]*x[k]
RankError: x is read with 2 indices and with 1 index
  y[i] = x[i,j]*x[k]
         ^      ^
Give it the same number of indices everywhere, or use two names.
----
y[i] = x[i]*x
RankError: x is read with 1 index and without indices
  y[i] = x[i]*x
         ^    ^
Give it the same number of indices everywhere, or use two names.
----
y = A.T
NotationError: the character '.' is not part of the notation
  y = A.T
       ^
There are no attributes and no dotted operators here: every operator acts elementwise.
----
y[i] = A'[i]
NotationError: the character "'" is not part of the notation
  y[i] = A'[i]
          ^
A prime is not notation: a transposed read swaps the indices, X[j,i] for X[i,j].
----
y = A @ B
NotationError: the character '@' is not part of the notation
  y = A @ B
        ^
Repeated indices are summed, so A @ B is written A[i,j]*B[j,k].
----
y[i] = x[i
NotationError: this '[' is never closed
  y[i] = x[i
          ^
Add the missing ']'.
----
y[i] = x[i]]
NotationError: this ']' closes nothing
  y[i] = x[i]]
             ^
Remove it, or add the missing '['.
----
y[i] = (x[i]]
NotationError: '(' is closed by ']'
  y[i] = (x[i]]
         ^    ^
Write ')' here, or close the brackets in the order in which they were opened.
----
y[i] = x[1:3]
NotationError: ':' stands inside a formula
  y[i] = x[1:3]
            ^
There are no slices: write the index out, X[i + 1] for X[1:].
----
y[i+1] = x[i]
NotationError: the left side holds something else than names of indices
  y[i+1] = x[i]
    ^
Name the indices of the result, y[i,j] = ...; shifts belong on the right side, x[i - 1].
----
y[i] += x[i]
NotationError: the left side of '+=' is not a name with indices
  y[i] += x[i]
       ^
There is no in-place update: write the new value, y[p] = sum[i](x[i]*(p == t[i])) for a scatter.
----
y[i] = x[i] y[i]
NotationError: an operator is missing between two values
  y[i] = x[i] y[i]
              ^
Write * for a product.
----
y[i] = 2 x[i]
NotationError: an operator is missing between two values
  y[i] = 2 x[i]
           ^
Write * for a product.
----
y[i] = 1/2x[i]
NotationError: / 2x has two readings
  y[i] = 1/2x[i]
          ^ ^
Write / (2*x), or / 2 * x.
----
y[i] = x[i] +
NotationError: the formula ends after '+'
  y[i] = x[i] +
              ^
Write the missing part; a formula continues on the next line only inside brackets.
----
y[i] = * x[i]
NotationError: an expression is missing before '*'
  y[i] = * x[i]
         ^
Write a name, a number, or something in parentheses here.
----
y[i] = x[i]
  + b[i]
NotationError: a line begins with '+'
    + b[i]
    ^
A formula goes on in the next line only inside brackets: y[i] = (a[i]
    + b[i]).
----
y[i] =
NotationError: the right side is empty
  y[i] =
       ^
Write a formula after '='.
----
= x[i]
NotationError: there is no left side before '='
  = x[i]
  ^
Write a name: z = ..., y[i] = ..., or [j,i] = ...
----
y[i] = x[i] = 3
NotationError: a statement has two '='
  y[i] = x[i] = 3
       ^      ^
Write == to compare; end a statement with ';' or a new line.
----
y[i] = where(x[i] = 3, 1, 0)
NotationError: '=' stands inside a formula
  y[i] = where(x[i] = 3, 1, 0)
                    ^
Write == to compare; one statement has one '='.
----
x[i]; y[i]
NotationError: this formula is not the last statement and has no left side
  x[i]; y[i]
  ^
Give it a name, y[i] = ..., so that later statements can read it.
----
y[i] = where(x[i] > 0, 1)
NotationError: where takes 3 arguments, 2 are given
  y[i] = where(x[i] > 0, 1)
         ^
Write where(a, b, c).
----
y[i] = exp()
NotationError: exp takes 1 argument, none are given
  y[i] = exp()
         ^
Write exp(a).
----
y[i] = exp[i](x[i])
NotationError: exp is a function of numbers and takes no indices
  y[i] = exp[i](x[i])
         ^  ^
Write exp(...).
----
y = sum[i,i](x[i])
NotationError: sum runs twice over i
  y = sum[i,i](x[i])
            ^
Name each index once.
----
y = sum[2](x[i])
NotationError: sum runs over names of indices
  y = sum[2](x[i])
          ^
Write sum[i](...); conditions are factors, sum[i](x[i]*(i < 3)).
----
y = sum[i](x[i], 2)
NotationError: sum[i] takes one expression
  y = sum[i](x[i], 2)
                 ^
sum[i](x) runs over its indices; max(a, b) without brackets is the larger of two.
----
y = sum[i] x[i]
NotationError: the body of sum[i] stands without parentheses
  y = sum[i] x[i]
             ^
Write sum[i](...).
----
y = exp x
NotationError: the argument of exp stands without parentheses
  y = exp x
          ^
Write exp(...).
----
y[i] = x[i]; z = y[i,j]
RankError: y has 1 axis and is read with 2 indices
  y[i] = x[i]; z = y[i,j]
                   ^
Give it 1 index.
----
y[i] = x[i]; z = y
RankError: y has 1 axis and stands here without indices
  y[i] = x[i]; z = y
                   ^
Write y[i].
----
y[i] = pad(x[i])[i-1]
NotationError: pad takes the name of an array
  y[i] = pad(x[i])[i-1]
             ^
Write pad(x)[i - 1]; give an expression a name in an earlier statement.
----
y[i] = pad(x)
NotationError: pad stands without indices
  y[i] = pad(x)
         ^
Write pad(x)[i - 1].
----
n = size(x, 1); y[i] = x[i]
NotationError: x has 1 axis, there is no axis 1
  n = size(x, 1); y[i] = x[i]
              ^
Axes are counted from 0.
----
n = size(x, 0)
NotationError: the number of axes of x is not known
  n = size(x, 0)
           ^
Declare it, x : (_, _), or read it somewhere, x[i,j].
----
X : flaot32
NotationError: 'flaot32' cannot stand in a declaration. Did you mean 'float32'?
  X : flaot32
      ^
Dtypes: bool, int8, int16, int32, int64, uint8, uint16, uint32, uint64, float16, bfloat16, float32, float64, complex64, complex128.
Structure: lower, upper, symmetric, diagonal, tridiagonal, nonneg, positive, sums_to_one, orthogonal.
A shape is (2, _).
----
X : float32 (2,3); y[i] = X[i]
RankError: X is declared with 2 axes and read with 1 index
  X : float32 (2,3); y[i] = X[i]
                            ^
Give it the same number of indices everywhere, or use two names.
----
X : float32; X : float64; y = X[i]
NotationError: X is declared twice
  X : float32; X : float64; y = X[i]
               ^
Keep one of the declarations.
----
y[i] = x[i] $ 2
NotationError: the character '$' is not part of the notation
  y[i] = x[i] $ 2
              ^
----
y[i] = x[i]²
NotationError: the character '²' is not part of the notation
  y[i] = x[i]²
             ^
Write **2.
----
y[i] = {x[i]}
NotationError: the character '{' is not part of the notation
  y[i] = {x[i]}
         ^
Group with parentheses ( ).
----
y[i,] = x[i]
NotationError: an index is missing on the left side
  y[i,] = x[i]
      ^
Write y[i,j] = ...
----
y[i] = x[i,]
NotationError: an expression is missing before ']'
  y[i] = x[i,]
             ^
Write a name, a number, or something in parentheses here.
----
y[i] = (a[i], b[i])
NotationError: ',' stands outside a call or brackets
  y[i] = (a[i], b[i])
              ^
Separate statements with ';' or a new line.
----
y[i] = x'2[i]
NotationError: x'2 is the left side of no earlier statement
  y[i] = x'2[i]
         ^
A prime is not notation: a transposed read swaps the indices, X[j,i] for X[i,j].
----
y = 3..2
NotationError: an operator is missing between two values
  y = 3..2
        ^
Write * for a product.
----
y[i] = 2j*x[j]
NotationError: 2j is an imaginary number, but j is an index here
  y[i] = 2j*x[j]
         ^
Write 2*j for the product, or complex(0, 2) for the number.
----
!x
NotationError: the character '!' is not part of the notation
  !x
  ^
Write 'not x', or 'a != b'.
----
x[i] ? 2
NotationError: the character '?' is not part of the notation
  x[i] ? 2
       ^
----
[1,2,3]
NotationError: a bracket [ stands without a name before it
  [1,2,3]
  ^
Read an array by its name, x[i]; group with ( ).
----
y[i] = [i] + 1
NotationError: a bracket [ stands without a name before it
  y[i] = [i] + 1
         ^
Read an array by its name, x[i]; group with ( ).
----
y[i] = x[i](3)
NotationError: there is no reduction or index function 'x'.
  y[i] = x[i](3)
         ^
Reductions: sum, prod, max, min, any, all, argmax, argmin, mean, var, std, norm, logsumexp.
Index functions: softmax, log_softmax, cumsum, cumprod, reverse_cumsum.
----
y = (x+1)[i]
NotationError: only a name can be read with [ ]
  y = (x+1)[i]
           ^
Give the expression a name in an earlier statement, y[i] = ..., and read y[i + 1].
----
y[i] = "x"
NotationError: the character '"' is not part of the notation
  y[i] = "x"
         ^
----
y = complex(x, 1)
NotationError: complex takes two numbers
  y = complex(x, 1)
      ^
Write complex(1.0, -2.5); the complex number of two expressions is a + 1j*b.
----
y[i=1] = x[i]
NotationError: the left side holds something else than names of indices
  y[i=1] = x[i]
    ^
Name the indices of the result, y[i,j] = ...; shifts belong on the right side, x[i - 1].
----
i : index three
NotationError: the length of an index is one integer
  i : index three
            ^
Write 'i : index 3'.
----
y = foo[i](x[i])
NotationError: there is no reduction or index function 'foo'.
  y = foo[i](x[i])
      ^
Reductions: sum, prod, max, min, any, all, argmax, argmin, mean, var, std, norm, logsumexp.
Index functions: softmax, log_softmax, cumsum, cumprod, reverse_cumsum.
----
y[i] = x[i]; ; y[i] = )
NotationError: this ')' closes nothing
  y[i] = x[i]; ; y[i] = )
                        ^
Remove it, or add the missing '('.
----
∑[i](x[i])
NotationError: the character '∑' is not part of the notation
  ∑[i](x[i])
  ^
Write sum[i](...).
----
y[i] := x[i]
NotationError: ':' does not follow a single name
  y[i] := x[i]
       ^
A declaration is 'X : float32 (2, _)' or 'i : index 3'; there are no slices, X[1:] is X[i + 1].
----
y[i] = x[i] if a else b
NotationError: an operator is missing between two values
  y[i] = x[i] if a else b
              ^
Write * for a product.
----
y[i] = lambda i: x[i]
NotationError: ':' inside a statement
  y[i] = lambda i: x[i]
       ^         ^
Write == to compare; end a statement with ';' or a new line.
----
y[i] = x.shape
NotationError: the character '.' is not part of the notation
  y[i] = x.shape
          ^
There are no attributes and no dotted operators here: every operator acts elementwise.
----
y = __import__('os')
NotationError: the character "'" is not part of the notation
  y = __import__('os')
                 ^
A prime is not notation: a transposed read swaps the indices, X[j,i] for X[i,j].
----
y = 1_000
NotationError: '1_000' is not a number
  y = 1_000
      ^
Write the digits without underscores; a product needs '*'.
----
z = A[i,j]*x[j] + exp(y[i])
SummationError: index 'i' occurs once, inside a function or a sum, and is not on the left side
  z = A[i,j]*x[j] + exp(y[i])
                          ^
Write the sum where it is meant, or put i on the left side:
  z = A[i,j]*x[j] + sum[i](exp(y[i]))
  z = A[i,j]*x[j] + exp(sum[i](y[i]))
  z[i] = A[i,j]*x[j] + exp(y[i])
"""


def entries() -> list[tuple[str, str]]:
    """Pairs of a text and its error."""
    pairs = []
    for entry in TABLE.strip("\n").split("\n----\n"):
        lines = entry.split("\n")
        first = next(n for n, line in enumerate(lines) if line.partition(":")[0] in dir(errors))
        pairs.append(("\n".join(lines[:first]), "\n".join(lines[first:])))
    return pairs


def message(text: str) -> str:
    """The error of a text as a user sees it, without blanks at line ends."""
    with pytest.raises(EspressoError) as caught:
        parse(text)
    shown = f"{type(caught.value).__name__}: {caught.value}"
    return "\n".join(line.rstrip() for line in shown.split("\n"))


@pytest.mark.parametrize(("text", "expected"), entries(), ids=[t for t, _ in entries()])
def test_mistake(text: str, expected: str) -> None:
    assert message(text) == expected


def test_table_is_large_enough() -> None:
    """At least 40 mistakes, each error class of the notation among them."""
    assert len(entries()) >= 40
    kinds = {expected.partition(":")[0] for _, expected in entries()}
    assert kinds == {"NotationError", "SummationError", "RankError"}


if __name__ == "__main__":
    print("\n----\n".join(text + "\n" + message(text) for text, _ in entries()))
