internal import DiaryModel
package import EventStore

// The state hash: one number for what all entries are.

extension ReplayFold {
    /// SHA-256 over the entries sorted by id: over what they are, not when or in what order their events came in.
    package var stateHash: Digest {
        var digest = RunningDigest()
        // Entries are handed on together: each call costs as much as some hundred bytes.
        let full = 1 << 16
        var writer = ByteWriter(capacity: full + 4096)
        for index in facts.indices.sorted(by: { (facts[$0].object, $0) < (facts[$1].object, $1) }) {
            write(index, to: &writer)
            guard writer.bytes.count >= full else { continue }
            digest.update(writer.bytes)
            writer.removeAll()
        }
        digest.update(writer.bytes)
        return digest.finish()
    }

    /// Writes what the state hash says of the entries that it has, which are one at most.
    func writeState(to writer: inout ByteWriter) {
        for index in facts.indices { write(index, to: &writer) }
    }

    /// Writes what the state hash says of an entry.
    private func write(_ index: Int, to writer: inout ByteWriter) {
        writer.append(facts[index].object)
        writer.littleEndian(facts[index].version)
        let (flags, heads, alternatives) = standing(of: index)
        writer.uint8(flags)
        for events in [heads, alternatives] {
            writer.littleEndian(UInt32(truncatingIfNeeded: events.count))
            for id in events { writer.append(id) }
        }
        writer.littleEndian(UInt32(truncatingIfNeeded: contents[index].length))
        contents[index].write(to: &writer)
    }

    /// An entry's flags and the ids of its heads and alternatives, ascending, for the state hash.
    private func standing(of index: Int) -> (flags: UInt8, heads: [Digest], alternatives: [Digest]) {
        var flags: UInt8 = facts[index].isDeleted ? 1 : 0
        guard let branches = branches[index] else { return (flags, [facts[index].headID], []) }
        if branches.isContested { flags |= 2 }
        switch branches.status {
        case .one: break
        case .forgotten: flags |= 4
        case .merged: flags |= 8
        case .conflict: flags |= 16
        }
        return (
            flags, branches.heads.map { Digest($0.id) }.sorted(),
            branches.alternatives.map { Digest($0.event.id) }.sorted()
        )
    }
}
