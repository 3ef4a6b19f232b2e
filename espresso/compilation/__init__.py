"""``es.compile``: what it returns, its options, arguments and reports."""
