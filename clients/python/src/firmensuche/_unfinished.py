"""A file that is there when it is complete."""

from __future__ import annotations

import os
from pathlib import Path
from secrets import token_hex
from types import TracebackType
from typing import IO


class UnfinishedFile:
    """A file beside the one that it replaces at the end of a `with` block; an error leaves the old one."""

    def __init__(self, target: Path) -> None:
        self._target = target
        self._path = target.with_name(f".{target.name}.{token_hex(4)}")
        self._file = self._path.open("xb")

    def __enter__(self) -> IO[bytes]:
        return self._file

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        try:
            # It writes what is buffered, which fails again where writing has failed.
            self._file.close()
            if error is None:
                os.replace(self._path, self._target)
        finally:
            self._path.unlink(missing_ok=True)
