"""Innermost loops in vectors: what a body is made of (`body`), and the loops that are written for it (`loops`)."""
