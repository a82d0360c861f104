internal import DiaryModel

/// The text of a "Super" note of Standard Notes: JSON, a tree of what stands on the page.
///
///     {"root": {"type": "root", "children": [{"type": "paragraph", "children": [{"type": "text", "text": "WORDS"}]}]}}
enum StandardNotesTree {
    /// The members of a note with its words as the text, in Markdown as far as headings and lists go, and without the
    /// preview that says them again; nil for any other note.
    static func plain(_ members: [JSONMember]) -> [JSONMember]? {
        guard let text = members.firstIndex(where: { $0.name == "text" }), let words = members[text].value.saidText,
            words.hasPrefix("{"), let tree = try? JSONValue(forgiving: Array(words.utf8), isWhole: true),
            let root = tree["root"], root["children"] != nil
        else { return nil }
        var plain = members
        plain[text].value = .text(self.words(of: root))
        let others = self.others(of: root)
        if !others.isEmpty { plain.append(JSONMember("links", .array(others))) }
        return plain.filter { $0.name != "preview_plain" }
    }

    /// The addresses and names of files that its words do not say.
    private static func others(of node: JSONValue) -> [JSONValue] {
        guard case .object(let members) = node else { return [] }
        let said: Set = ["url", "src", "alt", "altText", "id", "videoID", "fileUuid", "fileName", "caption"]
        var others = members.filter { said.contains($0.name) && $0.value.saidText?.isEmpty == false }.map(\.value)
        if case .array(let children)? = node["children"] { others += children.flatMap(self.others) }
        return others
    }

    private static func words(of node: JSONValue) -> String {
        if let text = node["text"]?.saidText { return text }
        let kind = node["type"]?.saidText ?? ""
        guard case .array(let children)? = node["children"] else { return kind == "linebreak" ? "\n" : "" }
        let between =
            switch kind {
            case "root": "\n\n"
            case "list", "quote", "code", "table": "\n"
            case "tablerow": " | "
            default: ""
            }
        let words = children.map(words).joined(separator: between)
        switch kind {
        case "heading": return (node["tag"]?.saidText == "h1" ? "# " : "## ") + words
        case "listitem":
            if case .bool(let isChecked)? = node["checked"] { return (isChecked ? "- [x] " : "- [ ] ") + words }
            return "- " + words
        default: return words
        }
    }
}
