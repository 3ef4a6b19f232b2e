"""Names, extents and dtypes of every node, and the errors for those that do not fit."""
