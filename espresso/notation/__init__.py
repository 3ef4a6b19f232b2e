"""Text to graph: tokens, grammar, declarations, the summation convention."""
