internal import DiaryEngine
internal import DiaryModel
internal import DiarylogArguments
internal import DiarylogHost
internal import EventStore
internal import Interchange

struct FilesSave: ReadingCommand {
    static let about = CommandWords(
        "files save",
        abstract: Sentence("Write the files of an entry, or of all, into a folder.", "일기 한 편이나 모든 일기의 파일을 폴더에 꺼냅니다."),
        discussion: Sentence(
            "Nothing that is there is replaced: a name that is taken gets a number.",
            "있는 것을 덮어쓰지 않고, 같은 이름에는 번호를 붙입니다."))

    @Argument("folder", help: Sentence("Where; it is made.", "꺼낼 곳. 없으면 만듭니다."), completion: .folders)
    var folder: String

    @Argument("entry", help: .anEntryOrVersion, completion: .entries)
    var entry: String?

    func carryOut(in session: Session) throws {
        // Who names the entry first, as add and remove want it, would get a folder of this name, with all files.
        if folder.hasPrefix("@") {
            throw Problem(
                usage: "the folder comes first, and \(folder) is an entry", "폴더가 먼저입니다. \(folder, .topic) 일기입니다",
                hint: "diarylog files save \(entry ?? "FOLDER") \(folder); ./\(folder) is a folder of that name.",
                "diarylog files save \(entry ?? "폴더") \(folder). 그런 이름의 폴더는 ./\(folder, .by) 씁니다.")
        }
        let point = try session.point()
        let diary = try session.open()
        try write(try session.entriesWithFiles(entry, in: diary, at: point), of: diary, session)
    }

    private func write(_ entries: [Entry], of diary: Diary, _ session: Session) throws {
        try session.makeFolder(folder)
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
        session.notify(
            "wrote \(written, "file", "files") to \(OnScreen.safe(folder))",
            "파일 \(written)개를 \(OnScreen.safe(folder))에 냈습니다")
        if !lost.isEmpty { throw Problem.attachmentsLost(lost) }
    }
}

extension Session {
    /// Makes a folder for files, if there is none. Throws for one in the diary's own folder.
    func makeFolder(_ folder: String) throws {
        try refuse(insideDiary: folder)
        try FileSystem.makeDirectory(folder, withParents: true)
    }

    /// The entry that was named, or all entries that have files.
    func entriesWithFiles(_ reference: String?, in diary: Diary, at point: DiaryPoint) throws -> [Entry] {
        if let reference { return [try entry(reference, in: diary, at: point)] }
        var entries: [Entry] = []
        var request = ListRequest()
        request.point = point
        let end = try pages(diary, request, limit: nil) { page, _ in
            entries += page.filter { !$0.content.attachments.isEmpty }
        }
        if end.leftOut > 0 { throw Problem.leftOut(end.leftOut) }
        return entries
    }
}

extension Diary {
    /// Writes an attached file into a folder, under its name or one with a number, and returns where it is; nil if it
    /// is not there, or not what was put: then nothing is left.
    func writeOut(_ file: Attachment, into folder: String) throws -> String? {
        let name = Attachment.properName(file.name)
        var copy = try FileReplacement(in: folder)
        guard try pass(file, { try copy.write($0) }) else { return nil }
        var taken: [String] = []
        while true {
            let free = Attachment.freeName(name, among: taken)
            let path = folder + "/" + free
            if try copy.finish(asNew: path) { return path }
            taken.append(free)
        }
    }
}
