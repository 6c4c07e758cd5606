"""Certificates on disk: JSON, compressed where the name ends in ``.gz``."""

from __future__ import annotations

import gzip
import json
import zlib
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from knightbench.formats.json import once
from knightbench.proof.telling import Certificate
from knightbench.proof.verdict import NotACertificate

#: Bytes of a certificate that is read, unpacked. A proof that is kept has 200 MiB at most, as has
#: `knightbench.catalogue.sat.recording.LARGEST_PROOF`; the rest is for lemmas and the problem.
#: What is packed may be a thousand times as large as its file.
LARGEST_FILE = 2**30


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
        If it is no JSON object, compressed and cut off, or larger than `LARGEST_FILE` bytes,
        once it is unpacked.
    OSError
        If it cannot be read.
    """
    try:
        data = _content(Path(file))
        if len(data) > LARGEST_FILE:
            most = f"{LARGEST_FILE:,} bytes"
            raise NotACertificate(f"{file} is no certificate: it holds more than {most}")
        told = json.loads(data, object_pairs_hook=once)
    except NotACertificate:
        raise
    except (ValueError, RecursionError, EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise NotACertificate(f"{file} holds no JSON object: {error}") from None
    if not isinstance(told, dict):
        raise NotACertificate(f"{file} holds no JSON object")
    return told


def _content(path: Path) -> bytes:
    """Return what is in a file, unpacked, up to one byte more than a certificate may have."""
    parts = []
    left = LARGEST_FILE + 1
    with path.open("rb") as file:
        packed = file.peek(2)[:2] == b"\x1f\x8b"
        with gzip.GzipFile(fileobj=file) if packed else nullcontext(file) as whole:
            # Piece by piece, as a reader sets all aside that it is asked for.
            while part := whole.read(min(left, 2**20)):
                parts.append(part)
                left -= len(part)
    return b"".join(parts)


def _told(value: Any, depth: int = 0) -> str:
    """Return JSON that people can read: objects and lists of objects over several lines."""
    pad = " " * (depth + 1)
    if isinstance(value, dict) and depth < 3:
        inside = [f"{json.dumps(key)}: {_told(part, depth + 1)}" for key, part in value.items()]
        return "{\n" + ",\n".join(pad + line for line in inside) + "\n" + pad[1:] + "}"
    if isinstance(value, list) and value and depth == 2 and isinstance(value[0], (dict, list, str)):
        return "[\n" + ",\n".join(pad + json.dumps(part) for part in value) + "\n" + pad[1:] + "]"
    return json.dumps(value)
