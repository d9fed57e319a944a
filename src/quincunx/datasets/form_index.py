"""The index of forms: which are in the set already.

Whether a row is a repeat depends on all rows before it, more than memory holds. So their forms are
kept in a file, an SQLite table in the order of the forms, of which a bounded part is in memory. Ten
million rows take 325 MB on disk, 94 MB of memory and 16 µs of a processor each, which is nothing
beside the making of a row (`benchmarks/dataset_index.py` measures it).

The index holds the forms of all shards that are listed, and says up to which candidate. It is no
more than a help: one that is missing, behind or damaged is made from the shards.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from quincunx._support.files import RUN_AGAIN
from quincunx.errors import Unfinished

CACHE = 64 << 10
"""Kilobytes of the table that are held in memory."""
TABLES = """
CREATE TABLE forms (form BLOB PRIMARY KEY, row INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE state (next INTEGER NOT NULL);
INSERT INTO state VALUES (0);
"""


class Forms:
    """An index in a file. What is added is there for good after `commit`, and not before.

    >>> forms = Forms(Path(":memory:"))
    >>> [forms.add(form, row) for row, form in enumerate([b"a", b"b", b"a"])]
    [True, True, False]
    >>> forms.commit(3); forms.next
    3
    >>> forms.close()
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        with self._errors():
            self._connection = _opened(path)
            self._cursor = self._connection.cursor()
            self._cursor.execute("BEGIN")

    @property
    def next(self) -> int:
        """The first candidate whose form is not in the index, so far as it is there for good."""
        (found,) = self._cursor.execute("SELECT next FROM state").fetchone()
        return int(found)

    def add(self, form: bytes, row: int) -> bool:
        """Add a row's form; whether no row before it has the same."""
        with self._errors():
            self._cursor.execute("INSERT OR IGNORE INTO forms VALUES (?, ?)", (form, row))
        return self._cursor.rowcount == 1

    def add_all(self, rows: Iterable[tuple[bytes, int]]) -> None:
        """Add the forms of rows that are known to be none twice."""
        with self._errors():
            self._cursor.executemany("INSERT OR IGNORE INTO forms VALUES (?, ?)", rows)

    def commit(self, next_row: int) -> None:
        """Keep what was added, as the forms of all candidates before this one."""
        with self._errors():
            self._cursor.execute("UPDATE state SET next = ?", (next_row,))
            self._cursor.execute("COMMIT")
            self._cursor.execute("BEGIN")

    def clear(self) -> None:
        """Forget everything."""
        self._cursor.execute("DELETE FROM forms")
        self.commit(0)

    def close(self) -> None:
        """Close the file, and forget what was added since the last `commit`."""
        with suppress(sqlite3.Error):
            self._cursor.execute("ROLLBACK")
        with suppress(sqlite3.Error):
            self._connection.close()

    @contextmanager
    def _errors(self) -> Iterator[None]:
        """Turn SQLite's refusals, such as a full disk, into an error of one line."""
        try:
            yield
        except sqlite3.OperationalError as error:
            raise Unfinished(f"{self.path}: {error}; {RUN_AGAIN} when there is room") from None


def _opened(path: Path) -> sqlite3.Connection:
    """The file, made anew where it is none of ours."""
    try:
        return _with_tables(path)
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError:
        for name in (path, Path(f"{path}-wal"), Path(f"{path}-journal")):
            with suppress(FileNotFoundError):
                os.unlink(name)
        return _with_tables(path)


def _with_tables(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        # One process has it, so nothing needs to be shared, which not every file system can.
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute(f"PRAGMA cache_size = -{CACHE}")
        if not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            connection.executescript(f"BEGIN;{TABLES}COMMIT;")
        connection.execute("SELECT next FROM state").fetchone()[0]
    except BaseException:
        connection.close()
        raise
    return connection
