internal import DiaryEngine
internal import DiaryModel
internal import DiarylogArguments
internal import Interchange

/// Gives a tag another name, in all entries that have it.
struct TagsRename: ChangingCommand {
    static let about = CommandWords(
        "tags rename",
        abstract: HelpText("Rename a tag, in texts as well.", "태그의 이름을 글 안에서도 바꿉니다."),
        discussion: HelpText(
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

    @Argument("tag", help: HelpText("The tag.", "태그."), completion: .tags)
    var old: String

    @Argument("name", help: HelpText("Its new name.", "새 이름."), completion: .tags)
    var new: String

    @Flag("yes", help: HelpText("Do not ask.", "묻지 않습니다."))
    var yes = false

    @OptionGroup var global: GlobalOptions

    func carryOut(in session: Session) throws { try rename(Tag.typed(old), to: Tag.typed(new), session) }

    /// Gives every entry that has the tag the new one instead: among those given, and in the text.
    private func rename(_ old: Tag, to new: Tag, _ session: Session) throws {
        let diary = try session.open()
        let tagged = try session.entries(.tag(old), in: diary)
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
