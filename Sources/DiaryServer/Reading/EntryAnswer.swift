internal import DiaryEngine
internal import DiaryModel
internal import EventStore
internal import Interchange

// One entry: as it stands or stood, its versions, and what gives it away.

extension DiaryServer {
    func entry(_ id: EntryID, _ call: inout Call) throws -> JSONValue {
        let point = try call.point()
        let version = try call.items.takeNumber("version", in: 1...UInt64(Int64.max))
        let query = try call.query("q")
        let entry =
            if let version { try self.version(version, of: id, at: point) } else { try known(id, at: point) }
        let offsets = UTF16Offsets(of: entry.content.text)
        // A link to an entry that is not here leads nowhere.
        let links = try TextLinks.links(in: entry.text).filter { link in
            try link.kind != .entry || isHere(link.target, at: point)
        }
        let said = JSONValue.object(try members(of: entry)).adding([
            "links": .array(
                links.map { link in
                    [
                        "range": offsets.json(link.bytes), "kind": .text(link.kind.rawValue),
                        "target": .text(link.target),
                    ]
                }), "marks": try marks(of: entry.content, offsets, at: point),
        ])
        guard let query else { return said }
        return said.adding(["matches": .array(query.matches(in: entry.content.text).map { offsets.json($0) })])
    }

    /// Whether an entry is here, by its identifier in hexadecimal.
    func isHere(_ entry: String, at point: DiaryPoint) throws -> Bool {
        try EntryID(hexadecimal: entry).flatMap { try diary.entry($0, at: point) } != nil
    }

    func neighbours(_ id: EntryID, _ call: inout Call) throws -> JSONValue {
        let point = try call.point()
        let entry = try known(id, at: point)
        guard !entry.isDeleted else { return ["previous": .null, "next": .null] }
        let found = try diary.neighbours(of: entry, at: point)
        return [
            "previous": found.earlier.map(row) ?? .null,
            "next": found.later.map(row) ?? .null,
        ]
    }

    func history(_ id: EntryID, _ call: inout Call) throws -> JSONValue {
        let point = try call.point()
        guard let versions = try diary.history(of: id, at: point) else {
            throw ServerProblem.notFound
        }
        return ["entry": .text(id.hexadecimal), "versions": .array(versions.map(VersionJSON.object))]
    }

    func blame(_ id: EntryID, _ call: inout Call) throws -> JSONValue {
        let point = try call.point()
        guard let lines = try diary.blame(id, at: point) else {
            throw ServerProblem.notFound
        }
        return ["lines": .array(lines.map(VersionJSON.object))]
    }

    /// How a version differs from another; from version 0 it is all new.
    func diff(_ id: EntryID, _ call: inout Call) throws -> JSONValue {
        let most = UInt64(Int64.max)
        guard let from = try call.items.takeNumber("from", in: 0...most) else { throw ServerProblem.usage("from") }
        guard let to = try call.items.takeNumber("to", in: 1...most) else { throw ServerProblem.usage("to") }
        // A version that deletes has the content from before: here it is what that was, not its absence.
        var before = from == 0 ? nil : try version(from, of: id, at: .head)
        var after = try version(to, of: id, at: .head)
        before?.isDeleted = false
        after.isDeleted = false
        guard let item = DiaryDiff.item(id, before, after) else {
            return [
                "id": .text(id.hexadecimal), "change": .text("changed"), "title": .null, "fields": .object([]),
                "hunks": .array([]),
            ]
        }
        return DifferenceJSON.object(item, inPieces: true)
    }

    func share(_ id: EntryID, _ call: inout Call) throws -> PageReply {
        let point = try call.point()
        let format = try call.items.take("format") ?? "txt"
        let entry = try known(id, at: point)
        switch format {
        case "txt": return .text(entry.content.text)
        case "md":
            let date = Self.dateText(entry.content.date, call.language)
            return .text(Array(EntryMarkdown.text(entry, date: date).utf8), type: "text/markdown")
        default: throw ServerProblem.usage("format")
        }
    }

    static func dateText(_ date: EntryDate, _ language: Language) -> String {
        let day = DateStyle.text(date.civil, style: .long, language: language)
        return date.precision == .day ? day : day + " " + DateStyle.timeText(date.civil, language: language)
    }

    /// An entry that exists.
    @available(*, noasync, message: "a task awaits reading { … }")
    func known(_ id: EntryID, at point: DiaryPoint = .head) throws -> Entry {
        guard let entry = try diary.entry(id, at: point) else {
            throw ServerProblem.notFound
        }
        return entry
    }

    /// A version that exists.
    @available(*, noasync, message: "a task awaits reading { … }")
    func version(_ number: UInt64, of id: EntryID, at point: DiaryPoint) throws -> Entry {
        let found = try diary.version(EntryVersion(number), of: id, at: point)
        guard let found else { throw ServerProblem.notFound }
        return found
    }
}
