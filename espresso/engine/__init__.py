"""Engines: who computes a library call.  One file for each library, one row for each in ``table.ENGINES``."""
