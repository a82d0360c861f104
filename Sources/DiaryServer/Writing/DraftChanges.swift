internal import DiaryEngine
internal import DiaryModel
internal import EventStore
internal import Interchange

// Drafts: what is typed and no event yet.

extension DiaryServer {
    func drafts() throws -> JSONValue {
        let drafts = try diary.drafts()
        return ["drafts": .array(drafts.map { DraftAnswer.object($0, isFull: false) })]
    }

    func draft(_ number: DraftNumber) throws -> JSONValue {
        guard let draft = try diary.draft(number) else { throw ServerProblem.draftGone }
        return DraftAnswer.object(draft, isFull: true)
    }

    func beginning(_ call: inout Call) throws -> Change {
        let members = try call.body.content()
        var start = DraftStart(of: try call.body.entry("entry"))
        start.base = try call.body.event("base")
        start.sitting = try call.body.text("sitting")
        start.dateIsGiven = members.hasDate
        let begun = start
        return { server in
            let before = try await server.reading { server in
                try begun.entry.map { try server.seen($0, as: begun.base) }
            }
            let content = members.applied(to: before ?? Self.blank())
            return try await server.kept(server.diary.write(.begin(begun, with: content)), members)
        }
    }

    func keeping(_ number: DraftNumber, _ call: inout Call) throws -> Change {
        let members = try call.body.content()
        let revision = try call.body.number("revision")
        return { server in try await server.keep(members, in: number, after: revision) }
    }

    /// A draft to an event. What is typed may come along, so that a page that is closed needs one request.
    func committing(_ number: DraftNumber, _ call: inout Call) throws -> Change {
        let members = try call.body.content()
        let revision = try call.body.number("revision")
        let expecting = try call.body.number("expecting").map { VersionName.version(EntryVersion($0)) }
        let key = try call.body.text("key")
        return { server in
            if !members.isEmpty { _ = try await server.keep(members, in: number, after: revision) }
            let draft = try await server.reading { server in
                let draft = try server.diary.draft(number)
                if let draft, let found = try server.diary.markerLine(in: draft) {
                    throw ServerProblem.undecided(number: found.number, line: found.line)
                }
                return draft
            }
            let outcome = try await server.diary.write(.commit(number, expecting: expecting, key: key))
            await server.hub.announceDrafts()
            switch outcome {
            case nil: throw ServerProblem.draftGone
            case .settled(let outcome): return try await server.receipt(outcome, beside: draft)
            case .blank: return Self.receipt("blank", nil, [])
            }
        }
    }

    func discarding(_ number: DraftNumber) -> Change {
        { server in
            let draft = try await server.diary.write(.discard(number))
            await server.hub.announceDrafts()
            return [
                "outcome": .text("discarded"), "draft": draft.map { DraftAnswer.object($0, isFull: true) } ?? .null,
            ]
        }
    }

    private func keep(
        _ members: ContentMembers, in number: DraftNumber, after revision: UInt64?
    ) async throws -> JSONValue {
        let revision = revision.map { UInt32(clamping: $0) }
        return try await kept(diary.write(.keep(in: number, after: revision) { members.applied(to: $0) }), members)
    }

    /// What an entry said when it was shown: after the event `base`, or now.
    @available(*, noasync, message: "a task awaits reading { … }")
    private func seen(_ id: EntryID, as base: Digest?) throws -> EntryContent {
        let now = try known(id)
        guard let base, base != now.event else { return now.content }
        let versions = try diary.history(of: id) ?? []
        guard let then = versions.first(where: { $0.id == base }) else { return now.content }
        return try version(then.version.rawValue, of: id, at: .head).content
    }

    private func kept(_ outcome: KeepOutcome, _ typed: ContentMembers) async throws -> JSONValue {
        switch outcome {
        case .kept(let draft):
            await hub.announceDrafts()
            return ["outcome": .text("kept"), "draft": DraftAnswer.object(draft, isFull: false)]
        case .unchanged(let draft):
            return ["outcome": .text("unchanged"), "draft": DraftAnswer.object(draft, isFull: false)]
        case .conflict(let draft):
            throw ServerProblem.draftConflict(draft, typed: typed.applied(to: draft.content).text)
        case .missing: throw ServerProblem.draftGone
        case .refused(let refusal, _): throw ServerProblem.refused(refusal)
        }
    }
}

/// A draft as the page sees it: as the program prints it, how often it was kept, and by which sitting. `isFull` adds
/// the text: who keeps one each time that the fingers rest is not told it back.
enum DraftAnswer {
    static func object(_ draft: Draft, isFull: Bool) -> JSONValue {
        DraftJSON.object(draft, isFull: isFull).adding([
            "revision": .number(draft.revision), "sitting": .text(orNull: draft.sitting),
        ])
    }
}
