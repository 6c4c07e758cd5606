"""Certificates of non-existence: that there is no tour, for a reader who trusts no solver.

A certificate is a JSON object: the problem, and an argument why it has no tour. `check` judges
one by the problem alone: it counts parts and colours, evaluates theorems anew, or builds a
formula anew and follows a solver's proof step by step. ``docs/certificates.md`` has the format.

>>> from knightbench import Problem
>>> told = from_theory(Problem.from_board("4x8", closed=True))
>>> told["argument"]["kind"], check(told).holds
('cut', True)
"""

from __future__ import annotations

from knightbench.proof.checking import check
from knightbench.proof.evidence import from_theory
from knightbench.proof.files import read_certificate, write_certificate
from knightbench.proof.telling import SCHEMA, Certificate, certificate
from knightbench.proof.verdict import NotACertificate, Verdict

__all__ = [
    "SCHEMA",
    "Certificate",
    "NotACertificate",
    "Verdict",
    "certificate",
    "check",
    "from_theory",
    "read_certificate",
    "write_certificate",
]
