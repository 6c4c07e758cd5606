"""Models for CP-SAT, the constraint solver of OR-tools."""
