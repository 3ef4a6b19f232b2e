"""Programs that `campaign` found to be wrong, made smaller; each is what was wrong, and the case."""

from __future__ import annotations

from random_cases import Case, Input

W = Input(("k",), values="whole")

FOUND: dict[str, Case] = {
    "running products of indices, which have no dtype of their own, over rows": Case(
        "R[m,i] = cumprod[m](i)*Y[m]*Y[i]", {"Y": Input(("i",), values="whole")}, ({"i": 8}, {"i": 3}, {"i": 12})
    ),
    "a loop inside one over which columns are scanned": Case(
        "R[l,i,m] = cumprod[i](pad(X)[1,l])*Y[l]*Z[i]*U[m]",
        {"X": Input(("i", "l"), values="whole"), "Y": Input(("l",)), "Z": Input(("i",)), "U": Input(("m",))},
        ({"i": 2, "l": 8, "m": 3}, {"i": 3, "l": 2, "m": 1}),
    ),
    "a sum over an index that a value at sums of positions got the name of": Case(
        "a0[i] = sum[k](pad(w)[i - k]*x[k])*(i < size(w, 0)); a1[i,j] = max(a0[i], a0[j]); a2[i,j] = sum[k](inv[i,k](i == k)*a1[k,j])",
        {"x": Input(("n",), values="whole"), "w": Input(("n",))}, ({"n": 2}, {"n": 3}), (("first", "w"),),
    ),
    "an index function over an index that only a factor beside it tells": Case(
        "T[k] = softmax[k](k)*Y[k]", {"Y": W}, ({"k": 3}, {"k": 5})
    ),
    "the same with wrapped positions": Case(
        "T[j,k] = log_softmax[k](X[1, k % size(X, 1)])*Y[j]*Z[k]",
        {"X": Input(("j", "k")), "Y": Input(("j",)), "Z": W}, ({"j": 2, "k": 3},),
    ),
    "a truth value behind a minus, first of several factors, in NumPy text": Case(
        "R[k,i] = -X[k]*Y[i]", {"X": Input(("k",), "bool", "mask"), "Y": Input(("i",))}, ({"k": 3, "i": 2},)
    ),
    "the gradient of a Cholesky factor of a matrix declared posdef, read with its indices swapped": Case(
        "X : posdef\nL = sum[i,k](chol[i,k](X[i,k]))", {"X": Input(("i", "i"), values="posdef")}, ({"i": 2}, {"i": 5}), (("grad", "X"),)
    ),
    "eigenvectors of a matrix declared symmetric, read with its indices swapped": Case(
        "X : symmetric\nR[i,k] = eigvecsh[k,i](X[i,k])**2", {"X": Input(("i", "i"), values="symmetric")}, ({"i": 3},)
    ),
    "Cholesky factors of a matrix and of its transpose in one program": Case(
        "P[i,k] = chol[i,k](X[i,k]); R[i,k] = P[i,k] + 2*chol[k,i](X[i,k])", {"X": Input(("i", "i"), values="posdef")}, ({"i": 3},)
    ),
    "the same of a sum, complex": Case(
        "P[i,k] = chol[i,k](X[i,k] + 1); R[i,k] = P[i,k] + 2*chol[k,i](X[i,k] + 1)",
        {"X": Input(("i", "i"), "complex128", values="posdef")}, ({"i": 4},),
    ),
    "the gradient of a strided window of no taps, whose sum only a limit bounds": Case(
        "S[o,q] = relu(sum[s](pad(X)[2*q + s]*Y[o,s]) + U[o])*Z[o,q]",
        {"X": Input(("2*q + 1",)), "Y": Input(("o", "s")), "U": Input(("o",)), "Z": Input(("o", "q")), "H": Input(("o", "q"))},
        ({"o": 3, "q": 5, "s": 0}, {"o": 3, "q": 5, "s": 2}), (("vjp", "X", "H"),),
    ),
    "the variance of integers that wrap around": Case(
        "R[j] = var[k](X[k,j] - j) + std[k](X[k,j] - 1)", {"X": Input(("k", "j"), "uint8", "whole")}, ({"k": 3, "j": 2},)
    ),
    "the gradient of a read at positions that integers of two dtypes make floats, in NumPy text": Case(
        "s = sum[i](x[min(t[i], u[i])]*G[i])",
        {"x": Input(("k",)), "t": Input(("i",), "int16", "positions:k"), "u": Input(("i",), "uint64", "positions:k"), "G": Input(("i",))},
        ({"i": 5, "k": 3},), (("grad", "x"),),
    ),
    "a named array of narrow integers as a factor of floats": Case(
        "T[i] = X[i]*Y[i]; R[i] = T[i]*U[i]",
        {"X": Input(("i",), "int8", "edges"), "Y": Input(("i",), "int8", "edges"), "U": Input(("i",), "float32")}, ({"i": 40},),
    ),
    "a read at an index times a length, beside one that says how long the index is": Case(
        "y[i] = x[i*size(x, 0)] + u[i]", {"x": Input(("i",)), "u": Input(("i",))}, ({"i": 4}, {"i": 1})
    ),
    "a norm of truth values beside positions, in NumPy text": Case(
        "R[j,l] = argmax[m](C[j,m])*D[l] + norm[i](all[k](A[i,k]))",
        {"C": Input(("j", "l"), "float32"), "D": Input(("l",), "float32"), "A": Input(("m", "l"), "float32")}, ({"j": 2, "l": 3, "m": 7},),
    ),
    "numbers beside a sum, a mean and a root of narrow integers, in NumPy text": Case(
        "R[j,l] = sum[m](I[j,m])*D[l] + exp(l)/3 + mean[m](I[j,m])*D[l] + sqrt(abs(I[j,l]))*D[l]*exp(l) - exp(l)*I[j,l]",
        {"I": Input(("j", "l"), "int8", "whole"), "D": Input(("l",), "float32")}, ({"j": 2, "l": 3},),
    ),
    "numbers beside a truth value behind a minus, in NumPy text": Case(
        "R[j,l] = -B[j,l]*D[l] + exp(l)/3", {"B": Input(("j", "l"), "bool", "mask"), "D": Input(("l",), "float32")}, ({"j": 2, "l": 3},)
    ),
    "a transposed array of unsigned integers behind a minus, in NumPy text": Case(
        "R[k,j] = Y[k,j] - Z[j,k] + 0.5",
        {"Y": Input(("k", "j"), "uint16", "whole"), "Z": Input(("j", "k"), "uint16", "whole")}, ({"j": 3, "k": 4},),
    ),
    "a longer index that is compared with one of the result, read where that one ends": Case(
        "R[l,m] = std[j,i](Z[l,j,m]**2*X[i,i]*(l == i))",
        {"X": Input(("i", "i"), "float32", "lower"), "Z": Input(("l", "j", "i"))}, ({"i": 2, "j": 1, "l": 1}, {"i": 300, "j": 2, "l": 1}),
    ),
    "a mean of products of 64-bit integers that wrap around": Case(
        "R[i,j] = mean[k](X[i,j]*Y[k])", {"X": Input(("i", "j"), "int32", "whole"), "Y": Input(("j",), "int64", "edges")}, ({"i": 1, "j": 8},)
    ),
    "a comparison below a minus, which hides what is not finite where float32 meets float64": Case(
        "R[i,j] = X[i] - Z[i,j]*(j < i)", {"X": Input(("i",)), "Z": Input(("i", "j"), "float32", "special")}, ({"i": 4, "j": 127},)
    ),
    "a number beyond an int8 that it meets in a product of floats": Case(
        "R[i,j] = -500*X[i]*Z[j]", {"X": Input(("i",), "int8", "whole"), "Z": Input(("j",))}, ({"i": 3, "j": 4},)
    ),
    "the same number where a comparison that always holds chooses it": Case(
        "R[i,j] = X[i]*where(i >= 0, 500, Z[j])", {"X": Input(("i",), "int8", "whole"), "Z": Input(("j",))}, ({"i": 3, "j": 4},)
    ),
    "the gradient of a maximum of what a matrix product and divisors make, of which one loop read a copy in another order": Case(
        "R = sum[n,c](max[m](where(V[n] == V[m], sum[p](softmax[p](p <= m)*X[p,c]), -9)))",
        {"X": Input(("n", "c")), "V": Input(("n",), "uint8", "positions:v")}, ({"n": 16, "c": 2, "v": 3}, {"n": 17, "c": 8, "v": 3}), (("grad", "X"),),
    ),
    "equal sums along other axes of memory, which the reference rounded in two ways, below a maximum": Case(
        "R = sum[n,m](A[n]*max[p](sum[c](X[m,c] - X[p,c])))",
        {"X": Input(("n", "c")), "A": Input(("n",), values="whole")}, ({"n": 3, "c": 8},), (("grad", "X"),), {"smooth": True},
    ),
    "the gradient of a maximum of running sums, which were added up three times and rounded in two ways": Case(
        "R = sum[i](max[j](cumsum[j](X[i,j]*Y[j])))", {"X": Input(("i", "j")), "Y": Input(("j",))}, ({"i": 9, "j": 9}, {"i": 5, "j": 16}), (("grad", "X"),),
    ),
    "the gradient of a maximum of what is symmetric but for a fused multiply-add": Case(
        "R = sum[i](max[j](X[i,j]*Y[j] + X[j,i]*Y[i]))", {"X": Input(("i", "i")), "Y": Input(("i",))}, ({"i": 9}, {"i": 65}), (("grad", "X"),),
    ),
    "the gradient of the minimum of all values, with a factor that loops take out in two ways": Case(
        "R = min[m,n](median[l](X[l])*Z[m]*U[n])", {"X": Input(("l",)), "Z": Input(("i",)), "U": Input(("j",))},
        ({"i": 1, "j": 1, "l": 4}, {"i": 5, "j": 3, "l": 4}, {"i": 7, "j": 9, "l": 6}), (("grad", "U"),),
    ),
    "three windows of one sum, of which one is that of a function, beside what is read at the summed index alone": Case(
        "R[p] = sum[r](exp(X[p + r])*Y[p + 2*r]*Z[2*p + r]*U[r])",
        {"X": Input(("p + r",)), "Y": Input(("2*p + 2*r",)), "Z": Input(("2*p + 2*r",)), "U": Input(("r",))}, ({"p": 14, "r": 5}, {"p": 9, "r": 3}),
    ),
    "a gradient whose factors are one window and nothing beside it": Case(
        "T[j,i] = X[i]*Y[j]\nR = sum[j,i](i*pad(T)[i - j, j + 1]*Y[j]*Z[i])",
        {"X": Input(("i",)), "Y": Input(("j",)), "Z": Input(("i",))}, ({"i": 1, "j": 1}, {"i": 5, "j": 4}), (("grad", "Y"),),
    ),
    "the gradient of a deviation of quotients, which stands in a branch of a choice": Case(
        "R = std[m](Y[m + 2]/Y[m])", {"Y": Input(("i",))}, ({"i": 4}, {"i": 9}, {"i": 3}), (("grad", "Y"),)
    ),
    "a position that is divided by a length of 0": Case(
        "R = median[n](sum[l](X[0 % size(X, 0)]*X[l])*pad(Z, -1)[1]*U[n])",
        {"X": Input(("l",)), "Z": Input(("j",)), "U": Input(("j",))}, ({"j": 3, "l": 0}, {"j": 3, "l": 2}), (("grad", "Z"),),
    ),
    "a recurrence that reads two arrays, of which the first one is read in part": Case(
        "G[i,j] = S[i,j]*2; P[i,j] = X[i]*X[j]; Q[0] = 0.5; Q[t] = Q[t - 1]*0.5 + G[t, t - 1] + P[size(P, 0) - 1, 0]; R = Q[size(Q, 0) - 1]",
        {"S": Input(("i", "i")), "X": Input(("i",))}, ({"i": 6}, {"i": 9}),
    ),
    "a recurrence that reads in part what reads another array in another place": Case(
        "G[i,j] = where((j <= 3) and (j < index(i, 4) + 1), X[0], S[index(i, 4) + 1, j]); "
        "P[i,j] = where((i >= 1) and (i <= 4), pad(G)[i - 1, j], S[i,j]); Q[0] = 0.5; "
        "Q[t] = Q[index(t, 5) - 1]*0.5 + pad(P)[index(t, 5) - 1, index(t, 5) - 1]; R = Q[size(Q, 0) - 1]",
        {"S": Input(("i", "i")), "X": Input(("i",))}, ({"i": 6},),
    ),
    "a reduction that is a truth value, beside a comparison along other axes, in NumPy text": Case(
        "R[k,j] = any[l](Z[l]*X[k,k]) + ((U[j,k] >= 0) or (k != j)) + X[k,k]; S[k,j] = all[l](Z[l]*X[k,k]) - (k != j) + U[j,k]",
        {"X": Input(("i", "i")), "U": Input(("i", "i")), "Z": Input(("l",))}, ({"i": 3, "l": 4},), (), {"outputs": True},
    ),
    "parts of numbers, in NumPy text": Case(
        "R[i] = (real(0.5) + imag(1) + abs2(2j) + real(tanh(0.5)))*X[i]", {"X": Input(("i",))}, ({"i": 3},)
    ),
}  # fmt: skip
