internal import Archives
internal import DiaryModel
internal import Host
internal import Interchange

/// Reads standard input and files.
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

    /// The bytes of a file, or of standard input for `-`; they need not be UTF-8. What a pipe delivers lies in a file
    /// without a name in the first of some folders where that can be.
    static func content(_ path: String, spoolingIn folders: [String]) throws(Problem) -> ByteSource {
        if path != "-" {
            switch try bridging({ () throws(SystemError) in try FileSystem.kind(of: path) }) {
            case .missing: throw .file(.missing(path))
            case .directory: throw .file(.isAFolder(path))
            case .file:
                let file = try bridging { () throws(SystemError) in try FileReader(path) }
                // Some files do not say how long they are before their end.
                if file.size > 0 { return ByteSource(file: file) }
            case .other: break
            }
        }
        return ByteSource(
            file: try bridging { () throws(SystemError) in
                try FileReader(spooling: path == "-" ? nil : path, in: folders)
            })
    }

    /// The file or the folder at a path, or standard input for `-`, as entries are read from it.
    static func source(_ path: String, spoolingIn folders: [String]) throws(Problem) -> Source {
        func unpacked(_ archive: () throws(ReadProblem) -> Source?) throws(Problem) -> Source? {
            do { return try archive() } catch { throw .file(.unread(error)) }
        }
        if path == "-" {
            let content = try content(path, spoolingIn: folders)
            let archive = try unpacked { () throws(ReadProblem) in try Source.archive(content, path: path) }
            return archive ?? .file(SourceFile(path: path, content: content))
        }
        if try bridging({ () throws(SystemError) in try FileSystem.kind(of: path) }) == .missing {
            throw .file(.missing(path))
        }
        if let archive = try unpacked({ () throws(ReadProblem) in try Source.archive(at: path) }) { return archive }
        return try bridging { () throws(SystemError) in try Source(at: path) }
    }
}
