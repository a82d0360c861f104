internal import DiaryModel
internal import Interchange

/// A file on its way from the page: received part by part, put on the disk, and then taken by the diary.
///
///     while let part = … { if let refusal = upload.receive(part) { return refusal } }
///     if let refusal = upload.settle() { return refusal }
///     return await upload.commit()
///
/// One that is dropped before it is committed changes nothing. Never more than a part is in memory.
public final class Upload: Sendable {
    /// The most bytes of a file: 4 GiB.
    public static let limit = 4 << 30

    private let steps: any UploadSteps
    private let language: Language

    init(_ steps: any UploadSteps, _ language: Language) { (self.steps, self.language) = (steps, language) }

    /// Takes the next bytes, and blocks its thread while the disk does. Returns the answer where it cannot go on.
    public func receive(_ bytes: [UInt8]) -> PageReply? { answering { try steps.receive(bytes) } }

    /// Puts what was received on the disk; blocks its thread for some waits for it.
    public func settle() -> PageReply? { answering { try steps.settle() } }

    /// Lets the diary take it.
    public func commit() async -> PageReply {
        await reply(in: language) { .json(try await steps.commit()) }
    }

    private func answering(_ work: () throws -> Void) -> PageReply? {
        do {
            try work()
            return nil
        } catch {
            steps.drop()
            return ServerProblem(error).reply(in: language)
        }
    }
}

/// What becomes of the bytes of an upload. The first step begins it.
protocol UploadSteps: Sendable {
    func receive(_ bytes: [UInt8]) throws
    func settle() throws
    func commit() async throws -> JSONValue
    /// Forgets what was received.
    func drop()
}
