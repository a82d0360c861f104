/// What an entry says: its text, its date, its tags, and whatever else was noted with it.
///
/// The text is bytes, not a `String`: two texts are equal only if every byte is, and a text in NFD stays in NFD.
public struct EntryContent: Equatable, Sendable {
    /// Valid UTF-8, at most 1 MiB.
    public var text: [UInt8]
    /// The day, minute or second it is about.
    public var date: EntryDate
    /// Sorted by their bytes, each once.
    public var tags: [Tag] = []
    /// Whether it is starred.
    public var isStarred = false
    /// Where it was.
    public var place: Place?
    /// What the weather was.
    public var weather: Weather?
    /// Files that belong to it, sorted by name, media type, size and hash, each once.
    public var attachments: [Attachment] = []
    /// Front matter of imported entries that has no field of its own.
    public var extra: [ExtraField] = []
    /// Fields of later versions, ascending by number, kept as they are; an empty one counts as absent.
    public var unknown: [UnknownField] = []

    /// An entry of text and date alone.
    public init(text: [UInt8], date: EntryDate) {
        self.text = text
        self.date = date
    }

    /// Whether each key of `extra` is not empty, not too long, and occurs once.
    package static func isProper(_ extra: [ExtraField]) -> Bool {
        Set(extra.map { Array($0.key.utf8) }).count == extra.count
            && extra.allSatisfy { !$0.key.isEmpty && $0.key.utf8.count <= EntryLimits.name }
    }

    /// The same content with its tags and attachments sorted, each once, and without empty unknown fields.
    public var inOrder: EntryContent {
        var content = self
        content.tags = Set(tags).sorted()
        if attachments.count > 1 { content.attachments = Set(attachments).sorted() }
        content.unknown.removeAll(where: \.bytes.isEmpty)
        return content
    }
}

extension EntryContent {
    /// An upper bound, close to the bytes that an event takes to hold this content.
    package var sizeAtMost: Int {
        // Lengths and counts take ten bytes each at most.
        var size = text.count + date.zone.utf8.count + 200
        for tag in tags { size += tag.bytes.count + 10 }
        for file in attachments { size += file.name.utf8.count + file.mediaType.utf8.count + 60 }
        for field in extra { size += field.key.utf8.count + field.value.count + 20 }
        for field in unknown { size += field.bytes.count + 20 }
        if let weather { size += weather.words.reduce(0) { $0 + $1.utf8.count } + 80 }
        return size
    }
}

/// A word an entry is filed under; equal only if every byte is. To a reader more tags are the same: see `isSame`.
public struct Tag: Hashable, Comparable, Sendable {
    /// Valid UTF-8.
    public var bytes: [UInt8]

    /// A tag of this text.
    public init(_ text: String) { bytes = Array(text.utf8) }
    /// A tag of these bytes, which must be UTF-8.
    public init(bytes: [UInt8]) { self.bytes = bytes }

    /// The tag as a string.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Whether it is the same tag to who reads it: `Trip` is `trip`, in either normal form, whatever signs that nobody
    /// sees, and strokes that draw Arabic letters longer, stand in it.
    public func isSame(as other: Tag) -> Bool { bytes == other.bytes || folded == other.folded }

    /// What is equal for tags that are the same.
    public var folded: String {
        let seen = text.unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint && $0 != "\u{640}" }
        return String(String.UnicodeScalarView(seen)).lowercased().uppercased().lowercased()
    }

    /// The order of their bytes.
    public static func < (left: Tag, right: Tag) -> Bool { left.bytes.lexicographicallyPrecedes(right.bytes) }
}

extension Sequence<Tag> {
    /// Each tag once, as it was written first.
    public var eachOnce: [Tag] {
        var known: Set<String> = []
        return filter { known.insert($0.folded).inserted }
    }
}

/// Where an entry was written, in ten-millionths of a degree.
public struct Place: Hashable, Sendable {
    /// Ten-millionths of a degree, north.
    public var latitude: Int32
    /// Ten-millionths of a degree, east.
    public var longitude: Int32

    /// Nil beyond ±90 and ±180 degrees.
    public init?(latitude: Double, longitude: Double) {
        guard abs(latitude) <= 90, abs(longitude) <= 180 else { return nil }
        self.latitude = Int32((latitude * 1e7).rounded())
        self.longitude = Int32((longitude * 1e7).rounded())
    }

    /// A place in ten-millionths of a degree.
    public init(latitude: Int32, longitude: Int32) {
        self.latitude = latitude
        self.longitude = longitude
    }

    /// Whether it lies within ±90 and ±180 degrees.
    package var isProper: Bool {
        (-900_000_000...900_000_000).contains(latitude) && (-1_800_000_000...1_800_000_000).contains(longitude)
    }

    /// Whether it is another place to about a kilometre: nearer than 0.015 degrees each way, as both may be rounded.
    package func isNear(_ other: Place) -> Bool {
        let around = 360 * 10_000_000
        let across = abs(Int(longitude) - Int(other.longitude))
        return abs(Int(latitude) - Int(other.latitude)) < 150_000 && min(across, around - across) < 150_000
    }

    /// The place in degrees.
    public var degrees: (latitude: Double, longitude: Double) { (Double(latitude) / 1e7, Double(longitude) / 1e7) }
}

/// A key and a value that came with an imported entry.
public struct ExtraField: Hashable, Sendable {
    /// Its name.
    public var key: String
    /// What it held.
    public var value: [UInt8]

    /// A field of another program.
    public init(key: String, value: [UInt8]) {
        self.key = key
        self.value = value
    }

    /// Equal only if every byte is.
    public static func == (left: ExtraField, right: ExtraField) -> Bool {
        isSame(left.key, right.key) && left.value == right.value
    }
}

/// A field of a later version of this program.
public struct UnknownField: Hashable, Sendable {
    /// The number of the field.
    public var number: UInt64
    /// Its value, as it was read.
    public var bytes: [UInt8]

    /// A field that this program does not know.
    public init(number: UInt64, bytes: [UInt8]) {
        self.number = number
        self.bytes = bytes
    }
}

/// Limits that hold for ever; what exceeds them is refused, not cut.
public enum EntryLimits {
    /// Bytes of a text: 1 MiB. What is longer is a file that an entry has.
    public static let text = 1 << 20
    /// Bytes of a tag.
    public static let tag = 1024
    /// Tags that an entry may be given. One that has more, from elsewhere, keeps them, and is given no others.
    public static let tags = 256
    /// Bytes of a whole content, as an event holds it: 4 MiB.
    public static let content = 4 << 20
    /// Bytes of each word of the weather, and of a key of `extra`.
    public static let name = 1024
    /// Bytes of an attachment's name, and of its media type: what file systems take.
    public static let attachment = 255
    /// Bytes of a zone's name.
    public static let zone = 64
}
