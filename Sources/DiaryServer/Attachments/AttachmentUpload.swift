internal import DiaryEngine
internal import DiaryModel
internal import Interchange
internal import Synchronization

/// A file for an entry, which names it in the end: nothing, if it has a file of these bytes already.
final class AttachmentUpload: UploadSteps {
    private let server: DiaryServer
    private let entry: EntryID
    private let name: String
    private let state = Mutex(State())

    private struct State: ~Copyable {
        /// Held until the event is written, so that nobody removes the file before.
        var intake: AttachmentIntake?
        var file: IncomingFile?
        var attachment: Attachment?
    }

    init(_ server: DiaryServer, to entry: EntryID, name: String) {
        (self.server, self.entry, self.name) = (server, entry, name)
    }

    func receive(_ bytes: [UInt8]) throws {
        try state.withLock { state in
            try begin(&state)
            try state.file?.write(bytes)
        }
    }

    func settle() throws {
        try state.withLock { state in
            try begin(&state)
            guard var file = state.file.take() else { return }
            let put = try file.finish()
            state.attachment = try server.diary.attachment(put, name: name)
        }
    }

    func commit() async throws -> JSONValue {
        defer { state.withLock { $0.intake = nil } }
        guard let file = state.withLock({ $0.attachment }) else { throw ServerProblem.notFound }
        return try await server.attach(file, to: entry)
    }

    func drop() { state.withLock { $0 = State() } }

    private func begin(_ state: inout State) throws {
        guard state.intake == nil else { return }
        let known = try server.known(entry)
        if known.isDeleted { throw ServerProblem.refused(.isDeleted) }
        let intake = try server.diary.beginAttaching()
        state.file = try intake.begin()
        state.intake = intake
    }
}
