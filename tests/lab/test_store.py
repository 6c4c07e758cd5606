import json

import pytest

from knightbench.lab.store import ROWS, ResultsInUse, open_store, read_rows


def test_rows_come_back_in_order(tmp_path):
    rows = [{"key": str(i), "text": "ü\n\x1b"} for i in range(3)]
    with open_store(tmp_path / "new" / "folder") as store:
        for row in rows:
            store.append(row)
    assert read_rows(tmp_path / "new" / "folder") == rows
    assert (tmp_path / "new" / "folder" / ROWS).read_bytes().count(b"\n") == 3


def test_a_folder_without_rows_has_none(tmp_path):
    assert read_rows(tmp_path) == []


def test_a_torn_last_line_is_no_row_and_does_not_spoil_the_next(tmp_path):
    (tmp_path / ROWS).write_bytes(b'{"key": "a"}\n{"key": "b", "tim')
    assert read_rows(tmp_path) == [{"key": "a"}]
    with open_store(tmp_path) as store:
        store.append({"key": "c"})
    assert read_rows(tmp_path) == [{"key": "a"}, {"key": "c"}]


@pytest.mark.parametrize("line", [b"garbage", b"[1]", b"", b"\xff"])
def test_a_broken_line_is_named(tmp_path, line):
    (tmp_path / ROWS).write_bytes(b'{"key": "a"}\n' + line + b'\n{"key": "b"}\n')
    with pytest.raises(ValueError, match="line 2"):
        read_rows(tmp_path)


def test_a_second_runner_is_refused(tmp_path):
    with open_store(tmp_path), pytest.raises(ResultsInUse), open_store(tmp_path):
        pass


def test_half_a_surrogate_pair_is_written_and_read(tmp_path):
    with open_store(tmp_path) as store:
        store.append({"text": "\ud800 ü"})
    assert read_rows(tmp_path) == [{"text": "\ud800 ü"}]


def test_what_json_has_no_form_for_is_not_written(tmp_path):
    with open_store(tmp_path) as store:
        with pytest.raises(ValueError, match="JSON"):
            store.append({"time": float("nan")})
        store.append({"time": 1.5})
    assert [json.loads(line) for line in (tmp_path / ROWS).read_text().splitlines()] == [
        {"time": 1.5}
    ]
