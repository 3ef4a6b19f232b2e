"""What users hold: ``es.compile`` and its result, arguments, placement, reports, saved modules, adapters.

Enters: expressions, options, arrays.  Leaves: results, reports, files.  Imports everything but ``tools``.
"""
