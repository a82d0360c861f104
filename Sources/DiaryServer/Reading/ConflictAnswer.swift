internal import DiaryEngine
internal import DiaryModel
internal import EventStore
internal import Interchange

// What stands side by side: the entries that want a look, and the texts of one with the words that differ.

extension DiaryServer {
    /// The entries that want a look, the newest first.
    func conflicts(_ call: inout Call) throws -> JSONValue {
        let point = try call.point()
        let at = try diary.resolve(point)
        let names = try diary.deviceNames()
        let entries = try diary.conflicts(at: .event(at)).map { ConflictJSON.object($0, isFull: false, names) }
        return ["at": .number(at.rawValue), "entries": .array(entries), "next": .null]
    }

    /// An entry, and what stands side by side in it: of several texts, and of a draft that came too late, which words
    /// differ.
    @available(*, noasync, message: "a task awaits reading { … }")
    func members(of entry: Entry, beside draft: Draft? = nil) throws -> [JSONMember] {
        var members = EntryJSON.object(entry, isFull: true).members
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
}
