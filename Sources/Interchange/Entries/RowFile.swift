package import DiaryEngine
package import DiaryModel

/// The formats that a file of entries may have.
package enum RowFormat: String, Sendable, CaseIterable {
    /// Objects as `export` writes them.
    case json
    /// `{title, body, created_at | last_modified}`.
    case sample
}

/// What a file of entries held.
package struct ImportedFile: Sendable {
    package var rows: [ImportedRow] = []
    /// Nil if the file holds no entry to tell it by.
    package var format: RowFormat?
    /// Names of members that the format does not have, and how often each occurred.
    package var unknown: [String: Int] = [:]
    /// What rows say of their entries and an import cannot keep.
    package var losses = RowLosses()

    package init(format: RowFormat? = nil) { self.format = format }
}

/// What rows of our own format say, or only tell of, and an import cannot keep: numbers of rows.
package struct RowLosses: Equatable, Sendable {
    /// The `id` is not one of ours, so the entry gets another.
    package var ids = 0
    /// `createdAt` or `modifiedAt` is no time, so the entry gets that of the import.
    package var times = 0
    /// There were more versions than the row has.
    package var versions = 0
    /// In a conflict there were texts besides the one shown, which stand on branches of the entry.
    package var branches = 0

    package init(ids: Int = 0, times: Int = 0, versions: Int = 0, branches: Int = 0) {
        self.ids = ids
        self.times = times
        self.versions = versions
        self.branches = branches
    }

    package static func += (all: inout RowLosses, other: RowLosses) {
        all.ids += other.ids
        all.times += other.times
        all.versions += other.versions
        all.branches += other.branches
    }
}

/// Why a row cannot be an entry, or the file cannot be read; rows are counted from 1.
package struct RowError: Error, Equatable, Sendable {
    package enum Reason: Equatable, Sendable {
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
    package var row: Int
    package var reason: Reason

    package init(row: Int, reason: Reason) {
        self.row = row
        self.reason = reason
    }
}

/// What a row gets if the file does not say it.
package struct RowDefaults: Sendable {
    /// The date of rows without one.
    package var now: EntryDate
    /// The zone on whose clocks a date without an offset was read.
    package var zone: String
    /// Whether a row of a sample without `created_at` takes the date of now; otherwise it is refused, since what was
    /// written years ago would look like today's.
    package var fillsDates: Bool

    package init(now: EntryDate, zone: String, fillsDates: Bool = false) {
        self.now = now
        self.zone = zone
        self.fillsDates = fillsDates
    }
}

/// Reads a file of entries: one array, or objects one after another, as in JSONL. An empty file has no entries.
///
/// If `format` is nil, the first object decides: one with `text` is in our own format, any other with `title` in the
/// sample's. The line `{"at","next"}` that ends a list written with --jsonl is skipped.
package func readRows(
    _ bytes: [UInt8], format: RowFormat? = nil, defaults: RowDefaults
) throws(RowError) -> ImportedFile {
    var file = ImportedFile(format: format)
    var reader: JSONReader
    do { reader = try JSONReader(bytes) } catch { throw RowError(row: 1, reason: .json(error)) }
    var decoder = RowDecoder(defaults: defaults)
    let isArray = reader.takes("[")
    var row = 0
    var goesOn = isArray ? !reader.takes("]") : !reader.isAtEnd()
    while goesOn {
        row += 1
        do {
            let value = try reader.value()
            if !isTrailer(value) { try file.take(value, &decoder) }
            if isArray {
                goesOn = reader.takes(",")
                if !goesOn, !reader.takes("]") { throw JSONProblem.endsEarly }
            } else {
                goesOn = !reader.isAtEnd()
            }
        } catch let problem as JSONProblem {
            throw RowError(row: row, reason: .json(problem))
        } catch let reason as RowReason {
            throw RowError(row: row, reason: reason.reason)
        } catch {
            throw RowError(row: row, reason: .notAnObject)
        }
    }
    guard reader.isAtEnd() else { throw RowError(row: row + 1, reason: .json(.unexpected(byte: reader.index))) }
    file.unknown = decoder.unknown
    file.losses = decoder.losses
    return file
}

private func isTrailer(_ value: JSONValue) -> Bool {
    guard case .object(let members) = value else { return false }
    return members.map(\.name) == ["at", "next"]
}

/// A reason on its way to `readRows`, which knows the row.
struct RowReason: Error {
    var reason: RowError.Reason

    init(_ reason: RowError.Reason) { self.reason = reason }
}

extension ImportedFile {
    fileprivate mutating func take(_ value: JSONValue, _ decoder: inout RowDecoder) throws(RowReason) {
        guard case .object(let members) = value else { throw RowReason(.notAnObject) }
        if format == nil {
            let names = members.map(\.name)
            guard names.contains("text") || names.contains("title") else { throw RowReason(.unknownFormat) }
            format = names.contains("text") ? .json : .sample
        }
        switch format ?? .json {
        case .json: rows.append(try decoder.entry(members))
        case .sample: rows.append(try decoder.sample(members))
        }
    }
}
