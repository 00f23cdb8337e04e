"""A server on this machine that serves ranges of a file and counts the requests, and what the reference readers read it with."""

from __future__ import annotations

import http.client
import io
import re
import threading
import time
from datetime import datetime, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import fsspec
from fsspec.spec import AbstractFileSystem


class RangeServer:
    """Serves one file at a time; `requests` holds the bytes of each range that was asked for, and 0 for a question for the size."""

    def __init__(self) -> None:
        self.content = b""
        self.requests: list[int] = []
        #: The most requests for ranges that were open at a time.
        self.most_at_once = 0
        #: How long each range takes at least, in seconds, so that requests can overlap.
        self.delay = 0.0
        open_now = 0
        lock = threading.Lock()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_HEAD(self) -> None:
                outer.requests.append(0)
                self.send_response(200)
                self.send_header("Content-Length", str(len(outer.content)))
                self.send_header("ETag", '"file"')
                self.send_header("Last-Modified", "Thu, 01 Jan 2026 00:00:00 GMT")
                self.end_headers()

            def do_GET(self) -> None:
                nonlocal open_now
                found = re.fullmatch(r"bytes=(\d+)-(\d+)", self.headers["Range"])
                assert found is not None
                part = outer.content[int(found[1]) : int(found[2]) + 1]
                with lock:
                    open_now += 1
                    outer.most_at_once = max(outer.most_at_once, open_now)
                    outer.requests.append(len(part))
                time.sleep(outer.delay)
                with lock:
                    open_now -= 1
                self.send_response(206)
                self.send_header("Content-Length", str(len(part)))
                self.send_header("Content-Range", f"bytes {found[1]}-{found[2]}/{len(outer.content)}")
                self.end_headers()
                self.wfile.write(part)

            def log_message(self, *_: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def port(self) -> int:
        return self.server.server_address[1]

    def serve(self, path: Path) -> None:
        self.content = path.read_bytes()
        self.requests = []
        self.most_at_once = 0

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


class RangeFile(io.RawIOBase):
    """A file of the server; each read is one request, and nothing is kept. Without HTTP, for readers with thousands of reads, they are only counted."""

    def __init__(self, server: RangeServer, over_http: bool = True) -> None:
        self.size = len(server.content)
        self.position = 0
        self.server = server
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port) if over_http else None

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self.position

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        self.position = offset + {io.SEEK_SET: 0, io.SEEK_CUR: self.position, io.SEEK_END: self.size}[whence]
        return self.position

    def read(self, size: int = -1) -> bytes:
        end = self.size if size < 0 else min(self.size, self.position + size)
        if end <= self.position:
            return b""
        if self.connection is None:
            part = self.server.content[self.position : end]
            self.server.requests.append(len(part))
        else:
            self.connection.request("GET", "/", headers={"Range": f"bytes={self.position}-{end - 1}"})
            part = self.connection.getresponse().read()
        self.position += len(part)
        return part

    def readinto(self, target: Any) -> int:
        part = self.read(len(target))
        target[: len(part)] = part
        return len(part)


class SharedRangeFile(io.RawIOBase):
    """A file that several threads read: each has its own position and its own connection."""

    def __init__(self, server: RangeServer) -> None:
        self.server = server
        self.of_thread = threading.local()

    @property
    def own(self) -> RangeFile:
        if not hasattr(self.of_thread, "file"):
            self.of_thread.file = RangeFile(self.server)
        return self.of_thread.file

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self.own.tell()

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        return self.own.seek(offset, whence)

    def read(self, size: int = -1) -> bytes:
        return self.own.read(size)


class RangeFileSystem(AbstractFileSystem):
    """The server as a file system of fsspec, for readers that ask for several ranges at once."""

    protocol = "ranges"
    cachable = False
    server: RangeServer

    def info(self, path: str, **_: Any) -> dict[str, Any]:
        return {"name": path, "size": len(self.server.content), "type": "file"}

    def modified(self, path: str) -> datetime:
        return datetime(2026, 1, 1, tzinfo=timezone.utc)

    def _open(self, path: str, mode: str = "rb", **_: Any) -> SharedRangeFile:
        return SharedRangeFile(self.server)

    def cat_file(self, path: str, start: int | None = None, end: int | None = None, **_: Any) -> bytes:
        file = RangeFile(self.server)
        file.seek(start or 0)
        return file.read(-1 if end is None else end - (start or 0))


fsspec.register_implementation("ranges", RangeFileSystem)
