"""Counts the work that the tests cause, which budgets limit; no clock of a loaded machine enters.

Each process of pytest writes its counts as JSON into the folder that FORMATLAB_WORK_FOLDER names, and nothing without it. Whoever reads them adds up
the files (run.mjs writes one, too: work.mjs).
"""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from pathlib import Path
from typing import Any

COUNTS: Counter[str] = Counter()
#: What a program is counted as, by the name of its file.
PROGRAMS = {"java": "jvmStarts", "node": "nodeProcesses", "python": "pythonProcesses", "python3": "pythonProcesses"}


def program_of(executable: Any, arguments: Any) -> str | None:
    """The name under which the start of a program is counted; None if it is not."""
    first = (
        executable if arguments is None or isinstance(arguments, (str, bytes)) else next(iter(arguments), executable)
    )
    name = Path(os.fsdecode(first)).name if first else ""
    return PROGRAMS.get("python" if name.startswith("python") else name)


def count_started(event: str, arguments: tuple) -> None:
    """Sees every process that Python starts, whichever test or tool starts it."""
    if event == "subprocess.Popen":
        name = program_of(arguments[0], arguments[1])
        if name is not None:
            COUNTS[name] += 1


def start_counting() -> None:
    if "FORMATLAB_WORK_FOLDER" in os.environ:
        sys.addaudithook(count_started)


def write_counts() -> None:
    folder = os.environ.get("FORMATLAB_WORK_FOLDER")
    if folder is not None and COUNTS:
        Path(folder).mkdir(parents=True, exist_ok=True)
        (Path(folder) / f"interop-{os.getpid()}.json").write_text(json.dumps(COUNTS))
