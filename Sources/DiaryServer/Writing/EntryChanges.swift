internal import DiaryEngine
internal import DiaryModel
internal import EventStore
internal import Interchange

// Changes of entries: add, edit, delete, restore.

extension DiaryServer {
    func adding(_ call: inout Call) throws -> Change {
        let members = try call.body.content()
        let key = try call.body.text("key")
        try call.end()
        guard members.hasText else { throw ServerProblem.usage("text") }
        let content = members.applied(to: Self.blank())
        let isDated = members.hasDate
        return { server in
            try await server.receipt(server.diary.write(.add(content, key: key, dateIsGiven: isDated)))
        }
    }

    func editing(_ id: EntryID, _ call: inout Call) throws -> Change {
        let members = try call.body.content()
        let expecting = try call.body.number("expecting")
        let heads = try call.body.events("heads")
        let key = try call.body.text("key")
        return { server in
            let seen = try await server.reading { server in
                let entry = try server.known(id)
                let text = members.applied(to: entry.content).text
                if members.hasText, entry.status == .conflict,
                    let found = try server.diary.conflict(of: id, at: .event(entry.sequence))?.markerLine(in: text)
                {
                    throw ServerProblem.undecided(number: found.number, line: found.line)
                }
                return entry.content
            }
            return try await server.perform(
                .revise(from: seen, to: members.applied(to: seen)), of: id, expecting, seeing: heads, key: key)
        }
    }

    func deleting(_ id: EntryID, _ call: inout Call) throws -> Change {
        let expecting = try call.items.takeNumber("expecting", in: 1...UInt64(Int64.max))
        return { server in try await server.perform(.delete, of: id, expecting) }
    }

    /// Makes an entry what it was in a version, or after an event; without either, brings a deleted one back.
    func restoring(_ id: EntryID, _ call: inout Call) throws -> Change {
        let version = try call.body.number("version")
        let event = try call.body.number("at")
        guard version == nil || event == nil else { throw ServerProblem.usage("at") }
        return { server in
            if let event { return try await server.restore(to: event, entry: id) }
            guard let version else { return try await server.perform(.restore, of: id) }
            let then = try await server.reading { try $0.version(version, of: id, at: .head).content }
            return try await server.perform(.become(then), of: id)
        }
    }

    func perform(
        _ command: EntryCommand, of id: EntryID, _ expecting: UInt64? = nil, seeing heads: [Digest]? = nil,
        key: String? = nil
    ) async throws -> JSONValue {
        let version = expecting.map { VersionName.version(EntryVersion($0)) }
        let request = EntryRequest(entry: id, command: command, expecting: version, seeing: heads)
        return try await receipt(diary.write(.perform([request], key: key)))
    }

    /// A content with nothing in it, of now, to the minute.
    static func blank() -> EntryContent {
        let now = WriteContext.now()
        let seconds = now.civilSeconds - now.civilSeconds % 60
        return EntryContent(
            text: [], date: EntryDate(seconds: seconds, offset: now.offset, zone: now.zone, precision: .minute))
    }
}
