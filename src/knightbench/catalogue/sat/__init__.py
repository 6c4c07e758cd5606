"""Encodings into propositional logic, for any solver of PySAT."""
