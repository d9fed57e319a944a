"""The index of forms: which puzzles and solutions, up to symmetry, a dataset holds already.

Whether a row is a repeat depends on all rows before it, more than memory holds. So their digests,
two a row, are kept in an SQLite table, of which a bounded part is in memory. A digest takes about
50 bytes on disk and some microseconds, little beside the making of a row
(`python -m benchmarks.dataset index` measures it).

The index holds the digests of all shards that are listed, and up to which candidate. One that is
missing, behind or damaged is rebuilt from the shards.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from quincunx._support.files import RUN_AGAIN
from quincunx.errors import Unfinished

CACHE_KILOBYTES = 64 << 10
TABLES = """
CREATE TABLE forms (form BLOB PRIMARY KEY, row INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE state (next INTEGER NOT NULL);
INSERT INTO state VALUES (0);
"""


class FormIndex:
    """An index in a file. What is added is kept by `commit`, and not before.

    >>> forms = FormIndex(Path(":memory:"))
    >>> [forms.add(row, *form) for row, form in enumerate([[b"a"], [b"b", b"c"], [b"d", b"c"]])]
    [True, True, False]
    >>> forms.commit(3); forms.next
    3
    >>> forms.close()
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        with self._errors():
            self._connection = _open(path)
        self._execute("BEGIN")

    @property
    def next(self) -> int:
        """The first candidate whose form is not in the index, as of the last commit."""
        return int(self._execute("SELECT next FROM state").fetchone()[0])

    def add(self, row: int, *digests: bytes) -> bool:
        """Add a row's digests; return false, and add none, if an earlier row has one of them."""
        if any(
            self._execute("SELECT 1 FROM forms WHERE form = ?", one).fetchone() for one in digests
        ):
            return False
        for one in digests:
            self._execute("INSERT INTO forms VALUES (?, ?)", one, row)
        return True

    def commit(self, next_row: int) -> None:
        """Keep what was added: the forms of all candidates before `next_row`."""
        self._execute("UPDATE state SET next = ?", next_row)
        self._execute("COMMIT")
        self._execute("BEGIN")

    def clear(self) -> None:
        """Forget everything."""
        self._execute("DELETE FROM forms")
        self.commit(0)

    def close(self) -> None:
        """Close the file, without what was added since the last `commit`."""
        with suppress(sqlite3.Error):
            self._connection.execute("ROLLBACK")
        with suppress(sqlite3.Error):
            self._connection.close()

    def _execute(self, statement: str, *values: object) -> sqlite3.Cursor:
        with self._errors():
            return self._connection.execute(statement, values)

    @contextmanager
    def _errors(self) -> Iterator[None]:
        """Turn SQLite's refusals, such as a full disk, into an error of one line."""
        try:
            yield
        except sqlite3.OperationalError as error:
            raise Unfinished(f"{self.path}: {error}; {RUN_AGAIN} when there is room") from None


def _open(path: Path) -> sqlite3.Connection:
    """Open the file, or a new one if it is not an index."""
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
        # One process uses it, so no memory is shared, which not every file system supports.
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute(f"PRAGMA cache_size = -{CACHE_KILOBYTES}")
        if not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            connection.executescript(f"BEGIN;{TABLES}COMMIT;")
        connection.execute("SELECT next FROM state").fetchone()[0]
    except BaseException:
        connection.close()
        raise
    return connection
