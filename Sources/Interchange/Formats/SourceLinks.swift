internal import DiaryEngine
internal import DiaryModel
internal import EventStore

/// What the entries of all sources are called, and where links between them lead, which is known once all are read.
struct SourceLinks {
    private var ids: [EntryID: Int] = [:]
    /// The first row of each file, by its path without the ending.
    private var files: [String: Int] = [:]
    /// Rows by what else they are called; nil where several have a name.
    private var names: [String: Int?] = [:]
    /// Folders from which paths of links may begin.
    private var tops: Set<String> = []
    /// The entries that texts lead to by an identifier, and how often each.
    private var linked: [String: Int] = [:]
    /// The names by which texts lead to entries, and how many links can be nothing else.
    private var wanted: [String: Int] = [:]
    private var lastFile = ""

    func has(_ id: EntryID) -> Bool { ids[id] != nil }

    mutating func note(top path: String) { tops.insert(Self.stem(path)) }

    /// Takes up a row of a file.
    mutating func note(_ row: Int, _ id: EntryID?, of file: String, called others: [String]) {
        if let id { ids[id] = row }
        for name in others where !name.isEmpty { names[name] = names[name] == nil ? .some(row) : .some(nil) }
        if file == lastFile { return }
        lastFile = file
        let stem = Self.stem(file)
        if files[stem] == nil { files[stem] = row }
    }

    /// Takes up the links of a text in this file, and returns those that go by a name.
    mutating func take(
        from text: [UInt8], of file: String, _ options: ReadOptions, _ losses: inout FormatLosses
    ) -> [RowLink] {
        let links = EntryLinks(text)
        losses.note(.links, links.lost)
        for entry in links.entries { linked[entry, default: 0] += 1 }
        if links.named.isEmpty { return [] }
        let own = Self.stem(file).folder
        return links.named.map { link in
            let days = link.names.compactMap { (try? WrittenTime($0, options))?.civil.isoDay }
            let name = ([own] + link.names + days).joined(separator: "\0")
            wanted[name, default: 0] += link.isSure ? 1 : 0
            let reference = link.reference
            // A note that is shown in place becomes a link: a picture it is not.
            var start = reference.place.lowerBound
            if reference.isShown, reference.isNamed, start > 0, text[start - 1] == UInt8(ascii: "!") { start -= 1 }
            let before = reference.before == "[](" || reference.isNamed ? "[\(reference.words)](" : reference.before
            return RowLink(
                start..<reference.place.upperBound, before: Array(before.utf8),
                after: Array((reference.part + reference.after).utf8),
                name: name)
        }
    }

    /// Takes up those of another source.
    mutating func add(_ other: SourceLinks) {
        ids.merge(other.ids) { first, _ in first }
        files.merge(other.files) { first, _ in first }
        names.merge(other.names) { _, _ in nil }
        tops.formUnion(other.tops)
        linked.merge(other.linked, uniquingKeysWith: +)
        wanted.merge(other.wanted, uniquingKeysWith: +)
    }

    /// The rows that links by a name lead to, and how many of all links lead nowhere.
    func settled() -> (leads: [String: Int], lost: Int) {
        var lost = linked.reduce(0) { $0 + (EntryID(hexadecimal: $1.key).map(has) == true ? 0 : $1.value) }
        var leads: [String: Int] = [:]
        if wanted.isEmpty { return (leads, lost) }
        let files = files
        let paths = LinkedPaths(Array(files.keys), tops: tops.sorted(), isSure: true) { files[$0] == nil ? nil : $0 }
        for (name, count) in wanted {
            leads[name] = row(called: name, paths)
            if leads[name] == nil { lost += count }
        }
        return (leads, lost)
    }

    private func row(called name: String, _ paths: LinkedPaths) -> Int? {
        let parts = name.split(separator: "\0", omittingEmptySubsequences: false).map(String.init)
        for name in parts.dropFirst() {
            if let row = EntryID(hexadecimal: name.lowercased().filter { $0 != "-" }).flatMap({ ids[$0] }) {
                return row
            }
            if case let row?? = names[name] { return row }
            for form in [name, String(name.prefix { $0 != "#" }), String(name.prefix { $0 != "?" })] {
                if let path = paths.path(Self.stem(form), from: parts[0]) { return files[path] }
            }
        }
        return nil
    }

    /// A path without the ending of a note's, and without what a note is called that has a folder of its own.
    private static func stem(_ path: String) -> String {
        var parts = path.split(separator: "/").map(String.init)
        guard var last = parts.popLast() else { return path }
        let small = last.lowercased()
        if let ending = FileReferences.notes.first(where: { small.hasSuffix($0) }) {
            last = String(last.dropLast(ending.count))
            if let folder = parts.last, ["index", "_index"].contains(last) || folder.hasSuffix(".textbundle") {
                parts.removeLast()
                last = folder.hasSuffix(".textbundle") ? String(folder.dropLast(".textbundle".count)) : folder
            }
        }
        return (parts + [last]).joined(separator: "/")
    }
}
