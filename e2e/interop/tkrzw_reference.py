"""Opens Tkrzw's databases with Tkrzw's own tool, and those with a dictionary, which Tkrzw can't read, with zstd's own library."""

from __future__ import annotations

import atexit
import functools
import os
import re
import shutil
import struct
import subprocess
from pathlib import Path

import pytest
import zstandard

from formatlab_data import Dataset

TOOL = shutil.which("tkrzw_dbm_util")
NATIVE_SIDE = Path(__file__).parent / "tkrzw/native_side.py"
SYSTEM_PYTHON = "/usr/bin/python3"

Records = list[tuple[bytes, bytes]]

ESCAPES = {
    b"a": b"\a",
    b"b": b"\b",
    b"t": b"\t",
    b"n": b"\n",
    b"v": b"\v",
    b"f": b"\f",
    b"r": b"\r",
    b"\\": b"\\",
    b"0": b"\0",
}


def require_tool() -> None:
    # scripts/reference-tools.mjs installs it, and fails under CI where it can't.
    if TOOL is None:
        assert not os.environ.get("FORMATLAB_CI"), "tkrzw_dbm_util is missing"
        pytest.skip("tkrzw_dbm_util is not installed")


def run_tool(*arguments: str) -> bytes:
    assert TOOL is not None, "require_tool() skips before"
    done = subprocess.run([TOOL, *arguments], capture_output=True, check=False)
    assert done.returncode == 0, (
        f"tkrzw_dbm_util {' '.join(arguments[:2])}: {done.stdout[-500:].decode(errors='replace')}{done.stderr.decode(errors='replace')}"
    )
    return done.stdout


def listed(path: Path) -> Records:
    def plain(text: bytes) -> bytes:
        return re.sub(
            rb"\\(?:x([0-9a-f]{2})|(.))", lambda m: bytes.fromhex(m[1].decode()) if m[1] else ESCAPES[m[2]], text
        )

    lines = run_tool("list", "--items", "100000000", "--escape", str(path)).split(b"\n")
    assert lines.pop() == b""
    return [(plain(key), plain(value)) for key, value in (line.split(b"\t") for line in lines)]


@functools.cache
def dumper() -> subprocess.Popen[bytes]:
    """The process of Tkrzw's Python module, which dumps one file after another: its start takes longer than most files."""
    made = subprocess.Popen([SYSTEM_PYTHON, NATIVE_SIDE, "dump"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    atexit.register(made.communicate)
    return made


def dumped(path: Path) -> Records:
    """The records as bytes, read with the Python module."""
    process = dumper()
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write(os.fsencode(path) + b"\n")
    process.stdin.flush()
    length = process.stdout.read(8)
    assert len(length) == 8, f"Tkrzw's module does not read {path.name}"
    data = process.stdout.read(int.from_bytes(length, "big"))
    records: Records = []
    at = 0
    while at < len(data):
        key_bytes, value_bytes = struct.unpack_from(">II", data, at)
        at += 8
        records.append((data[at : at + key_bytes], data[at + key_bytes : at + key_bytes + value_bytes]))
        at += key_bytes + value_bytes
    return records


def records_of(dataset: Dataset) -> Records:
    return [(key.encode(), value.encode()) for key, value in zip(dataset.keys, dataset.values, strict=True)]


def inspected(path: Path) -> dict[str, str]:
    """The tool's description of a file that it found undamaged."""
    text = run_tool("inspect", "--validate", str(path)).decode()
    assert text.count("... ok") == 2, text
    return dict(line.strip().split("=", 1) for line in text.splitlines() if "=" in line and "elapsed" not in line)


def assert_holds(path: Path, expected: Records, ordered: bool) -> None:
    assert sorted(listed(path)) == expected, "list"
    found = dumped(path)
    assert (found if ordered else sorted(found)) == expected, "records"


def read_tkrzw(path: Path, entry: dict, expected: Dataset) -> None:
    records = records_of(expected)
    if entry["innerCodec"] == "zstd-dictionary":
        assert read_with_dictionary(path.read_bytes()) == records
        return
    require_tool()
    tree = entry["format"] == "treedbm"
    about = inspected(path)
    assert about["record_comp_mode"] == (entry["innerCodec"] or "none")
    assert (
        about["num_records"] == str(len(records))
        and about["offset_width"] == str(entry["options"]["offsetWidth"])
        and about["align_pow"] == str(entry["options"]["alignPow"])
    )
    assert (
        about["record_crc_mode"]
        == {"0": "none", "8": "crc-8", "16": "crc-16", "32": "crc-32"}[entry["options"]["recordCrc"]]
    )
    assert_holds(path, records, tree)
    # `get` takes a key from the command line, which holds no empty one.
    for key, value in [record for record in records if record[0]][:: max(1, len(records) // 2)]:
        assert run_tool("get", str(path), key.decode()) == value + b"\n"
    copy = path.with_name(f"rebuilt-{path.name}")
    shutil.copy(path, copy)
    run_tool("rebuild", str(copy))
    inspected(copy)
    assert_holds(copy, records, tree)
    copy.unlink()


def read_with_dictionary(data: bytes) -> Records:
    """A second reader of the layout in workers/formats/tkrzw/hash/dictionary.ts: consecutive records, the first of which is void and holds the dictionary."""
    offset_width, align_pow, buckets = data[13], data[14], int.from_bytes(data[16:24], "big")
    assert data[:9] == b"TkrzwHDB\n" and data[12] >> 4 & 7 == 7 and data[62:66] == b"FLZD"
    crc_bytes = (0, 1, 2, 4)[data[12] >> 2 & 3]
    alignment = max(4096, 1 << align_pow)
    at = -(-(128 + buckets * offset_width + 1024) // alignment) * alignment
    decompressor = None
    records: Records = []

    def varnum(at: int) -> tuple[int, int]:
        value = 0
        while True:
            value = value << 7 | data[at] & 0x7F
            at += 1
            if data[at - 1] < 0x80:
                return value, at

    while at < len(data):
        kind = data[at] >> 6
        key_bytes, body = varnum(at + 1 + offset_width)
        value_bytes, body = varnum(body)
        padding, behind = varnum(body)
        key = data[behind + crc_bytes : behind + crc_bytes + key_bytes]
        start = behind + crc_bytes + key_bytes
        value = data[start : start + value_bytes]
        if kind == 3:
            decompressor = zstandard.ZstdDecompressor(dict_data=zstandard.ZstdCompressionDict(value))
        else:
            assert decompressor is not None, "the dictionary comes first"
            records.append((key, decompressor.decompress(value)))
        at = start + value_bytes + padding - (behind - body - 1)
    assert at == len(data)
    return records
