internal import DiaryEngine
internal import DiarylogArguments
internal import EventStore
internal import Interchange

struct Export: ReadingCommand {
    static let about = CommandWords(
        "export",
        abstract: Sentence("Write the entries in a format of choice, or the log itself.", "일기를 고른 형식으로, 또는 기록을 내보냅니다."),
        discussion: FormatWords.exporting)

    @Option(
        "format", help: Sentence("json, or one that another program reads, as jrnl.", "json, 또는 jrnl처럼 다른 프로그램이 읽는 것."),
        completion: .list(EntryFormat.writable))
    var format = "json"

    @Option(
        "time-format", value: "time format", against: Self.formats(but: [.jrnl, .jrnlFolder]), with: "--format",
        help: .itsTimeFormat)
    var timeFormat: String?

    @Option(
        "title", against: Self.formats(but: [.site, .book, .pdf]), with: "--format",
        help: Sentence("The name of the diary in a site or a book.", "사이트나 책에 적을 일기장 이름."))
    var title: String?

    @Flag(
        "events", against: Self.formats(but: [.json]) + FilterOptions.names.map { "--" + $0 },
        help: Sentence(
            "The log, one event a line, for `engine init --from-events`.",
            "`engine init --from-events`로 읽을 기록, 한 줄에 한 변경."))
    var events = false

    @Flag(
        "newest-only",
        help: Sentence("Leave out what entries were before their newest version.", "가장 새로운 버전보다 전의 모습은 뺍니다."))
    var newestOnly = false

    @Option(
        "output", value: "path",
        help: Sentence(
            "Write there instead of standard output; whole, or not at all.", "표준 출력 대신 여기에 씁니다. 다 쓰거나 하나도 안 씁니다."),
        completion: .files)
    var output: String?

    @Option(
        "attachments", value: "folder", against: Self.formats(but: [.json]),
        help: Sentence("Write the attached files into this folder, for import.", "붙인 파일을 이 폴더로 내보냅니다. import가 가져옵니다."),
        completion: .folders)
    var attachments: String?

    @OptionGroup var filter: FilterOptions

    /// All formats but those for which an option is.
    private static func formats(but meant: Set<EntryFormat>) -> [String] {
        (EntryFormat.writable + EntryFormat.others.keys)
            .filter { name in EntryFormat(named: name).map { !meant.contains($0) } ?? true }.map { "--format " + $0 }
    }

    func carryOut(in session: Session) throws {
        guard var format = EntryFormat(named: format) else {
            throw Problem.unknownFormat(format, of: EntryFormat.writable)
        }
        if format == .book, output?.lowercased().hasSuffix(".pdf") == true { format = .pdf }
        var request = try filter.request(session)
        request.isReversed = true
        let options = WriteOptions(
            zone: try session.zone(), timeFormat: try session.timeFormat(timeFormat), language: session.language,
            title: title, isMarkdown: session.isMarkdown, isLines: session.options.jsonl)
        guard let writer = format.writer(options) else {
            throw Problem(
                usage: "\(format.rawValue) can only be read", "\(format.rawValue, .topic) 읽기만 합니다",
                hint: "Formats to write are \(EntryFormat.writable.joined(separator: ", ")).",
                "쓸 수 있는 형식은 이것들입니다: \(EntryFormat.writable.joined(separator: ", "))")
        }
        let diary = try session.open()
        var exported = try attachments.map { folder in try ExportedAttachments(in: folder, session) }
        let problem: Problem?
        if events {
            problem = try write(eventsOf: diary, to: request.point, session)
            for named in try diary.namedAttachments(at: request.point) { try exported?.write(named, of: diary) }
        } else {
            var target = try ExportTarget(for: writer, format, at: output, of: diary, session)
            problem = try write(request, by: writer, to: &target, &exported, session)
        }
        if let problem { throw problem }
        try exported?.finish(session)
    }

    private func write(
        _ request: ListRequest, by writer: any EntryWriter, to target: inout ExportTarget,
        _ exported: inout ExportedAttachments?, _ session: Session
    ) throws -> Problem? {
        var writer = writer
        let diary = target.diary
        var request = request
        if writer.countsFirst {
            // Both passes see the same.
            request.point = .event(try diary.resolve(request.point))
            _ = try session.pages(diary, request, limit: nil) { page, _ in
                for entry in page where entry.isUnderstood { writer.count(entry) }
            }
        }
        var (count, newer) = (0, 0)
        let end = try session.pages(diary, request, limit: nil) { page, _ in
            for entry in page {
                guard entry.isUnderstood else {
                    newer += 1
                    continue
                }
                let earlier = try newestOnly ? [] : session.versions(before: entry, in: diary)
                try target.write(writer.take(entry, earlier: earlier))
                if exported != nil {
                    for file in ([entry] + earlier).flatMap(\.content.attachments) {
                        try exported?.write(file, of: diary)
                    }
                }
                count += 1
            }
        }
        try target.write(writer.finish())
        try target.finish()
        session.report(writer.losses)
        if newer > 0 {
            session.notify(
                "\(newer, "entry was", "entries were") left out, as a newer diarylog wrote \(newer == 1 ? "it" : "them"); "
                    + "diarylog export --events has all",
                "더 새로운 diarylog가 쓴 일기 \(newer)편은 뺐습니다. diarylog export --events에는 모두 있습니다")
        }
        let what = Sentence("\(count, "entry", "entries")", "일기 \(count)편")
        if let output { session.notify(.exported(what, path: output)) }
        if end.leftOut > 0 { return .leftOut(end.leftOut) }
        return target.lost.isEmpty ? nil : .attachmentsLost(target.lost)
    }

    private func write(
        eventsOf diary: Diary, to point: DiaryPoint, _ session: Session
    ) throws -> Problem? {
        var sink = try ExportSink(path: output, session)
        var (count, lost): (Int, [SequenceNumber]) = (0, [])
        try diary.exportEvents(to: point) { line in
            switch line {
            case .event(let event, let portable):
                try sink.write(JSONWriter.bytes(EventJSON.object(event, portable)) + [0x0A])
                count += 1
            case .hole(let sequence, let hole):
                lost.append(SequenceNumber(sequence))
                guard let hole else { return }
                try sink.write(JSONWriter.bytes(EventJSON.object(hole, sequence)) + [0x0A])
            }
        }
        try sink.finish()
        let what = Sentence("\(count, "event", "events")", "변경 \(count)건")
        if let output { session.notify(.exported(what, path: output)) }
        return lost.isEmpty ? nil : .eventsLeftOut(lost)
    }
}

extension Session {
    /// What an entry was before the version that it is at, oldest first.
    func versions(before entry: Entry, in diary: Diary) throws -> [Entry] {
        guard entry.version.rawValue > 1 else { return [] }
        return try diary.versions(of: entry.id, at: .event(entry.sequence)).filter { earlier in
            earlier.sequence < entry.sequence && earlier.isUnderstood
        }
    }
}
