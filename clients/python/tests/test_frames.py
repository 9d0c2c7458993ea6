"""DataFrames of pandas and polars."""

from __future__ import annotations

import json
import math

import httpx
import pandas
import polars
import pytest

from firmensuche import FirmensucheError

ADDED = [
    "match_state",
    "match_score",
    "match_uuid",
    "match_name",
    "match_matched_name",
    "match_number",
    "match_court",
    "match_seat",
    "match_country",
    "match_legal_form",
    "match_status",
    "match_count",
    "match_error",
]


@pytest.fixture(params=["pandas", "polars"])
def frame(request):
    """Makes a frame of columns."""
    return pandas.DataFrame if request.param == "pandas" else polars.DataFrame


def column(df, name):
    """The cells of a column, `None` where one is missing."""
    if isinstance(df, polars.DataFrame):
        return df[name].to_list()
    return [None if missing else value for value, missing in zip(df[name], df[name].isna(), strict=True)]


def rows_sent(sent):
    return [json.loads(request.content) for request in sent.requests]


def test_every_row_gets_the_columns_of_its_best_company(client, first, frame):
    nobody = "Nobody Ever Heard Of This AG"
    df = frame({"kunde": [first["name"], nobody], "ort": [first["seat"], None], "umsatz": [1.5, 2.5]})
    matched = client.match_dataframe(df, name="kunde", city="ort")
    assert type(matched) is type(df)
    assert list(matched.columns) == ["kunde", "ort", "umsatz", *ADDED]
    assert list(df.columns) == ["kunde", "ort", "umsatz"], "the frame itself is not changed"
    assert column(matched, "umsatz") == [1.5, 2.5]
    best = client.match([{"name": first["name"], "city": first["seat"]}])[0]
    company = best["companies"][0]
    cells = [column(matched, name)[0] for name in ADDED]
    assert cells == [
        best["state"],
        company["match"]["score"],
        company["uuid"],
        company["name"],
        company["match"]["matched_name"],
        company["registration_number"],
        company["register_court"],
        company["seat"],
        company["country"],
        company["legal_form"],
        company["status"],
        len(best["companies"]),
        None,
    ]
    missing = [column(matched, name)[1] for name in ADDED]
    assert missing == ["not_found", *[None] * 10, 0, None]


def test_the_new_columns_have_the_same_types_whatever_they_contain(client, first, frame):
    names = [[first["name"]], [None], []]
    made = [client.match_dataframe(frame({"name": rows}), name="name") for rows in names]
    types = [[str(df[name].dtype) for name in ADDED] for df in made]
    text, number = ("string", "Int64") if frame is pandas.DataFrame else ("String", "Int64")
    assert types[0] == [text, number, *[text] * 9, number, text]
    assert types[0] == types[1] == types[2]
    assert [len(df) for df in made] == [1, 1, 0]


def test_missing_cells_are_not_sent(make, frame):
    client, sent = make()
    names = ["Adler", None, "", "  ", "Adler ", "Falke"]
    cities = ["Berlin", "Berlin", None, "", "\tBerlin", None]
    df = client.match_dataframe(frame({"name": names, "city": cities}), name="name", city="city")
    assert rows_sent(sent) == [
        [{"name": "Adler", "city": "Berlin", "deep": False}, {"name": "Falke", "deep": False}]
    ]
    states = column(df, "match_state")
    assert states[1:4] == ["invalid"] * 3
    assert column(df, "match_error")[1:4] == ["name: required"] * 3
    assert states[0] == states[4] != "invalid"


def test_every_way_of_pandas_to_say_missing_is_one(make):
    client, sent = make()
    missing = [None, math.nan, pandas.NA, pandas.NaT]
    df = pandas.DataFrame({"name": ["Adler"] * 4, "city": pandas.Series(missing, dtype=object)})
    client.match_dataframe(df, name="name", city="city")
    client.match_dataframe(df.astype({"city": "string"}), name="name", city="city")
    client.match_dataframe(df.astype({"city": "category", "name": "category"}), name="name", city="city")
    assert rows_sent(sent) == [[{"name": "Adler", "deep": False}]] * 3


def test_a_frame_of_pandas_keeps_its_index_and_attributes(client, first):
    index = pandas.Index(["b", "a", "b"], name="key")
    df = pandas.DataFrame({"name": [first["name"], None, first["name"]], 7: [1, 2, 3]}, index=index)
    df.attrs["source"] = "crm"
    matched = client.match_dataframe(df, name="name")
    assert matched.index.equals(index) and matched.attrs == {"source": "crm"}
    assert column(matched, "match_uuid")[0] == column(matched, "match_uuid")[2]
    pandas.testing.assert_frame_equal(matched[["name", 7]], df)


def test_a_class_derived_from_the_frame_of_pandas_is_kept(client, first):
    class OwnFrame(pandas.DataFrame):
        @property
        def _constructor(self):
            return OwnFrame

    assert type(client.match_dataframe(OwnFrame({"name": [first["name"]]}), name="name")) is OwnFrame


def test_register_numbers_are_matched_also_if_the_column_has_numbers(make, frame, first):
    client, sent = make()
    court = f"{first['register_court']} {first['registration_number']}"
    df = client.match_dataframe(frame({"nr": [court, None]}), number="nr")
    assert column(df, "match_uuid") == [first["uuid"], None]
    assert column(df, "match_score")[0] == 100
    client.match_dataframe(frame({"nr": [6684.0, None, math.nan, 12.5]}), number="nr")
    assert [row["registration_number"] for row in rows_sent(sent)[1]] == ["6684", "12.5"]


def test_an_invalid_cell_says_what_is_wrong_and_harms_no_other_row(client, first, frame):
    names = [first["name"], "x" * 100_000, first["name"], "\x00"]
    numbers = [None, None, "HRX 5", None]
    df = client.match_dataframe(frame({"name": names, "nr": numbers}), name="name", number="nr")
    assert column(df, "match_state")[1:] == ["invalid"] * 3
    assert column(df, "match_uuid")[0] == first["uuid"]
    assert column(df, "match_error") == [
        None,
        "name: too_long",
        "registration_number: format",
        "name: control_character",
    ]


def test_thousands_of_rows_are_sent_in_batches_of_a_hundred_and_equal_rows_once(make, frame):
    client, sent = make()
    names = [f"Firma {i % 1234}" for i in range(5000)]
    seen = []
    progress = lambda done, total: seen.append((done, total))  # noqa: E731
    df = client.match_dataframe(frame({"name": names}), name="name", progress=progress)
    assert len(sent.requests) == 13
    assert [len(rows) for rows in rows_sent(sent)] == [100] * 12 + [34]
    assert seen == [*[(100 * (i + 1), 1234) for i in range(12)], (1234, 1234)]
    assert len(df) == 5000 and column(df, "name") == names
    states = column(df, "match_state")
    assert states[:1234] == states[1234:2468] and None not in states


def test_the_worst_cells_of_a_batch_fit_into_requests(make, frame):
    client, sent = make()
    worst = "\N{MUSICAL SYMBOL G CLEF}" * 100_000
    names = [f"{i} {worst}" for i in range(200)]
    df = client.match_dataframe(frame({"name": names, "city": names}), name="name", city="city")
    assert column(df, "match_error") == ["name: too_long, city: too_long"] * 200
    assert set(sent.results) == {200}


def test_a_deep_search_and_a_prefix_can_be_chosen(make, first, frame):
    client, sent = make()
    df = client.match_dataframe(frame({"name": [first["name"]]}), name="name", deep=True, prefix="fs_")
    assert rows_sent(sent)[0][0]["deep"] is True
    assert column(df, "fs_uuid") == [first["uuid"]]


def test_its_longest_wait_is_its_own(make, frame):
    def busy(seconds):
        answers = [httpx.Response(429, json={}, headers={"Retry-After": seconds})]
        return lambda request: answers.pop() if answers else None

    df = frame({"name": ["a"]})
    client, sent = make(busy("1"), wait_max=0)
    client.match_dataframe(df, name="name")
    assert sent.results == [429, 200]
    for seconds, options in (("301", {}), ("1", {"wait_max": 0})):
        client, sent = make(busy(seconds), wait_max=1000)
        with pytest.raises(FirmensucheError):
            client.match_dataframe(df, name="name", **options)
        assert sent.results == [429]


def test_what_cannot_be_matched_is_refused_before_anything_is_sent(make, frame):
    client, sent = make()
    df = frame({"name": ["a"], "match_uuid": ["u"]})
    with pytest.raises(TypeError, match="needs the column of the names or of the register numbers"):
        client.match_dataframe(df, city="name")
    with pytest.raises(ValueError, match="no column 'nmae'"):
        client.match_dataframe(df, name="nmae")
    with pytest.raises(ValueError, match="already"):
        client.match_dataframe(df, name="name")
    for other in ([{"name": "a"}], polars.LazyFrame({"name": ["a"]}), {"name": ["a"]}):
        with pytest.raises(TypeError, match="needs a DataFrame of pandas or polars, not"):
            client.match_dataframe(other, name="name")
    double = pandas.DataFrame([["a", "b"]], columns=["name", "name"])
    with pytest.raises(ValueError, match="2 columns 'name'"):
        client.match_dataframe(double, name="name")
    assert sent.requests == []
