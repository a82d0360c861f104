internal import Archives
internal import DiaryModel
internal import Host
internal import Interchange

/// Reads standard input and files, always to the end.
enum TextInput {
    /// Standard input to its end. Throws if it is longer than an entry's text may be, or not UTF-8.
    static func standardInput() throws -> [UInt8] {
        let bytes = try StandardInput.readAll(limit: EntryLimits.text)
        guard let bytes else { throw Problem.entry(.textTooLong(most: EntryLimits.text)) }
        guard isUTF8(bytes) else { throw Problem.usage(.inputNotUTF8) }
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
    static func file(_ path: String) throws -> [UInt8] {
        if path == "-" {
            let bytes = try StandardInput.readAll(limit: .max)
            return bytes ?? []
        }
        switch try FileSystem.kind(of: path) {
        case .missing: throw Problem.file(.missing(path))
        case .directory: throw Problem.file(.isAFolder(path))
        case .file, .other: break
        }
        return try FileSystem.read(path)
    }

    /// The file or the folder at a path, or standard input for `-`, as entries are read from it.
    static func source(_ path: String) throws -> Source {
        if path == "-" {
            let bytes = try file(path)
            let archive = try Source.archive(ByteSource(bytes), path: path)
            return archive ?? .file(SourceFile(path: path, bytes: bytes))
        }
        if try FileSystem.kind(of: path) == .missing {
            throw Problem.file(.missing(path))
        }
        if let archive = try Source.archive(at: path) { return archive }
        return try Source(at: path)
    }
}
