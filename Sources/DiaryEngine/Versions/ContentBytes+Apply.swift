internal import DiaryModel
internal import DiarylogHost
internal import EventStore

// Applies events of an entry to the bytes of its content.

extension ContentBytes {
    /// Applies an event that the program understands, all of it or nothing.
    ///
    /// Returns whether the entry is deleted afterwards. Throws if the body breaks its layout or does not fit.
    mutating func apply(kind: UInt16, _ body: Span<UInt8>, isDeleted: Bool) throws(FormatError) -> Bool {
        if kind == EntryEventCodec.Kind.create {
            self = try ContentBytes(body)
            return text.isEmpty
        }
        if kind == EntryEventCodec.Kind.observe {
            guard let event = try EntryEventCodec.decode(kind: kind, body: body).event else { return isDeleted }
            try apply(event)
            return isDeleted
        }
        let fields = try ChangedFields(body)
        if kind != EntryEventCodec.Kind.change, fields.hasOthers || fields.text != nil {
            throw .malformed("fields in an event that has none")
        }
        if fields.hasOthers { return try applyDecoded(kind, body, isDeleted: isDeleted) }
        if let keyframe = fields.keyframe {
            if let text = fields.text { try Self.check(body.extracting(text)) }
            let flag = keyframe.isEmpty ? 2 : body[keyframe.lowerBound]
            guard flag <= 1 else { throw .malformed("a keyframe's flag") }
            self = try ContentBytes(body.extracting(keyframe.lowerBound + 1..<keyframe.upperBound))
            return flag == 1
        }
        if let text = fields.text { try splice(body.extracting(text)) }
        return self.isDeleted(after: kind, isDeleted)
    }

    /// What was blanked no event brings back.
    private func isDeleted(after kind: UInt16, _ isDeleted: Bool) -> Bool {
        switch kind {
        case EntryEventCodec.Kind.delete: true
        case EntryEventCodec.Kind.restore: text.isEmpty
        default: isDeleted
        }
    }

    private mutating func applyDecoded(
        _ kind: UInt16, _ body: Span<UInt8>, isDeleted: Bool
    ) throws(FormatError) -> Bool {
        let decoded = try EntryEventCodec.decode(kind: kind, body: body)
        if let keyframe = decoded.keyframe {
            self = ContentBytes(keyframe.content)
            return keyframe.isDeleted
        }
        if let event = decoded.event, case .changed = event { try apply(event) }
        return self.isDeleted(after: kind, isDeleted)
    }

    /// Whether the text is the one that an event left, by the eight check bytes in its body; true if it holds none.
    func isVouchedFor(by body: Span<UInt8>, kind: UInt16, _ salt: Span<UInt8>) -> Bool {
        guard kind != EntryEventCodec.Kind.create, kind != EntryEventCodec.Kind.observe,
            let text = (try? ChangedFields(body))?.text
        else { return true }
        let check = [UInt8](copying: body.extracting(text.lowerBound..<text.lowerBound + 8))
        return check == ChangeCodec.check(Array(self.text), salt: [UInt8](copying: salt))
    }
}

/// The ranges of those fields of a change that can be applied without decoding it.
struct ChangedFields {
    var text: Range<Int>?
    var keyframe: Range<Int>?
    var hasOthers = false

    init(_ body: Span<UInt8>) throws(FormatError) {
        var reader = ByteReader(body)
        var last: UInt64 = 0
        while !reader.isAtEnd {
            let (number, length) = try reader.fieldHead(after: &last)
            let range = try reader.range(length)
            switch number {
            case ContentCodec.Field.text: text = range
            case ContentCodec.Field.keyframe: keyframe = range
            default: hasOthers = true
            }
        }
    }
}
