"""The slow evaluator: the meaning of the language."""
