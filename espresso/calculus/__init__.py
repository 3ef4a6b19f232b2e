"""Derivatives of any order by one mechanism."""
