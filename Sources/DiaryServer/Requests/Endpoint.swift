internal import DiaryEngine
internal import EventStore

/// What a path and a method ask for.
enum Endpoint: Equatable {
    // Reading.
    /// A path without its first `/`: "" is the page.
    case page(String)
    case proof, session
    case places
    case state, entries, days, search, timeline, operations, changes, stats, tags, today, date, drafts, conflicts, live
    case entry(EntryID), neighbours(EntryID), history(EntryID), diff(EntryID), blame(EntryID), share(EntryID)
    case attachment(Digest)
    // Writing.
    case syncWords, syncNow, rebuild
    case add, edit(EntryID), delete(EntryID), restoreEntry(EntryID), restore, undo, redo
    case attach(EntryID), detach(EntryID, Digest), keepSmall(Digest)
    case changeMany, export
    case dropImport, runImport(String), forgetImport(String)
    case begin, keep(DraftNumber), commit(DraftNumber), discard(DraftNumber)

    /// Throws `notFound` for an unknown path, and `method` for a known one that is asked otherwise.
    init(method: String, path: String) throws {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(String.init)
        guard path.hasPrefix("/"), parts.first == "api" else {
            guard parts.count <= 2 else { throw ServerProblem.notFound }
            // HEAD is answered as GET is, but for the body.
            guard method == "GET" || method == "HEAD" else { throw ServerProblem.method }
            self = .page(parts.joined(separator: "/"))
            return
        }
        let known = try Self.of(Array(parts.dropFirst()))
        guard !known.isEmpty else { throw ServerProblem.notFound }
        guard let endpoint = known[method] else { throw ServerProblem.method }
        self = endpoint
    }

    /// The endpoints of a path behind `/api/`, by method.
    private static func of(_ parts: [String]) throws -> [String: Endpoint] {
        switch parts.first {
        case "entries" where parts.count > 1: return try of(entry: try id(parts[1]), Array(parts.dropFirst(2)))
        case "drafts" where parts.count > 1:
            guard let draft = DraftNumber(parts[1]) else { throw ServerProblem.notFound }
            switch parts.dropFirst(2) {
            case []: return ["PUT": .keep(draft), "DELETE": .discard(draft)]
            case ["commit"]: return ["POST": .commit(draft)]
            default: return [:]
            }
        case "imports" where parts.count == 2:
            return ["POST": .runImport(parts[1]), "DELETE": .forgetImport(parts[1])]
        case "attachments" where parts.count == 2:
            let hash = try hash(parts[1])
            return ["GET": .attachment(hash), "PUT": .keepSmall(hash)]
        case let name? where parts.count == 1: return of(name)
        default: return [:]
        }
    }

    private static func of(_ name: String) -> [String: Endpoint] {
        switch name {
        case "proof": ["GET": .proof]
        case "session": ["POST": .session]
        case "state": ["GET": .state]
        case "entries": ["GET": .entries, "POST": .add]
        case "days": ["GET": .days]
        case "search": ["GET": .search]
        case "timeline": ["GET": .timeline]
        case "operations": ["GET": .operations]
        case "changes": ["GET": .changes]
        case "stats": ["GET": .stats]
        case "tags": ["GET": .tags]
        case "today": ["GET": .today]
        case "date": ["GET": .date]
        case "conflicts": ["GET": .conflicts]
        case "live": ["GET": .live]
        case "sync": ["GET": .syncWords, "POST": .syncNow]
        case "drafts": ["GET": .drafts, "POST": .begin]
        case "many": ["POST": .changeMany]
        case "export": ["POST": .export]
        case "imports": ["POST": .dropImport]
        case "places": ["GET": .places]
        case "restore": ["POST": .restore]
        case "rebuild": ["POST": .rebuild]
        case "undo": ["POST": .undo]
        case "redo": ["POST": .redo]
        default: [:]
        }
    }

    private static func of(entry id: EntryID, _ rest: [String]) throws -> [String: Endpoint] {
        switch rest {
        case []: return ["GET": .entry(id), "PUT": .edit(id), "DELETE": .delete(id)]
        case ["neighbours"]: return ["GET": .neighbours(id)]
        case ["history"]: return ["GET": .history(id)]
        case ["diff"]: return ["GET": .diff(id)]
        case ["blame"]: return ["GET": .blame(id)]
        case ["share"]: return ["GET": .share(id)]
        case ["restore"]: return ["POST": .restoreEntry(id)]
        case ["attachments"]: return ["POST": .attach(id)]
        default:
            guard rest.count == 2, rest[0] == "attachments" else { return [:] }
            return ["DELETE": .detach(id, try hash(rest[1]))]
        }
    }

    private static func hash(_ text: String) throws -> Digest {
        guard let hash = Digest(hexadecimal: text) else { throw ServerProblem.notFound }
        return hash
    }

    private static func id(_ text: String) throws -> EntryID {
        guard let id = EntryID(hexadecimal: text) else { throw ServerProblem.notFound }
        return id
    }
}
