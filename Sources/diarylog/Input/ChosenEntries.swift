internal import DiaryEngine
internal import DiaryModel
internal import DiarylogHost

/// Many entries at once: what filters choose, and asking before they are changed.
extension Session {
    /// The living entries that a filter lets pass, newest first. Throws `nothingFound` if there are none, and names
    /// what is damaged rather than change only the others.
    func entries(_ filter: EntryFilter, in diary: Diary) throws -> [Entry] {
        var request = ListRequest()
        request.filter = filter
        var entries: [Entry] = []
        let end = try pages(diary, request, limit: nil) { page, _ in entries += page }
        if end.leftOut > 0 { throw Problem.leftOut(end.leftOut) }
        guard entries.isEmpty else { return entries }
        notify(.nothingFound)
        throw Problem.nothingFound
    }

    /// Whether entries may be changed: asks, and says how many they are and which the first. If they may not, that is
    /// said, and nothing is left to do.
    func agrees(to change: Sentence, _ entries: [Entry], yes: Bool) throws -> Bool {
        let first = entries.prefix(3).map { OnScreen.named($0, self) }
        let names = first.joined(separator: "; ") + (first.count < entries.count ? "; …" : "")
        let question =
            entries.count == 1
            ? Sentence("\(change.en) “\(names)”? [y/N] ", "일기 \(quoted: names, .object) \(change.ko)? [y/N] ")
            : Sentence(
                "\(change.en) \(entries.count, "entry", "entries"): \(names)? [y/N] ",
                "일기 \(entries.count)편을 \(change.ko)? \(names) [y/N] ")
        if try confirms(question, yes: yes) { return true }
        notify(change == .delete ? .nothingDeleted : .unchanged)
        try write(nil, nil, [])
        return false
    }

    /// Carries out one request for each entry as one operation, at the versions that were shown.
    func change(_ entries: [Entry], in diary: Diary, by edit: (Entry) -> EntryEdit) throws {
        reportBase(of: entries)
        let requests = entries.map { entry in
            EntryRequest(entry: entry.id, command: .edit(edit(entry)), expecting: .version(entry.version))
        }
        try perform(requests, in: diary) { .changedMany($0) }
    }
}

extension Entry {
    /// The tag as this entry was given it, and whatever else it was given that is the same.
    func given(_ tag: Tag) -> [Tag] { content.tags.filter { $0.isSame(as: tag) } }
}

/// Asking before something is taken away.
extension Session {
    /// Whether something may be done: asks on a terminal, and elsewhere says the question and wants `--yes`.
    func confirms(_ question: Sentence, yes: Bool) throws -> Bool {
        if yes { return true }
        if Terminal.isTerminal(.input) { return asks(question) }
        notify(question)
        throw Problem.needsYes
    }

    /// Asks a question on the terminal, broken at words; whether the answer is yes, in one of the two languages.
    func asks(_ question: Sentence) -> Bool {
        ErrorOutput.write(ErrorOutput.broken(text(question)))
        let answer = StandardInput.readLine().map { String(decoding: $0, as: UTF8.self).lowercased() }
        return ["y", "yes", "예", "네", "ㅇ"].contains(answer ?? "")
    }
}
