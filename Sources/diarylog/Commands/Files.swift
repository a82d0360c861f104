internal import DiaryEngine
internal import DiaryModel
internal import DiarylogArchives
internal import DiarylogArguments
internal import DiarylogHost
internal import EventStore
internal import Interchange

struct Files: ReadingCommand {
    static let about = CommandWords(
        "files",
        abstract: Sentence(
            "The files of an entry, or of all; add, remove, save them.", "일기 한 편이나 모든 일기의 파일. 붙이고, 떼고, 꺼냅니다."),
        discussion: Sentence(
            """
            Each with its number, name, media type, size, and whether the file is there. ENTRY@v3 and --at list \
            those of then. In a pipe a line is entry, number, name, type, size, state and SHA-256, with tabs between.
            """,
            """
            번호, 이름, 형식, 크기와 파일이 있는지를 보입니다. 일기@v3과 --at은 그때의 것입니다. 파이프에는 일기, 번호, 이름, 형식, 크기, 상태, SHA-256을 탭으로 \
            나누어 씁니다.
            """))

    @Argument("entry", help: .anEntryOrVersion, completion: .entries)
    var entry: String?

    func carryOut(in session: Session) throws {
        let point = try session.point()
        let diary = try session.open()
        let entries = try session.entriesWithFiles(entry, in: diary, at: point)
        let answer = Answer("attachments", session, ["at": .number(try diary.resolve(point).rawValue)])
        var rows = EntryRows(session)
        for entry in entries {
            let lines = session.isTerminal ? AttachmentLines.of(entry, session) { diary.state(of: $0) } : []
            if session.isTerminal, self.entry == nil { try answer.say(rows.row(of: entry)) }
            for (index, file) in entry.content.attachments.enumerated() {
                let state = diary.state(of: file)
                try answer.write(
                    Self.json(file, of: entry, state),
                    or: lines.isEmpty
                        ? Self.columns(file, index + 1, of: entry, state) + "\n" : session.broken(lines[index]))
            }
        }
        try answer.finish(at: diary.resolve(point))
        if session.isTerminal, answer.isEmpty { session.notify("no files are attached", "붙인 파일이 없습니다") }
    }

    private static func columns(
        _ file: Attachment, _ number: Int, of entry: Entry, _ state: AttachedFileState
    ) -> String {
        [
            entry.id.hexadecimal, String(number), OnScreen.column(OnScreen.safe(file.name)),
            OnScreen.safe(file.mediaType), String(file.size), state.rawValue, Hexadecimal.text(file.hash),
        ].joined(separator: "\t")
    }

    /// An attachment as the program's own JSON has it, with the entry that has it and whether the file is there.
    private static func json(_ file: Attachment, of entry: Entry, _ state: AttachedFileState) -> JSONValue {
        let own: JSONValue = ["entry": .text(entry.id.hexadecimal), "version": .number(entry.version.rawValue)]
        return own.adding(.object(EntryJSON.members(of: file))).adding(["state": .text(state.rawValue)])
    }
}

struct FilesAdd: ChangingCommand {
    static let about = CommandWords(
        "files add",
        abstract: Sentence("Add files to an entry: pictures, recordings, anything.", "일기에 사진이나 녹음 같은 파일을 붙입니다."),
        discussion: Sentence(
            """
            The files are copied into the diary's folder and proven by their hashes; the entry keeps them whatever \
            becomes of the ones you gave. undo takes them off again, and every version and moment shows its own.
            """,
            """
            파일은 일기장 폴더에 복사되고 해시로 확인됩니다. 원래 파일이 어떻게 되든 일기에 남습니다. undo로 다시 떼고, 버전과 시점마다 그때의 파일을 보입니다.
            """))

    @Argument("entry", help: .anEntry, completion: .entries)
    var entry: String

    @Argument("file", help: Sentence("The files.", "파일들."), completion: .files)
    var files: [String] = []

    func carryOut(in session: Session) throws {
        // Whoever names the file first may have named no entry at all.
        if files.isEmpty || (try? FileSystem.kind(of: entry)) == .file, files.allSatisfy({ $0.hasPrefix("@") }) {
            let again = ([files.first ?? "@1", entry]).map { ShellWord.quoted($0) }.joined(separator: " ")
            guard (try? FileSystem.kind(of: entry)) == .file else {
                throw Problem.badArguments(.missingArgument("<file>"), of: "files add")
            }
            throw Problem(
                usage: "the entry comes before the file", "파일보다 일기를 먼저 씁니다",
                hint: "diarylog files add \(again), where @1 is the newest by date.",
                "diarylog files add \(again)처럼 씁니다. @1은 날짜로 가장 새로운 일기입니다.")
        }
        let sources = try AttachmentSources(files)
        let diary = try session.open()
        let before = try session.presentEntry(entry, in: diary)
        if before.isForgotten { throw Problem.entryIsForgotten(OnScreen.shortID(before.id)) }
        if before.isDeleted { throw Problem.entryIsDeleted(OnScreen.shortID(before.id)) }
        session.reportBase(of: [before])
        let intake = try diary.beginAttaching()
        defer { intake.end() }
        var edit = EntryEdit()
        edit.addedAttachments = try sources.put(besides: before.content.attachments, in: diary, by: intake, session)
        let request = EntryRequest(entry: before.id, command: .edit(edit))
        try session.perform([request], in: diary) { _ in
            Sentence(
                "attached \(edit.addedAttachments.count, "file", "files") to \(OnScreen.shortID(before.id))",
                "\(OnScreen.shortID(before.id))에 파일 \(edit.addedAttachments.count)개를 붙였습니다")
        }
    }
}

struct FilesRemove: ChangingCommand {
    static let about = CommandWords(
        "files remove",
        abstract: Sentence("Take files off an entry; undo brings them back.", "일기에서 파일을 뗍니다. undo로 되돌립니다."),
        discussion: Sentence(
            """
            The files stay in the diary's folder, as earlier versions have them. Only forget removes what nothing \
            else names.
            """,
            """
            앞선 버전에 있으므로 파일은 일기장 폴더에 남습니다. 다른 데서 쓰지 않는 것은 forget만 없앱니다.
            """))

    @Argument("entry", help: .anEntry, completion: .entries)
    var entry: String

    @Argument(
        "name", help: Sentence("Names or numbers of its files, or beginnings of their hashes.", "파일의 이름이나 번호, 해시의 앞부분.")
    )
    var names: [String]

    func carryOut(in session: Session) throws {
        let diary = try session.open()
        let before = try session.presentEntry(entry, in: diary)
        var edit = EntryEdit()
        for name in names {
            let found = try before.attachment(named: name)
            if !edit.removedAttachments.contains(found) { edit.removedAttachments.append(found) }
        }
        session.reportBase(of: [before])
        let request = EntryRequest(entry: before.id, command: .edit(edit), expecting: .version(before.version))
        try session.perform([request], in: diary) { _ in
            Sentence(
                "took \(edit.removedAttachments.map { OnScreen.safe($0.name) }.joined(separator: ", ")) off \(OnScreen.shortID(before.id)); diarylog undo brings \(edit.removedAttachments.count == 1 ? "it" : "them") back",
                "\(OnScreen.shortID(before.id))에서 파일을 뗐습니다: \(edit.removedAttachments.map { OnScreen.safe($0.name) }.joined(separator: ", ")). diarylog undo로 되돌릴 수 있습니다"
            )
        }
    }
}

extension Entry {
    /// The attachment of a name, in whatever normal form, of a hash by at least four of its first digits, or of the
    /// number that lists show, from 1.
    func attachment(named name: String) throws -> Attachment {
        var found = content.attachments.filter { $0.name == name }
        if found.isEmpty, name.utf8.count >= 4 {
            let digits = name.lowercased()
            found = content.attachments.filter { Hexadecimal.text($0.hash).hasPrefix(digits) }
        }
        if found.isEmpty, let number = Int(name), content.attachments.indices.contains(number - 1) {
            found = [content.attachments[number - 1]]
        }
        guard let only = found.first else {
            throw Problem(
                .noAttachment, "entry \(OnScreen.shortID(id)) has no file \(name)",
                "일기 \(OnScreen.shortID(id))에 파일 \(name, .subject) 없습니다",
                hint: "diarylog files \(OnScreen.shortID(id)) lists them.",
                "diarylog files \(OnScreen.shortID(id), .by) 볼 수 있습니다.")
        }
        guard found.count == 1 else {
            let candidates = found.map { Hexadecimal.text($0.hash) + "  " + $0.name }
            throw Problem(
                .ambiguous, "several files are called \(name)", "\(name, .topic) 여러 파일입니다",
                hint: "Name one by its hash:\n  " + candidates.joined(separator: "\n  "),
                "해시로 하나를 고르세요:\n  " + candidates.joined(separator: "\n  "))
        }
        return only
    }
}

/// Files that were named to be attached, all of them open before the first is copied.
struct AttachmentSources: ~Copyable {
    private var files: [(path: String, reader: FileReader)] = []

    /// Throws for one that is not there, or no file.
    init(_ paths: [String]) throws {
        for path in paths {
            do throws(SystemError) { files.append((path, try FileReader(plain: path))) } catch {
                if error.isNoFile {
                    throw Problem(
                        .noFile, "\(path) is no file", "\(path, .topic) 파일이 아닙니다",
                        hint: "Only files can be attached.", "파일만 붙일 수 있습니다.")
                }
                throw Problem(error)
            }
        }
    }

    /// Copies them into the diary, and says what an entry that has some already is to name.
    ///
    /// One that it has under any name is said and left out. A name that is taken gets a number.
    func put(
        besides others: [Attachment], in diary: Diary, by intake: AttachmentIntake, _ session: Session
    ) throws -> [Attachment] {
        var (all, new): ([Attachment], [Attachment]) = (others, [])
        for (path, reader) in files {
            let attachment = try diary.put(reader, at: ArchiveName.readable(path), by: intake)
            guard let added = attachment.added(to: all) else {
                let known = all.first { $0.hash == attachment.hash }?.name ?? attachment.name
                session.notify(
                    "the entry has this file already, as \(OnScreen.safe(known))",
                    "이 파일은 이미 붙어 있습니다: \(OnScreen.safe(known))")
                continue
            }
            if added.name != attachment.name {
                session.notify(
                    "the entry has another file called \(OnScreen.safe(attachment.name)), so this one is called \(OnScreen.safe(added.name))",
                    "이름이 \(OnScreen.safe(attachment.name))인 다른 파일이 있어 \(OnScreen.safe(added.name), .by) 붙입니다")
            }
            all.append(added)
            new.append(added)
        }
        return new
    }
}
