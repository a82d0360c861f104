internal import DiaryModel
internal import EventStore
internal import Host

/// An event of an entry carried out on its content's bytes: all of it, or nothing.
struct ReplayedChange {
    private(set) var content: ContentBytes
    private(set) var isDeleted: Bool

    init(_ content: ContentBytes, isDeleted: Bool) {
        self.content = content
        self.isDeleted = isDeleted
    }

    /// Carries out an event that the program understands; throws where the body breaks its layout or does not fit.
    mutating func apply(kind: UInt16, _ body: Span<UInt8>) throws(FormatError) {
        if kind == EntryEventCodec.Kind.create {
            (content, isDeleted) = (try ContentBytes(body), false)
            return
        }
        let fields = try Fields(body)
        guard !fields.hasOthers else { return try applyDecoded(kind, body) }
        if let text = fields.text { try ContentBytes.check(body.extracting(text)) }
        if let keyframe = fields.keyframe {
            let flag = keyframe.isEmpty ? 2 : body[keyframe.lowerBound]
            guard flag <= 1 else { throw .malformed("a keyframe's flag") }
            content = try ContentBytes(body.extracting(keyframe.lowerBound + 1..<keyframe.upperBound))
            isDeleted = flag == 1
            return
        }
        switch kind {
        case EntryEventCodec.Kind.delete: isDeleted = true
        case EntryEventCodec.Kind.restore: isDeleted = false
        default: if let text = fields.text { try content.splice(body.extracting(text)) }
        }
    }

    private mutating func applyDecoded(_ kind: UInt16, _ body: Span<UInt8>) throws(FormatError) {
        let decoded = try EntryEventCodec.decode(kind: kind, body: body)
        if let keyframe = decoded.keyframe {
            (content, isDeleted) = (ContentBytes(keyframe.content), keyframe.isDeleted)
            return
        }
        switch decoded.event {
        case .deleted: isDeleted = true
        case .restored: isDeleted = false
        default: try content.apply(decoded.event)
        }
    }

    /// Whether the text is the one that the event was made for, by the eight bytes it holds of it; so it is where it
    /// holds none.
    func isVouchedFor(by body: Span<UInt8>, kind: UInt16, _ salt: Span<UInt8>) -> Bool {
        guard kind != EntryEventCodec.Kind.create, let text = (try? Fields(body))?.text else { return true }
        let check = [UInt8](copying: body.extracting(text.lowerBound..<text.lowerBound + 8))
        return check == ChangeCodec.check(Array(content.text), salt: [UInt8](copying: salt))
    }

    /// Where the fields of a change lie that can be carried out without decoding it.
    private struct Fields {
        var text: Range<Int>?
        var keyframe: Range<Int>?
        var hasOthers = false

        init(_ body: Span<UInt8>) throws(FormatError) {
            var reader = ByteReader(body)
            var last: UInt64 = 0
            while !reader.isAtEnd {
                let number = try reader.varint()
                guard number > last else { throw .malformed("fields out of order") }
                last = number
                let range = try reader.range(try reader.count())
                switch number {
                case ContentCodec.Field.text: text = range
                case ContentCodec.Field.keyframe: keyframe = range
                default: hasOthers = true
                }
            }
        }
    }
}
