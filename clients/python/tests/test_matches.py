"""Lists that the service matches in the background."""

from __future__ import annotations

import asyncio
import csv
import io
import json
import zipfile
from pathlib import Path

import httpx
import pytest

from firmensuche import AsyncFirmensuche, FirmensucheError

LISTS = Path(__file__).parent.parent.parent.parent / "test/fixtures/lists"
FILES = [
    ("excel-de.csv", "csv"),
    ("unicode-text.tsv", "tsv"),
    ("customers.jsonl", "ndjson"),
    ("customers.xlsx", "xlsx"),
]


@pytest.fixture(autouse=True)
def no_job(client):
    """No job is left for the next test: an account has at most one that is queued or running."""
    yield
    for job in client.matches.list():
        client.matches.delete(job["id"])


def start_long_job(client):
    """Starts a job that does not end before it is deleted."""
    return client.matches.start(({"name": f"Adler Automaten {i} GmbH"} for i in range(100_000)), deep=True)


def code_of(call, *args, **options) -> str:
    with pytest.raises(FirmensucheError) as caught:
        call(*args, **options)
    return caught.value.code


def test_rows_become_a_job_that_is_waited_for_read_in_every_format_and_deleted(client, first, tmp_path):
    rows = [
        {"ref": "a", "name": first["name"], "customer": 17, "city": None},
        {"ref": "b"},
        {"ref": "c", "name": "Gibtsnicht Qwxyz GmbH"},
    ]
    started = client.matches.start(iter(rows), deep=True, filename="kunden")
    assert started["state"] in ("queued", "running", "done")
    assert (started["rows"], started["deep"], started["filename"]) == (3, True, "kunden")
    seen = []
    job = client.matches.wait(started["id"], progress=seen.append, interval=0.01)
    assert seen[-1] == job and {each["id"] for each in seen} == {started["id"]}
    assert (job["state"], job["done"], job["counts"]["invalid"], job["counts"]["not_found"]) == (
        "done",
        3,
        1,
        1,
    )
    assert client.matches.list() == [job]
    read = list(client.matches.rows(job["id"]))
    assert [(row.get("ref"), row.get("customer")) for row in read] == [("a", 17), ("b", None), ("c", None)]
    assert read[0]["match_uuid"] == first["uuid"]
    text = b"".join(client.matches.result(job["id"])).decode()
    assert text.startswith("ref,name,customer,match_state,")
    for name in ("matched.csv", "matched.ndjson", "matched.XLSX"):
        client.matches.save(job["id"], tmp_path / name)
    assert (tmp_path / "matched.csv").read_bytes().decode() == text
    assert [json.loads(line) for line in (tmp_path / "matched.ndjson").read_bytes().splitlines()] == read
    assert zipfile.ZipFile(tmp_path / "matched.XLSX").testzip() is None
    client.matches.save(job["id"], str(tmp_path / "matched.txt"), "csv")
    assert [row["ref"] for row in csv.DictReader(io.StringIO(text))] == ["a", "b", "c"]
    client.matches.delete(job["id"])
    assert client.matches.list() == []
    assert code_of(client.matches.get, job["id"]) == "not_found"


@pytest.mark.parametrize(("file", "format"), FILES)
def test_a_file_is_sent_as_it_is_by_its_path_or_its_contents(make, file, format):
    client, sent = make()
    path = LISTS / file
    for source, options in (
        (path, {}),
        (str(path), {"format": format}),
        (path.read_bytes(), {"format": format}),
    ):
        job = client.matches.start(source, **options)
        assert job["rows"] > 0
        assert job["filename"] == ("" if isinstance(source, bytes) else file)
        assert sent.requests[-1].headers["Content-Length"] == str(path.stat().st_size)
        client.matches.delete(job["id"])


def test_columns_are_named_by_number_for_a_file_without_headers(client):
    job = client.matches.start(b"A GmbH;Ulm\nB GmbH;Ulm\n", format="csv", header=False, name="1", city="2")
    assert (job["rows"], job["deep"]) == (2, False)
    assert job["columns"] == {"name": ["Column 1"], "city": ["Column 2"], "number": []}


def test_a_source_that_cannot_be_a_list_is_refused_before_anything_is_sent(make, tmp_path):
    client, sent = make()
    with pytest.raises(TypeError, match="format"):
        client.matches.start(b"name\nA GmbH\n")
    with pytest.raises(TypeError, match="a row must be a mapping of fields, not str"):
        client.matches.start(["A GmbH"])
    with pytest.raises(ValueError, match="does not tell a format"):
        client.matches.start("customers.doc")
    with pytest.raises(FileNotFoundError):
        client.matches.start(tmp_path / "missing.csv")
    with pytest.raises(ValueError, match="does not tell a format"):
        client.matches.save("mat_1", tmp_path / "matched.tsv")
    assert sent.results == []


def test_a_start_is_repeated_if_it_was_refused_and_not_if_it_may_have_succeeded(make):
    def once(answer):
        left = [answer]
        return lambda request: left.pop() if left and request.method == "POST" else None

    rows = [{"name": "A GmbH"}]
    busy = httpx.Response(503, json={}, headers={"Retry-After": "0"})
    client, sent = make(once(busy))
    path = LISTS / "customers.xlsx"
    job = client.matches.start(path)
    assert (sent.results, job["rows"] > 0) == ([503, 202], True)
    client.matches.delete(job["id"])
    for answer, code in (
        (httpx.ReadError("lost"), "no_answer"),
        (httpx.Response(502, json={}), "strange_answer"),
    ):
        client, sent = make(once(answer))
        assert code_of(client.matches.start, rows) == code
        assert len(sent.results) == 1


def test_a_deletion_is_repeated_if_it_was_refused_only(make):
    for status, results in ((503, [503, 404]), (500, [500])):
        left = [httpx.Response(status, json={}, headers={"Retry-After": "0"})]
        client, sent = make(lambda request, left=left: left.pop() if left else None)
        with pytest.raises(FirmensucheError):
            client.matches.delete("mat_0000000000000000")
        assert sent.results == results


def test_a_result_before_the_end_and_a_second_job_are_conflicts(client):
    job = start_long_job(client)
    assert code_of(client.matches.start, [{"name": "A GmbH"}]) == "conflict"
    for read in (client.matches.rows, client.matches.result):
        assert code_of(lambda read=read: list(read(job["id"]))) == "conflict"


def test_a_result_that_breaks_off_leaves_the_file_as_it_was(make, tmp_path):
    class Broken(httpx.SyncByteStream, httpx.AsyncByteStream):
        def __iter__(self):
            yield b'{"name": "A GmbH"}\n{"na'
            raise httpx.RemoteProtocolError("incomplete")

        async def __aiter__(self):
            for part in self:
                yield part

    def broken(request):
        return httpx.Response(200, headers={"Content-Type": request.headers["Accept"]}, stream=Broken())

    client, _ = make(broken)
    file = tmp_path / "matched.ndjson"
    file.write_text("old")
    assert code_of(client.matches.save, "mat_1", file) == "no_answer"
    assert [(each.name, each.read_text()) for each in tmp_path.iterdir()] == [("matched.ndjson", "old")]
    rows = client.matches.rows("mat_1")
    assert next(rows) == {"name": "A GmbH"}
    assert code_of(lambda: next(rows)) == "no_answer"


def test_a_page_of_a_proxy_is_no_result(make, tmp_path):
    page = httpx.Response(200, html="<h1>Sign in</h1>")
    client, _ = make(lambda request: page)
    assert code_of(client.matches.save, "mat_1", tmp_path / "matched.xlsx") == "strange_answer"
    assert list(tmp_path.iterdir()) == []
    client, _ = make(
        lambda request: httpx.Response(200, text="no row\n", headers={"Content-Type": "application/x-ndjson"})
    )
    assert code_of(lambda: list(client.matches.rows("mat_1"))) == "strange_answer"


class Noting(httpx.SyncByteStream, httpx.AsyncByteStream):
    """A body that notes that its answer was closed."""

    closed = False

    def __init__(self, *parts: bytes) -> None:
        self._parts = parts

    def __iter__(self):
        yield from self._parts

    async def __aiter__(self):
        for part in self:
            yield part

    def close(self):
        self.closed = True

    async def aclose(self):
        self.closed = True

    def answer(self, request: httpx.Request) -> httpx.Response:
        return httpx.Response(200, headers={"Content-Type": request.headers["Accept"]}, stream=self)


def test_rows_that_are_read_no_further_close_the_answer(make):
    stream = Noting(b'{"name": "A GmbH"}\n', b'{"name": "B GmbH"}\n')
    client, _ = make(stream.answer)
    rows = client.matches.rows("mat_1")
    assert next(rows) == {"name": "A GmbH"}
    assert not stream.closed
    rows.close()
    assert stream.closed


def test_a_result_that_cannot_be_written_closes_the_answer_and_leaves_the_file_as_it_was(make, tmp_path):
    resource = pytest.importorskip("resource", reason="needs a limit for the size of files")
    # The first part is buffered; the second is longer than the buffer.
    stream = Noting(b"x" * 10, b"x" * 2**20, b"x")
    client, _ = make(stream.answer)
    file = tmp_path / "matched.csv"
    file.write_text("old")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1, limits[1]))
    try:
        with pytest.raises(OSError):
            client.matches.save("mat_1", file)
        assert stream.closed
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert [(each.name, each.read_text()) for each in tmp_path.iterdir()] == [("matched.csv", "old")]


def test_waiting_ends_when_its_task_is_cancelled_or_progress_raises(client, service):
    class EnoughError(Exception):
        pass

    def stop(job):
        raise EnoughError

    job = start_long_job(client)
    with pytest.raises(EnoughError):
        client.matches.wait(job["id"], progress=stop)

    async def run():
        async with AsyncFirmensuche(service.url, service.key) as own:
            asked = asyncio.Event()
            waiting = asyncio.create_task(
                own.matches.wait(job["id"], progress=lambda job: asked.set(), interval=3600)
            )
            await asked.wait()
            waiting.cancel()
            await waiting

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(run())
