internal import DiaryModel

/// What a text bundle says of its text in `info.json`, as Bear writes it: when the note was begun, and whether it lies
/// in the bin.
///
///     {"version": 2, "net.shinyfrog.bear": {"creationDate": "2024-05-01T22:30:00Z", "trashed": 0, …}}
struct TextBundleInfo {
    let path: String
    /// What front matter would say.
    private(set) var members: [JSONMember] = []

    /// Whether a folder is a bundle, or an archive in which one lies, by its name.
    static func isBundle(_ folder: some StringProtocol) -> Bool {
        folder.hasSuffix(".textbundle") || folder.hasSuffix(".textpack")
    }

    /// Nil for a note that lies in no bundle, or in one that says nothing.
    init?(of note: String, in folder: SourceFolder) {
        let bundle = note.split(separator: "/").dropLast()
        guard Self.isBundle(bundle.last.map(String.init) ?? folder.path) else { return nil }
        path = (bundle + ["info.json"]).joined(separator: "/")
        guard let bytes = try? folder.file(path).bytes(), let info = try? JSONValue(forgiving: bytes, isWhole: true)
        else { return nil }
        let bear = info["net.shinyfrog.bear"] ?? info
        if let date = bear["creationDate"]?.saidText { members = [JSONMember("created", .text(date))] }
        let trashed = bear["trashed"].map { JSONMember("trashed", $0) }
        if let trashed, trashed.saysTrashed { members.append(trashed) }
    }
}
