internal import DiaryEngine
internal import DiaryModel
internal import EventStore

/// What one object of our own format says of its entry's past: its identifier, when it was written, its versions.
struct EntryPast {
    private(set) var id: EntryID?
    private(set) var createdAt: ClockReading?
    private(set) var modifiedAt: ClockReading?
    private(set) var earlier: [(fields: EntryFields, isDeleted: Bool, recordedAt: ClockReading?)] = []
    /// Whether the id is another program's, a time is none, or there were several texts.
    private var hasOtherID = false
    private var hasNoTime = false
    private var isBranched = false
    private var version: Int64?

    /// What of it an import cannot keep.
    var losses: [RowLoss] {
        let lacksVersions = version.map { $0 > 1 && $0 != Int64(earlier.count) + 1 } ?? false
        return (hasOtherID ? [.ids] : []) + (hasNoTime ? [.times] : []) + (lacksVersions ? [.versions] : [])
            + (isBranched ? [.branches] : [])
    }

    /// Takes up a member; false if it says nothing of the past.
    ///
    /// Other programs' files have such names, too: what cannot be ours is noted and left out. Only `earlier` must be
    /// ours throughout: versions that were left out in silence would be a past that never was.
    mutating func take(_ member: JSONMember) throws(RowReason) -> Bool {
        switch (member.name, member.value) {
        case ("id", .null), ("createdAt", .null), ("modifiedAt", .null), ("version", .null): break
        case ("id", .string(let bytes)):
            id = EntryID(hexadecimal: String(decoding: bytes, as: UTF8.self))
            if id == .zero { id = nil }
            hasOtherID = id == nil
        case ("id", _): hasOtherID = true
        case ("createdAt", let value):
            createdAt = Self.stamp(value)
            if createdAt == nil { hasNoTime = true }
        case ("modifiedAt", let value):
            modifiedAt = Self.stamp(value)
            if modifiedAt == nil { hasNoTime = true }
        case ("version", .integer(let number)): version = number
        case ("version", _): break
        case ("alternatives", .array(let texts)): isBranched = !texts.isEmpty
        case ("alternatives", _): break
        case ("earlier", .array(let values)):
            earlier = try values.map { (value) throws(RowReason) in try Self.version(value) }
        case ("earlier", _): throw RowReason.wrongKind("earlier")
        default: return false
        }
        return true
    }

    private static func version(
        _ value: JSONValue
    ) throws(RowReason) -> (fields: EntryFields, isDeleted: Bool, recordedAt: ClockReading?) {
        guard case .object(let members) = value else { throw RowReason.wrongKind("earlier") }
        var fields = EntryFields()
        for member in members { _ = try fields.take(member) }
        var isDeleted = false
        if let value = value["deleted"] {
            guard case .bool(let isTrue) = value else { throw RowReason.wrongKind("deleted") }
            isDeleted = isTrue
        }
        return (fields, isDeleted, value["recordedAt"].flatMap(stamp))
    }

    /// A time with its offset, in RFC 3339; nil for anything else.
    private static func stamp(_ value: JSONValue) -> ClockReading? {
        guard case .string(let bytes) = value, let date = ISODate(String(decoding: bytes, as: UTF8.self)),
            let offset = date.offset
        else { return nil }
        let seconds = date.civil.seconds - Int64(offset)
        return ClockReading(wall: seconds * 1_000_000 + Int64(date.microsecond), offset: offset)
    }
}
