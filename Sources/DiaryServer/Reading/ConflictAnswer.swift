internal import DiaryEngine
internal import DiaryModel
internal import EventStore
internal import Interchange

// What stands side by side: the entries that want a look, the texts of one with the words that differ, and all of them
// as one text.

extension DiaryServer {
    /// The entries that want a look, the newest first.
    func conflicts(_ call: inout Call) throws -> JSONValue {
        let point = try call.point()
        try call.items.end()
        let at = try diary.resolve(point)
        let names = try diary.deviceNames()
        let entries = try diary.conflicts(at: .event(at)).map { ConflictJSON.object($0, isFull: false, names) }
        return ["at": .number(at.rawValue), "entries": .array(entries), "next": .null]
    }

    /// An entry, and what stands side by side in it: of several texts, and of a draft that came too late, which words
    /// differ.
    @available(*, noasync, message: "a task awaits reading { … }")
    func members(of entry: Entry, beside draft: Draft? = nil) throws -> [JSONMember] {
        guard case .object(var members) = EntryJSON.object(entry, isFull: true) else { return [] }
        var texts: [(name: JSONMember, text: [UInt8])] = []
        func name(_ event: Digest) -> JSONMember { JSONMember("event", .text(event.hexadecimal)) }
        if entry.isBranched, let conflict = try diary.conflict(of: entry.id, at: .event(entry.sequence)) {
            members += ConflictJSON.members(conflict, try diary.deviceNames())
            if entry.status == .conflict {
                texts = conflict.texts.compactMap { text in text.origins.last.map { (name($0.event), text.text) } }
            }
        }
        if let draft {
            if texts.isEmpty { texts = [(name(entry.event), entry.content.text)] }
            texts.append((JSONMember("draft", .text(draft.number.description)), draft.content.text))
        }
        guard texts.count > 1 else { return members }
        let differing = zip(texts, differingWords(of: texts.map(\.text))).map { text, ranges in
            let offsets = UTF16Offsets(of: text.text)
            return JSONValue.object([text.name, JSONMember("differs", .array(ranges.map { offsets.json($0) }))])
        }
        return members + [JSONMember("texts", .array(differing))]
    }

    /// All texts of a conflict as one, and those of a draft of it: joined, and with marker lines for an editor.
    func merge(_ id: EntryID, _ call: inout Call) throws -> JSONValue {
        let number = try call.items.take("draft")
        try call.items.end()
        let entry = try known(id)
        guard entry.status == .conflict, let conflict = try diary.conflict(of: id, at: .event(entry.sequence)) else {
            throw ServerProblem.notFound
        }
        let draft = try number.map { text in
            guard let number = DraftNumber(text), let draft = try diary.draft(number), draft.entry == id else {
                throw ServerProblem.draftGone
            }
            return draft.content.text
        }
        let (marked, caret) = try marked(conflict, draft, call.language)
        return [
            "event": .text(entry.event.hexadecimal), "joined": .string(conflict.allTexts(and: draft)),
            "marked": marked.map { .string($0) } ?? .null, "caret": .number(caret),
        ]
    }

    /// The text for an editor, nil of too many; and where its first line of signs begins, in UTF-16 units.
    private func marked(
        _ conflict: EntryConflict, _ draft: [UInt8]?, _ language: Language
    ) throws -> (text: [UInt8]?, caret: Int) {
        // What is put together half way is gone on with as it is.
        if let draft, conflict.markerLine(in: draft) != nil { return (draft, 0) }
        guard conflict.texts.count <= EntryConflict.mostInEditor else { return (nil, 0) }
        let names = try diary.deviceNames()
        let typed = draft.map { LabelledText(label: language == .ko ? "쓰신 글" : "what you wrote", text: $0) }
        let marked = conflict.marked(and: typed) { origin in
            conflict.label(origin, Self.who(origin, names[origin.device], language))
        }
        // Texts that differ in their last line feed alone have no line to choose.
        guard let line = marked.firstLine else { return (draft ?? conflict.entry.content.text, 0) }
        var caret = marked.bytes.startIndex
        for _ in 1..<line {
            caret =
                (marked.bytes[caret...].firstIndex(of: 0x0A) ?? marked.bytes.index(before: marked.bytes.endIndex)) + 1
        }
        return (marked.bytes, String(decoding: marked.bytes[..<caret], as: UTF8.self).utf16.count)
    }

    /// Who wrote something and when, by the writer's clock, on one line.
    private static func who(_ origin: EntryOrigin, _ name: String?, _ language: Language) -> String {
        let name = name ?? String(origin.device.hexadecimal.prefix(8))
        var line = String.UnicodeScalarView()
        for scalar in name.unicodeScalars {
            line.append(scalar.properties.generalCategory == .control ? "\u{FFFD}" : scalar)
        }
        let civil = CivilTime(
            seconds: floorDivide(origin.writtenAt.wall, 1_000_000) + Int64(origin.writtenAt.offset))
        return String(line) + ", " + DateStyle.text(civil, style: .long, language: language) + " "
            + DateStyle.timeText(civil, language: language)
    }
}
