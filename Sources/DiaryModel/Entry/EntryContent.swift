/// What an entry says: its text, its day, its tags, and what else is known of the moment.
///
/// The text is bytes, not a `String`: two texts are the same only if every byte is, and an NFD text stays one.
package struct EntryContent: Equatable, Sendable {
    /// Valid UTF-8, at most 16 MiB.
    package var text: [UInt8]
    package var date: EntryDate
    /// Sorted by their bytes, each once.
    package var tags: [Tag] = []
    package var isStarred = false
    package var place: Place?
    package var weather: Weather?
    package var attachments: [Attachment] = []
    /// Front matter of imported entries that has no field of its own.
    package var extra: [ExtraField] = []
    /// Fields of later versions, ascending by number, kept as they are; an empty one is an absent one.
    package var unknown: [UnknownField] = []

    package init(text: [UInt8], date: EntryDate) {
        self.text = text
        self.date = date
    }

    /// The same content with its tags sorted, each once.
    package var withTagsInOrder: EntryContent {
        var content = self
        content.tags = Set(tags).sorted()
        return content
    }
}

/// A word an entry is filed under; equal only if every byte is.
package struct Tag: Hashable, Comparable, Sendable {
    package var bytes: [UInt8]

    package init(_ text: String) { bytes = Array(text.utf8) }
    package init(bytes: [UInt8]) { self.bytes = bytes }

    package var text: String { String(decoding: bytes, as: UTF8.self) }

    package static func < (left: Tag, right: Tag) -> Bool { left.bytes.lexicographicallyPrecedes(right.bytes) }
}

/// Where an entry was written, in ten-millionths of a degree.
package struct Place: Hashable, Sendable {
    package var latitude: Int32
    package var longitude: Int32

    /// Nil beyond ±90 and ±180 degrees.
    package init?(latitude: Double, longitude: Double) {
        guard abs(latitude) <= 90, abs(longitude) <= 180 else { return nil }
        self.latitude = Int32((latitude * 1e7).rounded())
        self.longitude = Int32((longitude * 1e7).rounded())
    }

    package init(latitude: Int32, longitude: Int32) {
        self.latitude = latitude
        self.longitude = longitude
    }

    package var degrees: (latitude: Double, longitude: Double) { (Double(latitude) / 1e7, Double(longitude) / 1e7) }
}

/// The weather when an entry was written, as the service said it.
package struct Weather: Hashable, Sendable {
    package var main: String
    package var icon: String

    package init(main: String, icon: String) {
        self.main = main
        self.icon = icon
    }
}

/// A file that belongs to an entry, by its content.
package struct Attachment: Hashable, Sendable {
    package var name: String
    package var mediaType: String
    package var size: UInt64
    /// Thirty-two bytes of SHA-256.
    package var hash: [UInt8]

    package init(name: String, mediaType: String, size: UInt64, hash: [UInt8]) {
        self.name = name
        self.mediaType = mediaType
        self.size = size
        self.hash = hash
    }
}

/// A key and a value that came with an imported entry.
package struct ExtraField: Hashable, Sendable {
    package var key: String
    package var value: [UInt8]

    package init(key: String, value: [UInt8]) {
        self.key = key
        self.value = value
    }
}

/// A field of a later version of this program.
package struct UnknownField: Hashable, Sendable {
    package var number: UInt64
    package var bytes: [UInt8]

    package init(number: UInt64, bytes: [UInt8]) {
        self.number = number
        self.bytes = bytes
    }
}

/// Limits that hold for ever; what is beyond them is refused, not cut.
package enum EntryLimits {
    /// Bytes of a text: 16 MiB.
    package static let text = 16 << 20
    /// Bytes of a tag.
    package static let tag = 1024
    /// Bytes of a zone's name.
    package static let zone = 64
}
