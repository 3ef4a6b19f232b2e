"""The compiler: formulas to a program of ``ir``, by one list of phases (``pipeline``).

Input: expressions, dtypes, lengths, options.  Output: a program.  May import ``engine``, ``ir``, ``algebra``,
``formulas``.  Inside: ``matching``, ``lowering``, ``passes``, ``loops``, ``device``, each may import those before it.
"""
