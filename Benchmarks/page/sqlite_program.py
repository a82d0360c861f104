"""A diary kept by SQLite's own program, `sqlite3`, as its manual advises: a log ahead, external-content FTS5 that
triggers follow, one transaction a change. Events are kept in a table of one's own."""

import os

from programs import Program

TABLES = """
PRAGMA journal_mode=WAL;
CREATE TABLE events(seq INTEGER PRIMARY KEY, entry INTEGER, kind INTEGER, at INTEGER, payload TEXT);
CREATE INDEX by_entry ON events(entry, seq);
CREATE TABLE entries(number INTEGER PRIMARY KEY, date INTEGER, text TEXT, version INTEGER);
CREATE INDEX by_date ON entries(date DESC, number);
CREATE VIRTUAL TABLE words USING fts5(text, content='entries', content_rowid='number');
CREATE TRIGGER added AFTER INSERT ON entries BEGIN
  INSERT INTO words(rowid, text) VALUES (new.number, new.text);
END;
CREATE TRIGGER changed AFTER UPDATE ON entries BEGIN
  INSERT INTO words(words, rowid, text) VALUES ('delete', old.number, old.text);
  INSERT INTO words(rowid, text) VALUES (new.number, new.text);
END;
"""


class SQLite(Program):
    name = "sqlite3"
    promise = "durable (WAL, synchronous=FULL); events kept, but no moment of the past, no undo; finds beginnings of words"

    def prepare(self, diary):
        self.file = os.path.join(self.folder, "diary.sqlite")
        with open(self.source, "w") as file:
            file.write(TABLES + "PRAGMA synchronous=FULL;\nBEGIN;\n")
            for number, text in enumerate(diary.texts):
                file.write(self.put(number, diary.date(number), text) + "\n")
            file.write("COMMIT;\n")
        self.count = len(diary.texts)

    @staticmethod
    def quoted(text):
        return "'" + text.replace("'", "''") + "'"

    def put(self, number, date, text):
        words = self.quoted(text)
        return (f"INSERT INTO events(entry, kind, at, payload) VALUES({number}, 1, {date}, {words});"
                f"INSERT INTO entries VALUES({number}, {date}, {words}, 1);")

    def ask(self, query):
        return [self.program, self.file, query]

    def load(self):
        return [self.program, "-bail", self.file]

    def add(self, text):
        self.count += 1
        return self.ask("PRAGMA synchronous=FULL; BEGIN IMMEDIATE;" + self.put(self.count, 1_800_000_000, text) + "COMMIT;")

    def edit(self, text):
        words = self.quoted(text)
        return self.ask("PRAGMA synchronous=FULL; BEGIN IMMEDIATE;"
                        f"INSERT INTO events(entry, kind, at, payload) VALUES(2, 2, 1800000000, {words});"
                        f"UPDATE entries SET text = {words}, version = version + 1 WHERE number = 2; COMMIT;")

    def list(self):
        return self.ask("SELECT number, date, text FROM entries ORDER BY date DESC, number LIMIT 20;")

    def show(self):
        return self.ask("SELECT date, text FROM entries ORDER BY date DESC, number LIMIT 1;")

    def search(self, word):
        # The newest ten first, then what is cut out of them: in one query all that is found would be cut.
        found = f"FROM words JOIN entries ON entries.number = words.rowid WHERE words MATCH {self.quoted(word + '*')}"
        newest = f"SELECT entries.number {found} ORDER BY entries.date DESC LIMIT 10"
        return self.ask(f"SELECT entries.date, snippet(words, 0, '[', ']', '…', 12) {found} AND words.rowid IN ({newest}) "
                        "ORDER BY entries.date DESC;")

    def history(self):
        return self.ask(f"SELECT seq, kind, at FROM events WHERE entry = {self.count} ORDER BY seq;")

    def stats(self):
        return self.ask("SELECT date / 86400 AS day, count(*), sum(length(text)) FROM entries GROUP BY day;")

    def export(self):
        return [self.program, "-json", self.file, "SELECT date, text FROM entries ORDER BY date;"]

    def verify(self):
        return self.ask("PRAGMA integrity_check;")
