"""A server on this machine that serves ranges of a file and counts the requests, and what the reference readers read it with."""

from __future__ import annotations

import http.client
import io
import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import fsspec
from fsspec.spec import AbstractFileSystem


class RangeServer:
    """Serves one file at a time; `requests` holds the bytes of each range that was asked for."""

    def __init__(self) -> None:
        self.content = b""
        self.requests: list[int] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                found = re.fullmatch(r"bytes=(\d+)-(\d+)", self.headers["Range"])
                assert found is not None
                part = outer.content[int(found[1]) : int(found[2]) + 1]
                outer.requests.append(len(part))
                self.send_response(206)
                self.send_header("Content-Length", str(len(part)))
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

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


class RangeFile(io.RawIOBase):
    """A file of the server; each read is one request, and nothing is kept."""

    def __init__(self, server: RangeServer) -> None:
        self.size = len(server.content)
        self.position = 0
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port)

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
        self.connection.request("GET", "/", headers={"Range": f"bytes={self.position}-{end - 1}"})
        part = self.connection.getresponse().read()
        self.position += len(part)
        return part

    def readinto(self, target: Any) -> int:
        part = self.read(len(target))
        target[: len(part)] = part
        return len(part)


class RangeFileSystem(AbstractFileSystem):
    """The server as a file system of fsspec, for readers that ask for several ranges at once."""

    protocol = "ranges"
    cachable = False
    server: RangeServer

    def info(self, path: str, **_: Any) -> dict[str, Any]:
        return {"name": path, "size": len(self.server.content), "type": "file"}

    def _open(self, path: str, mode: str = "rb", **_: Any) -> RangeFile:
        return RangeFile(self.server)

    def cat_file(self, path: str, start: int | None = None, end: int | None = None, **_: Any) -> bytes:
        file = RangeFile(self.server)
        file.seek(start or 0)
        return file.read(-1 if end is None else end - (start or 0))


fsspec.register_implementation("ranges", RangeFileSystem)
