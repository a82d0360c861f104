internal import DiaryEngine
internal import DiaryModel
internal import DiarylogArguments
internal import DiarylogHost
internal import Interchange

struct Tags: ReadingCommand {
    static let about = CommandWords(
        "tags",
        abstract: Sentence(
            "The tags, the most used first, and which occur together.", "태그를 많이 쓴 것부터, 함께 쓰인 태그와 보입니다."),
        discussion: Sentence(
            "In a pipe a tag, its number, and the tags beside it with theirs, with tabs between.",
            "파이프에서는 태그, 일기 수, 함께 쓰인 태그와 그 수를 탭을 사이에 두고 출력합니다."))

    @OptionGroup var filters: FilterOptions

    func carryOut(in session: Session) throws {
        let request = try filters.request(session)
        let diary = try session.open()
        let (counts, at, leftOut) = try diary.tags(request)
        if session.isTerminal, !session.isJSON {
            if counts.sorted.isEmpty { session.notify("no entry has a tag", "태그가 있는 일기가 없습니다") }
            try session.page(counts.onTerminal(session))
        } else {
            let answer = Answer("tags", session, ["at": .number(at.rawValue)])
            guard case .array(let rows) = StatisticsJSON.tags(counts) else { return }
            for (tag, row) in zip(counts.sorted, rows) { try answer.write(row, or: counts.plain(tag)) }
            try answer.finish(at: at)
        }
        if leftOut > 0 { throw Problem.leftOut(leftOut) }
    }
}

extension Tag {
    /// A tag as a person types it to give it; throws for one that nobody would see.
    static func given(_ text: String) throws -> Tag {
        let tag = Tag.typed(text)
        guard tag.isSeen else { throw Problem(.emptyTag, entry: "") }
        return tag
    }
}

extension TagCounts {
    /// A tag, its number, and the tags beside it with theirs, with tabs between.
    fileprivate func plain(_ tag: (tag: String, count: Int)) -> String {
        let columns = ["\(tag.count)"] + beside(tag.tag).map { "\($0.tag) \($0.count)" }
        return ([tag.tag] + columns).map { $0.replacing("\t", with: " ").replacing("\n", with: " ") }
            .joined(separator: "\t") + "\n"
    }

    /// A row for each of the first tags: name, number, bar, and what stands with it most.
    func onTerminal(_ session: Session, first: Int = .max) -> String {
        let shown = sorted.prefix(first).map {
            ($0.tag, OnScreen.cut(OnScreen.safe(Tag($0.tag).shown), to: 24), "\($0.count)")
        }
        let room = shown.map { OnScreen.width(of: $0.1) }.max() ?? 0
        let digits = shown.map { $0.2.count }.max() ?? 0
        let width = Terminal.width(of: .output) ?? 80
        var text = ""
        for (tag, name, count) in shown {
            text += session.paint(OnScreen.padded(name, to: room), 32) + "  "
            text += String(repeating: " ", count: digits - count.count) + session.paint(count, 1)
            let beside = beside(tag).prefix(5).map { "\(Tag($0.tag).shown) \($0.count)" }.joined(separator: "  ")
            let left = width - room - digits - 6
            if !beside.isEmpty, left > 8 {
                text += "    " + session.paint(OnScreen.cut(OnScreen.safe(beside), to: left), 2)
            }
            text += "\n"
        }
        return text
    }
}

/// Gives a tag another name, in all entries that have it.
struct TagsRename: ChangingCommand {
    static let about = CommandWords(
        "tags rename",
        abstract: Sentence("Rename a tag, in texts as well.", "태그의 이름을 글 안에서도 바꿉니다."),
        discussion: Sentence(
            """
            diarylog tags rename 여행 나들이                #여행 in a text becomes #나들이
            diarylog edit --where tag:여행 --tag 가을       gives many entries a tag; --untag takes one off

            It is one operation, which undo takes back. A question comes before many entries are changed; elsewhere \
            than on a terminal it wants --yes.
            """,
            """
            diarylog tags rename 여행 나들이                글의 #여행은 #나들이가 됩니다
            diarylog edit --where 태그:여행 --tag 가을      여러 일기에 태그를 붙입니다. --untag는 뗍니다

            작업 하나라 undo로 되돌립니다. 여러 일기를 바꾸기 전에 묻고, 터미널이 아니면 --yes가 필요합니다.
            """))

    @Argument("tag", help: Sentence("The tag.", "태그."), completion: .tags)
    var old: String

    @Argument("name", help: Sentence("Its new name.", "새 이름."), completion: .tags)
    var new: String

    @Flag("yes", help: .unasked)
    var yes = false

    /// Gives every entry that has the tag the new one instead: among those given, and in the text.
    func carryOut(in session: Session) throws {
        let (old, new) = (Tag.typed(old), try Tag.given(new))
        let diary = try session.open()
        let tagged = try session.entries(.tag(old), in: diary)
        // To write the text of an entry in conflict would decide the conflict.
        let entries = tagged.filter { !$0.isUndecided || !TextTags.mentions($0.content.text, old) }
        if entries.count < tagged.count { session.notify(.undecidedLeft(tagged.count - entries.count)) }
        if entries.contains(where: { TextTags.mentions($0.content.text, old) }), !TextTags.canWrite(new) {
            throw Problem(
                usage: "no text can say the tag \(OnScreen.safe(new.text)), and some say the old one",
                "글에 적을 수 없는 태그입니다: \(OnScreen.safe(new.text))",
                hint: "A tag of a text is letters, digits, _ and -, with a letter among them.",
                "글의 태그는 글자와 숫자, _와 -로 되어 있고 글자가 하나는 있습니다.")
        }
        guard !entries.isEmpty else { return }
        guard try session.agrees(to: .change, entries, yes: yes) else { return }
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
