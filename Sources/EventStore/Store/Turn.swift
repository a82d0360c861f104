internal import Host

/// The writer's turn among processes and threads: a lock on the gate's second byte.
///
/// LMDB's own lock waits for ever and cannot be asked; this one gives up after the store's patience, so that a
/// stopped process makes the others say "busy" instead of hanging. Each turn opens the gate for itself: threads that
/// shared a file would share its lock, and the first to end its turn would end the others'.
package struct Turn: ~Copyable {
    static let byte: Int64 = 1
    private let gate: LockFile

    /// The folder must hold a store: a gate that is missing is made. Throws `busy` when the patience, in milliseconds, is at its end.
    init(inFolder folder: String, patience: Int) throws(EventStoreError) {
        let gate = try Surroundings.gateForWriting(in: folder)
        if gate.isReadOnly { throw .readOnly(path: folder) }
        let taken = try Surroundings.run(folder) { () throws(SystemError) in
            try gate.lock(byte: Turn.byte, .exclusive, timeoutMilliseconds: patience)
        }
        guard taken else { throw .busy }
        self.gate = gate
    }

    deinit { try? gate.unlock(byte: Turn.byte) }
}
