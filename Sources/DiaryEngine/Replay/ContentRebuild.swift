internal import DiaryModel
internal import EventStore
internal import LMDB

/// What an entry was after one of its events, as bytes.
struct RebuiltContent {
    var object: Identifier
    var version: UInt64
    var isDeleted: Bool
    var content: ContentBytes
}

extension ReadableTransaction where Self: ~Copyable {
    /// An entry as its event `head` left it, from its last keyframe and the events since, fifteen at most.
    ///
    /// Nil where one of them cannot be read, or does not follow: then only the whole log can tell.
    func contentBytes(
        ofEntry create: UInt64, at head: UInt64, _ log: LogState
    ) throws(EventStoreError) -> RebuiltContent? {
        guard let bytes = try frameBytes(head, log), let newest = try? Frame(bytes, expecting: head),
            let object = try object(of: newest, bytes: bytes, log)
        else { return nil }
        var chain: [UInt64] = []
        var sequence = head
        while true {
            guard let frame = try soundFrame(sequence, log) else { return nil }
            chain.append(sequence)
            let isUnderstood = log.model.understands(kind: frame.kind, schema: frame.schema)
            if frame.keyframeSteps == 0, isUnderstood { break }
            sequence = frame.previousInStream
            guard sequence >= create else { return nil }
        }
        var content: ContentBytes?
        var isDeleted = false
        var isWhole = true
        var origins = Origins()
        while let sequence = chain.popLast(), isWhole {
            _ = try withEvent(sequence, log, &origins) { (event) throws(EventStoreError) in
                let frame = event.frame
                guard log.model.understands(kind: frame.kind, schema: frame.schema) else { return }
                do throws(FormatError) {
                    // A keyframe takes the place of whatever was there.
                    var next = content ?? ContentBytes(EntryContent.nothing)
                    isDeleted = try next.follow(kind: frame.kind, event.body, isDeleted: isDeleted)
                    content = next
                } catch {
                    isWhole = false
                }
            }
        }
        guard isWhole, let content else { return nil }
        return RebuiltContent(object: object, version: newest.version, isDeleted: isDeleted, content: content)
    }
}

extension EntryContent {
    /// What a keyframe is carried out on.
    fileprivate static var nothing: EntryContent {
        EntryContent(text: [], date: EntryDate(seconds: 0, offset: 0, zone: "", precision: .day))
    }
}
