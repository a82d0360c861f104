internal import DiaryModel
internal import DiarylogArchives
internal import DiarylogHost
internal import Interchange

/// Reads standard input and files.
enum TextInput {
    /// Standard input to its end. Throws if it is longer than an entry's text may be, or not UTF-8.
    static func standardInput() throws -> [UInt8] {
        let bytes = try StandardInput.readAll(limit: EntryLimits.text)
        guard let bytes else { throw Problem.textTooLong(nil, most: EntryLimits.text) }
        guard isUTF8(bytes) else {
            throw Problem(
                .usage, "not-utf8", "standard input is not valid UTF-8", "표준 입력이 올바른 UTF-8이 아닙니다",
                hint: "Convert it first, for example with iconv.", "먼저 iconv 같은 것으로 변환하세요.")
        }
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

    /// The most that is taken of a pipe: what never ends is no source.
    private static let mostOfAPipe = 2 << 30

    /// The bytes of a file, or of standard input for `-`; they need not be UTF-8. What a pipe delivers lies in a file
    /// without a name in the first of some folders where that can be.
    static func content(
        _ path: String, spoolingIn folders: [String], counted meter: FileProgress? = nil
    ) throws -> ByteSource {
        if path != "-" {
            switch try FileSystem.kind(of: path) {
            case .missing: throw Problem.noFile(path)
            case .directory: throw Problem.isAFolder(path)
            case .file:
                let file = try FileReader(path)
                // Some files do not say how long they are before their end.
                if file.size > 0 { return ByteSource(file: file) }
            case .other: break
            }
        }
        let name = path == "-" ? nil : path
        if try FileSystem.isDevice(name) { throw Problem.isADevice(path) }
        do throws(SystemError) {
            let file = try FileReader(spooling: name, in: folders, most: mostOfAPipe)
            meter?.expect(file.size)
            return ByteSource(file: file, counted: meter)
        } catch {
            throw error.isTooLarge && error.path == nil ? Problem.pipeTooLong(path, most: mostOfAPipe) : Problem(error)
        }
    }

    /// The file or the folder at a path, or standard input for `-`, as entries are read from it.
    static func source(
        _ path: String, spoolingIn folders: [String], counted meter: FileProgress? = nil
    ) throws -> Source {
        let kind = try path == "-" ? .other : FileSystem.kind(of: path)
        if kind == .missing { throw Problem.noFile(path) }
        if kind == .other {
            let content = try content(path, spoolingIn: folders, counted: meter)
            let archive = try Source.archive(content, path: path)
            return archive ?? .file(SourceFile(path: path, content: content))
        }
        if let archive = try Source.archive(at: path, counted: meter) { return archive }
        return try Source(at: path, counted: meter)
    }
}
