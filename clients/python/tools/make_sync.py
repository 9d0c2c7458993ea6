"""Makes `_client.py` of `_async_client.py`: `python tools/make_sync.py`.

With the argument `--check` it writes nothing and ends with 1 if the file is out of date.
"""

import re
import sys
from pathlib import Path

FOLDER = Path(__file__).parent.parent / "src/firmensuche"

REPLACED = [
    (
        r"`_client\.py` is made of this file by `tools/make_sync\.py`: change this one\.",
        "Made of `_async_client.py` by `tools/make_sync.py`: change that one.",
    ),
    (r"AsyncGenerator\[(.*), None\]", r"Generator[\1, None, None]"),
    (r"AsyncGenerator, Callable", "Callable, Generator"),
    (r"\basync (def|for) ", r"\1 "),
    (r"\bawait ", ""),
    (r"__aenter__", "__enter__"),
    (r"__aexit__", "__exit__"),
    (r"\baclose\b", "close"),
    (r"\beach_async\b", "each"),
    (r"_asynchronous\b", "_synchronous"),
    (r"\bAsync(Firmensuche|Http|Rows)\b", r"\1"),
]


def made() -> str:
    """The text of the synchronous client."""
    text = (FOLDER / "_async_client.py").read_text(encoding="utf-8")
    for pattern, replacement in REPLACED:
        text = re.sub(pattern, replacement, text)
    left = re.findall(r".*(?:[Aa]sync|await|aiter|anext).*", text.split('"""', 2)[2])
    if left:
        raise SystemExit(f"not converted: {left}")
    return text


if __name__ == "__main__":
    target = FOLDER / "_client.py"
    if "--check" not in sys.argv[1:]:
        target.write_text(made(), encoding="utf-8")
    elif target.read_text(encoding="utf-8") != made():
        sys.exit(1)
