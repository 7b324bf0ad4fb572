"""The zip around every VASSAL file: each entry in its order, untouched ones byte for byte.

An untouched archive gives back the very bytes that were read. In a touched one, every other
entry keeps its local record, compressed bytes and directory record; only offsets move.
The directory is read by hand because zipfile does not keep what a lossless writer needs
(raw names, extra fields, gaps); deflating and inflating are zlib's.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from vassal_bridge.errors import FormatError, Problem, Where

MAX_FILE = 1024 * 1024 * 1024
"""The largest file, in bytes, that is opened at all."""
MAX_ENTRIES = 50_000
"""The largest number of entries."""
MAX_ENTRY = 256 * 1024 * 1024
"""The largest entry, in bytes when inflated; counted while inflating, never believed."""
MAX_RATIO = 200
"""How many times an entry of more than RATIO_FLOOR bytes may grow when inflated."""
RATIO_FLOOR = 32 * 1024 * 1024

STORED, DEFLATED = 0, 8
FIXED_DATE = (1 << 5 | 1) << 16
"""1 January 1980, 00:00, as a zip stores it: the date of entries that we create."""

_LOCAL = struct.Struct("<4s5H3L2H")
_CENTRAL = struct.Struct("<4s6H3L5H2L")
_END = struct.Struct("<4s4H2LH")
_LOCAL_MAGIC, _CENTRAL_MAGIC, _END_MAGIC = b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06"
_ENCRYPTED, _DESCRIPTOR, _UTF8 = 0x1, 0x8, 0x800
_VERSION = 20


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry as the central directory describes it; sizes in bytes."""

    name: str
    method: int
    crc: int
    packed_size: int
    size: int
    flags: int
    stamp: int
    record: bytes = field(repr=False)
    local: bytes = field(repr=False)
    offset: int = 0

    @property
    def packed(self) -> memoryview:
        """The entry's compressed bytes inside its local record."""
        name_length, extra_length = struct.unpack_from("<2H", self.local, 26)
        start = _LOCAL.size + name_length + extra_length
        return memoryview(self.local)[start : start + self.packed_size]


class Archive:
    """The entries of a zip, by name and in order; immutable, changes make a new one."""

    def __init__(
        self,
        entries: Iterable[Entry],
        *,
        name: str = "",
        prefix: bytes = b"",
        gap: bytes = b"",
        comment: bytes = b"",
        original: bytes | None = None,
        problems: Iterable[Problem] = (),
    ) -> None:
        self.name = name
        self.entries = tuple(entries)
        self.problems = tuple(problems)
        self._by_name: dict[str, Entry] = {}
        for entry in self.entries:
            self._by_name.setdefault(entry.name, entry)
        self._prefix, self._gap, self._comment = prefix, gap, comment
        self._original = original

    @classmethod
    def read(cls, path: Path) -> Archive:
        """Read a zip file.

        Raises:
            FormatError: not a complete zip, or one that is encrypted, packed by another
                method than VASSAL reads, overlapping or too large.
            OSError: the file cannot be read.
        """
        if path.stat().st_size > MAX_FILE:
            raise FormatError(f"the file is larger than {MAX_FILE} bytes", where=Where(path.name))
        return cls.from_bytes(path.read_bytes(), name=path.name)

    @classmethod
    def from_bytes(cls, data: bytes, *, name: str = "") -> Archive:
        """Read a zip from its bytes; `name` is used in messages. Raises as `read` does."""
        try:
            return _read(cls, data, name)
        except FormatError as error:
            raise error.add(Where(file=name)) from None

    @classmethod
    def of(cls, contents: Iterable[tuple[str, bytes]], *, name: str = "") -> Archive:
        """Make an archive of new entries, deflated, dated 1980: same contents, same bytes."""
        return cls([make_entry(entry, content) for entry, content in contents], name=name)

    @property
    def names(self) -> tuple[str, ...]:
        """The entries' names in order, as keys into this archive; never names of files."""
        return tuple(entry.name for entry in self.entries)

    def __contains__(self, name: object) -> bool:
        return name in self._by_name

    def __len__(self) -> int:
        return len(self.entries)

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries)

    def entry(self, name: str) -> Entry:
        """Return the entry that VASSAL would take for a name: the first local one."""
        return self._by_name[name]

    def __getitem__(self, name: str) -> bytes:
        """Return an entry's content.

        Raises:
            KeyError: there is no such entry.
            FormatError: it is damaged, or larger than the limits when inflated.
        """
        return self.content(self._by_name[name])

    def content(self, entry: Entry) -> bytes:
        """Return the content of one of this archive's entries. Raises as `[]` does."""
        try:
            return _inflate(entry)
        except FormatError as error:
            raise error.add(Where(file=self.name, entry=entry.name)) from None

    def replace(self, name: str, content: bytes) -> Archive:
        """Return an archive in which one entry has another content, at the same place.

        Name, date, method and the other facts of the entry stay; KeyError if there is none.
        """
        old = self._by_name[name]
        new = _repack(old, content)
        return self._with([new if entry is old else entry for entry in self.entries])

    def add(self, name: str, content: bytes) -> Archive:
        """Return an archive with a new entry at the end, or replaced where the name exists."""
        if name in self:
            return self.replace(name, content)
        return self._with([*self.entries, make_entry(name, content)])

    def remove(self, name: str) -> Archive:
        """Return an archive without an entry."""
        gone = self._by_name[name]
        return self._with([entry for entry in self.entries if entry is not gone])

    def _with(self, entries: list[Entry]) -> Archive:
        return Archive(
            entries,
            name=self.name,
            prefix=self._prefix,
            gap=self._gap,
            comment=self._comment,
            problems=self.problems,
        )

    def to_bytes(self) -> bytes:
        """Return the archive as a file's content; an untouched one is the input itself."""
        if self._original is not None:
            return self._original
        return self.rebuilt()

    def rebuilt(self) -> bytes:
        """Return the archive put together again from its parts, untouched entries as they were."""
        parts, offset = [self._prefix], len(self._prefix)
        records: list[bytes] = []
        offsets: dict[int, int] = {}
        for entry in sorted(self.entries, key=lambda entry: entry.offset):
            offsets[id(entry)] = offset
            parts.append(entry.local)
            offset += len(entry.local)
        for entry in self.entries:
            at = struct.pack("<L", offsets[id(entry)])
            records.append(entry.record[:42] + at + entry.record[46:])
        directory = b"".join(records)
        offset += len(self._gap)
        count = len(self.entries)
        end = _END.pack(_END_MAGIC, 0, 0, count, count, len(directory), offset, len(self._comment))
        return b"".join([*parts, self._gap, directory, end, self._comment])


def _read(cls: type[Archive], data: bytes, name: str) -> Archive:
    end_at, end = _find_end(data)
    _, disk, directory_disk, here, count, size, start, comment_length = end
    if disk or directory_disk or here != count or 0xFFFF in (here, count) or start == 0xFFFFFFFF:
        raise FormatError("expected one plain zip, found a zip64 or one in several parts")
    if count > MAX_ENTRIES:
        raise FormatError(f"expected at most {MAX_ENTRIES} entries, found {count}")
    comment = data[end_at + _END.size :]
    if len(comment) != comment_length:
        raise FormatError(f"{len(comment) - comment_length} bytes follow the end of the zip")
    if start + size != end_at:
        raise FormatError("the zip's directory is not where its end record says")
    if count == 0:
        raise FormatError("the zip holds no entries")
    found = _read_directory(data, start, end_at, count)
    by_place = sorted(found, key=lambda entry: entry.offset)
    problems: list[Problem] = []
    limits = [entry.offset for entry in by_place[1:]] + [start]
    placed: dict[int, Entry] = {}
    tail = b""
    for entry, limit in zip(by_place, limits, strict=True):
        end_of_record = _check_local(data, entry, limit)
        last = entry is by_place[-1]
        if last:
            tail = data[end_of_record:start]
        local = data[entry.offset : end_of_record if last else limit]
        placed[id(entry)] = replace(entry, local=local)
    entries = [placed[id(entry)] for entry in found]
    problems.extend(_odd_names(entries, name))
    return cls(
        entries,
        name=name,
        prefix=data[: by_place[0].offset],
        gap=tail,
        comment=comment,
        original=data,
        problems=problems,
    )


def _find_end(data: bytes) -> tuple[int, tuple[bytes, int, int, int, int, int, int, int]]:
    if data[:5] == b"!VCSK":
        raise FormatError("expected a zip, found the bare content of an entry savedGame")
    at: int = data.rfind(_END_MAGIC, max(0, len(data) - _END.size - 0xFFFF))
    if at < 0 or len(data) - at < _END.size:
        if data[:4] == _LOCAL_MAGIC:
            raise FormatError("the zip is not complete: its end is missing")
        raise FormatError(f"expected a zip, found {_likely(data)}")
    return at, _END.unpack_from(data, at)


def _likely(data: bytes) -> str:
    """Return what a file is that is no zip, as far as its first bytes tell."""
    if not data:
        return "an empty file"
    is_twin = data.startswith(b"vassal-bridge twin")
    return "the text of `dump`; `load` makes the file from it" if is_twin else "something else"


def _read_directory(data: bytes, start: int, end: int, count: int) -> list[Entry]:
    entries: list[Entry] = []
    at = start
    for number in range(1, count + 1):
        if end - at < _CENTRAL.size or data[at : at + 4] != _CENTRAL_MAGIC:
            raise FormatError(f"record {number} of the zip's directory is damaged")
        values = _CENTRAL.unpack_from(data, at)
        _, _, _, flags, method, time, date, crc, packed_size, size = values[:10]
        name_length, extra_length, comment_length, _, _, _, offset = values[10:]
        length = _CENTRAL.size + name_length + extra_length + comment_length
        record = data[at : at + length]
        if len(record) < length or at + length > end:
            raise FormatError(f"record {number} of the zip's directory is damaged")
        raw_name = record[_CENTRAL.size : _CENTRAL.size + name_length]
        if 0xFFFFFFFF in (packed_size, size, offset):
            raise FormatError("expected a plain zip, found a zip64 entry")
        entries.append(
            Entry(
                name=raw_name.decode("utf-8" if flags & _UTF8 else "cp437", "surrogateescape"),
                method=method,
                crc=crc,
                packed_size=packed_size,
                size=size,
                flags=flags,
                stamp=date << 16 | time,
                record=record,
                local=b"",
                offset=offset,
            )
        )
        at += length
    if at != end:
        raise FormatError(f"{end - at} bytes follow the last record of the zip's directory")
    return entries


def _check_local(data: bytes, entry: Entry, limit: int) -> int:
    """Check an entry against its local record; return where that record ends."""
    where = Where(entry=entry.name)
    if entry.flags & _ENCRYPTED:
        raise FormatError("the entry is encrypted", where=where)
    if entry.method not in (STORED, DEFLATED):
        raise FormatError(
            f"expected a stored or deflated entry, found zip method {entry.method}", where=where
        )
    at = entry.offset
    if limit - at < _LOCAL.size or data[at : at + 4] != _LOCAL_MAGIC:
        raise FormatError("the entry overlaps another or lies outside the zip", where=where)
    name_length, extra_length = struct.unpack_from("<2H", data, at + 26)
    end = at + _LOCAL.size + name_length + extra_length + entry.packed_size
    raw_name = data[at + _LOCAL.size : at + _LOCAL.size + name_length]
    central_name = entry.record[_CENTRAL.size : _CENTRAL.size + len(raw_name)]
    if raw_name != central_name:
        raise FormatError("the zip's directory gives the entry another name", where=where)
    if end > limit:
        raise FormatError("the entry overlaps another or lies outside the zip", where=where)
    if entry.flags & _DESCRIPTOR:
        signed = data[end : end + 4] == b"PK\x07\x08"
        end = min(limit, end + (16 if signed else 12))
    return int(end)


def _odd_names(entries: list[Entry], file: str) -> Iterator[Problem]:
    seen: set[str] = set()
    for entry in entries:
        where = Where(file=file, entry=ascii(entry.name)[1:-1])
        if entry.name in seen:
            yield Problem("the zip holds two entries of this name; VASSAL uses one only", where)
        seen.add(entry.name)
        if is_unsafe_name(entry.name):
            yield Problem("the name could not be a file's; the entry is only read", where)


_DEVICES = frozenset(
    ["con", "prn", "aux", "nul", *(f"com{n}" for n in range(10)), *(f"lpt{n}" for n in range(10))]
)


def is_unsafe_name(name: str) -> bool:
    """Tell whether an entry's name would be dangerous, or impossible, as the name of a file."""
    if not name or name.startswith("/") or "\\" in name or ":" in name:
        return True
    if any(ord(c) < 32 or c in "\u202a\u202b\u202d\u202e\u2066\u2067\u2068" for c in name):
        return True
    parts = name.rstrip("/").split("/")
    return any(part in ("..", "") or part.split(".")[0].lower() in _DEVICES for part in parts)


def _inflate(entry: Entry) -> bytes:
    packed = entry.packed
    stored = entry.method == STORED
    content = bytes(packed) if stored else _inflate_counted(packed, entry.size)
    if len(content) != entry.size:
        raise FormatError(f"expected {entry.size} bytes, found {len(content)}")
    if zlib.crc32(content) != entry.crc:
        raise FormatError("the checksum (CRC) is wrong: the entry is damaged")
    return content


def _inflate_counted(packed: memoryview, announced: int) -> bytes:
    limit = MAX_ENTRY
    if announced > RATIO_FLOOR or len(packed) * MAX_RATIO > RATIO_FLOOR:
        limit = min(MAX_ENTRY, max(RATIO_FLOOR, len(packed) * MAX_RATIO))
    unpacker = zlib.decompressobj(-zlib.MAX_WBITS)
    try:
        content = unpacker.decompress(packed, limit)
        if not unpacker.eof and not unpacker.unconsumed_tail:
            content += unpacker.flush()
    except zlib.error:
        raise FormatError("the deflated bytes are damaged") from None
    if unpacker.unconsumed_tail and not unpacker.eof:
        raise FormatError(f"the entry grows beyond {limit} bytes when inflated")
    if not unpacker.eof:
        raise FormatError("the deflated bytes end too early")
    return content


def deflate(content: bytes) -> bytes:
    """Return bytes deflated as a zip entry holds them, at zlib's default level as VASSAL's."""
    packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return packer.compress(content) + packer.flush()


def _repack(old: Entry, content: bytes) -> Entry:
    packed = content if old.method == STORED else deflate(content)
    crc, sizes = zlib.crc32(content), (len(packed), len(content))
    flags = old.flags & ~_DESCRIPTOR
    name_length, extra_length = struct.unpack_from("<2H", old.local, 26)
    names = old.local[_LOCAL.size : _LOCAL.size + name_length + extra_length]
    local = (
        old.local[:6]
        + struct.pack("<H", flags)
        + old.local[8:14]
        + struct.pack("<3L", crc, *sizes)
        + old.local[26 : _LOCAL.size]
        + names
        + packed
    )
    record = (
        old.record[:8]
        + struct.pack("<H", flags)
        + old.record[10:16]
        + struct.pack("<3L", crc, *sizes)
        + old.record[28:]
    )
    return replace(
        old, crc=crc, packed_size=sizes[0], size=sizes[1], flags=flags, record=record, local=local
    )


def make_entry(
    name: str, content: bytes, *, method: int = DEFLATED, stamp: int = FIXED_DATE
) -> Entry:
    """Return a new entry; `stamp` is its date and time as a zip stores them, date first."""
    packed = content if method == STORED else deflate(content)
    raw_name = name.encode("utf-8", "surrogateescape")
    flags = 0 if name.isascii() else _UTF8
    time, date = stamp & 0xFFFF, stamp >> 16
    crc = zlib.crc32(content)
    common = (_VERSION, flags, method, time, date, crc, len(packed), len(content))
    local = _LOCAL.pack(_LOCAL_MAGIC, *common, len(raw_name), 0) + raw_name + packed
    central = _CENTRAL.pack(_CENTRAL_MAGIC, _VERSION, *common, len(raw_name), 0, 0, 0, 0, 0, 0)
    return Entry(
        name=name,
        method=method,
        crc=crc,
        packed_size=len(packed),
        size=len(content),
        flags=flags,
        stamp=stamp,
        record=central + raw_name,
        local=local,
        offset=0xFFFFFFFF,
    )
