"""The workloads `sensors` and `logs` in numpy: equal seeds and knobs give the bytes that workers/workloads/sensors/ and logs/ give."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from formatlab_data import Column, Dataset, philox
from formatlab_table import zipf_picks

WORKLOADS = Path(__file__).resolve().parents[2] / "workers/workloads"
#: Every module has it; mypy does not know.
__loader__: Any
# By the loader, since the script that the page exports carries this file with it.
VOCABULARY = json.loads(__loader__.get_data(str(WORKLOADS / "logs/templates.json")))
FIRST_SECOND = 1_736_121_600
TWO_TO_32 = 1 << 32


def pairs(seed: int, column: int, start: int, end: int, purpose: int = 0) -> np.ndarray:
    """Two random words for each number from start to end, as int64."""
    blocks = np.arange(start // 2, (end + 1) // 2, dtype=np.uint64)
    words = philox(blocks, 0, column, purpose, (seed, 0)).reshape(-1, 2)
    return words[start % 2 :][: end - start].astype(np.int64)


def category(name: str, indices: np.ndarray, names: Sequence[str]) -> Column:
    items = Column("item", "utf8", None, [each.encode() for each in names])
    return Column(
        name, "category", None, indices.astype(np.int32), {"ordered": False, "categories": len(names)}, [items]
    )


# ── Sensors ──────────────────────────────────────────────────────────────────────────────────────────────────────────

PLACES = "attic boiler cellar garage hall kitchen lab office roof stairs studio workshop".split(" ")
STATUSES = ("ok", "low battery", "calibrating", "fault")
TIME, TEMPERATURE, HUMIDITY, PRESSURE, STATUS = 0, 2, 3, 4, 6
KNOT = 1
DAY = 86_400
STATUS_TURNS = 64


def sensors(
    seed: int,
    size: int,
    sensors: int = 24,
    intervalSeconds: int = 10,
    jitterMs: int = 40,
    noise: int = 2,
    faultShare: float = 0.002,
    start: int = 0,
) -> Dataset:
    """Rows [start, start + size) of the readings of this seed."""
    rows = np.arange(start, start + size, dtype=np.int64)
    sensor = rows % sensors
    turn = rows // sensors
    last_turn = int(turn[-1])

    def steps(column: int, turns: int, middle: int, reach: int, noon: int, is_shared: bool) -> np.ndarray:
        width = 1 if is_shared else sensors
        first = int(turn[0]) // turns
        words = pairs(seed, column, first * width, (last_turn // turns + 2) * width, KNOT)[:, 0]
        knots = words * (2 * reach + 1) // TWO_TO_32 - reach
        after = turn % turns
        at = (turn // turns - first) * width + (0 if is_shared else sensor)
        line = knots[at] * (turns - after) + knots[at + width] * after
        second = turn * intervalSeconds % DAY
        day = 4 * noon * second * (DAY - second) // (DAY * DAY)
        drawn = pairs(seed, column, start, start + size)[:, 0] * (2 * noise + 1) // TWO_TO_32
        return middle + line // turns + day + drawn - noise

    late = pairs(seed, TIME, start, start + size)[:, 0] * (jitterMs + 1) // TWO_TO_32
    times = 1_000 * (FIRST_SECOND + turn * intervalSeconds) + sensor * (1_000 * intervalSeconds // sensors) + late

    limit = int(np.floor(faultShare * 2.0**32))
    faults = (pairs(seed, STATUS, start, start + size)[:, 0] < limit) | (rows == 2)
    faults &= limit > 0
    present = ~faults if faults.any() else None

    used = turn * intervalSeconds // 1_800 + 97 * sensor
    millivolts = 3_000 - used % 600 - 37 * sensor % 40

    first_span = int(turn[0]) // STATUS_TURNS
    spans = pairs(seed, STATUS, first_span * sensors, (last_turn // STATUS_TURNS + 1) * sensors, KNOT)[:, 0]
    calibrates = spans < int(np.floor(0.01 * 2.0**32))
    status = np.where(millivolts < 2_450, 1, 0)
    status = np.where(calibrates[(turn // STATUS_TURNS - first_span) * sensors + sensor], 2, status)
    status = np.where(faults, 3, status)

    def floats(values: np.ndarray, per_unit: int) -> np.ndarray:
        return np.where(faults, 0.0, values / per_unit)

    names = [f"{PLACES[each % 12]}-{each // 12 + 1:02}" for each in range(sensors)]
    return Dataset(
        "table",
        size,
        columns=[
            Column("time", "timestamp", None, times, {"unit": "ms", "timeZone": "UTC"}),
            category("sensor", sensor, names),
            Column("temperature", "float64", present, floats(steps(TEMPERATURE, 256, 1_900, 300, 500, False), 100)),
            Column("humidity", "float64", present, floats(steps(HUMIDITY, 512, 480, 120, -60, False), 10)),
            Column("pressure", "float32", None, (steps(PRESSURE, 1_024, 10_130, 120, 0, True) / 10).astype(np.float32)),
            Column("millivolts", "int16", None, millivolts.astype(np.int16)),
            category("status", status, STATUSES),
        ],
    )


# ── Logs ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

LEVELS = ("DEBUG", "INFO", "WARN", "ERROR")
ORDER, LINE_TIME, LINE, NUMBERS, MORE, SERVICE, REQUEST = range(7)
GROUP = 8
USUAL_STATUSES = np.repeat([200, 201, 204, 304, 404], [200, 16, 8, 24, 8])
ERROR_STATUSES = (500, 502, 503, 504)


def logs(
    seed: int,
    size: int,
    linesPerSecond: int = 50,
    services: int = 8,
    errorShare: float = 0.02,
    start: int = 0,
) -> Dataset:
    """Lines [start, start + size) of the log of this seed."""
    end = start + size
    rows = np.arange(start, end, dtype=np.int64)
    first_group, groups = start // GROUP, (end - 1) // GROUP + 1 - start // GROUP
    order = pairs(seed, ORDER, first_group, first_group + groups)[:, 0]
    group = rows // GROUP - first_group
    request = 2 * group + ((order[group] >> (rows % GROUP)) & 1)
    of_request = pairs(seed, SERVICE, 2 * first_group, 2 * (first_group + groups))
    ids = pairs(seed, REQUEST, 2 * first_group, 2 * (first_group + groups))

    step = 1_000_000 // linesPerSecond
    times = 1_000_000 * FIRST_SECOND + rows * step + pairs(seed, LINE_TIME, start, end)[:, 0] * step // TWO_TO_32

    line, numbers, more = (pairs(seed, column, start, end) for column in (LINE, NUMBERS, MORE))
    is_error = line[:, 0] < int(np.floor(errorShare * 2.0**32))
    picks = zipf_picks(len(VOCABULARY["usual"]), 1)
    uniform = numbers[:, 0] / 2.0**32
    ms = 1 + np.floor(2_000 * (uniform * uniform * uniform)).astype(np.int64)
    users = of_request[request, 1] % 50_000
    messages, level = [], np.zeros(size, np.int64)
    present, status = np.zeros(size, bool), np.zeros(size, np.int16)
    for row in range(size):
        pick = int(line[row, 1]) >> 16
        errors = VOCABULARY["errors"]
        template = errors[pick % len(errors)] if is_error[row] else VOCABULARY["usual"][picks[pick]]
        third = int(more[row, 0])
        fields = {
            "path": VOCABULARY["paths"][users[row] % len(VOCABULARY["paths"])],
            "ms": ms[row],
            "number": numbers[row, 1] % 1_000_000,
            "count": 1 + third % 40,
            "user": users[row],
            "address": f"10.{third & 255}.{third >> 8 & 255}.{third >> 16 & 255}",
        }
        messages.append(template["text"].format(**fields).encode())
        level[row] = LEVELS.index(template["level"])
        if template["ends"] and rows[row] > 0:
            draw = int(more[row, 1]) >> 24
            present[row], status[row] = True, ERROR_STATUSES[draw % 4] if is_error[row] else USUAL_STATUSES[draw]
    validity = None if present.all() else present
    latency = np.where(present, ms, 0).astype(np.int32)
    names = VOCABULARY["services"][:services]
    return Dataset(
        "table",
        size,
        columns=[
            Column("time", "timestamp", None, times, {"unit": "us", "timeZone": "UTC"}),
            category("level", level, LEVELS),
            category("service", zipf_picks(services, 1)[of_request[request, 0] >> 16], names),
            Column("message", "utf8", None, messages),
            Column("request_id", "utf8", None, [f"{a:08x}{b:08x}".encode() for a, b in ids[request].tolist()]),
            Column("status", "int16", validity, status),
            Column("latency_ms", "int32", validity, latency),
        ],
    )
