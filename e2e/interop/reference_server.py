"""The reference encoders and decoders as a server on this machine, for a page that compares itself with them: see conformance/reference.ts.

    reference_server.py      prints its port as JSON, and ends with its standard input

A message is a header as JSON, its length before it (uint32, little-endian), and bytes behind it. What is compared is made here independently of the
page (conformance_sources.py), so that 16 MiB of data need not travel twice.

    GET  /about              what there is
    GET  /source?key=…       the bytes themselves, of a file of the corpus or of the pattern 'compressed'
    POST /check?codec=…      {items: [{source, lengthBytes, compareLevel?}]} + compressed bytes  → {items: [{message, referenceBytes}]}
    POST /encode?codec=…     {items: [{source, level}]}                                          → {items: [{lengthBytes, ms}]} + compressed bytes
    POST /blocks?codec=…     {items: [{sizeBytes, lengthBytes}]} + compressed bytes, then the data → {items: [{message}]}
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from functools import lru_cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

from conformance_sources import CORPUS, source
from reference_codecs import Reference
from references import REFERENCES


def verdict(reference: Reference, data: bytes, expected: bytes) -> str | None:
    """Null if the reference decodes exactly to `expected`; otherwise its message."""
    try:
        found = reference.decode(data, len(expected))
    except Exception as error:  # noqa: BLE001 - whatever the library raises is what it says of the data
        return f"{reference.upstream}: {str(error) or type(error).__name__}"[:500]
    if found == expected:
        return None
    if len(found) != len(expected):
        return f"{reference.upstream} read {len(found)} bytes where {len(expected)} were written"
    first = next(index for index, (a, b) in enumerate(zip(found, expected, strict=True)) if a != b)
    return f"{reference.upstream} read other bytes than were written, from byte {first} on"


@lru_cache(maxsize=4_096)
def small_encoded(codec: str, key: str, level: int | None) -> tuple[bytes, float]:
    return encoded_now(codec, key, level)


def encoded_now(codec: str, key: str, level: int | None) -> tuple[bytes, float]:
    data = source(key)
    started = time.perf_counter()
    out = REFERENCES[codec].encode(data, level)
    return out, (time.perf_counter() - started) * 1_000


large: dict[tuple[str, str, int | None], tuple[bytes, float]] = {}
LARGE_KEPT_BYTES = 400_000_000
large_lock = threading.Lock()


def encoded(codec: str, key: str, level: int | None) -> tuple[bytes, float]:
    """The reference's output and its time in milliseconds. It is cached, because several implementations decode the same file."""
    if len(source(key)) < 1_000_000:
        return small_encoded(codec, key, level)
    found = large.get((codec, key, level))
    if found is None:
        found = encoded_now(codec, key, level)
        with large_lock:
            large[codec, key, level] = found
            while sum(len(data) for data, _ in large.values()) > LARGE_KEPT_BYTES:
                del large[next(iter(large))]
    return found


def check(codec: str, items: list[dict], payload: memoryview) -> tuple[list[dict], bytes]:
    reference = REFERENCES[codec]
    answers = []
    at = 0
    for item in items:
        data = bytes(payload[at : at + item["lengthBytes"]])
        at += item["lengthBytes"]
        compare = item.get("compareLevel", False)
        size = None if compare is False else len(encoded(codec, item["source"], compare)[0])
        answers.append({"message": verdict(reference, data, source(item["source"])), "referenceBytes": size})
    return answers, b""


def encode(codec: str, items: list[dict], _: memoryview) -> tuple[list[dict], bytes]:
    made = [encoded(codec, item["source"], item["level"]) for item in items]
    return [{"lengthBytes": len(data), "ms": ms} for data, ms in made], b"".join(data for data, _ in made)


def blocks(codec: str, items: list[dict], payload: memoryview) -> tuple[list[dict], bytes]:
    answers = []
    at = 0
    for item in items:
        middle = at + item["lengthBytes"]
        end = middle + item["sizeBytes"]
        answers.append({"message": verdict(REFERENCES[codec], bytes(payload[at:middle]), bytes(payload[middle:end]))})
        at = end
    return answers, b""


POSTS = {"/check": check, "/encode": encode, "/blocks": blocks}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    #: Headers and body in one piece, at once: otherwise each small answer waits 40 ms for an acknowledgement.
    wbufsize = -1
    disable_nagle_algorithm = True

    def log_message(self, *_: object) -> None:
        """Logs nothing, because there are thousands of requests."""

    def answer(self, status: int, body: bytes, media_type: str) -> None:
        self.send_response(status)
        # The page is cross-origin isolated, so it may only load what says that it may.
        self.send_header("Access-Control-Allow-Origin", "*")
        self.send_header("Access-Control-Allow-Headers", "Content-Type")
        self.send_header("Cross-Origin-Resource-Policy", "cross-origin")
        self.send_header("Content-Type", media_type)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_OPTIONS(self) -> None:
        self.answer(204, b"", "text/plain")

    def do_GET(self) -> None:
        path = urlsplit(self.path)
        if path.path == "/about":
            codecs = {
                id: {
                    "name": it.name,
                    "upstream": it.upstream,
                    "levels": it.levels,
                    "surplus": it.surplus and {"bytes": it.surplus[0], "reason": it.surplus[1]},
                }
                for id, it in REFERENCES.items()
            }
            corpus = [{"name": name, "sizeBytes": file.stat().st_size} for name, file in CORPUS.items()]
            self.answer(200, json.dumps({"codecs": codecs, "corpus": corpus}).encode(), "application/json")
        elif path.path == "/source":
            self.answer(200, source(parse_qs(path.query)["key"][0]), "application/octet-stream")
        else:
            self.answer(404, b"There is nothing here.", "text/plain")

    def do_POST(self) -> None:
        path = urlsplit(self.path)
        body = memoryview(self.rfile.read(int(self.headers["Content-Length"])))
        header_end = 4 + int.from_bytes(body[:4], "little")
        try:
            items = json.loads(bytes(body[4:header_end]))["items"]
            answers, payload = POSTS[path.path](parse_qs(path.query)["codec"][0], items, body[header_end:])
        except Exception as error:  # noqa: BLE001 - the page is told, of whatever kind it is
            self.answer(500, f"{type(error).__name__}: {error}".encode(), "text/plain; charset=utf-8")
            return
        header = json.dumps({"items": answers}).encode()
        self.answer(200, len(header).to_bytes(4, "little") + header + payload, "application/octet-stream")


def end_with_stdin() -> None:
    sys.stdin.buffer.read()
    os._exit(0)


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=end_with_stdin, daemon=True).start()
    print(json.dumps({"port": server.server_port}), flush=True)
    server.serve_forever()
