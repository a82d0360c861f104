import DiaryEngine
import DiarylogHost
import EventStore
import Testing

/// A row of a table, or an event.
struct StoredRow: Equatable {
    /// Which table, as the counts name it.
    var table: String
    var key: [UInt8]
    var value: [UInt8]
}

/// The rows of a diary as they lie in its file, read and written past every check.
extension Scratch {
    /// A table by its name; the tail's has other records, too.
    private func table(_ name: String) throws -> Table {
        let tables = try diary.store.beginRead().view.log.tables
        return name == "tail" ? tables.main : try #require(tables.all.first { $0.name.prefix { $0 != "." } == name })
    }

    /// All rows of a table in order; of the tail, its events.
    func rows(named name: String) throws -> [(key: [UInt8], value: [UInt8])] {
        let table = try table(name)
        let reader = try diary.store.beginRead()
        var rows: [(key: [UInt8], value: [UInt8])] = []
        var cursor = try reader.view.cursor(in: table)
        while try cursor.next() {
            if name == "tail", cursor.key[0] != 0 { continue }
            rows.append(([UInt8](copying: cursor.key), [UInt8](copying: cursor.value)))
        }
        return rows
    }

    func storedRows(of names: [String]) throws -> [StoredRow] {
        try names.flatMap { name in
            try rows(named: name).map { StoredRow(table: name, key: $0.key, value: $0.value) }
        }
    }

    /// Puts rows; removes those without a value.
    func write(_ rows: [(key: [UInt8], value: [UInt8]?)], to name: String) throws {
        let table = try table(name)
        var writer = try diary.store.beginWrite()
        for (key, value) in rows {
            if let value {
                try writer.view.put(value.span, for: key.span, in: table)
            } else {
                _ = try writer.view.delete(key.span, in: table)
            }
        }
        try writer.commit()
    }

    /// Changes the bytes of a row.
    func change(_ name: String, _ key: [UInt8], _ change: (inout [UInt8]) -> Void) throws {
        var value = try rows(named: name).first { $0.key == key }?.value ?? []
        change(&value)
        try write([(key, value)], to: name)
    }
}
