package import DiaryModel
package import EventStore
internal import Host
internal import LMDB

/// How often an event carries the whole content, so that a version is never more than fifteen events from one.
enum KeyframePolicy {
    static let interval = 16
}

extension StoreWriter {
    /// Appends the next event of the operation in hand: an entry's, told by its states before and after.
    ///
    /// `version` is the entry's version before it. Every sixteenth event of an entry is a keyframe.
    package mutating func append(
        _ event: EntryEvent, of id: Identifier, version: UInt64, from before: EntryState?, to after: EntryState,
        key: EventHeader.Key? = nil, on occasion: inout Occasion
    ) throws(EventStoreError) {
        let salt = occasion.entropy.bytes(16)
        let kind = EntryEventCodec.kind(of: event)
        let isKeyframe = before == nil ? true : try needsKeyframe(id)
        var data = EventData(
            kind: kind, object: id, expecting: before == nil ? .noStream : .exactly(version),
            body: EntryEventCodec.body(of: event, after: after, salt: salt, keyframe: before != nil && isKeyframe),
            salt: salt, key: key, isKeyframe: isKeyframe)
        data.schema = EntryEventCodec.schema(of: kind)
        try append(data)
    }

    private func needsKeyframe(_ id: Identifier) throws(EventStoreError) -> Bool {
        guard let row = try transaction.stream(id, log), let head = try transaction.soundFrame(row.head, log) else {
            return true
        }
        return Int(head.keyframeSteps) + 1 >= KeyframePolicy.interval
    }
}
