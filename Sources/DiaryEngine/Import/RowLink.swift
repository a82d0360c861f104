internal import DiaryModel
internal import EventStore

/// A link in the text of an imported row to the entry of another one, whose identifier is known when both are.
package struct RowLink: Equatable, Sendable {
    /// What of the text makes way, if the link leads anywhere.
    package var bytes: Range<Int>
    /// What stands before the other entry's address then, and behind it.
    package var before: [UInt8]
    package var after: [UInt8]
    /// What the other row is called; see `RowSpool.leads`.
    package var name: String

    /// A link of a text.
    package init(_ bytes: Range<Int>, before: [UInt8], after: [UInt8], name: String) {
        (self.bytes, self.before, self.after, self.name) = (bytes, before, after, name)
    }
}

extension ImportedRow {
    /// Lets its text lead to these entries, by what the links call them; others stay as they are, and so does all of a
    /// text that would be too long.
    mutating func lead(to entries: [String: EntryID]) {
        var text: [UInt8] = []
        var done = 0
        for link in links where link.bytes.lowerBound >= done {
            guard let entry = entries[link.name] else { continue }
            text += content.text[done..<link.bytes.lowerBound] + link.before
            text += Array(EntryLink.address(of: entry.hexadecimal).utf8) + link.after
            done = link.bytes.upperBound
        }
        text += content.text[done...]
        links = []
        if done > 0, text.count <= EntryLimits.text { content.text = text }
    }
}
