internal import DiaryModel

// Values of other programs, as an entry keeps them: a string as its text, anything else as JSON. A string that is JSON
// itself is kept as a JSON string, so that what is written back is what was read.

extension ExtraField {
    /// Nil if no entry can have a field of this name.
    init?(_ name: String, _ value: JSONValue) {
        guard !name.isEmpty, name.utf8.count <= EntryLimits.name else { return nil }
        if case .string(let text) = value, Self.parsed(text) == nil {
            self.init(key: name, value: text)
        } else {
            self.init(key: name, value: JSONWriter.bytes(value))
        }
    }

    /// What it is as JSON.
    var json: JSONValue { Self.parsed(value) ?? .string(value) }

    private static func parsed(_ bytes: [UInt8]) -> JSONValue? {
        do {
            var reader = try JSONReader(bytes)
            let value = try reader.value()
            // Only as we write it: 3.50 stays a text, or it would come back as 3.5.
            return reader.isAtEnd() && JSONWriter.bytes(value) == bytes ? value : nil
        } catch {
            return nil
        }
    }
}

extension JSONValue {
    /// A value that is one word or more as it reads: a text, a number, true or false; nil for all else.
    var words: String? {
        switch self {
        case .string(let bytes): String(decoding: bytes, as: UTF8.self)
        case .integer, .decimal, .bool: String(decoding: JSONWriter.bytes(self), as: UTF8.self)
        case .null, .array, .object: nil
        }
    }
}
