"""The normal form, rules and the engine that applies them, the passes of simplification."""
