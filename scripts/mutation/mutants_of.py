"""What mutmut has to say of its mutants, as JSON: `names FILE…` all names of each file, `changes NAME…` what each changes, `results FILE…` what became of them.

mutmut's commands print for people, and its names are known only after a run.
"""

import json
import re
import sys
from difflib import SequenceMatcher
from pathlib import Path

from mutmut.mutation.data import SourceFileMutationData
from mutmut.mutation.file_mutation import mutate_file_contents
from mutmut.stats import status_by_exit_code
from mutmut.utils.format_utils import get_mutant_name


def names(files: list[str]) -> dict[str, str]:
    found = {}
    for file in files:
        mutated = mutate_file_contents(file, Path(file).read_text(encoding="utf-8"))
        # For `changes`: to mutate a file takes seconds.
        Path(file + ".mutated").write_text(mutated.code, encoding="utf-8")
        found |= {get_mutant_name(Path(file), name): file for name in mutated.mutant_names}
    return found


def function_texts(code: str) -> dict[str, list[str]]:
    """Each function's lines, by its name; mutmut's own diffs parse the whole file for each mutant, which takes minutes."""
    lines = code.split("\n")
    found = {}
    for at, line in enumerate(lines):
        head = re.match(r"( *)(?:async )?def (\w+)\(", line)
        if head is None:
            continue
        indent, end = head[1], at + 1
        # A header of several lines ends with a closing bracket at the function's own indent.
        while end < len(lines) and (lines[end].strip() == "" or lines[end].startswith((indent + " ", indent + ")"))):
            end += 1
        found[head[2]] = [line.replace(head[2], head[2].split("__mutmut_")[0], 1), *lines[at + 1 : end]]
    return found


def changes(wanted: list[str]) -> dict[str, dict]:
    """The lines that a mutant takes out and puts in, and the number of the first of them within the function."""
    texts: dict[str, dict[str, list[str]]] = {}
    found = {}
    for name in wanted:
        module, function = name.rsplit(".", 1)
        if module not in texts:
            texts[module] = function_texts(Path(module + ".py.mutated").read_text(encoding="utf-8"))
        before = texts[module][re.sub(r"__mutmut_\d+$", "__mutmut_orig", function)]
        after = texts[module][function]
        out, put, line = [], [], None
        for kind, start, stop, other_start, other_stop in SequenceMatcher(None, before, after, False).get_opcodes():
            if kind != "equal":
                out += before[start:stop]
                put += after[other_start:other_stop]
                line = start if line is None else line
        found[name] = {"original": out, "replacement": put, "line": line}
    return found


def results(files: list[str]) -> dict[str, str]:
    found = {}
    for file in files:
        data = SourceFileMutationData(path=Path(file))
        data.load()
        found |= {name: status_by_exit_code[code] for name, code in data.exit_code_by_key.items()}
    return found


if __name__ == "__main__":
    command, *arguments = sys.argv[1:]
    json.dump({"names": names, "changes": changes, "results": results}[command](arguments), sys.stdout)
