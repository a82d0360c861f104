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
        answering { state in
            try begin(&state)
            try state.file?.write(bytes)
        }
    }

    /// Puts what was received on the disk; blocks its thread for some waits for it.
    public func settle() -> PageReply? {
        answering { state in
            try begin(&state)
            guard var file = state.file.take() else { return }
            let put = try file.finish()
            state.attachment = try server.diary.attachment(put, name: name)
        }
    }

    /// Writes the change of the entry: nothing, if it has a file of these bytes already.
    public func commit() async -> PageReply {
        defer { state.withLock { $0.intake = nil } }
        guard let file = state.withLock({ $0.attachment }) else { return ServerProblem.notFound.reply(in: language) }
        return await reply(in: language) { .json(try await server.attach(file, to: entry)) }
    }

    private func begin(_ state: inout State) throws {
        guard state.intake == nil else { return }
        let known = try server.known(entry)
        if known.isDeleted { throw ServerProblem.refused(.isDeleted) }
        let intake = try server.diary.beginAttaching()
        state.file = try intake.begin()
        state.intake = intake
    }

    private func answering(_ work: (inout State) throws -> Void) -> PageReply? {
        state.withLock { state in
            do {
                try work(&state)
                return nil
            } catch {
                state = State()
                return ServerProblem(error).reply(in: language)
            }
        }
    }
}
