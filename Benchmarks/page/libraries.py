"""Event stores and versioned databases as libraries, each used by its own advice, every change on the disk before it
returns. A peer has `add`, `edit`, `show`, `history`, `version`, `list`, `then` as far as it can; None where it cannot."""

import os


class EventSourcing:
    """pyeventsourcing on SQLite: an aggregate an entry."""

    name = "eventsourcing (Python)"
    package = "eventsourcing"
    promise = "durable; each version of an entry; no list, search or moment of all entries without a projection of one's own"

    def __init__(self, folder):
        os.environ.update(PERSISTENCE_MODULE="eventsourcing.sqlite", SQLITE_DBNAME=os.path.join(folder, "es.sqlite"))
        from eventsourcing.application import Application
        from eventsourcing.domain import Aggregate, event

        class Entry(Aggregate):
            @event("Created")
            def __init__(self, text: str, date: int):
                self.text, self.date = text, date

            @event("Edited")
            def edit(self, text: str):
                self.text = text

        self.Entry, self.application, self.ids = Entry, Application(), {}

    def add(self, number, text, date):
        entry = self.Entry(text, date)
        self.application.save(entry)
        self.ids[number] = entry.id

    def edit(self, number, text):
        entry = self.application.repository.get(self.ids[number])
        entry.edit(text)
        self.application.save(entry)

    def show(self, number):
        return self.application.repository.get(self.ids[number]).text

    def history(self, number):
        return [event.originator_version for event in self.application.events.get(self.ids[number])]

    def version(self, number, version):
        return self.application.repository.get(self.ids[number], version=version).text

    def replay(self):
        count, start = 0, 1
        while batch := self.application.notification_log.select(start=start, limit=10):
            for notification in batch:
                self.application.mapper.to_domain_event(notification)
            count, start = count + len(batch), batch[-1].id + 1
        return count

    list = then = None


class DoltLite:
    """DoltLite, SQLite with Dolt's commits: one commit a change, as its history needs."""

    name = "DoltLite (Python)"
    package = "doltlite"
    promise = "durable; each commit of all tables, with branches; no search in the past"

    def __init__(self, folder):
        # It takes the place of SQLite in the module that is imported after it.
        import doltlite  # noqa: F401
        import sqlite3

        self.base = sqlite3.connect(os.path.join(folder, "dolt.db"), isolation_level=None)
        self.base.execute("CREATE TABLE entries(id INTEGER PRIMARY KEY, date INTEGER, text TEXT)")
        self.base.execute("CREATE INDEX by_date ON entries(date)")
        self.commits, self.edits = [], 0

    def commit(self):
        self.commits.append(self.base.execute("SELECT dolt_commit('-A', '-m', 'change')").fetchone()[0])

    def add(self, number, text, date):
        self.base.execute("INSERT INTO entries VALUES(?,?,?)", (number, date, text))
        self.commit()

    def edit(self, number, text):
        # A commit that changes nothing is refused: no two edits say the same.
        self.edits += 1
        self.base.execute("UPDATE entries SET text=? WHERE id=?", (f"{text} {self.edits}", number))
        self.commit()

    def show(self, number):
        return self.base.execute("SELECT text FROM entries WHERE id=?", (number,)).fetchone()[0]

    def list(self):
        return self.base.execute("SELECT id, date, text FROM entries ORDER BY date DESC LIMIT 20").fetchall()

    def then(self, share):
        commit = self.commits[int(len(self.commits) * share)]
        return self.base.execute(
            "SELECT id, date, text FROM dolt_at_entries(?) ORDER BY date DESC LIMIT 20", (commit,)).fetchall()

    history = version = replay = None


class Salamander:
    """salamander-db: a stream an entry, committed after each event."""

    name = "salamander (Python)"
    package = "salamander-db"
    promise = "durable once committed; each entry's events, forks; a view of the newest values; no search"

    def __init__(self, folder):
        import salamander

        self.base = salamander.open(os.path.join(folder, "salamander"))
        self.base.register_view("newest", "id")

    def add(self, number, text, date):
        self.base.append(f"entry-{number}", {"id": f"{date:012}-{number}", "number": number, "text": text})
        self.base.commit()

    def edit(self, number, text):
        self.base.append(f"entry-{number}", {"id": f"{number}", "number": number, "text": text})
        self.base.commit()

    def show(self, number):
        return self.base.history(f"entry-{number}")[-1]["body"]["text"]

    def history(self, number):
        return self.base.history(f"entry-{number}")

    def version(self, number, version):
        return self.base.history(f"entry-{number}")[version - 1]["body"]["text"]

    list = then = replay = None
