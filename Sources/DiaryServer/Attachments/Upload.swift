internal import DiaryEngine
internal import DiaryModel
internal import EventStore
internal import Synchronization

/// A file on its way from the page to an entry: received part by part, put on the disk, and then named by the entry.
///
///     while let part = … { if let refusal = upload.receive(part) { return refusal } }
///     if let refusal = upload.settle() { return refusal }
///     return await upload.commit()
///
/// One that is dropped before it is committed changes nothing. Never more than a part is in memory.
public final class Upload: Sendable {
    /// The most bytes of a file: 4 GiB.
    public static let limit = 4 << 30

    private let server: DiaryServer
    private let entry: EntryID
    private let name: String
    private let language: Language
    private let state = Mutex(State())

    private struct State: ~Copyable {
        /// Held until the event is written, so that nobody removes the file before.
        var intake: AttachmentIntake?
        var file: IncomingFile?
        var attachment: Attachment?
    }

    init(_ server: DiaryServer, to entry: EntryID, name: String, _ language: Language) {
        (self.server, self.entry, self.name, self.language) = (server, entry, name, language)
    }

    /// Takes the next bytes, and blocks its thread while the disk does. Returns the answer where it cannot go on.
    public func receive(_ bytes: [UInt8]) -> PageReply? {
        answering { (state) throws(ServerProblem) in
            try begin(&state)
            try storing { () throws(EventStoreError) in try state.file?.write(bytes) }
        }
    }

    /// Puts what was received on the disk; blocks its thread for some waits for it.
    public func settle() -> PageReply? {
        answering { (state) throws(ServerProblem) in
            try begin(&state)
            guard var file = state.file.take() else { return }
            let put = try storing { () throws(EventStoreError) in try file.finish() }
            state.attachment = try asking { () throws(DiaryError) in try server.diary.attachment(put, name: name) }
        }
    }

    /// Writes the change of the entry: nothing, if it has a file of these bytes already.
    public func commit() async -> PageReply {
        defer { state.withLock { $0.intake = nil } }
        guard let file = state.withLock({ $0.attachment }) else { return ServerProblem.notFound.reply(in: language) }
        do throws(ServerProblem) { return .json(try await server.attach(file, to: entry)) } catch {
            return error.reply(in: language)
        }
    }

    private func begin(_ state: inout State) throws(ServerProblem) {
        guard state.intake == nil else { return }
        let known = try server.known(entry)
        if known.isDeleted { throw .refused(.isDeleted) }
        let intake = try asking { () throws(DiaryError) in try server.diary.beginAttaching() }
        state.file = try storing { () throws(EventStoreError) in try intake.begin() }
        state.intake = intake
    }

    private func storing<Answer: ~Copyable>(
        _ work: () throws(EventStoreError) -> Answer
    ) throws(ServerProblem) -> Answer {
        do throws(EventStoreError) { return try work() } catch { throw .engine(.store(error)) }
    }

    private func answering(_ work: (inout State) throws(ServerProblem) -> Void) -> PageReply? {
        state.withLock { state in
            do throws(ServerProblem) {
                try work(&state)
                return nil
            } catch {
                state = State()
                return error.reply(in: language)
            }
        }
    }
}
