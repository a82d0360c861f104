internal import DiaryModel

/// Links from entry to entry in a text, as programs write them.
///
///     dayone://view?entryId=…    :/…    Trip 4792….md        by an identifier: we follow them as they stand
///     [words](2024-05-02.md)    [[Note#head|words]]    [[id:…][words]]        by a name
///     [words](evernote:///view/…)    bear://…?title=…    obsidian://…?file=…    by what an app's address says, or by
///                                                                             the words
struct EntryLinks {
    /// A link by a name.
    struct Named {
        /// What it may call the entry, the likeliest first.
        var names: [String]
        /// Whether it can be no other link.
        var isSure = true
        var reference: FileReferences.Reference
    }

    /// The identifiers by which it leads to entries: in its links, and in addresses of Day One's wherever they stand.
    private(set) var entries: [String] = []
    /// The links by a name, in the order of the text; of those that stand in each other the first.
    private(set) var named: [Named] = []
    /// How many addresses only their app can follow.
    private(set) var lost = 0

    init(_ text: [UInt8]) {
        var index = 0
        while let colon = text[index...].firstIndex(of: UInt8(ascii: ":")) {
            index = colon + 1
            if text[colon...].starts(with: Self.evernote) { lost += 1 }
            guard text[colon...].starts(with: Self.dayOne) else { continue }
            let scheme = text[..<colon].suffix(7).lastIndex(of: UInt8(ascii: "d")) ?? colon
            let address = text[scheme...].prefix(80).prefix { Self.isIdentifying($0) }
            if let entry = EntryLink.entry(in: address) { entries.append(entry) } else { lost += 1 }
        }
        guard text.contains(where: { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "<") }) else { return }
        for reference in FileReferences.all(in: text) where !Self.isDayOne(reference.target) {
            if reference.target.hasPrefix("evernote:///view/") { lost -= 1 }
            if !reference.isShown, !reference.isNamed, let entry = EntryLink.entry(in: reference.target.utf8) {
                entries.append(entry)
            } else if reference.place.lowerBound >= named.last?.reference.place.upperBound ?? 0,
                let link = Self.link(reference)
            {
                named.append(link)
            }
        }
    }

    private static let dayOne = Array("://view?entryId=".utf8)
    private static let evernote = Array(":///view/".utf8)

    /// Whether a byte may stand in an address of Day One's.
    private static func isIdentifying(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || ":/?=-".utf8.contains(byte)
    }

    private static func isDayOne(_ target: String) -> Bool {
        target.hasPrefix("dayone://view?") || target.hasPrefix("dayone2://view?")
    }

    /// Apps whose addresses lead to their notes.
    private static let apps: Set<String> = ["evernote", "bear", "obsidian", "logseq", "joplin", "notion", "craftdocs"]

    private static func link(_ reference: FileReferences.Reference) -> Named? {
        let target = reference.target
        // What leads to a part of the same text is no link to another.
        if target.hasPrefix(FileReferences.scheme) || target.hasPrefix("#") { return nil }
        if let colon = target.firstIndex(of: ":") {
            let scheme = target[..<colon].lowercased()
            let rest = String(target[target.index(after: colon)...])
            if apps.contains(scheme) || rest.hasPrefix("//www.evernote.com/shard/") {
                return Named(names: said(by: rest) + [reference.words], reference: reference)
            }
            guard reference.isNamed, !target.contains("://") else { return nil }
            return Named(names: [scheme == "id" ? rest : target], reference: reference)
        }
        if reference.isNamed {
            // A file that is shown is counted as one.
            return reference.isShown && FileReferences.isFile(target) && !FileReferences.isNote(target)
                ? nil : Named(names: [target], reference: reference)
        }
        if reference.isShown { return nil }
        if FileReferences.isNote(target) { return Named(names: [target], reference: reference) }
        // What has no ending may be the page of another machine.
        let first = target.split(separator: "/").first ?? ""
        let isPage = FileReferences.isFile(target) || ![".", ".."].contains(first) && first.contains(".")
        return isPage ? nil : Named(names: [target], isSure: false, reference: reference)
    }

    /// What the questions of an address say of a note: `…?vault=Diary&file=2024%2FMay`.
    private static func said(by address: String) -> [String] {
        guard let sign = address.firstIndex(of: "?") else { return [] }
        let parts = address[address.index(after: sign)...].split(separator: "&").map { $0.split(separator: "=") }
        return ["id", "file", "title", "page"].compactMap { name in
            parts.first { $0.count == 2 && $0[0] == name }.map { FileReferences.decoded(String($0[1])) }
        }
    }
}
