"""Exact numbers of tours."""
