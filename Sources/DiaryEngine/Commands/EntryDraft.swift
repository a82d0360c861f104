public import DiaryModel

/// An entry's fields, to be changed in place: `Diary.edit` hands it out.
public struct EntryDraft: Equatable, Sendable {
    /// The whole text.
    public var text: String
    /// The day, or the point in time, it is about.
    public var date: EntryDate
    /// Its tags; neither their order nor repetitions matter.
    public var tags: [String]
    /// Whether it is starred.
    public var isStarred: Bool

    init(_ content: EntryContent) {
        text = String(decoding: content.text, as: UTF8.self)
        date = content.date
        tags = content.tags.map(\.text)
        isStarred = content.isStarred
    }

    /// The edit that turns some content into this draft; empty if they are equal.
    func edit(of content: EntryContent) -> EntryEdit {
        var edit = EntryEdit()
        let bytes = Array(text.utf8)
        if bytes != content.text { edit.text = bytes }
        if date != content.date { edit.date = date }
        if isStarred != content.isStarred { edit.isStarred = isStarred }
        let wanted = Set(tags.map { Tag($0) })
        edit.addedTags = wanted.subtracting(content.tags).sorted()
        edit.removedTags = Set(content.tags).subtracting(wanted).sorted()
        return edit
    }
}
