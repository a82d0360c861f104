internal import DiaryEngine
internal import DiaryModel
internal import DiarylogArguments
internal import DiarylogHost
internal import EventStore

/// Adds files to an entry.
struct Attach: ChangingCommand {
    static let about = CommandWords(
        "attach",
        abstract: HelpText("Add files to an entry: pictures, recordings, anything.", "일기에 사진이나 녹음 같은 파일을 붙입니다."),
        discussion: HelpText(
            """
            The files are copied into the diary's folder and proven by their hashes; the entry keeps them whatever \
            becomes of the ones you gave. undo takes them off again, and every version and moment shows its own.
            """,
            """
            파일은 일기 폴더에 복사되고 해시로 확인됩니다. 원래 파일이 어떻게 되든 일기에 남습니다. undo로 다시 떼고, 버전과 시점마다 그때의 파일을 보입니다.
            """))

    @Argument("entry", help: .anEntry, completion: .entries)
    var entry: String

    @Argument("file", help: HelpText("The files.", "파일들."), completion: .files)
    var files: [String]

    @OptionGroup var global: GlobalOptions

    func carryOut(in session: Session) throws {
        try session.refuseMoment()
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
            .attached(edit.addedAttachments.count, id: OnScreen.shortID(before.id))
        }
    }
}

/// Files that were named to be attached, all of them open before the first is copied.
struct AttachmentSources: ~Copyable {
    private var files: [(path: String, reader: FileReader)] = []

    /// Throws for one that is not there, or no file.
    init(_ paths: [String]) throws {
        for path in paths {
            do throws(SystemError) { files.append((path, try FileReader(plain: path))) } catch {
                if error.isNoFile { throw Problem.notAFile(path) }
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
            let attachment = try diary.put(reader, at: path, by: intake)
            guard let added = attachment.added(to: all) else {
                let known = all.first { $0.hash == attachment.hash }?.name ?? attachment.name
                session.notify(.attachedBefore(OnScreen.safe(known)))
                continue
            }
            if added.name != attachment.name {
                session.notify(.attachedAs(OnScreen.safe(attachment.name), OnScreen.safe(added.name)))
            }
            all.append(added)
            new.append(added)
        }
        return new
    }
}

/// Takes files off an entry.
struct Detach: ChangingCommand {
    static let about = CommandWords(
        "detach", abstract: HelpText("Take files off an entry; undo brings them back.", "일기에서 파일을 뗍니다. undo로 되돌립니다."),
        discussion: HelpText(
            """
            The files stay in the diary's folder, as earlier versions have them. Only forget removes what nothing \
            else names.
            """,
            """
            앞선 버전에 있으므로 파일은 일기 폴더에 남습니다. 다른 데서 쓰지 않는 것은 forget만 없앱니다.
            """))

    @Argument("entry", help: .anEntry, completion: .entries)
    var entry: String

    @Argument("name", help: HelpText("Names of its files, or beginnings of their hashes.", "파일 이름이나 해시의 앞부분."))
    var names: [String]

    @OptionGroup var global: GlobalOptions

    func carryOut(in session: Session) throws {
        try session.refuseMoment()
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
            .detached(edit.removedAttachments.count, id: OnScreen.shortID(before.id))
        }
    }
}

extension Entry {
    /// The attachment of a name, in whatever normal form, or of a hash by at least four of its first digits.
    func attachment(named name: String) throws -> Attachment {
        var found = content.attachments.filter { $0.name == name }
        if found.isEmpty, name.utf8.count >= 4 {
            let digits = name.lowercased()
            found = content.attachments.filter { Hexadecimal.text($0.hash).hasPrefix(digits) }
        }
        guard let only = found.first else { throw Problem.noAttachment(name, entry: OnScreen.shortID(id)) }
        guard found.count == 1 else {
            throw Problem.ambiguousAttachment(
                name, candidates: found.map { Hexadecimal.text($0.hash) + "  " + $0.name })
        }
        return only
    }
}
