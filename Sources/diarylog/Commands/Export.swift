internal import ArgumentParser
internal import DiaryEngine
internal import EventStore
internal import Host
internal import Interchange

/// Writes entries, or the log itself.
struct Export: DiaryCommand {
    static let configuration = CommandConfiguration(
        abstract: "Write the entries, or the log itself, as JSON.",
        discussion: """
            Entries come oldest first, as an array or with --jsonl one a line, a changed one with what it was before. \
            import reads both into another diary: of the entries it keeps ids, times and versions, of the log everything.
            """)

    @Option(help: ArgumentHelp("json.", valueName: "format"))
    var format = "json"

    @Flag(help: "The log, one event a line, for `init --from-events`.")
    var events = false

    @Flag(help: "Leave out what entries were before their newest version.")
    var newestOnly = false

    @Option(
        help: ArgumentHelp("Write there instead of standard output; whole, or not at all.", valueName: "path"),
        completion: .file())
    var output: String?

    @OptionGroup var global: GlobalOptions

    func carryOut(in session: Session) throws(Problem) {
        guard format == "json" else { throw .usage(.unknownFormat(format)) }
        let point = try session.point()
        let diary = try session.open()
        var sink = try ExportSink(path: output, besides: session.path())
        let problem =
            try events
            ? write(eventsOf: diary, to: point, &sink, session) : write(entriesOf: diary, at: point, &sink, session)
        try sink.finish(session)
        if let output { session.say(.exported(count: sink.count, path: output)) }
        if let problem { throw problem }
    }

    private func write(
        entriesOf diary: Diary, at point: DiaryPoint, _ sink: inout ExportSink, _ session: Session
    ) throws(Problem) -> Problem? {
        var request = ListRequest()
        request.point = point
        request.isReversed = true
        let isArray = !session.options.jsonl
        if isArray { try sink.write(Array("[".utf8), session) }
        let end = try session.pages(diary, request, limit: nil) { (page, _) throws(Problem) in
            for entry in page {
                if isArray { try sink.write(Array((sink.count == 0 ? "\n" : ",\n").utf8), session) }
                let earlier = try newestOnly ? [] : session.versions(before: entry, in: diary)
                try sink.write(JSONWriter.bytes(EntryJSON.object(entry, isFull: true, earlier: earlier)), session)
                if !isArray { try sink.write([0x0A], session) }
                sink.count += 1
            }
        }
        if isArray { try sink.write(Array((sink.count == 0 ? "]\n" : "\n]\n").utf8), session) }
        return end.leftOut > 0 ? .place(.leftOut(end.leftOut)) : nil
    }

    private func write(
        eventsOf diary: Diary, to point: DiaryPoint, _ sink: inout ExportSink, _ session: Session
    ) throws(Problem) -> Problem? {
        var lost: [SequenceNumber] = []
        do throws(ExportFailure<Problem>) {
            try diary.exportEvents(to: point) { (line) throws(Problem) in
                switch line {
                case .event(let event, let portable):
                    try sink.write(JSONWriter.bytes(EventJSON.object(event, portable)) + [0x0A], session)
                    sink.count += 1
                case .hole(let sequence, let hole):
                    lost.append(SequenceNumber(sequence))
                    guard let hole else { return }
                    try sink.write(JSONWriter.bytes(EventJSON.object(hole, sequence)) + [0x0A], session)
                }
            }
        } catch {
            switch error {
            case .diary(let error): throw Problem(error)
            case .receiver(let problem): throw problem
            }
        }
        return lost.isEmpty ? nil : .place(.eventsLeftOut(lost))
    }
}

extension Session {
    /// What an entry was before the version that it is at, oldest first.
    fileprivate func versions(before entry: Entry, in diary: Diary) throws(Problem) -> [Entry] {
        guard entry.version.rawValue > 1 else { return [] }
        return try bridging { () throws(DiaryError) in
            try diary.versions(of: entry.id, at: .event(entry.sequence)).filter { $0.sequence < entry.sequence }
        }
    }
}

/// Where an export goes: to standard output as it comes, or to a file that appears whole.
struct ExportSink: ~Copyable {
    var count = 0
    private var file: FileReplacement?

    /// Throws for a path in the diary's own folder, and for a path where no file can be.
    init(path: String?, besides diary: String) throws(Problem) {
        guard let path, !Self.isStandardOutput(path) else { return }
        file = try bridging { () throws(SystemError) in
            let isThere = try FileSystem.kind(of: path) != .missing
            let folder = FileSystem.parent(of: isThere ? try FileSystem.canonicalPath(path) : path)
            if try FileSystem.identity(of: folder) == FileSystem.identity(of: diary) { return nil }
            return try FileReplacement(of: path)
        }
        if file == nil { throw .file(.insideDiary(path)) }
    }

    /// Whether a path names standard output: that stream is open already, and the export goes after what it holds.
    private static func isStandardOutput(_ path: String) -> Bool {
        ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].contains(path)
    }

    mutating func write(_ part: [UInt8], _ session: Session) throws(Problem) {
        guard file != nil else { return try session.write(part) }
        try bridging { () throws(SystemError) in try file?.write(part) }
    }

    mutating func finish(_ session: Session) throws(Problem) {
        try bridging { () throws(SystemError) in try file?.finish() }
    }
}
