internal import DiaryEngine
internal import DiaryModel
internal import EventStore
internal import Interchange
internal import TextSearch

/// Why a request was not done.
enum ServerProblem: Error {
    /// An item of the query or a member of the body cannot be read, or is unknown; its name.
    case usage(String)
    case query(QueryProblem, in: String)
    case token
    case crossSite
    case readOnly
    case host
    case type
    case method
    case notFound
    case draftGone
    case draftConflict(Draft)
    /// The entry as it is now, if it can be read.
    case conflict(Entry?)
    case keyTaken(EntryID)
    case undoConflicts([UndoConflict], more: Int)
    case movedOn(OperationID?)
    case refused(Refusal)
    case engine(DiaryError)
}

/// Makes a call to the diary, and throws its errors as a `ServerProblem`.
func asking<Answer>(_ question: () throws(DiaryError) -> Answer) throws(ServerProblem) -> Answer {
    do { return try question() } catch { throw ServerProblem(error) }
}

/// The same for a call that waits.
func asking<Answer>(_ question: () async throws(DiaryError) -> Answer) async throws(ServerProblem) -> Answer {
    do { return try await question() } catch { throw ServerProblem(error) }
}

extension ServerProblem {
    init(_ error: DiaryError) {
        switch error {
        case .refused(let refusal, _): self = .refused(refusal)
        case .conflict: self = .conflict(nil)
        case .keyTaken(let holder): self = .keyTaken(holder)
        default: self = .engine(error)
        }
    }

    /// The status, and the name by which the page knows the problem.
    var code: (status: Int, name: String) {
        switch self {
        case .usage: (400, "usage")
        case .query: (400, "query")
        case .token: (401, "token")
        case .crossSite: (403, "cross-site")
        case .readOnly: (403, "read-only")
        case .notFound: (404, "not-found")
        case .draftGone: (404, "draft-gone")
        case .method: (405, "method")
        case .draftConflict: (409, "draft-conflict")
        case .conflict: (409, "conflict")
        case .keyTaken: (409, "key-taken")
        case .undoConflicts: (409, "undo-conflicts")
        case .movedOn: (409, "moved-on")
        case .type: (415, "type")
        case .host: (421, "host")
        case .refused(.noSuchEntry): (404, "not-found")
        case .refused: (422, "refused")
        case .engine(let error): Self.code(error)
        }
    }

    private static func code(_ error: DiaryError) -> (Int, String) {
        switch error {
        case .beyondHead: (404, "beyond-head")
        case .store(.busy): (503, "busy")
        // No 503: the same request must not be sent again before a person has been told.
        case .store(.replaced): (409, "replaced")
        case .store(.damaged), .store(.damagedEvents): (500, "damaged")
        case .store(.readOnly), .store(.noPermission): (403, "read-only")
        case .store(.overLimit): (422, "refused")
        case .store: (503, "storage")
        default: (500, "internal")
        }
    }

    /// The answer: a code, a sentence in the reader's language, and what the page needs to go on.
    func reply(in language: Language) -> PageReply {
        let (status, name) = code
        var error = [JSONMember("code", .text(name)), JSONMember("message", .text(sentence(in: language)))]
        var more: [JSONMember] = []
        switch self {
        case .usage(let name): error.append(JSONMember("name", .text(name)))
        case .query(let problem, let query):
            let range = problem.utf16Range(in: query)
            error.append(JSONMember("range", .array([.number(range.lowerBound), .number(range.upperBound)])))
        case .refused(let refusal): error.append(JSONMember("reason", .text(Self.name(of: refusal))))
        case .draftConflict(let draft): more.append(JSONMember("draft", DraftAnswer.object(draft)))
        case .conflict(let entry):
            more.append(JSONMember("entry", entry.map { EntryJSON.object($0, isFull: true) } ?? .null))
        case .keyTaken(let holder): more.append(JSONMember("entry", .text(holder.hexadecimal)))
        case .undoConflicts(let conflicts, let left):
            more.append(
                JSONMember(
                    "conflicts",
                    .array(
                        conflicts.map {
                            [
                                "id": .text($0.entry.hexadecimal),
                                "fields": .array($0.fields.map { .text("\($0)") }),
                            ]
                        })))
            more.append(JSONMember("more", .number(left)))
        case .movedOn(let actual): more.append(JSONMember("actual", .text(orNull: actual?.hexadecimal)))
        default: break
        }
        var reply = PageReply.json(.object([JSONMember("error", .object(error))] + more), status: status)
        if status == 503 { reply.headers.append(("retry-after", "1")) }
        return reply
    }

    /// The name of a refusal, without what it says besides.
    private static func name(of refusal: Refusal) -> String {
        String("\(refusal)".prefix { $0 != "(" })
    }
}
