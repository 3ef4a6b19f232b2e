"""Machine code of generated programs, made from their text through LLVM without numba."""
