package import DiaryModel
package import EventStore

// The texts of a conflict as one, for the terminal, and how one sees that nobody has chosen yet.

extension EntryConflict {
    /// The most texts that are opened in one editor.
    package static let mostInEditor = 4

    /// A version as messages name it: `885fa93f@7a028c27`.
    package func name(_ origin: EntryOrigin) -> String {
        entry.id.hexadecimal.prefix(8) + "@" + origin.event.hexadecimal.prefix(8)
    }

    /// Who wrote something and when, with its version: `phone, November 2, 2026 2:03 PM (885fa93f@7a028c27)`.
    package func label(_ origin: EntryOrigin, _ who: String) -> String { who + " (" + name(origin) + ")" }

    /// The names of the texts that are not this one, the one written last last.
    package func others(than text: [UInt8]) -> [String] {
        texts.filter { $0.text != text }.compactMap { $0.origins.last.map(name) }
    }

    /// The text that a version wrote; nil if that is none of them.
    package func text(of version: VersionName) -> [UInt8]? {
        texts.first { $0.origins.contains { version.names(version: $0.version, event: $0.event) } }?.text
    }

    /// All texts, one under the other with an empty line between, the oldest first.
    package func allTexts() -> [UInt8] {
        var result: [UInt8] = []
        for text in texts.map(\.text) {
            if !result.isEmpty { result += result.last == 0x0A ? [0x0A] : [0x0A, 0x0A] }
            result += text
        }
        return result
    }

    /// All texts for an editor, with marker lines around what differs, each under its label, the one written last on
    /// top.
    package func marked(label: (EntryOrigin) throws -> String) rethrows -> MarkedTexts {
        func labelled(_ text: Text) throws -> LabelledText {
            LabelledText(label: try text.origins.last.map(label) ?? "", text: text.text)
        }
        return MarkedTexts(
            try texts.reversed().map { try labelled($0) }, base: try base.map { try labelled($0) })
    }

    /// The first line of a text that still stands between the texts of this conflict: its number from 1, and what it
    /// says.
    package func markerLine(in text: [UInt8]) -> (number: Int, line: String)? {
        // Nearly all texts have no line that could be one.
        guard entry.status == .conflict, MarkerLines(for: [text]).length > MarkerLines(for: []).length else {
            return nil
        }
        return MarkerLines(for: texts.map(\.text) + (base.map { [$0.text] } ?? [])).first(in: text)
    }
}

extension Diary {
    /// The line of a draft that still stands between the texts of the conflict that it was begun on. Costs nothing
    /// unless a line of it could be one.
    package func markerLine(in draft: Draft) throws(EventStoreError) -> (number: Int, line: String)? {
        guard let base = draft.base, MarkerLines(for: [draft.content.text]).length > MarkerLines(for: []).length,
            let seen = try version(byEvent: base.hexadecimal, of: draft.entry)
        else { return nil }
        return try conflict(of: draft.entry, at: .event(seen.sequence))?.markerLine(in: draft.content.text)
    }
}
