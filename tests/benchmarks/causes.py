"""Why goals are missed, as far as profiling shows: shown on the page beside each miss.

Microseconds of single steps are those of ``espresso bench --only W20,W21 --size small --profile``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

CAUSES: dict[str, str] = {
    "W1": "tiles are transposed in registers; while the arrays fit the cache, a new result costs as much as the copy, and a "
    "plain copy is no limit for it; rows of 4096 bytes share one set of the first cache",
    "W2": "calls of 2048 x 256 take from 1.4 to 1.9 ms, with out= too: no new memory is the cause; the product alone takes 2 ms by its limit",
    "W3": "zeros beside the diagonal are one loop for each row of a block, 500 x 10 of them, each with two ends that are no whole cache lines",
    "W3 Hessian of a factorisation, factored": "k² numbers in 5 µs; the rest of the call is Python: looking up what lengths decide, and the objects",
    "W4 Hessian of a ReLU net in its first weights, dense": "filling the 64 MB of the result takes longer than all the rest: the "
    "goal would be above the limit of the memory",
    "W4": "ten products of 64 x 64 matrices are 5.2 MFLOP in 47 µs, the rate at which one core multiplies; waking a second takes as long",
    "W15 1.": "A' B is one product either way: the loss divides noise by noise, of two ways that differ by a copy of A",
    "W15 3.": "syrk with its mirror image takes as long as the product of OpenBLAS at this size: the loss divides by a small difference",
    "W5 Hessian-vector product of softmax": "z and v arrive while exponentials are computed, with the maximum of the next row; then v and the result are read again, "
    "for 32768 columns from the second cache: between arithmetic and memory each waits for the other once in a row",
    "W5 Hessian-vector product of a network": "eleven products of matrices where the gradient has five: at this size 1.6 times the "
    "operations is the least; three of their results are stored the other way round from how they are read",
    "W6": "three parts of five are kernels over 16 columns, two vectors of a row; the first of two products reads both "
    "operands along the summed index, which takes OpenBLAS twice as long as down it",
    "W7": "one product for each layer after the first, in all directions, as in collapsed Taylor mode; the outer product of two "
    "weight matrices before it runs on one thread",
    "W8 (a)": "below 38 MB in all the arrays stay in the cache, where a loop of the peers is no slower; beyond, results are computed in "
    "blocks of 4 KiB that are copied past the cache",
    "W8 (b)": "two functions per element (20 instructions for 16 of them) cost more than memory at this size",
    "W8 (c)": "gelu is an exponential times a rational function, 56 instructions for 16 elements, within 1.8 ulp",
    "W8 (d)": "tanh, exp, a square root and two quotients cost more than memory at this size",
    "W10": "two passes over a row: exponentials (16 to 19 instructions for 16 elements) with the maximum of the next row take longer than "
    "reading it does, quotients then read and write the row in the second cache again, when memory is idle",
    "W10 logsumexp": "one pass over a row: exponentials, their sum and the maximum of the next row take longer "
    "than reading it; rows of 256 add what joining vectors and a logarithm take",
    "W11": "a row passes three times through the first cache: sums, sums of products, result",
    "W12": "two thirds of the limit of arithmetic; with and without blocks of rows it takes the same, so that packing W for each block is "
    "not the cause; not found yet",
    "W13": "an exponential and eight other operations for each pair; the limit counts exponentials alone",
    "W14": "six products of 64 columns on blocks of rows; four arrays of a block (scores, exponentials, quotients, their cotangents) "
    "are written and read between the products",
    "W16 sum of a product": "0.9 µs at n=500: the call, the sums along 20 rows of H and those over 500 rows of W take about a third each",
    "W16 trace": "one of the arrays is read down its columns, by tiles that are transposed in registers: "
    "both arrays pass the third cache once, while JAX multiplies n³ numbers with all threads",
    "W16 norm": "two products with 20 rows are calls of a library that read the inputs at a fifth of the memory's rate",
    "W16 diagonal": "no form has fewer than n³ multiplications: one product of matrices, whose time is far above reading",
    "W17": "the tile in registers runs at the rate of a library; both operands are packed for it, and results are stored "
    "in short runs; NumPy and JAX transpose by copies, which at the small size stay in the cache",
    "W17 abcdef": "eight terms for each element of the result: storing it is the work, in runs of eight elements",
    "W18": "PyTorch's and JAX's time is calls of a library for each pair; in large networks the products are the time",
    "W19 7x7, stride 2": "ten times JAX lies beyond the limit of arithmetic: the ratio divided by the share of the limit is what the limit itself "
    "would reach, less than four; 3 channels fill half of a tile of the gradient by the data",
    "W19 3x3, dilation 3": "Winograd takes a third less than direct tiles; its transforms of planes of 19 x 19 positions, for which short "
    "rows are put side by side, are the rest",
    "W20": "all but 4 of 80 µs are the eight products (`espresso bench --profile`): three quarters of that the first layer's, and the "
    "autoencoder's last one's, which read 0.4 to 0.8 MB of weights and in the update write them, at 30 to 75 GB/s: beyond the second cache",
    "W24 LSTM": "the backward steps are two fifths of the time; they compute eleven logistic functions and two tanh for each cell. The gradients by W and "
    "V, products with 64 columns, run at a third of the rate of arithmetic (`espresso bench --profile`)",
    "W21": "64 µs (`espresso bench --profile`): 37 are 44 products, 120 to 190 GFLOP/s of 200 on a core; 11 the gates, five functions for "
    "each element; 8 their gradients; 4 the softmax of rows of 26; 4 setting the weights side by side, once for all steps",
    "W21 char-RNN": "23 to 30 µs (`espresso bench --profile`): two thirds are 23 products of 0.5 to 1.5 µs, one in each step along the summed index of both "
    "operands; 5 are the softmax of four times 20 rows of 26, which fill no whole number of vectors",
    "W23 AlexNet, training step": "nearly half of the time are products with weights of 4096 x 4096 and their updates, which read or "
    "write 67 MB each (`f.profile`)",
    "W23 VGG-16, training step": "errors of a thousandth come and go with the drawn weights, PyTorch's too: rounding decides which of "
    "two nearly equal numbers is a maximum; so sums over taps, and not Winograd, compute what many maxima read",
    "W23 ResNet-18, training step": "products of 512 channels by 64 positions run at half of the rate of large ones: filters of 9 MB and "
    "new ones pass through memory; the gradient by the data of strided convolutions runs at a tenth",
    "W23 ResNet-50, training step": "a third of the time are kernels, above all 94 MB of weights that are copied before products are "
    "added to them; the gradient by the data of 512 channels with stride 2 runs at 4 % of the limit of arithmetic",
    "W23 MobileNet-v2, training step": "two thirds are 372 kernels beside 128 convolutions and products: depthwise convolutions and "
    "gradients of normalisations on images of 4 to 8 rows of as many positions, which fill no vectors",
    "W22 call": "two arrays took longer than four in the same run: the row was disturbed; an array costs about 0.15 µs",
    "W22 cached": "imports: the graph, the runtime, and NumPy where nothing else has imported it",
    "W22": "nothing is cached: LLVM takes half of the time of a kernel (20 of 38 ms for a sum of functions, most of it the choice of "
    "instructions and registers), and in programs with products the functions that a machine compiles once are among it",
    "W22 derive": "with an empty cache, as a user's first time: simplification, lowering and fusion walk the graph, each walk short; "
    "no function takes a seventh of the time",
}
"""Beginning of "id case" -> cause; the longest that fits is shown."""


def of(row: Mapping[str, Any]) -> str:
    """The cause for a row, or that it is unknown."""
    name = f"{row['id']} {row['case']}"
    fitting = [key for key in CAUSES if name.startswith(key if " " in key else f"{key} ")]  # W1 is not W17
    return CAUSES[max(fitting, key=len)] if fitting else "not profiled yet"
