internal import DiaryEngine
internal import DiaryModel
internal import DiarylogHost
internal import EventStore
internal import Interchange

/// Writing an entry: from the words of the command line, a pipe, or an editor.
extension JrnlCall {
    func compose(_ session: Session) throws {
        let template = try template()
        if !arguments.words.isEmpty {
            let typed = arguments.words.joined(separator: " ")
            if arguments.edits { return try composeInEditor(typed, template: nil, session) }
            // On a command line, as in jrnl, \n is a line end; elsewhere a text stays as it is.
            return try write(typed.replacing("\\n ", with: "\n").replacing("\\n", with: "\n"), session)
        }
        if !Terminal.isTerminal(.input) { return try write(fromInput(), session) }
        if editor == nil {
            session.notify(JrnlNotice.writeHere)
            return try write(fromInput(), session)
        }
        try composeInEditor(template ?? "", template: template, session)
    }

    /// The command of the editor: jrnl's setting, or VISUAL or EDITOR; nil if there is none.
    var editor: String? {
        let chosen = jrnl.editor ?? Session.variable("VISUAL") ?? Session.variable("EDITOR")
        return chosen?.isEmpty == false ? chosen : nil
    }

    /// Standard input without the line end that ends its last line.
    private func fromInput() throws -> String {
        var bytes = try TextInput.standardInput()
        if bytes.last == 0x0A { bytes.removeLast(bytes.dropLast().last == 0x0D ? 2 : 1) }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func composeInEditor(_ start: String, template: String?, _ session: Session) throws {
        do {
            try type(Array(start.utf8), session) { typed, _ in
                let text = String(decoding: typed, as: UTF8.self)
                if text == template { throw JrnlProblem.templateUnchanged }
                guard hasVisibleCharacter(text) else { throw Problem.nothingVisible }
                try write(text, session)
            }
        } catch {
            throw Problem(error) == .nothingVisible ? JrnlProblem.noText : error
        }
    }

    /// Writes what was typed as an entry, with the date and the star that it begins with.
    private func write(_ typed: String, _ session: Session) throws {
        let (date, isStarred, text) = try dated(typed, session)
        let entry = JrnlTyped(Array(text.utf8), isStarred: isStarred)
        guard hasVisibleCharacter(String(decoding: entry.text, as: UTF8.self)) else { throw JrnlProblem.noText }
        let now = try session.dateNow()
        var content = EntryContent(text: entry.text, date: date ?? now)
        content.isStarred = entry.isStarred
        content.tags = entry.tags
        if case .refused(let refusal) = decide(.create(content), nil) { throw Problem(refusal, entry: "") }
        let diary = try session.openOrMake()
        if session.opened.now.isNew, let path = jrnl.journals[journal], (try? FileSystem.kind(of: path)) == .file {
            session.notify(JrnlNotice.journalThere(path))
        }
        let context = try session.context()
        let outcome = try diary.add(content, in: context)
        _ = try session.settled(outcome)
        // A date that was read otherwise than it was meant must not go unseen.
        if date != nil {
            session.notify(.dated(OnScreen.date(content.date, session)))
            session.reportDoubt(of: content.date)
        }
        if journal != Self.usualJournal { session.notify(JrnlNotice.added(journal: journal)) }
    }

    /// The date before the first colon, the star behind it (`saturday*: …`), and the text after both.
    private func dated(
        _ typed: String, _ session: Session
    ) throws -> (EntryDate?, isStarred: Bool, text: String) {
        var text = typed
        var isStarred = false
        if let lead = NaturalDate.lead(of: typed), lead.hasSuffix("*") {
            let bare = String(lead.dropLast().reversed().drop { $0 == " " }.reversed()) + typed[lead.endIndex...]
            if try session.leadingDate(in: bare, or: Problem.badDate) != nil { (text, isStarred) = (bare, true) }
        }
        guard let lead = try session.leadingDate(in: text, or: Problem.badDate) else { return (nil, false, typed) }
        let date = try session.date(lead.date)
        return (date.precision == .day ? usualTime(of: date) : date, isStarred, String(lead.rest))
    }

    /// A day that was given without a time, at the time that jrnl's settings give such days.
    private func usualTime(of date: EntryDate) -> EntryDate {
        let seconds = date.seconds + Int64(jrnl.hour * 3600 + jrnl.minute * 60)
        return EntryDate(
            seconds: seconds, offset: ZoneDatabase.offset(of: date.zone, local: seconds), zone: date.zone,
            precision: .minute)
    }

    /// The template's text: a file in jrnl's folder of templates, or at that path.
    private func template() throws -> String? {
        guard let name = arguments.template ?? jrnl.template else { return nil }
        let data = Session.variable("XDG_DATA_HOME") ?? (Session.variable("HOME") ?? "") + "/.local/share"
        let path = [data + "/jrnl/templates/" + name, name].first { (try? FileSystem.kind(of: $0)) == .file }
        guard let path else { throw JrnlProblem.noTemplate(name) }
        let bytes = try FileSystem.read(path, limit: EntryLimits.text + 1)
        guard TextInput.isUTF8(bytes) else { throw Problem.fileNotUTF8(path) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
