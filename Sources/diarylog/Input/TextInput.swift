internal import DiaryModel
internal import Host
internal import Interchange

/// Reads standard input and files, always to the end.
enum TextInput {
    /// Standard input to its end. Throws if it is longer than an entry's text may be, or not UTF-8.
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

    /// The bytes of a file, or of standard input for `-`; they need not be UTF-8.
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

    /// The file or the folder at a path, or standard input for `-`, as entries are read from it.
    static func source(_ path: String) throws(Problem) -> Source {
        if path == "-" { return .file(SourceFile(path: path, bytes: try file(path))) }
        if try bridging({ () throws(SystemError) in try FileSystem.kind(of: path) }) == .missing {
            throw .file(.missing(path))
        }
        return try bridging { () throws(SystemError) in try Source(at: path) }
    }
}
