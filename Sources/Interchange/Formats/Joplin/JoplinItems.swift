internal import DiaryModel

/// A file of Joplin's raw export: a note, a notebook, a tag, or what ties a tag to a note.
///
///     TITLE
///
///     BODY
///
///     id: 0a1b…           the last lines of the file, without a blank one
///     user_created_time: 2024-05-01T22:30:00.000Z
///     type_: 1
struct JoplinItem {
    enum Kind: String {
        case note = "1"
        case notebook = "2"
        case resource = "4"
        case tag = "5"
        case noteTag = "6"
    }

    /// The first line; empty for what ties a tag to a note.
    let title: [UInt8]
    /// What stands between the title and the last lines.
    let body: [UInt8]
    /// The last lines, in their order.
    let properties: [(name: String, value: String)]
    /// Nil for kinds that have nothing to do with notes.
    let kind: Kind?

    /// Nil if the last line does not say what it is.
    init?(_ text: [UInt8]) {
        var lines = text.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
            line.last == 0x0D ? line.dropLast() : line
        }
        while lines.last?.isEmpty == true { lines.removeLast() }
        let start = (lines.lastIndex { $0.isEmpty } ?? -1) + 1
        var properties: [(name: String, value: String)] = []
        for line in lines[start...] {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
            properties.append(
                (
                    name: String(decoding: line[..<colon], as: UTF8.self),
                    value: String(decoding: line[(colon + 1)...].drop { $0 == 0x20 }, as: UTF8.self)
                ))
        }
        guard let last = properties.last, last.name == "type_" else { return nil }
        kind = Kind(rawValue: last.value)
        self.properties = properties
        let rest = lines[..<max(start - 1, 0)]
        title = Array(rest.first ?? [])
        body = Array(rest.dropFirst().drop { $0.isEmpty }.joined(separator: [0x0A]))
    }

    subscript(name: String) -> String? {
        properties.first { $0.name == name }.flatMap { $0.value.isEmpty ? nil : $0.value }
    }

    /// Properties that are times of Joplin's own, or what its synchronising needs; and what a file shows by itself.
    private static let passed: Set<String> = [
        "id", "parent_id", "type_", "created_time", "updated_time", "user_created_time", "user_updated_time",
        "encryption_applied", "order", "is_shared", "share_id", "conflict_original_id", "master_key_id", "user_data",
        "mime", "file_extension", "size", "blob_updated_time", "encryption_blob_encrypted", "ocr_status", "ocr_details",
        "ocr_driver_id",
    ]

    /// Those that say something besides.
    var others: [(name: String, value: String)] {
        properties.filter { name, value in
            !Self.passed.contains(name) && !name.isEmpty && !value.isEmpty && Double(value) != 0
        }
    }

    /// A time, or the other one where the first is not said.
    func date(_ name: String, or other: String) -> SaidDate {
        for name in [name, other] {
            if let text = self[name], !text.hasPrefix("1970-01-01T00:00:00") { return .written(text, of: name) }
        }
        return .none
    }
}
