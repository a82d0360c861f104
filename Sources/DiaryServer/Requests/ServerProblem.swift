internal import DiaryEngine
internal import DiaryModel
internal import DiarylogTextSearch
internal import EventStore
internal import Interchange

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
    /// The body is over its limit.
    case tooLarge
    case draftGone
    /// A draft that another window kept meanwhile, and the text that was typed here.
    case draftConflict(Draft, typed: [UInt8])
    /// The entry as it is now, as `GET` of it says it, but for links.
    case conflict(JSONValue)
    /// A text in which a line still stands between the texts of a conflict: its number, and what it says.
    case undecided(number: Int, line: String)
    case keyTaken(EntryID)
    case undoConflicts([UndoConflict], more: Int)
    case movedOn(OperationID?)
    case refused(Refusal)
    case engine(EventStoreError)
}

/// The reply to a request: what a call answers, or what it threw, said in the reader's language.
func reply(in language: Language, _ call: () throws -> PageReply) -> PageReply {
    do { return try call() } catch { return ServerProblem(error).reply(in: language) }
}

/// The same for a call that waits.
func reply(in language: Language, _ call: () async throws -> PageReply) async -> PageReply {
    do { return try await call() } catch { return ServerProblem(error).reply(in: language) }
}

extension ServerProblem {
    /// Whatever was thrown on the way to a reply.
    init(_ error: any Error) { self = error as? ServerProblem ?? .engine(EventStoreError(error)) }

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
        case .tooLarge: (413, "too-large")
        case .undecided: (422, "undecided")
        case .type: (415, "type")
        case .host: (421, "host")
        case .refused(.noSuchEntry): (404, "not-found")
        case .refused: (422, "refused")
        case .engine(let error): Self.code(error)
        }
    }

    private static func code(_ error: EventStoreError) -> (Int, String) {
        switch error {
        case .beyondHead: (404, "beyond-head")
        case .busy: (503, "busy")
        // No 503: the same request must not be sent again before a person has been told.
        case .replaced: (409, "replaced")
        case .damagedTable: (500, "damaged-table")
        case .damaged, .damagedEvents: (500, "damaged")
        case .readOnly, .noPermission: (403, "read-only")
        case .locked: (423, "locked")
        // No 503 either: sent again, it would be refused again.
        case .overLimit, .needsNewerProgram: (422, "refused")
        default: (503, "storage")
        }
    }

    /// The answer: a code, a sentence in the reader's language, and what the page needs to go on.
    func reply(in language: Language) -> PageReply {
        let (status, name) = code
        var error = [JSONMember("code", .text(name)), JSONMember("message", .text(sentence.text(language)))]
        var more: [JSONMember] = []
        switch self {
        case .usage(let name): error.append(JSONMember("name", .text(name)))
        case .query(let problem, let query):
            let range = problem.utf16Range(in: query)
            error.append(JSONMember("range", .array([.number(range.lowerBound), .number(range.upperBound)])))
        case .refused(let refusal): error.append(JSONMember("reason", .text(Self.name(of: refusal))))
        case .draftConflict(let draft, let typed):
            more.append(JSONMember("draft", DraftAnswer.object(draft, isFull: true)))
            let texts = [typed, draft.content.text]
            let differing = zip(texts, differingWords(of: texts)).map { text, ranges in
                let offsets = UTF16Offsets(of: text)
                return JSONValue.array(ranges.map { offsets.json($0) })
            }
            more.append(JSONMember("differs", .array(differing)))
        case .conflict(let entry):
            more.append(JSONMember("entry", entry))
        case .undecided(let number, _): error.append(JSONMember("line", .number(number)))
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
