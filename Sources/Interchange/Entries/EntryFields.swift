internal import DiaryEngine
internal import DiaryModel
internal import EventStore

/// What one object of our own format says, before defaults are filled in.
struct EntryFields {
    var text: [UInt8]?
    var date: ISODate?
    var precision: EntryDate.Precision?
    var offset: Int32?
    var zone: String?
    var tags: [Tag] = []
    var isStarred = false
    var place: Place?
    var placeName: String?
    var weather: Weather?
    var attachments: [Attachment] = []
    var extra: [ExtraField] = []
    /// The date as it was written, for the identity.
    private var writtenDate: [UInt8] = []

    /// Takes up a member; false if entries have no such member.
    mutating func take(_ member: JSONMember) throws(RowReason) -> Bool {
        switch (member.name, member.value) {
        case ("text", .string(let bytes)): text = bytes
        case ("date", .string(let bytes)):
            let written = String(decoding: bytes, as: UTF8.self)
            guard let read = ISODate(written) else { throw RowReason.badDate(written) }
            (date, writtenDate) = (read, bytes)
        case ("dateOffsetSeconds", .integer(let seconds)):
            guard seconds.magnitude < 86_400 else { throw RowReason.wrongKind(member.name) }
            offset = Int32(seconds)
        case ("datePrecision", .string(let bytes)):
            let name = String(decoding: bytes, as: UTF8.self)
            precision = EntryDate.Precision.allCases.first { EntryJSON.name(of: $0) == name }
            guard precision != nil else { throw RowReason.wrongKind(member.name) }
        case ("zone", .string(let bytes)): zone = String(decoding: bytes, as: UTF8.self)
        case ("tags", .array(let values)):
            tags = try values.map { (value) throws(RowReason) in
                guard case .string(let bytes) = value else { throw RowReason.wrongKind("tags") }
                return Tag(bytes: bytes)
            }
        case ("starred", .bool(let isTrue)): isStarred = isTrue
        case ("place", .object): place = try Self.place(member.value)
        case ("placeName", .string(let bytes)): placeName = String(decoding: bytes, as: UTF8.self)
        case ("weather", .object): weather = try Self.weather(member.value)
        case ("attachments", .array(let values)):
            attachments = try values.map { (value) throws(RowReason) in try Self.attachment(value) }
        case ("extra", .object(let members)):
            extra = try members.map { (member) throws(RowReason) in
                guard let field = ExtraField(member.name, member.value) else { throw RowReason.wrongKind("extra") }
                return field
            }
        case ("text", _): throw RowReason.wrongKind(member.name)
        case ("date", let value), ("dateOffsetSeconds", let value), ("datePrecision", let value), ("zone", let value),
            ("attachments", let value), ("extra", let value), ("tags", let value), ("starred", let value),
            ("place", let value), ("weather", let value):
            guard value == .null else { throw RowReason.wrongKind(member.name) }
        default: return false
        }
        return true
    }

    private static func attachment(_ value: JSONValue) throws(RowReason) -> Attachment {
        guard case .string(let name)? = value["name"], case .string(let type)? = value["mediaType"],
            case .integer(let size)? = value["size"], size >= 0, case .string(let digits)? = value["sha256"],
            let hash = Digest(hexadecimal: String(decoding: digits, as: UTF8.self))
        else { throw RowReason.wrongKind("attachments") }
        return Attachment(
            AttachedFile(hash: hash, size: UInt64(size)), name: String(decoding: name, as: UTF8.self),
            mediaType: String(decoding: type, as: UTF8.self))
    }

    private static func place(_ value: JSONValue) throws(RowReason) -> Place {
        guard let latitude = value["lat"]?.number, let longitude = value["lon"]?.number,
            let place = Place(latitude: latitude, longitude: longitude)
        else { throw RowReason.badPlace }
        return place
    }

    /// What the file said, in one canonical form: numbered fields, without those that the file left out.
    var identity: [UInt8] {
        var writer = ByteWriter(capacity: (text?.count ?? 0) + 64)
        func put(_ number: UInt8, _ bytes: [UInt8]) {
            writer.uint8(number)
            writer.counted(bytes)
        }
        put(1, text ?? [])
        if !writtenDate.isEmpty { put(2, writtenDate) }
        if let offset { put(3, Array(String(offset).utf8)) }
        if let zone { put(4, Array(zone.utf8)) }
        if let precision { put(5, [precision.rawValue]) }
        for tag in Set(tags).sorted() { put(6, tag.bytes) }
        if isStarred { put(7, []) }
        if let place { put(8, Array("\(place.latitude),\(place.longitude)".utf8)) }
        if let weather {
            put(9, Array(weather.main.utf8))
            put(10, Array(weather.icon.utf8))
            if !weather.description.isEmpty { put(11, Array(weather.description.utf8)) }
            if let temperature = weather.temperature { put(12, Array(String(temperature).utf8)) }
            if !weather.source.isEmpty { put(13, Array(weather.source.utf8)) }
            if let observedAt = weather.observedAt { put(14, Array(String(observedAt).utf8)) }
        }
        for file in Set(attachments).sorted() {
            put(15, Array(file.name.utf8))
            put(16, file.hash)
        }
        for field in extra {
            put(17, Array(field.key.utf8))
            put(18, field.value)
        }
        return writer.bytes
    }
}
