"""Makes the modules embedded in this script importable, in this process and in the processes that it starts."""

import importlib.abc
import importlib.util
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType

# The script defines both names above this module.
MODULES: dict[str, str]
FILES: dict[str, str]


class Carried(importlib.abc.MetaPathFinder, importlib.abc.InspectLoader):
    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name not in MODULES:
            return None
        # The module's path in Formatlab's repository. Data files that modules read from their own folder are embedded
        # too.
        return importlib.util.spec_from_file_location(name, f"/formatlab/e2e/interop/{name}.py", loader=self)

    def get_source(self, name: str) -> str:
        return MODULES[name]

    def exec_module(self, module: ModuleType) -> None:
        code = compile(MODULES[module.__name__], f"{module.__name__}.py", "exec")
        exec(code, module.__dict__)  # noqa: S102 - that is what importing is, and the code is the script's own

    def get_data(self, path: str) -> bytes:
        return FILES[str(path).replace("\\", "/").rsplit("/", 1)[-1]].encode()


sys.meta_path.insert(0, Carried())
