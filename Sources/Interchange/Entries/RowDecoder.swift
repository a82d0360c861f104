internal import DiaryEngine
internal import DiaryModel
internal import DiarylogHost
internal import EventStore

/// Turns the objects of a file into entries.
struct RowDecoder {
    let defaults: RowDefaults
    private(set) var unknown: [String: Int] = [:]
    private(set) var losses: [RowLoss: Int] = [:]
    /// Whether the date of the row that was read last is what a clock showed.
    private(set) var isOnClock = false
    /// The last offset looked up: neighbouring rows often share a date, and a lookup costs microseconds.
    private var known: (zone: String, seconds: Int64, offset: Int32)?

    /// Members that `export` writes and an import does not use.
    private static let derived: Set<String> = [
        "title", "body", "preview", "textTags", "seq", "event", "deleted", "status", "contested", "heads",
    ]

    /// Those that it does.
    private static let own: Set<String> = [
        "text", "date", "dateOffsetSeconds", "datePrecision", "zone", "tags", "starred", "place", "placeName",
        "weather", "attachments", "extra", "id", "createdAt", "modifiedAt", "version", "alternatives", "earlier",
    ]

    /// Whether an object has what only ours have.
    static func isMarked(_ object: JSONValue) -> Bool {
        if isWritten(object) { return true }
        if object["id"]?.saidText.flatMap({ EntryID(hexadecimal: $0) }) != nil { return true }
        if case .object? = object["extra"] { return true }
        guard case .array(let files)? = object["attachments"] else { return false }
        return files.contains { $0["sha256"] != nil }
    }

    /// Whether we wrote an object: what else it has follows from the rest.
    private static func isWritten(_ object: JSONValue) -> Bool {
        object["datePrecision"] != nil || object["dateOffsetSeconds"] != nil
    }

    /// Whether an object's date, if it has one, is written as ours are.
    static func hasOurDate(_ object: JSONValue) -> Bool {
        object["date"].map { ISODate($0.saidText ?? "") != nil } ?? true
    }

    /// Whether an object has nothing that ours have not, and no date but under our name for it.
    static func isPlain(_ object: JSONValue) -> Bool {
        guard case .object(let members) = object else { return false }
        let names = members.map(\.name)
        if names == ["at", "next"] { return true }
        let whens = EntryColumn.date.names
        return object["text"]?.saidText != nil && names.allSatisfy(own.contains) && object["id"] == nil
            && (names.contains("date") || !names.contains { whens.contains($0.lowercased()) })
    }

    /// Members without which an entry is the same one.
    private static let needless: Set<String> = ["starred", "place", "weather"]

    init(defaults: RowDefaults) { self.defaults = defaults }

    /// Reads an object of our own format. `text` and `date` are required.
    mutating func entry(_ members: [JSONMember]) throws(RowReason) -> ImportedRow {
        var fields = EntryFields()
        var past = EntryPast()
        let isWritten = Self.isWritten(.object(members))
        var title = ""
        var others: [ExtraField] = []
        for var member in members {
            // Other programs write tags as one text.
            if member.name == "tags", case .string(let bytes) = member.value {
                let tags = Tag.typed(list: String(decoding: bytes, as: UTF8.self))
                member.value = .array(tags.map { .string($0.bytes) })
            }
            do throws(RowReason) { if try fields.take(member) { continue } } catch {
                // An odd field is left out alone, unless the entry would be another one without it.
                guard Self.needless.contains(member.name) else { throw error }
                unknown[member.name, default: 0] += 1
                continue
            }
            if try past.take(member) { continue }
            if isWritten, Self.derived.contains(member.name) { continue }
            if member.name == "title", let words = member.value.saidText {
                title = words
            } else if let field = ExtraField(member.name, member.value) {
                others.append(field)
            } else {
                unknown[member.name, default: 0] += 1
            }
        }
        var row = ImportedRow(content: try content(fields), identity: fields.identity)
        if !title.isEmpty, !NoteName.mentions(row.content.text, title) {
            row.content.text = Array((title + "\n\n").utf8) + row.content.text
        }
        let keys = Set(row.content.extra.map(\.key))
        row.content.extra += others.filter { !keys.contains($0.key) }
        row.id = past.id
        for (fields, isDeleted, recordedAt) in past.earlier {
            row.earlier.append(
                ImportedVersion(
                    content: try content(fields, else: row.content.date), isDeleted: isDeleted, writtenAt: recordedAt))
        }
        if row.earlier.isEmpty {
            row.writtenAt = past.createdAt
        } else {
            row.earlier[0].writtenAt = past.createdAt ?? row.earlier[0].writtenAt
            row.writtenAt = past.modifiedAt
        }
        for loss in past.losses { losses[loss, default: 0] += 1 }
        return row
    }

    /// `known` is the date of a version that says none.
    private mutating func content(
        _ fields: EntryFields, else known: EntryDate? = nil
    ) throws(RowReason) -> EntryContent {
        guard let text = fields.text else { throw RowReason.missing("text") }
        var content = EntryContent(text: text, date: try date(fields, else: known))
        content.tags = Array(Set(fields.tags)).sorted()
        content.isStarred = fields.isStarred
        content.place = fields.place
        content.extra = fields.extra
        // The fields say it, too; a file of somebody else's may say it alone.
        if content.placeName == nil { content.add(placeNamed: [fields.placeName]) }
        content.weather = fields.weather
        content.attachments = Set(fields.attachments).sorted()
        return content
    }

    /// Reads an object with a title, a body and a time in seconds since 1970.
    mutating func sample(_ members: [JSONMember]) throws(RowReason) -> ImportedRow {
        var title: [UInt8]?
        var body: [UInt8] = []
        // In seconds since 1970 UTC; dates keep the second that has begun, and its rest tells rows of one second apart.
        var time: (name: String, seconds: Int64, micros: Int64)?
        for member in members {
            switch (member.name, member.value) {
            case ("title", .string(let text)): title = text
            case ("body", .string(let text)): body = text
            case ("body", .null), ("created_at", .null), ("last_modified", .null): break
            case ("created_at", let value), ("last_modified", let value):
                guard value.saidText == nil, let number = value.number else { throw RowReason.wrongKind(member.name) }
                guard number.magnitude < Double(1 << 37) else { throw RowReason.badDate(value.words ?? "") }
                if time != nil, member.name != "created_at" { break }
                let whole = number.rounded(.down)
                time = (member.name, Int64(whole), Int64(((number - whole) * 1_000_000).rounded()))
            case ("title", _), ("body", _): throw RowReason.wrongKind(member.name)
            default: unknown[member.name, default: 0] += 1
            }
        }
        guard let title else { throw RowReason.missing("title") }
        var identity = ByteWriter(capacity: title.count + body.count + 32)
        identity.counted(Array("sample".utf8))
        identity.counted(title)
        identity.counted(body)
        var date = defaults.now
        if let time {
            identity.counted(Array(time.name.utf8))
            identity.signedVarint(time.seconds)
            if time.micros != 0 { identity.signedVarint(time.micros) }
            date = EntryDate(instant: time.seconds, in: defaults.zone)
        } else if defaults.dateMissing != .now {
            throw RowReason.missing("created_at")
        }
        let text = body.isEmpty ? title : title + [0x0A, 0x0A] + body
        return ImportedRow(content: EntryContent(text: text, date: date), identity: identity.bytes)
    }

    private mutating func date(_ fields: EntryFields, else known: EntryDate?) throws(RowReason) -> EntryDate {
        isOnClock = false
        guard let date = fields.date else {
            if let known = known ?? (defaults.dateMissing == .now ? defaults.now : nil) { return known }
            throw RowReason.missing("date")
        }
        let seconds = date.civil.seconds
        let precision = fields.precision ?? date.precision
        if let offset = fields.offset ?? date.offset {
            return EntryDate(seconds: seconds, offset: offset, zone: fields.zone ?? "", precision: precision)
        }
        isOnClock = true
        let zone = fields.zone ?? defaults.zone
        if fields.zone != nil, !ZoneDatabase.exists(zone) { throw RowReason.unknownZone(zone) }
        return EntryDate(
            seconds: seconds, offset: offset(of: zone, local: seconds), zone: zone, precision: precision)
    }

    private mutating func offset(of zone: String, local seconds: Int64) -> Int32 {
        if let known, known.seconds == seconds, known.zone == zone { return known.offset }
        let offset = ZoneDatabase.offset(of: zone, local: seconds)
        known = (zone, seconds, offset)
        return offset
    }
}
