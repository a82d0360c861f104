internal import DiaryEngine
internal import EventStore
internal import Interchange

/// What the page may ask: a method and a path behind `/api/`, what comes along, and who answers.
struct Route: Sendable {
    /// Who may ask, and what a request brings.
    enum Terms: Equatable {
        /// Who asks whether the server knows the key says nothing of it yet.
        case proof
        /// Whoever may read; a body of at most so many bytes.
        case reading(Int)
        /// Whoever may write; a change as JSON.
        case changing
        /// Whoever may write; at most so many bytes of a file.
        case bytes(Int)
    }

    enum Answer: Sendable {
        /// Blocks its thread meanwhile.
        case read(@Sendable (DiaryServer, inout Call) throws -> PageReply)
        case change(@Sendable (DiaryServer, inout Call) throws -> Change)
        /// Takes a file of this name, part by part.
        case receive(@Sendable (DiaryServer, Call, String) throws -> any UploadSteps)
    }

    let method: String
    let path: [String]
    let terms: Terms
    let answer: Answer

    private init(_ method: String, _ path: String, _ terms: Terms, _ answer: Answer) {
        (self.method, self.terms, self.answer) = (method, terms, answer)
        self.path = path.split(separator: "/").map(String.init)
    }

    private static func get(
        _ path: String, _ terms: Terms = .reading(0),
        _ read: @escaping @Sendable (DiaryServer, inout Call) throws -> JSONValue
    ) -> Route { reply("GET", path, terms) { .json(try read($0, &$1)) } }

    private static func reply(
        _ method: String, _ path: String, _ terms: Terms = .reading(0),
        _ read: @escaping @Sendable (DiaryServer, inout Call) throws -> PageReply
    ) -> Route { Route(method, path, terms, .read(read)) }

    private static func change(
        _ method: String, _ path: String, _ terms: Terms = .changing,
        _ change: @escaping @Sendable (DiaryServer, inout Call) throws -> Change
    ) -> Route { Route(method, path, terms, .change(change)) }

    /// All that can be asked. A part that begins with a colon stands for what it names.
    fileprivate static let all: [Route] = [
        get("proof", .proof) { try $0.proof(&$1) },
        reply("POST", "session", .reading(2)) { try $0.beginSession($1) },
        get("state") { try $0.state(&$1) },
        get("entries") { try $0.entries(&$1) },
        get("days") { try $0.days(&$1) },
        get("search") { try $0.search(&$1) },
        get("timeline") { try $0.timeline(&$1) },
        get("operations") { try $0.operations(&$1) },
        get("changes") { try $0.changes(&$1) },
        get("stats") { try $0.statistics(&$1) },
        get("tags") { try $0.tags(&$1) },
        get("today") { try $0.onThisDay(&$1) },
        get("date") { try $0.date(&$1) },
        get("conflicts") { try $0.conflicts(&$1) },
        get("drafts") { server, _ in try server.drafts() },
        get("drafts/:draft") { try $0.draft($1.draft()) },
        get("entries/:entry") { try $0.entry($1.entry(), &$1) },
        get("entries/:entry/neighbours") { try $0.neighbours($1.entry(), &$1) },
        get("entries/:entry/history") { try $0.history($1.entry(), &$1) },
        get("entries/:entry/diff") { try $0.diff($1.entry(), &$1) },
        get("entries/:entry/blame") { try $0.blame($1.entry(), &$1) },
        reply("GET", "entries/:entry/share") { try $0.share($1.entry(), &$1) },
        reply("GET", "attachments/:hash") { try $0.attachment($1.hash(), &$1) },
        reply("GET", "live") { try $0.live($1) },
        reply("POST", "export", .reading(1 << 20)) { try $0.exported(&$1) },
        // These wait for the program, and so block no thread.
        change("GET", "places", .reading(0)) { server, _ in server.placesNamed() },
        change("GET", "sync", .reading(0)) { try $0.syncWords(in: $1.language) },
        change("POST", "sync") { server, _ in try server.syncNow() },
        change("POST", "rebuild") { server, _ in server.rebuilding() },
        change("POST", "entries") { try $0.adding(&$1) },
        change("PUT", "entries/:entry") { try $0.editing($1.entry(), &$1) },
        change("DELETE", "entries/:entry") { try $0.deleting($1.entry(), &$1) },
        change("POST", "entries/:entry/restore") { try $0.restoring($1.entry(), &$1) },
        change("DELETE", "entries/:entry/attachments/:hash") { try $0.detaching($1.entry(), $1.hash()) },
        change("POST", "restore") { try $0.restoring(&$1) },
        change("POST", "undo") { try $0.undoing(&$1, again: false) },
        change("POST", "redo") { try $0.undoing(&$1, again: true) },
        change("POST", "many") { try $0.changingMany(&$1) },
        change("POST", "drafts") { try $0.beginning(&$1) },
        change("PUT", "drafts/:draft") { try $0.keeping($1.draft(), &$1) },
        change("DELETE", "drafts/:draft") { server, call in server.discarding(try call.draft()) },
        change("POST", "drafts/:draft/commit") { try $0.committing($1.draft(), &$1) },
        change("POST", "imports/:file") { $0.importing(try $1.file(), $1.language) },
        change("DELETE", "imports/:file") { server, call in server.forgetting(try call.file()) },
        reply("PUT", "attachments/:hash", .bytes(DiaryServer.smallPictureLimit)) { try $0.keepSmall($1.hash(), $1) },
        Route(
            "POST", "entries/:entry/attachments", .bytes(Upload.limit),
            .receive { server, call, name in
                AttachmentUpload(server, to: try call.entry(), name: name)
            }),
        Route(
            "POST", "imports", .bytes(Upload.limit),
            .receive { server, call, name in
                guard server.options.speaker != nil else { throw ServerProblem.notFound }
                return ImportUpload(server, name: name, call.language)
            }),
    ]

    /// Whether a path is this one; a name that nothing can have is on no path.
    fileprivate func leads(to parts: [String]) -> Bool {
        parts.count == path.count
            && zip(path, parts).allSatisfy { name, part in
                switch name {
                case ":entry": EntryID(hexadecimal: part) != nil
                case ":hash": Digest(hexadecimal: part) != nil
                case ":draft": DraftNumber(part) != nil
                case ":file": true
                default: name == part
                }
            }
    }
}

/// Where a request leads: its route, and what its path names.
struct Destination: Sendable {
    let route: Route
    let names: [String: String]

    /// Throws `notFound` for an unknown path, and `method` for a known one that is asked otherwise.
    init(of request: PageRequest) throws {
        let parts = request.path.dropFirst("/api/".count).split(separator: "/", omittingEmptySubsequences: false)
            .map(String.init)
        let known = Route.all.filter { $0.leads(to: parts) }
        guard !known.isEmpty else { throw ServerProblem.notFound }
        guard let route = known.first(where: { $0.method == request.method }) else { throw ServerProblem.method }
        self.route = route
        names = Dictionary(zip(route.path, parts)) { first, _ in first }
    }
}

/// A request that may be answered. Whoever answers takes what it asks for; what is left over is refused (`end`).
struct Call: Sendable {
    let destination: Destination
    var items: QueryItems
    let headers: [String: String]
    let bytes: [UInt8]
    /// The same as JSON; nothing where a file is sent.
    var body: Body
    let language: Language

    init(_ request: PageRequest, to destination: Destination, _ language: Language) throws {
        items = try QueryItems(request.query)
        if case .bytes = destination.route.terms { body = try Body([]) } else { body = try Body(request.body) }
        (self.destination, headers, bytes, self.language) = (destination, request.headers, request.body, language)
    }

    func end() throws {
        try items.end()
        try body.end()
    }

    func entry() throws -> EntryID { try name(":entry") { EntryID(hexadecimal: $0) } }
    func hash() throws -> Digest { try name(":hash") { Digest(hexadecimal: $0) } }
    func draft() throws -> DraftNumber { try name(":draft") { DraftNumber($0) } }
    func file() throws -> String { try name(":file") { $0 } }

    private func name<Value>(_ part: String, _ read: (String) -> Value?) throws -> Value {
        guard let value = destination.names[part].flatMap(read) else { throw ServerProblem.notFound }
        return value
    }

    /// The point that `at` names; the head without it.
    mutating func point() throws -> DiaryPoint {
        try items.takeNumber("at", in: 0...UInt64(Int64.max)).map { .event(SequenceNumber($0)) } ?? .head
    }
}
