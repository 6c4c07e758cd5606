"""Solvers behind optional dependencies: ASP, SMT, Choco, LKH, ZDDs, CPMpy."""
