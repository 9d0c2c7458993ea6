"""Makes the synchronous modules of the asynchronous ones: `python tools/make_sync.py`.

With the argument `--check` it writes nothing and ends with 1 if a file is out of date.
"""

import re
import sys
from pathlib import Path

FOLDER = Path(__file__).parent.parent / "src/firmensuche"
MODULES = ["client", "matches", "sender", "watches", "webhooks"]
"""Each is made of the one whose name begins with `_async_`."""

REPLACED = [
    (
        r"`_(\w+)\.py` is made of this file by `tools/make_sync\.py`: change this one\.",
        r"Made of `_async_\1.py` by `tools/make_sync.py`: change that one.",
    ),
    (r"\b_async_(client|matches|sender|watches|webhooks)\b(?!\.py)", r"_\1"),
    (r"AsyncGenerator\[(.*), None\]", r"Generator[\1, None, None]"),
    (r"AsyncGenerator, Callable", "Callable, Generator"),
    (r"\bAsyncGenerator\b", "Generator"),
    (r"\basync (def|for|with) ", r"\1 "),
    (r"\bawait ", ""),
    (r"__aenter__", "__enter__"),
    (r"__aexit__", "__exit__"),
    (r"\ba(close|closing|read|iter_bytes)\b", r"\1"),
    (r"\b(each|parts)_async\b", r"\1"),
    (r"_asynchronous\b", "_synchronous"),
    (r"\bAsync(Firmensuche|Http|Matches|Rows|Sender|Watches|Webhooks)\b", r"\1"),
]


def made(module: str) -> str:
    """The text of a synchronous module."""
    text = (FOLDER / f"_async_{module}.py").read_text(encoding="utf-8")
    for pattern, replacement in REPLACED:
        text = re.sub(pattern, replacement, text)
    left = re.findall(r".*(?:[Aa]sync|await|aiter|anext).*", text.split('"""', 2)[2])
    if left:
        raise SystemExit(f"not converted: {left}")
    return text


if __name__ == "__main__":
    is_check = "--check" in sys.argv[1:]
    for module in MODULES:
        target = FOLDER / f"_{module}.py"
        if not is_check:
            target.write_text(made(module), encoding="utf-8")
        elif not target.exists() or target.read_text(encoding="utf-8") != made(module):
            sys.exit(1)
