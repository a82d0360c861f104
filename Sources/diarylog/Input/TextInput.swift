internal import DiaryModel
internal import DiarylogArchives
internal import DiarylogHost
internal import Interchange

/// Reads standard input and files.
enum TextInput {
    /// Standard input to its end, read once.
    private static let input = Result { () throws(SystemError) in
        try StandardInput.readAll(limit: EntryLimits.text)
    }

    /// Whether standard input has something to read. Waits for it where it is a pipe.
    static var isPiped: Bool {
        guard !Terminal.isTerminal(.input), case .success(let bytes) = input else { return false }
        return bytes?.isEmpty != true
    }

    /// Standard input to its end. Throws if it is longer than an entry's text may be, or not UTF-8.
    static func standardInput() throws -> [UInt8] {
        guard let bytes = try input.get() else { throw Problem.textTooLong(nil, most: EntryLimits.text) }
        guard isUTF8(bytes) else { throw Problem.notUTF8("standard input", "표준 입력") }
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
        let (en, ko) = path == "-" ? ("standard input", "표준 입력") : (path, path)
        if try FileSystem.isDevice(name) {
            throw Problem(
                .noFile, "\(en) is a device, and may have no end; nothing was read",
                "\(ko, .topic) 끝이 없을 수 있는 장치라 읽지 않았습니다", hint: "Name a file, or - for a pipe.",
                "파일을 쓰거나, 파이프라면 -를 쓰세요.")
        }
        do throws(SystemError) {
            let file = try FileReader(spooling: name, in: folders, most: mostOfAPipe)
            meter?.expect(file.size)
            return ByteSource(file: file, counted: meter)
        } catch {
            guard error.isTooLarge, error.path == nil else { throw Problem(error) }
            throw Problem(
                .tooLong,
                "\(en) has more than \(bytes: mostOfAPipe), if it ends at all; nothing was taken from it",
                "\(ko, .topic) \(bytes: mostOfAPipe)보다 길거나 끝이 없어 아무것도 가져오지 않았습니다",
                hint: "Write it to a file, and name that: a file is read however large it is.",
                "파일로 만들어 그 이름을 쓰세요. 파일은 얼마나 커도 읽습니다.")
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
        return try Source(at: path, counted: meter).unfolded()
    }
}
