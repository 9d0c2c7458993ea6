"""DataFrames of pandas and polars as rows to match, and results as columns."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from ._batches import Batch
from .records import MatchResult

CELL_CHARS_MAX: Final = 2_100
"""Characters of a cell that are sent, at most.

The service refuses a text of more than 500 (combined characters count once) as too long in any case; the
limit keeps such cells from making the whole request too large."""

COLUMNS: Final = {
    "state": "text",
    "score": "number",
    "uuid": "text",
    "name": "text",
    "matched_name": "text",
    "number": "text",
    "court": "text",
    "seat": "text",
    "country": "text",
    "legal_form": "text",
    "status": "text",
    "count": "number",
    "error": "text",
}
"""The new columns without their prefix."""


class FrameTable:
    """The rows of a frame that are sent, and the way back from their results to the rows of the frame."""

    def __init__(self, df: Any, columns: Mapping[str, Any], deep: bool, prefix: str) -> None:
        self._library = _library_of(df)
        self._df = df
        self._added = {column: f"{prefix}{column}" for column in COLUMNS}
        used = {field: column for field, column in columns.items() if column is not None}
        if "name" not in used and "registration_number" not in used:
            raise TypeError("match_dataframe() needs the column of the names or of the register numbers")
        self._check_columns(used.values())
        self.rows: list[dict[str, Any]] = []
        self._places = self._read(used, deep)

    def _check_columns(self, used: Iterable[Any]) -> None:
        there = list(self._df.columns)
        for column in used:
            count = there.count(column)
            if count != 1:
                raise ValueError(
                    f"the frame has {f'{count} columns' if count else 'no column'} {column!r}: {there}"
                )
        taken = [name for name in self._added.values() if name in there]
        if taken:
            raise ValueError(f"the frame has the columns {taken} already; choose another prefix")

    def _read(self, used: Mapping[str, Any], deep: bool) -> list[int | None]:
        """For each row of the frame the place of the row that is sent for it."""
        cells = [self._cells(column) for column in used.values()]
        seen: dict[tuple[str | None, ...], int] = {}
        places: list[int | None] = []
        for values in zip(*cells, strict=True):
            row = dict(zip(used, values, strict=True))
            if row.get("name") is None and row.get("registration_number") is None:
                places.append(None)
                continue
            place = seen.setdefault(values, len(self.rows))
            if place == len(self.rows):
                self.rows.append({**row, "deep": deep})
            places.append(place)
        return places

    def _cells(self, column: Any) -> list[str | None]:
        series = self._df[column]
        if self._library == "polars":
            return [_text(value) for value in series.to_list()]
        missing = series.isna().tolist()
        return [None if gone else _text(value) for value, gone in zip(series.tolist(), missing, strict=True)]

    def batches(self) -> Iterator[Batch[dict[str, Any]]]:
        """The rows to send, for one request each."""
        batch: Batch[dict[str, Any]] = Batch()
        for row in self.rows:
            if batch.add(row):
                yield batch
                batch = Batch()
        if batch.rows:
            yield batch

    def with_results(self, results: Sequence[MatchResult]) -> Any:
        """The frame with the new columns."""
        cells = [_cells_of(result) for result in results]
        rows = [_NOTHING_SENT if place is None else cells[place] for place in self._places]
        columns = {name: [row.get(column) for row in rows] for column, name in self._added.items()}
        if self._library == "polars":
            return self._with_polars(columns)
        return self._with_pandas(columns)

    def _with_pandas(self, columns: Mapping[str, list[Any]]) -> Any:
        import pandas

        types: dict[str, Any] = {"text": "string", "number": "Int64"}
        arrays = {
            self._added[column]: pandas.array(columns[self._added[column]], dtype=types[kind])
            for column, kind in COLUMNS.items()
        }
        return self._df.assign(**arrays)

    def _with_polars(self, columns: Mapping[str, list[Any]]) -> Any:
        import polars

        types = {"text": polars.String, "number": polars.Int64}
        return self._df.with_columns(
            polars.Series(self._added[column], columns[self._added[column]], dtype=types[kind])
            for column, kind in COLUMNS.items()
        )


def _library_of(df: Any) -> str:
    for kind in type(df).__mro__:
        library = kind.__module__.partition(".")[0]
        if kind.__name__ == "DataFrame" and library in ("pandas", "polars"):
            return library
    raise TypeError(f"match_dataframe() needs a DataFrame of pandas or polars, not {type(df).__name__}")


def _text(value: Any) -> str | None:
    """The text of a cell; `None` without one."""
    if isinstance(value, float):
        if math.isnan(value):
            return None
        # Columns of whole numbers become fractional in pandas where a cell is missing.
        value = int(value) if value.is_integer() else value
    text = "" if value is None else str(value).strip()
    return text[:CELL_CHARS_MAX] or None


_NOTHING_SENT: Final[Mapping[str, Any]] = {"state": "invalid", "count": 0, "error": "name: required"}


def _cells_of(result: MatchResult) -> dict[str, Any]:
    companies = result["companies"]
    cells: dict[str, Any] = {"state": result["state"], "count": len(companies)}
    faults = [
        f"{fault['field'].rpartition('/')[2]}: {fault['reason']}" for fault in result.get("details", [])
    ]
    if faults:
        cells["error"] = ", ".join(faults)
    if not companies:
        return cells
    best = companies[0]
    return {
        **cells,
        "score": best["match"]["score"],
        "uuid": best["uuid"],
        "name": best["name"],
        "matched_name": best["match"]["matched_name"],
        "number": best["registration_number"],
        "court": best["register_court"],
        "seat": best["seat"],
        "country": best["country"],
        "legal_form": best["legal_form"],
        "status": best["status"],
    }
