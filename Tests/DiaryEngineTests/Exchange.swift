import DiaryEngine
import DiaryModel
import DiarylogTestSupport
import EventStore
import Testing

extension Scratch {
    /// The same diary on another device, whose clock is a little ahead.
    func copied() throws -> Scratch {
        let copy = try Scratch(events: events(), wall: wall + 1)
        copy.seed = seed + 1
        return copy
    }

    /// Takes over what another copy of the diary has and this one does not, in the order in which it came there.
    func takeOver(from other: Scratch) throws {
        let known = Set(try events().map(\.header))
        let missing = try other.events().filter { !known.contains($0.header) }
        let wall = wall
        try diary.store.write { writer in
            for (index, event) in missing.enumerated() {
                try writer.importEvent(event, arrivedAt: wall, record: index + 1)
            }
        }
    }

    /// Gives both copies what the other one has.
    func exchange(with other: Scratch) throws {
        try takeOver(from: other)
        try other.takeOver(from: self)
    }

    /// Rewrites or deletes some entries in each of both copies, and then gives both what the other one has.
    func differ(from other: Scratch, _ chance: inout Chance) throws {
        for scratch in [self, other] {
            for entry in try scratch.diary.list().entries where chance.below(3) == 0 {
                let text = chance.diaryText()
                _ = try scratch.perform(chance.below(5) == 0 ? .delete : .edit(.text(text)), on: entry.id)
            }
        }
        try exchange(with: other)
    }

    /// Creates an entry under an identifier, whether or not there is one of it: a second root where there is.
    func create(_ content: EntryContent, under id: EntryID, expecting: ExpectedVersion) throws {
        var moment = context
        moment.entropy.mix(try head)
        try diary.store.write { writer in
            try writer.begin(EventHeader.Operation(command: 1, attended: true), count: 1, in: &moment)
            try writer.append(
                EventData(
                    kind: EntryEventCodec.Kind.create, object: id, expecting: expecting,
                    body: ContentCodec.encode(content), salt: moment.entropy.bytes(16)))
        }
    }
}

extension StoreWriter {
    /// Imports the next event of a log that is imported as a whole; throws `refused` with `record` if it is not
    /// accepted.
    mutating func importEvent(_ event: PortableEvent, arrivedAt: Int64, record: Int) throws(EventStoreError) {
        let answer = try offer(.event(with(event) { $0.arrivedAt = arrivedAt }), number: record)
        guard answer == .accepted else { throw .refused(record: record, answer) }
    }
}
