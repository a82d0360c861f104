internal import DiaryEngine
internal import DiaryModel
internal import DiarylogArguments
internal import DiarylogHost
internal import EventStore

/// Takes files off an entry.
struct FilesRemove: ChangingCommand {
    static let about = CommandWords(
        "files remove",
        abstract: HelpText("Take files off an entry; undo brings them back.", "일기에서 파일을 뗍니다. undo로 되돌립니다."),
        discussion: HelpText(
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
        "name", help: HelpText("Names or numbers of its files, or beginnings of their hashes.", "파일의 이름이나 번호, 해시의 앞부분.")
    )
    var names: [String]

    @OptionGroup var global: GlobalOptions

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
            .detached(edit.removedAttachments.count, id: OnScreen.shortID(before.id))
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
        guard let only = found.first else { throw Problem.noAttachment(name, entry: OnScreen.shortID(id)) }
        guard found.count == 1 else {
            throw Problem.ambiguousAttachment(
                name, candidates: found.map { Hexadecimal.text($0.hash) + "  " + $0.name })
        }
        return only
    }
}
