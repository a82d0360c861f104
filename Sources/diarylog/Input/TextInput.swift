internal import DiaryModel
internal import Host

/// Where a text comes from: the argument, a pipe or a file, always whole and always UTF-8.
enum TextInput {
    /// Standard input to its end. Refuses what is longer than an entry may be.
    static func standardInput() throws(Problem) -> [UInt8] {
        let bytes = try bridging { () throws(SystemError) in try StandardInput.readAll(limit: EntryLimits.text) }
        guard let bytes else { throw .entry(.textTooLong(most: EntryLimits.text)) }
        guard isUTF8(bytes) else { throw .usage(.inputNotUTF8) }
        return bytes
    }

    static func isUTF8(_ bytes: [UInt8]) -> Bool {
        do {
            _ = try UTF8Span(validating: bytes.span)
            return true
        } catch {
            return false
        }
    }

    /// The bytes of a file, or of standard input for `-`.
    static func file(_ path: String) throws(Problem) -> [UInt8] {
        if path == "-" {
            let bytes = try bridging { () throws(SystemError) in try StandardInput.readAll(limit: .max) }
            return bytes ?? []
        }
        switch try bridging({ () throws(SystemError) in try FileSystem.kind(of: path) }) {
        case .missing: throw .file(.missing(path))
        case .directory: throw .file(.isAFolder(path))
        case .file, .other: break
        }
        return try bridging { () throws(SystemError) in try FileSystem.read(path) }
    }
}
