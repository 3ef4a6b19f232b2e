"""Graph to text, LaTeX and NumPy source."""
