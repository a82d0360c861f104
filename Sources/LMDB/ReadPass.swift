/// What the holder of a transaction gives to threads that work for it while it waits for them: with it they begin
/// transactions of their own, even while the map is to be exchanged.
///
/// Without it each could wait for the next: the holder for its threads, the threads for the exchange, and the exchange
/// for the holder. Valid as long as the holder's transaction.
package struct ReadPass: Sendable {
    fileprivate let environment: Environment

    /// Runs work on the calling thread, which counts as one that is inside a transaction.
    ///
    /// If the file outgrew the map, a transaction that it begins is refused with `.mapResized`.
    package func join<Result, Failure>(_ work: () throws(Failure) -> Result) throws(Failure) -> Result {
        let pass = environment.resizeLock.join()
        defer { environment.resizeLock.leave(pass) }
        return try work()
    }
}

extension Transaction {
    /// For threads that the holder waits for before it ends the transaction.
    package var readPass: ReadPass { ReadPass(environment: unsafe environment.takeUnretainedValue()) }
}
