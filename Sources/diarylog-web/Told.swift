/// Whether the program was told to end.
final class Told: Sendable {
    private let stream: AsyncStream<Void>
    private let teller: AsyncStream<Void>.Continuation

    init() { (stream, teller) = AsyncStream.makeStream() }

    func tell() { teller.finish() }

    /// Returns once it was told.
    func isTold() async { for await _ in stream {} }
}
