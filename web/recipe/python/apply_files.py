"""Files: found by paths, globs, folders and addresses; moved to their place only whole; never changed unless told."""

from __future__ import annotations

import ctypes
import glob
import json
import os
import shutil
import sys
from pathlib import Path, PurePosixPath
from typing import Any, TextIO

import pyarrow.fs as pafs

from apply_recipe import Refused

ENDINGS = (".parquet", ".parq", ".pq")


def is_address(text: str) -> bool:
    return "://" in text


def file_system(address: str) -> tuple[Any, str]:
    try:
        import fsspec
    except ImportError:
        raise Refused(
            "An address needs the package fsspec: pip install fsspec, and what it names for this kind."
        ) from None
    try:
        return fsspec.core.url_to_fs(address)
    except (ImportError, ValueError) as error:
        raise Refused(f"The address {address!r:.200} can't be opened: {error!s:.200}") from None


def is_data_file(name: str) -> bool:
    """Not what Spark and others put beside the data, such as _SUCCESS, nor what this script is writing."""
    base = PurePosixPath(name.replace(os.sep, "/")).name
    return base.lower().endswith(ENDINGS) and not base.startswith((".", "_"))


def find_files(arguments: list[str]) -> list[tuple[str, str]]:
    """Each file with the name that it gets below the output folder, no file twice. Raises Refused if an argument finds none."""
    found: dict[str, str] = {}
    for argument in arguments:
        some = files_at_address(argument) if is_address(argument) else files_at_path(argument)
        if not some:
            raise Refused(
                f"There is no Parquet file at {argument!r:.300}. A folder is searched for {', '.join(ENDINGS)}."
            )
        for source, name in some:
            found.setdefault(source, name)
    names: dict[str, str] = {}
    for source, name in found.items():
        if name in names:
            raise Refused(
                f"{names[name]!r:.200} and {source!r:.200} would both be written as {name!r:.200}: give the folder that holds both."
            )
        names[name] = source
    return sorted(found.items())


def files_at_path(argument: str) -> list[tuple[str, str]]:
    # A name may hold the characters of a glob.
    if os.path.isfile(argument):
        return [(os.path.abspath(argument), os.path.basename(argument))]
    if os.path.isdir(argument):
        paths = [os.path.join(folder, name) for folder, _, names in os.walk(argument) for name in names]
        return [
            (os.path.abspath(path), os.path.relpath(path, argument)) for path in sorted(paths) if is_data_file(path)
        ]
    fixed = list(Path(argument).parts)
    first = next((place for place, part in enumerate(fixed) if glob.has_magic(part)), len(fixed))
    base = os.path.join(*fixed[:first]) if first > 0 else "."
    paths = [path for path in sorted(glob.glob(argument, recursive=True)) if os.path.isfile(path)]
    return [(os.path.abspath(path), os.path.relpath(path, base)) for path in paths if is_data_file(path)]


def files_at_address(argument: str) -> list[tuple[str, str]]:
    system, path = file_system(argument)
    if any(mark in path for mark in "*?["):
        paths, base = system.glob(path), path.split("*")[0].split("?")[0].split("[")[0].rsplit("/", 1)[0]
    elif system.isdir(path):
        paths, base = system.find(path), path
    else:
        paths, base = [path], path.rsplit("/", 1)[0]
    chosen = [each for each in paths if is_data_file(each)] if paths != [path] else paths
    return [(system.unstrip_protocol(each), each[len(base) :].lstrip("/")) for each in sorted(chosen)]


def identity(source: str) -> list[Any]:
    """What changes if another process changes the file: its size, its time, and where it lies."""
    if is_address(source):
        system, path = file_system(source)
        info = system.info(path)
        return [info.get("size"), str(info.get("ETag") or info.get("mtime") or info.get("LastModified") or "")]
    found = os.stat(source)
    return [found.st_size, found.st_mtime_ns, found.st_ino]


def open_source(source: str) -> Any:
    if is_address(source):
        system, path = file_system(source)
        return system.open(path, "rb")
    return pafs.LocalFileSystem().open_input_file(source)


def free_bytes(folder: str) -> int:
    at = Path(folder).absolute()
    while not at.exists():
        at = at.parent
    return shutil.disk_usage(at).free


def part_path(target: str) -> str:
    folder, name = os.path.split(target)
    return os.path.join(folder, f".{name}.formatlab-part")


def sync_file(path: str) -> None:
    """Waits until the disk has the file."""
    with open(path, "rb") as file:
        os.fsync(file.fileno())


def put_in_place(part: str, target: str) -> None:
    sync_file(part)
    os.replace(part, target)


def replace_original(part: str, source: str, before: list[Any]) -> None:
    """
    Puts the new file in place of the original, with its owner, time and permissions. Raises Refused if the original is not what was read. Where the
    system can exchange two files in one step, the original is looked at once more afterwards, so that no change is lost that ended before.
    """
    found = os.stat(source)
    if found.st_nlink > 1:
        raise Refused("It has other hard links, which would keep the former file. Write to another folder.")
    shutil.copystat(source, part)
    if hasattr(os, "chown"):
        try:
            os.chown(part, found.st_uid, found.st_gid)
        except PermissionError:
            raise Refused("Its owner is another user. Run as that user, or write to another folder.") from None
        # A change of owner takes away the rights of a program that runs as its owner.
        os.chmod(part, found.st_mode & 0o7777)
    os.utime(part, ns=(found.st_atime_ns, found.st_mtime_ns))
    sync_file(part)
    if identity(source) != before:
        raise Refused(CHANGED)
    own = identity(part)
    if not exchange(part, source):
        # Here a change between the check and this line is lost: a moment of microseconds.
        os.replace(part, source)
        return
    # What stood there until this moment now lies at the part's place. A program that has it open and writes later is not seen.
    if identity(part) == before:
        return
    exchange(part, source)
    if identity(part) != own:
        # Another file came meanwhile: it is nobody's to remove.
        os.rename(part, f"{source}.formatlab-kept")
    raise Refused(CHANGED)


CHANGED = "Another process changed it meanwhile. It was left as it is: run again."


def exchange(one: str, other: str) -> bool:
    """Exchanges two files in one step, by the system's own call. False where the system or the disk has none."""
    if sys.platform not in ("linux", "darwin"):
        return False
    here, swap = (-100, 2) if sys.platform == "linux" else (-2, 2)
    library = ctypes.CDLL(None, use_errno=True)
    call = getattr(library, "renameat2" if sys.platform == "linux" else "renameatx_np", None)
    if call is None:
        return False
    places = [ctypes.c_int(here), ctypes.c_char_p(os.fsencode(one))]
    return bool(call(*places, ctypes.c_int(here), ctypes.c_char_p(os.fsencode(other)), ctypes.c_uint(swap)) == 0)


class Journal:
    """The files that are done, one a line, so that a run that was ended goes on. Only one run at a time has it."""

    def __init__(self, path: str) -> None:
        self.path = path
        os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
        self.file: TextIO = open(path, "a+", encoding="utf-8")  # noqa: SIM115 (it stays open and locked)
        try:
            import fcntl

            fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except ImportError:
            pass
        except OSError:
            raise Refused(f"Another run writes {path!r:.300}. Wait for its end, or choose another --journal.") from None
        self.file.seek(0)
        self.done: dict[str, dict[str, Any]] = {}
        line = ""
        for line in self.file:
            try:
                entry = json.loads(line)
                self.done[entry["source"]] = entry
            except (ValueError, KeyError, TypeError):
                # The last line of a run that was killed.
                continue
        if line and not line.endswith("\n"):
            self.file.write("\n")

    def entry_of(self, source: str, wanted: str) -> dict[str, Any] | None:
        """What an earlier run wrote of this file, if that still stands."""
        entry = self.done.get(source)
        if entry is None or entry["recipe"] != wanted:
            return None
        target, size = entry["target"], entry["afterBytes"]
        try:
            if is_address(target):
                stands = identity(target)[0] == size
            else:
                stands = os.stat(target).st_size == size
            own = identity(source)
        except OSError:
            return None
        return entry if stands and own == entry["identity"] else None

    def write(self, entry: dict[str, Any]) -> None:
        self.file.seek(0, os.SEEK_END)
        self.file.write(json.dumps(entry) + "\n")
        self.file.flush()
        os.fsync(self.file.fileno())
