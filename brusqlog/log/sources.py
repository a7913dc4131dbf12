"""Where the bytes of logs come from: files, bytes, handles; plain, `.gz` or `.zst`.

Every source becomes pieces of decompressed text of bounded size, whatever it holds.
"""

import stat
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, BinaryIO, Final, TextIO

from brusqlog.log.faults import SourceError

Source = str | Path | bytes | BinaryIO | TextIO

SUFFIXES: Final = (".jsonl", ".jsonl.gz", ".jsonl.zst")
"""How the name of a log ends."""

PIECE: Final = 1 << 18
"""Bytes of text handled at once: enough to be fast, little enough to stay in the cache."""

_STEP: Final = 1 << 12
"""Bytes decompressed at once: of text that fails, no more than this is lost before the fault."""

_GZIP: Final = b"\x1f\x8b"
_ZSTD: Final = (b"\x28\xb5\x2f\xfd", *(bytes([n]) + b"\x2a\x4d\x18" for n in range(0x50, 0x60)))


def name_of(source: Source, name: str | None = None) -> str:
    """How findings name a source: `name`, its path, the name of a handle, or `-`."""
    if name is not None:
        return name
    if isinstance(source, str | Path):
        return str(source)
    given = getattr(source, "name", None)
    return given if isinstance(given, str) else "-"


def pieces(source: Source, name: str | None = None, size: int = PIECE) -> Iterator[bytes]:
    """The decompressed text of a source in pieces of about `PIECE` bytes, or of at most `size`, if
    it lies in a file as it is.

    A string is a path. Raises `SourceError`, after the text that could be had, if there is no such
    file, it is no regular file, it may not be read, or its compressed data are cut off or damaged.
    """
    file = name_of(source, name)
    if isinstance(source, str | Path):
        with opened(Path(source), file) as handle:
            yield from _text(_read(handle, file, size), file)
    elif isinstance(source, bytes):
        yield from _text((source[i : i + PIECE] for i in range(0, len(source), PIECE)), file)
    else:
        yield from _text(_read(source, file), file)


def opened(path: Path, file: str) -> BinaryIO:
    """A regular file, to read its bytes as they are. Raises `SourceError` as `pieces` does."""
    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            raise SourceError("is-folder", file=file)
        if not stat.S_ISREG(mode):
            raise SourceError("special-file", file=file)
        return path.open("rb", buffering=0)
    except FileNotFoundError:
        raise SourceError("file-missing", file=file) from None
    except PermissionError:
        raise SourceError("permission-denied", file=file) from None
    except ValueError as error:  # a NUL in the path
        raise SourceError("file-missing", file=file) from error
    except SourceError:
        raise
    except OSError as error:
        raise SourceError("read-failed", file=file, reason=error.strerror or str(error)) from error


def _read(handle: IO[Any], file: str, size: int = PIECE) -> Iterator[bytes]:
    while True:
        try:
            piece = handle.read(size)
        except UnicodeDecodeError as error:  # a text handle with another encoding
            raise SourceError("read-failed", file=file, reason=str(error)) from error
        except OSError as error:
            reason = error.strerror or str(error)
            raise SourceError("read-failed", file=file, reason=reason) from error
        if not piece:
            return
        yield _encoded(piece) if isinstance(piece, str) else piece


def _encoded(text: str) -> bytes:
    """The bytes a text handle was read from; what is no text stays visible as invalid UTF-8."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")


def _text(packed: Iterator[bytes], file: str) -> Iterator[bytes]:
    """`packed` as it is or decompressed, by its first bytes; the name only has to agree."""
    first = next(packed, b"")
    while 0 < len(first) < 4 and (more := next(packed, b"")):
        first += more
    suffix = Path(file).suffix.lower()
    if first.startswith(_GZIP) or suffix == ".gz":
        yield from _gathered(_gunzip(first, packed, file))
    elif first.startswith(_ZSTD) or suffix == ".zst":
        yield from _gathered(_unzstd(first, packed, file))
    else:
        if first:
            yield first
        yield from packed


def _gathered(steps: Iterator[bytes]) -> Iterator[bytes]:
    """Small steps put together to pieces; a fault comes after the text before it."""
    parts: list[bytes] = []
    size = 0
    fault = None
    while True:
        try:
            step = next(steps, None)
        except SourceError as error:
            step, fault = None, error
        if step is not None:
            parts.append(step)
            size += len(step)
        if size >= PIECE or (step is None and size):
            yield b"".join(parts)
            parts, size = [], 0
        if step is None:
            break
    if fault is not None:
        raise fault


def _gunzip(data: bytes, packed: Iterator[bytes], file: str) -> Iterator[bytes]:
    stream = zlib.decompressobj(wbits=31)
    started = False
    while True:
        if not data and not (data := next(packed, b"")):
            if started and stream.eof:
                return
            raise SourceError("cut-compression", file=file)
        if stream.eof:
            data = data.lstrip(b"\0")  # padding between and after members is usual
            if not data:
                continue
            stream = zlib.decompressobj(wbits=31)
        started = True
        try:
            step = stream.decompress(data, _STEP)
        except zlib.error as error:
            raise SourceError("bad-compression", file=file, reason=str(error)) from error
        data = stream.unused_data if stream.eof else stream.unconsumed_tail
        if step:
            yield step


def _unzstd(data: bytes, packed: Iterator[bytes], file: str) -> Iterator[bytes]:
    packing = zstd()
    stream = packing.ZstdDecompressor()
    started = False
    while True:
        if not data and (stream.eof or stream.needs_input) and not (data := next(packed, b"")):
            if started and stream.eof:
                return
            raise SourceError("cut-compression", file=file)
        if stream.eof:
            stream = packing.ZstdDecompressor()
        started = True
        try:
            step = stream.decompress(data, _STEP)
        except packing.ZstdError as error:
            raise SourceError("bad-compression", file=file, reason=str(error)) from error
        data = stream.unused_data if stream.eof else b""
        if step:
            yield step


def zstd() -> Any:
    """The module for `.zst`: of the standard library from Python 3.14 on."""
    try:
        from compression import zstd as module  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        from backports import zstd as module  # type: ignore[import-not-found, unused-ignore]
    return module
