"""The public interface: ``es.compile`` and its result, arguments, placement, reports, saved modules, adapters.

Input: expressions, options, arrays.  Output: results, reports, files.  May import everything but ``tools``.
"""
