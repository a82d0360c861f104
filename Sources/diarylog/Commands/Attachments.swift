internal import DiaryEngine
internal import DiaryModel
internal import DiarylogArguments
internal import DiarylogHost
internal import EventStore
internal import Interchange

/// Lists the files of entries, and writes them out.
struct Attachments: DiaryCommand {
    static let about = CommandWords(
        "attachments",
        abstract: HelpText("List the files of an entry, or of all; write them out.", "일기 한 편이나 모든 일기의 파일을 보이고, 꺼냅니다."),
        discussion: HelpText(
            """
            Each with its number, name, media type, size, and whether the file is there. ENTRY@v3 and --at list \
            those of then. In a pipe a line is entry, number, name, type, size, state and SHA-256, with tabs \
            between. --output writes them into a folder and replaces nothing there: a name that is taken gets a \
            number.
            """,
            """
            번호, 이름, 형식, 크기와 파일이 있는지를 보입니다. ENTRY@v3과 --at은 그때의 것입니다. 파이프에는 일기, 번호, 이름, 형식, 크기, 상태, SHA-256을 탭으로 \
            나누어 씁니다. --output은 폴더에 꺼내되 있는 것을 덮어쓰지 않고, 같은 이름에는 번호를 붙입니다.
            """))

    @Argument(
        "entry",
        help: HelpText(
            "An id or the beginning of one, @1 for the newest by date, or ENTRY@v3.",
            "식별자나 그 앞부분, 날짜로 가장 새로운 것은 @1, 버전은 ENTRY@v3."), completion: .entries)
    var entry: String?

    @Option(
        "output", value: "folder", help: HelpText("Write the files into this folder.", "파일을 이 폴더에 꺼냅니다."),
        completion: .folders)
    var output: String?

    @OptionGroup var global: GlobalOptions

    func carryOut(in session: Session) throws {
        let point = try session.point()
        let diary = try session.open()
        var entries: [Entry] = []
        if let entry {
            entries = [try session.entry(entry, in: diary, at: point)]
        } else {
            var request = ListRequest()
            request.point = point
            let end = try session.pages(diary, request, limit: nil) { page, _ in
                entries += page.filter { !$0.content.attachments.isEmpty }
            }
            if end.leftOut > 0 { throw Problem.leftOut(end.leftOut) }
        }
        if let output { return try write(entries, of: diary, to: output, session) }
        if session.isJSON {
            let rows = entries.flatMap { entry in
                entry.content.attachments.map { Self.json($0, of: entry, diary.state(of: $0)) }
            }
            if session.options.jsonl {
                for row in rows { try session.write(row) }
                return try session.writeEnd(of: diary, at: point)
            }
            let at = try diary.resolve(point)
            return try session.write(["at": .number(at.rawValue), "attachments": .array(rows)])
        }
        if session.isTerminal { return try show(entries, of: diary, session) }
        for entry in entries {
            for (index, file) in entry.content.attachments.enumerated() {
                let fields = [
                    entry.id.hexadecimal, String(index + 1), OnScreen.column(OnScreen.safe(file.name)),
                    OnScreen.safe(file.mediaType), String(file.size), diary.state(of: file).rawValue,
                    Hexadecimal.text(file.hash),
                ]
                try session.write(fields.joined(separator: "\t") + "\n")
            }
        }
    }

    private func show(_ entries: [Entry], of diary: Diary, _ session: Session) throws {
        var text = ""
        for entry in entries {
            if self.entry == nil {
                text += OnScreen.paint(OnScreen.shortID(entry.id), 33, session) + "  "
                text += OnScreen.date(entry.content.date, session) + "  " + OnScreen.short(entry, session) + "\n"
            }
            for line in AttachmentLines.of(entry, session, { diary.state(of: $0) }) { text += line + "\n" }
        }
        try session.page(text)
    }

    /// An attachment as the program's own JSON has it, with the entry that has it and whether the file is there.
    private static func json(_ file: Attachment, of entry: Entry, _ state: AttachedFileState) -> JSONValue {
        .object(
            [JSONMember("entry", .text(entry.id.hexadecimal)), JSONMember("version", .number(entry.version.rawValue))]
                + EntryJSON.members(of: file) + [JSONMember("state", .text(state.rawValue))])
    }

    private func write(
        _ entries: [Entry], of diary: Diary, to folder: String, _ session: Session
    ) throws {
        let home = try session.path()
        try FileSystem.makeDirectory(folder, withParents: true)
        let (real, own) = (try FileSystem.canonicalPath(folder), try FileSystem.canonicalPath(home))
        if real == own || real.hasPrefix(own + "/") { throw Problem.fileInsideDiary(folder) }
        var (rows, lost): ([JSONValue], [String]) = ([], [])
        var written = 0
        for entry in entries {
            for file in entry.content.attachments {
                guard let path = try diary.writeOut(file, into: folder) else {
                    lost.append(OnScreen.safe(file.name))
                    continue
                }
                written += 1
                if session.isJSON {
                    rows.append(["entry": .text(entry.id.hexadecimal), "name": .text(file.name), "path": .text(path)])
                } else if !session.isTerminal {
                    try session.write(path + "\n")
                }
            }
        }
        try FileSystem.syncDirectory(folder)
        if session.isJSON { try session.write(["folder": .text(folder), "written": .array(rows)]) }
        session.notify(.wroteOut(written, folder: OnScreen.safe(folder)))
        if !lost.isEmpty { throw Problem.attachmentsLost(lost) }
    }
}

extension Diary {
    /// Writes an attached file into a folder, under its name or one with a number, and returns where it is; nil if it
    /// is not there, or not what was put: then nothing is left.
    func writeOut(_ file: Attachment, into folder: String) throws -> String? {
        let name = Attachment.properName(file.name)
        guard let reader = try openAttachment(file.hash) else { return nil }
        var copy = try FileReplacement(in: folder)
        var digest = RunningDigest()
        var offset = 0
        while offset < reader.size {
            let part: [UInt8]
            do throws(EventStoreError) { part = try reader.read(at: offset, count: 256 << 10) } catch { return nil }
            if part.isEmpty { return nil }
            digest.update(part)
            try copy.write(part)
            offset += part.count
        }
        guard digest.finish().bytes == file.hash else { return nil }
        var taken: [String] = []
        while true {
            let free = Attachment.freeName(name, among: taken)
            let path = folder + "/" + free
            if try copy.finish(asNew: path) { return path }
            taken.append(free)
        }
    }
}
