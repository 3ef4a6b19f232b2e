"""The expression graph: its nodes, what users call on them, the tables of functions."""
