internal import DiaryEngine
internal import DiaryModel
internal import DiarylogHost
internal import EventStore
internal import Interchange

/// Changing the chosen entries: in the editor, one by one by question, and all of it as one operation.
extension JrnlCall {
    /// Whether anything may have been changed.
    func change(_ session: Session) throws -> Bool {
        let entries = try chosen(session)
        guard !entries.isEmpty else {
            session.notify(
                arguments.deletes && !arguments.edits ? JrnlNotice.nothingToDelete : JrnlNotice.nothingToModify)
            return false
        }
        reportFound(entries.count, session)
        let diary = try session.open()
        session.reportBase(of: entries)
        if arguments.edits {
            // Without a terminal only an editor that was chosen is opened.
            if editor == nil, !Terminal.isTerminal(.input) { throw JrnlProblem.noEditor(settings: settingsPath) }
            let settled = session.settled(entries)
            if settled.isEmpty { return false }
            try edit(settled, in: diary, session)
        } else {
            try ask(about: entries, in: diary, session)
        }
        return true
    }

    /// Asks about each entry; what is not answered is no.
    private func ask(about entries: [Entry], in diary: Diary, _ session: Session) throws {
        let layout = JrnlLayout(jrnl, session)
        let date = try arguments.newTime.map { text in try session.date(text) }
        var requests: [EntryRequest] = []
        var deleted = 0
        for entry in entries {
            let title = layout.plainTitle(entry)
            var command: EntryCommand?
            if let date, session.asks(JrnlNotice.askTime(title)) {
                var edit = EntryEdit()
                edit.date = date
                command = .edit(edit)
            }
            if arguments.deletes, session.asks(JrnlNotice.askDelete(title)) {
                command = .delete
                deleted += 1
            }
            guard let command else { continue }
            requests.append(EntryRequest(entry: entry.id, command: command, expecting: .version(entry.version)))
        }
        ErrorOutput.write("\n")
        try perform(requests, added: 0, modified: requests.count - deleted, deleted: deleted, in: diary, session)
    }

    private func edit(_ entries: [Entry], in diary: Diary, _ session: Session) throws {
        let buffer = JrnlBuffer(
            entries.map { entry in
                JrnlBuffer.Shown(
                    date: jrnl.timeFormat.write(entry.content.date.civil), text: entry.content.text,
                    isStarred: entry.content.isStarred)
            }, isDate: { (try? date($0, on: nil, session)) != nil })
        try diary.checkWritable()
        try type(buffer.bytes, session) { typed, kept in
            let changes = try buffer.changes(in: typed)
            try carryOut(changes, on: entries, kept, in: diary, session)
        }
    }

    /// Opens the editor on a text, and hands on what was typed.
    func type(_ text: [UInt8], _ session: Session, _ use: (_ typed: [UInt8], _ kept: KeptText) throws -> Void) throws {
        var file = try EditorFile(text, EditorNote(.jrnl, in: try session.path()))
        try Editor.run(on: &file, by: editor ?? Editor.command, in: session)
        try session.take(file, afterGoodEnd: true) { typed in try use(typed, file.kept) }
    }

    /// A date as it stands in brackets: in jrnl's time format, or in words. If the format has no day, it is this one.
    private func date(_ text: String, on day: CivilTime? = nil, _ session: Session) throws -> EntryDate {
        guard let time = jrnl.timeFormat.read(text, on: day) else { return try session.date(text) }
        let zone = try session.zone()
        return EntryDate(
            seconds: time.seconds, offset: ZoneDatabase.offset(of: zone, local: time.seconds), zone: zone,
            precision: jrnl.timeFormat.precision)
    }

    private func carryOut(
        _ changes: [JrnlBuffer.Change], on entries: [Entry], _ kept: KeptText, in diary: Diary, _ session: Session
    ) throws {
        var context = try session.context()
        var requests: [EntryRequest] = []
        var counts = (added: 0, modified: 0, deleted: 0)
        for change in changes {
            switch change {
            case .edited(let index, let text, let date, let isStarred):
                var edit = EntryEdit()
                edit.text = text
                let entry = entries[index]
                edit.date = try date.map { text in
                    try self.date(text, on: entry.content.date.civil.startOfDay, session)
                }
                edit.isStarred = isStarred
                requests.append(
                    EntryRequest(entry: entry.id, command: .edit(edit), expecting: .version(entry.version)))
                counts.modified += 1
            case .deleted(let index):
                let entry = entries[index]
                requests.append(EntryRequest(entry: entry.id, command: .delete, expecting: .version(entry.version)))
                counts.deleted += 1
            case .added(let date, let text, let isStarred):
                let typed = JrnlTyped(text, isStarred: isStarred)
                var content = EntryContent(text: typed.text, date: try self.date(date, session))
                content.isStarred = typed.isStarred
                content.tags = typed.tags
                requests.append(EntryRequest(entry: context.entropy.identifier(), command: .create(content)))
                counts.added += 1
            }
        }
        try perform(
            requests, added: counts.added, modified: counts.modified, deleted: counts.deleted, kept: kept, in: diary,
            session)
    }

    /// Carries everything out as one operation, and says what it came to.
    private func perform(
        _ requests: [EntryRequest], added: Int, modified: Int, deleted: Int, kept: KeptText? = nil, in diary: Diary,
        _ session: Session
    ) throws {
        guard !requests.isEmpty else { return session.notify(JrnlNotice.noEdits) }
        let context = try session.context()
        let outcome = try diary.perform(requests, in: context)
        let (receipt, _, _) = try session.settled(outcome, kept: kept)
        guard receipt != nil else { return session.notify(JrnlNotice.noEdits) }
        if added > 0 { session.notify(JrnlNotice.addedMany(added)) }
        if deleted > 0 { session.notify(JrnlNotice.deleted(deleted)) }
        if modified > 0 { session.notify(JrnlNotice.modified(modified)) }
        if deleted > 0 { session.notify(JrnlNotice.undoable) }
    }
}
