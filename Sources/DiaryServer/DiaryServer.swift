internal import DiaryEngine
internal import DiaryModel
internal import EventStore
internal import Synchronization

/// A diary behind requests and replies that are values: it opens no socket and knows no HTTP library.
///
///     let server = try DiaryServer(diary: path, options)
///     switch server.admit(request) { … }          // before the body is read
///     switch server.handle(request) { … }         // with the body
///
/// It may be used from any thread and any task. Reads block the thread they run on; writes go through the writer that
/// all tasks share and block none, so that a change that waits for another program holds up no list.
public final class DiaryServer: Sendable {
    let diary: Diary
    let options: ServerOptions
    /// The folder's name, for the page's title.
    let name: String
    let door: Guard
    let files = PageFiles(drawn: String(PageToken().text.prefix(16)))
    let hub: Hub
    let sync: SyncRounds?
    let timeline = Mutex(TimelineSteps())
    /// The counts as of the last event that somebody asked about.
    let lastTags = Mutex<(at: SequenceNumber, counts: TagCounts, replacements: Int)?>(nil)
    let dropped = DroppedFiles()
    /// The diary's folder, as it was given.
    let path: String

    /// Opens the diary in a folder; never makes one. Throws what `Diary` throws.
    public init(diary path: String, _ options: ServerOptions) throws {
        diary = try Diary(at: path, patience: options.patience, allowingNetwork: options.allowsNetwork)
        (self.options, self.path) = (options, path)
        name = path.split(separator: "/").last.map(String.init) ?? path
        door = Guard(options: options)
        let hub = Hub(diary, heartbeat: options.heartbeat)
        let sync = options.diarylog.map { [diary] in SyncRounds(diary, at: path, options, by: $0, hub) }
        (self.hub, self.sync) = (hub, sync)
        if let sync { Task { await sync.start() } }
    }

    /// Looks at a request before its body is read: method, path and headers alone.
    public func admit(_ request: PageRequest) -> Admission {
        do {
            let (limit, destination) = try door.admit(request)
            if let destination, let upload = try upload(request, to: destination) { return .receiving(upload) }
            return .admitted(bodyLimit: limit, showsKey: destination.map { $0.route.terms != .proof } ?? false)
        } catch {
            return .refused(ServerProblem(error).reply(in: Language(accepting: request)))
        }
    }

    /// The answer to a body that is longer than `admit` allows.
    public func tooLarge(_ request: PageRequest) -> PageReply {
        ServerProblem.tooLarge.reply(in: Language(accepting: request))
    }

    /// Says how a request is answered; does nothing yet that takes time.
    public func handle(_ request: PageRequest) -> Handling {
        let language = Language(accepting: request)
        do {
            let (limit, destination) = try door.admit(request)
            guard request.body.count <= limit else { throw ServerProblem.tooLarge }
            guard let destination else { return .reply(try file(request)) }
            return try handle(try Call(request, to: destination, language))
        } catch {
            return .reply(ServerProblem(error).reply(in: language))
        }
    }

    private func handle(_ call: Call) throws -> Handling {
        var call = call
        let language = call.language
        switch call.destination.route.answer {
        case .read(let read):
            return .reading { [self, call] in
                var call = call
                let answer = reply(in: language) {
                    let answer = try read(self, &call)
                    try call.end()
                    return answer
                }
                return Compression.isAccepted(call.headers) ? answer.compressed() : answer
            }
        case .change(let change):
            let change = try change(self, &call)
            try call.end()
            return .writing { [self] in await reply(in: language) { .json(try await change(self)) } }
        // Its body goes to the upload that `admit` gives.
        case .receive: throw ServerProblem.notFound
        }
    }

    private func file(_ request: PageRequest) throws -> PageReply {
        let isGzip = Compression.isAccepted(request.headers)
        guard let reply = files.reply(to: String(request.path.dropFirst()), isGzip: isGzip) else {
            throw ServerProblem.notFound
        }
        return reply
    }

    /// Tells what is committed from now on.
    func live(_ call: Call) throws -> PageReply {
        let stream = try hub.listen(since: call.headers["last-event-id"].flatMap { UInt64($0) })
        if let sync { Task { await sync.pageOpened() } }
        return PageReply(stream: stream)
    }

    /// Ends all live streams, and exchanges no more: for a program that is about to end.
    public func stop() {
        hub.stop()
        dropped.removeAll()
        if let sync { Task { await sync.stop() } }
    }
}

/// How a request is answered.
public enum Handling: Sendable {
    /// At once.
    case reply(PageReply)
    /// By a call that reads, and blocks its thread meanwhile: some microseconds to milliseconds.
    case reading(@Sendable () -> PageReply)
    /// By a call that waits for the disk without blocking a thread.
    case writing(@Sendable () async -> PageReply)
}

extension Language {
    /// The language that a request would rather be answered in, of those that we speak.
    init(accepting request: PageRequest) {
        let parts = (request.headers["accept-language"] ?? "").split(separator: ",")
        let names = parts.map { part in part.drop { $0 == " " }.prefix { $0.isLetter }.lowercased() }
        self = names.lazy.compactMap { Language(rawValue: $0) }.first ?? .en
    }
}
