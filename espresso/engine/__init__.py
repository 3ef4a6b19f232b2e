"""Engines: libraries and generated code that compute library calls; what each supports, and how it is called.

Input: questions of ``ir.engine``.  Output: answers with reasons, text of calls, calls on a device.
May import ``kernels``, ``ir``, ``formulas``, ``system``.
"""
