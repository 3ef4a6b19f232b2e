"""The benchmark suite that ``espresso bench`` runs; not part of the installed package."""
