internal import DiaryEngine
internal import DiaryModel
internal import DiarylogArguments

/// Renames a tag, or gives it to many entries or takes it off.
struct Tagging: ChangingCommand {
    enum Action: String, Choice {
        case rename, add, remove
    }

    static let about = CommandWords(
        "tag",
        abstract: HelpText(
            "Rename a tag, or give it to many entries, or take it off.", "태그의 이름을 바꾸거나, 여러 일기에 붙이거나, 뗍니다."),
        discussion: HelpText(
            """
            diarylog tag rename 여행 나들이                  in texts as well: #여행 becomes #나들이
            diarylog tag add 바다 @1 7f3a                    to these entries
            diarylog tag remove 바다 --where 'after:2026-01-01'
            diarylog tag add 가을 --tag 여행 --on 2026-11    to those that list shows with these filters

            Each is one operation, which undo takes back. A question comes before many entries are changed; elsewhere \
            than on a terminal it wants --yes. What a text says itself is taken off by editing the text.
            """,
            """
            diarylog tag rename 여행 나들이                  글에서도: #여행이 #나들이가 됩니다
            diarylog tag add 바다 @1 7f3a                    이 일기들에 붙입니다
            diarylog tag remove 바다 --where 'after:2026-01-01'
            diarylog tag add 가을 --tag 여행 --on 2026-11    list가 이 옵션들로 보이는 일기들에

            저마다 작업 하나라 undo로 되돌립니다. 여러 일기를 바꾸기 전에 묻고, 터미널이 아니면 --yes가 필요합니다. 글에 적힌 태그는 글을 고쳐 뗍니다.
            """))

    @Argument("action", help: HelpText("rename, add or remove.", "rename(이름 바꾸기), add(붙이기), remove(떼기)."))
    var action: Action

    @Argument(
        "tag",
        help: HelpText(
            "rename: the tag and its new name; else the tag, and entries.", "rename이면 태그와 새 이름, 아니면 태그와 일기들."),
        completion: .tagging)
    var words: [String]

    @Option("where", value: "query", help: HelpText("The entries that a query finds.", "검색어로 찾은 일기들."))
    var query: String?

    @OptionGroup var filters: FilterOptions

    @Flag("yes", help: HelpText("Do not ask.", "묻지 않습니다."))
    var yes = false

    @OptionGroup var global: GlobalOptions

    func carryOut(in session: Session) throws {
        try session.refuseMoment()
        guard let first = words.first else { throw Problem.nothingAsked }
        let tag = Tag.typed(first)
        switch action {
        case .rename:
            guard words.count == 2, query == nil, try filters.filter(session) == .everything else {
                throw Problem.renameWantsTwo
            }
            try rename(tag, to: Tag.typed(words[1]), session)
        case .add, .remove:
            let diary = try session.open()
            guard let entries = try entries(session, in: diary) else { return }
            try session.change(entries, in: diary) { entry in
                var edit = EntryEdit()
                if action == .add, entry.given(tag).isEmpty { edit.addedTags = [tag] }
                if action == .remove { edit.removedTags = entry.given(tag) }
                return edit
            }
        }
    }

    /// The entries that are named, or that query and filters choose; nil if the answer to the question is no.
    private func entries(_ session: Session, in diary: Diary) throws -> [Entry]? {
        let references = words.dropFirst()
        let filter = try filters.filter(session)
        if query != nil || filter != .everything {
            guard references.isEmpty else { throw Problem.entryAndFilters }
            let entries = try session.entries(where: query, filter, in: diary)
            return try session.agrees(.askChangeThem, about: entries, yes: yes) ? entries : nil
        }
        guard !references.isEmpty else { throw Problem.nothingChosen }
        var entries: [Entry] = []
        for reference in references {
            let entry = try session.presentEntry(reference, in: diary)
            if !entries.contains(where: { $0.id == entry.id }) { entries.append(entry) }
        }
        return entries
    }

    /// Gives every entry that has the tag the new one instead: among those given, and in the text.
    private func rename(_ old: Tag, to new: Tag, _ session: Session) throws {
        let diary = try session.open()
        let tagged = try session.entries(tagged: old, in: diary)
        // To write the text of an entry in conflict would decide the conflict.
        let entries = tagged.filter { !$0.isUndecided || !TextTags.mentions($0.content.text, old) }
        if entries.count < tagged.count { session.notify(.undecidedLeft(tagged.count - entries.count)) }
        if entries.contains(where: { TextTags.mentions($0.content.text, old) }), !TextTags.canWrite(new) {
            throw Problem.unwritableTag(OnScreen.safe(new.text))
        }
        guard !entries.isEmpty else { return }
        guard try session.agrees(.askChangeThem, about: entries, yes: yes) else { return }
        try session.change(entries, in: diary) { entry in
            var edit = EntryEdit()
            let given = entry.given(old)
            if !given.isEmpty { (edit.removedTags, edit.addedTags) = (given, [new]) }
            if TextTags.mentions(entry.content.text, old) {
                edit.text = TextTags.replacing(old, by: new, in: entry.content.text)
            }
            return edit
        }
    }
}
