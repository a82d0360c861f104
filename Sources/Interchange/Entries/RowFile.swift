package import DiaryEngine
package import DiaryModel
package import DiarylogArchives

/// What rows of our own format say, or only tell of, and an import cannot keep.
package enum RowLoss: Sendable {
    /// The `id` is not one of ours, so the entry gets another.
    case ids
    /// `createdAt` or `modifiedAt` is no time, so the entry gets that of the import.
    case times
    /// There were more versions than the row has.
    case versions
    /// In a conflict there were texts besides the one shown, which stand on branches of the entry.
    case branches
}

/// Why a row cannot be an entry, or the file cannot be read.
package enum RowReason: Error, Equatable, Sendable {
    case json(JSONProblem)
    case notAnObject
    /// The first object is in neither of our formats: it has no text and no title.
    case unknownFormat
    case missing(String)
    /// The member's value has another type than it must.
    case wrongKind(String)
    case badDate(String)
    case unknownZone(String)
    case badPlace
}

/// What a row gets if the file does not say it.
package struct RowDefaults: Sendable {
    /// The date of rows without one.
    package var now: EntryDate
    /// The zone on whose clocks a date without an offset was read.
    package var zone: String
    /// What an entry without a date takes. Nil: a note its file's time, if others of its folder say a date; all else is
    /// refused, since what was written years ago would look like today's.
    package var dateMissing: DateMissing?

    package init(now: EntryDate, zone: String, dateMissing: DateMissing? = nil) {
        self.now = now
        self.zone = zone
        self.dateMissing = dateMissing
    }
}

/// What entries take whose source says no date.
package enum DateMissing: String, CaseIterable, Sendable {
    /// When their file was last written.
    case mtime
    case now
    /// Nothing: the source is refused.
    case refuse
}

/// Reads the rows of a file of entries one by one: one array, or objects one after another, as in JSONL. No more of it
/// is held than a row and a buffer.
///
/// If `format` is nil, the first object decides: one with `text` is in our own format, any other with `title` in the
/// sample's. The line `{"at","next"}` that ends a list written with --jsonl is skipped.
package struct RowReader {
    private var parts: JSONParts
    private var decoder: RowDecoder
    /// Nil before the first row.
    package private(set) var format: EntryFormat?
    /// The number of the row that was read last, from 1.
    package private(set) var row = 0
    /// Whether what stands behind a row that cannot be an entry can be read.
    package private(set) var canGoOn = false
    private var isArray: Bool?
    private var isAtEnd = false

    package init(_ source: ByteSource, format: EntryFormat? = nil, defaults: RowDefaults) {
        parts = JSONParts(source)
        decoder = RowDecoder(defaults: defaults)
        self.format = format
    }

    package var unknown: [String: Int] { decoder.unknown }
    package var losses: [RowLoss: Int] { decoder.losses }
    /// Whether the date of the last row is what a clock showed, and nothing says its offset.
    var isOnClock: Bool { decoder.isOnClock }
    /// Why the source could not be read to its end.
    package var problem: ArchiveProblem? { parts.problem }

    /// The next row; nil at the end. A row that is no JSON costs itself alone: in a file of lines its line, in an array
    /// what its brackets hold.
    package mutating func next() throws -> ImportedRow? {
        canGoOn = false
        while try goesOn() {
            row += 1
            canGoOn = true
            let value = try value()
            if !isTrailer(value) { return try entry(value) }
        }
        return nil
    }

    private mutating func value() throws(JSONProblem) -> JSONValue {
        let offset = parts.index
        do throws(JSONProblem) { return try parts.value() } catch {
            if isArray == false { parts.skipLine(from: offset) }
            throw error
        }
    }

    /// Whether another row follows, past what stands between two of them.
    private mutating func goesOn() throws -> Bool {
        if isAtEnd { return false }
        if let isArray {
            if !isArray {
                isAtEnd = parts.isAtEnd()
            } else if !parts.takes(",") {
                guard parts.takes("]") else { throw JSONProblem.endsEarly }
                isAtEnd = true
            }
        } else {
            let isArray = parts.takes("[")
            self.isArray = isArray
            isAtEnd = isArray ? parts.takes("]") : parts.isAtEnd()
        }
        guard parts.problem == nil else { throw JSONProblem.endsEarly }
        if isAtEnd, !parts.isAtEnd() {
            row += 1
            throw JSONProblem.unexpected(byte: parts.index)
        }
        return !isAtEnd
    }

    private mutating func entry(_ value: JSONValue) throws(RowReason) -> ImportedRow {
        guard case .object(let members) = value else { throw RowReason.notAnObject }
        if format == nil {
            let names = members.map(\.name)
            guard names.contains("text") || names.contains("title") else {
                canGoOn = false
                throw RowReason.unknownFormat
            }
            format = names.contains("text") ? .json : .sample
        }
        return format == .sample ? try decoder.sample(members) : try decoder.entry(members)
    }
}

private func isTrailer(_ value: JSONValue) -> Bool {
    guard case .object(let members) = value else { return false }
    return members.map(\.name) == ["at", "next"]
}
