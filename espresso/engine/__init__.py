"""Libraries and generated code that compute calls: what each can do, what it says of a call, how it is called.

Enters: questions of ``ir.engine``.  Leaves: answers with reasons, text of calls, calls on a device.
Imports ``kernels``, ``ir``, ``formulas``, ``system``.
"""
