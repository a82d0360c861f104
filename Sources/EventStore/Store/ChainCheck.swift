internal import Host
package import LMDB

/// Walks a log and proves it: every frame sound, every header the one its id names, every payload the one its
/// header commits to, every device's events an unbroken chain.
package struct ChainCheck: Sendable {
    /// Something that does not hold, at an event.
    package struct Problem: Equatable, Sendable {
        package enum Reason: String, Sendable {
            case missing
            case damaged
            case unprovable
            case headerMismatch = "header does not hash to its id"
            case payloadMismatch = "payload is not what its header commits to"
            case brokenChain = "does not follow its device's event before"
        }
        package var sequence: UInt64
        package var reason: Reason
    }

    package private(set) var events: UInt64 = 0
    package private(set) var problems: [Problem] = []
    private var tips: [Identifier: (id: Digest, deviceSequence: UInt64)] = [:]
    private var lost: Set<UInt64> = []

    /// Checks every event up to the head. Reads each once; about two SHA-256 an event.
    package init(
        _ transaction: borrowing some ReadableTransaction & ~Copyable, _ log: LogState
    ) throws(EventStoreError) {
        var origins = Origins()
        var sequence: UInt64 = 1
        while sequence <= log.head {
            try check(sequence, transaction, log, &origins)
            sequence += 1
        }
    }

    private mutating func check(
        _ sequence: UInt64, _ transaction: borrowing some ReadableTransaction & ~Copyable, _ log: LogState,
        _ origins: inout Origins
    ) throws(EventStoreError) {
        events += 1
        guard let bytes = try transaction.frameBytes(sequence, log) else {
            return note(sequence, .missing)
        }
        guard let frame = try? Frame(bytes, expecting: sequence) else {
            return note(sequence, .damaged)
        }
        guard
            let header = try EventHeader(
                resolving: frame, bytes: bytes, origins: &origins, in: transaction, log)
        else { return note(sequence, .unprovable) }
        if frame.state == .whole, let stored = frame.storedCommit,
            stored != EventHeader.commit(toPayload: [UInt8](copying: bytes.extracting(frame.payload)))
        {
            note(sequence, .payloadMismatch)
        }
        guard header.id == frame.id else { return note(sequence, .headerMismatch) }
        let tip = tips[header.device]
        let follows =
            tip.map { $0.id == header.previous && $0.deviceSequence + 1 == header.deviceSequence }
            ?? (header.previous == .zero)
        if !follows, lost.isEmpty { note(sequence, .brokenChain) }
        tips[header.device] = (frame.id, header.deviceSequence)
    }

    private mutating func note(_ sequence: UInt64, _ reason: Problem.Reason) {
        problems.append(Problem(sequence: sequence, reason: reason))
        lost.insert(sequence)
    }
}
