"""What a run keeps beside the shards: rows that are in none yet, and the digests of all rows.

Whether a row is a repeat depends on all rows before it, more than memory holds. So their digests,
two a row, are kept in an SQLite table, of which a bounded part is in memory. A digest takes about
50 bytes on disk and some microseconds, little beside the making of a row
(`python -m benchmarks.dataset index` measures it).

A row is kept in another table as soon as it is made, until it is in a shard. Digests of rows that
are in no shard are forgotten when a run begins. A file that is missing, behind, damaged or of
another dataset is rebuilt from the shards; the rows in it are made again.
"""

import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from quincunx._support.files import RUN_AGAIN
from quincunx.datasets.records import KINDS, LostRow, Record
from quincunx.errors import Unfinished

CACHE_KILOBYTES = 16 << 10
TABLES = """
CREATE TABLE digests (digest BLOB PRIMARY KEY, row INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE rows (row INTEGER PRIMARY KEY, lost INTEGER NOT NULL, record TEXT NOT NULL);
CREATE TABLE state (name TEXT NOT NULL, next INTEGER NOT NULL);
"""


class Store:
    """The store of a dataset, opened for a run that begins with row `next_row`.

    >>> store = Store(Path(":memory:"))
    >>> [store.add(row, *form) for row, form in enumerate([["0a"], ["0b", "0c"], ["0d", "0c"]])]
    [True, True, False]
    >>> store.keep(LostRow(16, "killed")); store.rows()
    {16}
    >>> store.commit(3); store.next
    3
    >>> store.close()
    """

    def __init__(self, path: Path, name: str = "", next_row: int = 0) -> None:
        self.path = path
        with self._errors():
            # Stores of earlier versions have another layout, and other names.
            self._connection = _open(path, f"{name}, record by record")
        self._execute("BEGIN")
        first = next_row if self.next <= next_row else 0
        self._execute("DELETE FROM digests WHERE row >= ?", first)
        self._execute("UPDATE state SET next = min(next, ?)", first)
        # Lost rows are tried again as long as no shard does without them.
        self._execute("DELETE FROM rows WHERE row < ? OR lost", next_row)

    @property
    def next(self) -> int:
        """The first row whose digests are not known to be kept."""
        return int(self._execute("SELECT next FROM state").fetchone()[0])

    def add(self, row: int, *digests: str) -> bool:
        """Add a row's digests; return false, and add none, if an earlier row has one of them."""
        raw = [bytes.fromhex(digest) for digest in digests]
        find = "SELECT 1 FROM digests WHERE digest = ?"
        if any(self._execute(find, digest).fetchone() for digest in raw):
            return False
        for digest in raw:
            self._execute("INSERT INTO digests VALUES (?, ?)", digest, row)
        return True

    def commit(self, next_row: int) -> None:
        """Keep the digests of all rows before `next_row`, and remove the rows themselves."""
        self._execute("UPDATE state SET next = ?", next_row)
        self._execute("DELETE FROM rows WHERE row < ?", next_row)
        self._commit()

    def keep(self, record: Record) -> None:
        """Keep a row."""
        text = json.dumps((type(record).__name__, *record))
        values = (record.row, isinstance(record, LostRow), text)
        self._execute("INSERT OR REPLACE INTO rows VALUES (?, ?, ?)", *values)
        self._commit()

    def record(self, row: int) -> Record:
        """Return a row that is kept."""
        (text,) = self._execute("SELECT record FROM rows WHERE row = ?", row).fetchone()
        kind, *fields = json.loads(text)
        return KINDS[kind](*fields)

    def rows(self) -> set[int]:
        """Return the numbers of the rows that are kept."""
        return {row for (row,) in self._execute("SELECT row FROM rows")}

    def close(self) -> None:
        """Close the file, without what was added since something was last kept."""
        with suppress(sqlite3.Error):
            self._connection.close()

    def _commit(self) -> None:
        self._execute("COMMIT")
        self._execute("BEGIN")

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


def _open(path: Path, name: str) -> sqlite3.Connection:
    """Open the file, or a new one if it is not the store of this dataset."""
    try:
        return _connect(path, name)
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError:
        for file in (path, Path(f"{path}-wal"), Path(f"{path}-journal")):
            with suppress(FileNotFoundError):
                os.unlink(file)
        return _connect(path, name)


def _connect(path: Path, name: str) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        # One process uses it, so no memory is shared, which not every file system supports.
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute(f"PRAGMA cache_size = -{CACHE_KILOBYTES}")
        if not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            connection.executescript(f"BEGIN;{TABLES}COMMIT;")
            connection.execute("INSERT INTO state VALUES (?, 0)", (name,))
        if connection.execute("SELECT name FROM state").fetchall() != [(name,)]:
            raise sqlite3.DatabaseError("the store of another dataset")
    except BaseException:
        connection.close()
        raise
    return connection
