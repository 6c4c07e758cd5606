"""Certificates on disk: JSON, compressed where the name ends in ``.gz``."""

from __future__ import annotations

import gzip
import json
import zlib
from pathlib import Path
from typing import Any

from knightbench.formats.json import once
from knightbench.proof.telling import Certificate
from knightbench.proof.verdict import NotACertificate


def write_certificate(file: str | Path, certificate: Certificate) -> None:
    """Write a certificate, one line for each clause and step.

    Raises
    ------
    OSError
        If it cannot be written.
    """
    path = Path(file)
    data = (_told(certificate) + "\n").encode()
    # A file's bytes are the same whenever it is written.
    path.write_bytes(gzip.compress(data, mtime=0) if path.suffix == ".gz" else data)


def read_certificate(file: str | Path) -> Certificate:
    """Return the object in a file, which `check` will find to be a certificate or not.

    Raises
    ------
    NotACertificate
        If it is no JSON object, or compressed and cut off.
    OSError
        If it cannot be read.
    """
    data = Path(file).read_bytes()
    try:
        if data[:2] == b"\x1f\x8b":
            data = gzip.decompress(data)
        told = json.loads(data, object_pairs_hook=once)
    except (ValueError, RecursionError, EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise NotACertificate(f"{file} holds no JSON object: {error}") from None
    if not isinstance(told, dict):
        raise NotACertificate(f"{file} holds no JSON object")
    return told


def _told(value: Any, depth: int = 0) -> str:
    """Return JSON that people can read: objects and lists of objects over several lines."""
    pad = " " * (depth + 1)
    if isinstance(value, dict) and depth < 3:
        inside = [f"{json.dumps(key)}: {_told(part, depth + 1)}" for key, part in value.items()]
        return "{\n" + ",\n".join(pad + line for line in inside) + "\n" + pad[1:] + "}"
    if isinstance(value, list) and value and depth == 2 and isinstance(value[0], (dict, list, str)):
        return "[\n" + ",\n".join(pad + json.dumps(part) for part in value) + "\n" + pad[1:] + "]"
    return json.dumps(value)
