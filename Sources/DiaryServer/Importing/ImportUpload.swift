internal import DiaryEngine
internal import DiarylogHost
internal import EventStore
internal import Interchange
internal import Synchronization

/// A file to import: it is put aside, and the program `diarylog` says what would come of it.
final class ImportUpload: UploadSteps {
    private let server: DiaryServer
    private let name: String
    private let language: Language
    private let state = Mutex(State())

    private struct State: ~Copyable {
        var dropped: DroppedFile?
        var file: FileReplacement?
    }

    /// `name`: what the file is called where it comes from; its ending says what it is.
    init(_ server: DiaryServer, name: String, _ language: Language) {
        (self.server, self.language) = (server, language)
        let last = name.split(separator: "/").last.map(String.init) ?? ""
        self.name = last.isEmpty || last.hasPrefix(".") || last.utf8.count > 200 ? "import" : last
    }

    deinit { drop() }

    func receive(_ bytes: [UInt8]) throws {
        try state.withLock { state in
            try begin(&state)
            try state.file?.write(bytes)
        }
    }

    func settle() throws {
        try state.withLock { state in
            try begin(&state)
            guard var file = state.file.take() else { return }
            try file.finish()
        }
    }

    func commit() async throws -> JSONValue {
        guard let dropped = state.withLock({ $0.dropped.take() }) else { throw ServerProblem.notFound }
        let (isDone, words) = await server.runImport(of: dropped.path, ["--dry-run"], language)
        if !isDone { dropped.remove() }
        return [
            "import": isDone ? .text(server.dropped.keep(dropped)) : .null, "done": .bool(isDone),
            "words": .text(words),
        ]
    }

    func drop() {
        let dropped = state.withLock { state in
            state.file = nil
            return state.dropped.take()
        }
        dropped?.remove()
    }

    private func begin(_ state: inout State) throws {
        guard state.dropped == nil else { return }
        let dropped = try DroppedFile(named: name)
        state.dropped = dropped
        do throws(SystemError) { state.file = try FileReplacement(of: dropped.path) } catch {
            throw EventStoreError(error)
        }
    }
}

extension DiaryServer {
    /// Imports a file that was dropped before, as one operation, and says what came of it.
    func importing(_ name: String, _ language: Language) -> Change {
        { server in
            guard let dropped = server.dropped.take(name) else { throw ServerProblem.notFound }
            defer { dropped.remove() }
            let (isDone, words) = await server.runImport(of: dropped.path, [], language)
            return ["import": .null, "done": .bool(isDone), "words": .text(words)]
        }
    }

    /// Forgets a file that was dropped.
    func forgetting(_ name: String) -> Change {
        { server in
            guard let dropped = server.dropped.take(name) else { throw ServerProblem.notFound }
            dropped.remove()
            return ["import": .null, "done": .bool(false), "words": .text("")]
        }
    }

    /// Runs the import of a file; whether it ended well, and what it said.
    fileprivate func runImport(
        of path: String, _ options: [String], _ language: Language
    ) async -> (isDone: Bool, words: String) {
        // A word without a slash would be the name of a diary.
        let diary = self.path.hasPrefix("/") ? self.path : "./" + self.path
        let words = ["import"] + options + ["--lang", language.rawValue, "--diary", diary, path]
        guard let said = await self.options.speaker?(words) else { return (false, "") }
        let text = String(decoding: said.words, as: UTF8.self)
        return (said.isDone, Self.plain(text, of: path))
    }

    /// What a terminal was told, for who dropped a file on a page: without where the file lies, without options, and
    /// without the words by which a terminal tells mistakes from advice.
    private static func plain(_ text: String, of path: String) -> String {
        let marks = [Sentence.error, .hint].flatMap { [$0.en + ": ", $0.ko + ": "] }
        return text.replacing(FileSystem.parent(of: path) + "/", with: "").split(separator: "\n")
            .filter { !" \($0)".contains(" --") }
            .map { line in
                let mark = marks.first { line.hasPrefix($0) } ?? ""
                return String(line.dropFirst(mark.count))
            }
            .joined(separator: "\n")
    }
}
