internal import DiaryModel
internal import DiarylogHost
internal import EventStore

// The state hash: one number for what all entries are.

extension EntryFold {
    /// Writes what the state hash says of the entry.
    func writeHashed(to writer: inout ByteWriter) {
        writer.append(object)
        writer.littleEndian(version)
        writer.uint8(flags)
        let heads = branches.map { $0.heads.map { Digest($0.id) }.sorted() } ?? [newest.id]
        let alternatives = branches.map { $0.alternatives.map { Digest($0.event.id) }.sorted() } ?? []
        for events in [heads, alternatives] {
            writer.littleEndian(UInt32(truncatingIfNeeded: events.count))
            for id in events { writer.append(id) }
        }
        // The date of an entry that is not understood is not what it says.
        let content = isUnderstood ? content : Self.forgottenContent
        writer.littleEndian(UInt32(truncatingIfNeeded: content.count))
        writer.append(content)
    }

    private var flags: UInt8 {
        var flags: UInt8 = head.isDeleted ? 1 : 0
        guard let branches else { return flags }
        if branches.isContested { flags |= 2 }
        switch branches.status {
        case .one: break
        case .forgotten: flags |= 4
        case .merged: flags |= 8
        case .conflict: flags |= 16
        case .notUnderstood: flags |= 32
        }
        return flags
    }
}
