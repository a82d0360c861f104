/// Whether the program was told to end.
final class EndRequest: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream() }

    func ask() { continuation.finish() }

    /// Returns once it was told.
    func isAsked() async { for await _ in stream {} }
}
