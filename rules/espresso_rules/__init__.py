"""The rule sets that espresso ships: lists of frozen rows, nothing else."""
