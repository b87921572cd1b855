"""A package that uses the C side of fiftyk."""
