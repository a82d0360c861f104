internal import DiaryEngine
internal import DiaryModel
internal import EventStore

/// What all of jrnl's formats say of an entry: title and body, a time, tags with their sign, a star.
struct JrnlEntry {
    var title: [UInt8]
    var body: [UInt8]
    /// Given tags, `#` or `@` in front or, where the format drops it, nothing.
    var tags: [String] = []
    var isStarred = false
    var extra: [ExtraField] = []

    /// Title and body of an entry, told apart at the first line feed.
    init(_ content: EntryContent) {
        let text = content.text
        let end = text.firstIndex(of: 0x0A)
        title = Array(text[..<(end ?? text.count)])
        body = end.map { Array(text[($0 + 1)...]) } ?? []
        // jrnl writes tags in small letters; those that the text says keep theirs there.
        let said = Set(content.textTags)
        let names = content.allTags.map { tag in
            said.contains(tag) ? tag.shown.lowercased() : tag.shown
        }
        tags = Set(names).sorted()
        isStarred = content.isStarred
        extra = content.extra
    }

    init(title: [UInt8], body: [UInt8]) { (self.title, self.body) = (title, body) }

    /// The row that it is. Tags that the text says itself are not given once more; jrnl writes tags in small letters.
    func row(_ date: EntryDate) -> ImportedRow {
        let text = body.isEmpty ? title : title + [0x0A] + body
        var content = EntryContent(text: text, date: date)
        content.isStarred = isStarred
        let said = Set(
            (TextTags.mentions(in: text).map(\.tag) + JrnlTags.unsaid(in: text)).map { $0.text.lowercased() })
        let given = tags.filter { name in
            let tag = Tag.typed(name).text.lowercased()
            // jrnl's YAML drops the sign: a name without one may be a person.
            return !tag.isEmpty && !said.contains(tag) && (name.hasPrefix("#") || !said.contains("@" + tag))
        }.map { Tag.typed($0) }
        content.tags = Set(given + JrnlTags.unsaid(in: text)).sorted()
        content.extra = extra
        return ImportedRow(content: content, identity: Self.identity(of: content))
    }

    /// What an entry of jrnl's is known by when it comes again.
    static func identity(of content: EntryContent) -> [UInt8] {
        var identity = ByteWriter(capacity: content.text.count + 32)
        identity.counted(Array("jrnl".utf8))
        identity.signedVarint(content.date.seconds)
        identity.counted(content.text)
        identity.uint8(content.isStarred ? 1 : 0)
        return identity.bytes
    }
}

/// How often each tag occurs, which jrnl's JSON and XML say of the whole journal.
struct JrnlTally {
    private var counts: [String: Int] = [:]

    mutating func count(_ entry: JrnlEntry) {
        for tag in entry.tags { counts[tag, default: 0] += 1 }
    }

    /// In the order of their names.
    var tags: [(name: String, count: Int)] {
        counts.sorted { $0.key < $1.key }.map { (name: $0.key, count: $0.value) }
    }
}
