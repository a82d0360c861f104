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

    /// The answer: a code, a sentence in the reader's language, and what the page needs to go on.
    func reply(in language: Language) -> PageReply {
        let told = told
        var (error, more): (JSONValue, JSONValue) = ([:], [:])
        switch self {
        case .usage(let name): error = ["name": .text(name)]
        case .query(let problem, let query):
            let range = problem.utf16Range(in: query)
            error = ["range": .array([.number(range.lowerBound), .number(range.upperBound)])]
        case .refused(let refusal): error = ["reason": .text(Self.name(of: refusal))]
        case .draftConflict(let draft, let typed):
            let texts = [typed, draft.content.text]
            let differing = zip(texts, differingWords(of: texts)).map { text, ranges in
                let offsets = UTF16Offsets(of: text)
                return JSONValue.array(ranges.map { offsets.json($0) })
            }
            more = ["draft": DraftAnswer.object(draft, isFull: true), "differs": .array(differing)]
        case .conflict(let entry): more = ["entry": entry]
        case .undecided(let number, _): error = ["line": .number(number)]
        case .keyTaken(let holder): more = ["entry": .text(holder.hexadecimal)]
        case .undoConflicts(let conflicts, let left):
            let entries = conflicts.map { conflict -> JSONValue in
                [
                    "id": .text(conflict.entry.hexadecimal),
                    "fields": .array(conflict.fields.map { .text("\($0)") }),
                ]
            }
            more = ["conflicts": .array(entries), "more": .number(left)]
        case .movedOn(let actual): more = ["actual": .text(orNull: actual?.hexadecimal)]
        default: break
        }
        let said: JSONValue = ["code": .text(told.name), "message": .text(told.sentence.text(language))]
        var reply = PageReply.json((["error": said.adding(error)] as JSONValue).adding(more), status: told.status)
        if told.status == 503 { reply.headers.append(("retry-after", "1")) }
        return reply
    }

    /// The name of a refusal, without what it says besides.
    private static func name(of refusal: Refusal) -> String {
        String("\(refusal)".prefix { $0 != "(" })
    }
}
