internal import DiaryEngine
internal import DiaryModel
internal import DiarylogArguments
internal import DiarylogHost
internal import EventStore

/// Adds files to an entry.
struct FilesAdd: ChangingCommand {
    static let about = CommandWords(
        "files add",
        abstract: HelpText("Add files to an entry: pictures, recordings, anything.", "일기에 사진이나 녹음 같은 파일을 붙입니다."),
        discussion: HelpText(
            """
            The files are copied into the diary's folder and proven by their hashes; the entry keeps them whatever \
            becomes of the ones you gave. undo takes them off again, and every version and moment shows its own.
            """,
            """
            파일은 일기장 폴더에 복사되고 해시로 확인됩니다. 원래 파일이 어떻게 되든 일기에 남습니다. undo로 다시 떼고, 버전과 시점마다 그때의 파일을 보입니다.
            """))

    @Argument("entry", help: .anEntry, completion: .entries)
    var entry: String

    @Argument("file", help: HelpText("The files.", "파일들."), completion: .files)
    var files: [String]

    @OptionGroup var global: GlobalOptions

    func carryOut(in session: Session) throws {
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
