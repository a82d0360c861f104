/// What stands in a text of YAML, one after the other, by the system's libyaml.

internal import DiarylogCYAML

/// A piece of YAML: where something begins or ends, or a scalar.
///
/// Nothing is resolved: an alias is said and not followed, so that no text unfolds.
package struct YAMLEvent: Equatable, Sendable {
    package enum Kind: Equatable, Sendable {
        case document
        case mapping
        case sequence
        /// Of a document, a mapping or a sequence.
        case end
        /// Its bytes are UTF-8. A plain one stands without quotes, not as a block of lines, and without the tag of a
        /// type, which is not looked at.
        case scalar([UInt8], isPlain: Bool)
        /// An alias, an anchor, or the tag of a type before a mapping or a sequence.
        case reference
    }

    package var kind: Kind
    /// Where it begins, from 1.
    package var line: Int
}

/// Where bytes are no YAML: the line, from 1.
package struct YAMLBreak: Error, Equatable {
    package var line: Int
}

extension YAMLEvent {
    /// All events of a text, which is UTF-8, in their order. The C function is `yaml_parser_parse`.
    package static func all(of bytes: [UInt8]) throws(YAMLBreak) -> [YAMLEvent] {
        // The parser keeps its own address.
        let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
        defer { unsafe parser.deallocate() }
        guard unsafe yaml_parser_initialize(parser) == 1 else { throw YAMLBreak(line: 1) }
        defer { unsafe yaml_parser_delete(parser) }
        unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        var events: [YAMLEvent] = []
        let isWhole = unsafe bytes.withUnsafeBufferPointer { buffer in
            unsafe yaml_parser_set_input_string(parser, buffer.baseAddress, buffer.count)
            return unsafe take(from: parser, &events)
        }
        guard !isWhole else { return events }
        if unsafe parser.pointee.error == YAML_NO_ERROR { throw YAMLBreak(line: events.last?.line ?? 1) }
        // Of a byte that YAML does not allow, libyaml gives the offset and no line.
        if unsafe parser.pointee.error == YAML_READER_ERROR {
            let offset = unsafe min(parser.pointee.problem_offset, bytes.count)
            throw YAMLBreak(line: 1 + bytes[..<offset].count { $0 == 0x0A })
        }
        throw unsafe YAMLBreak(line: parser.pointee.problem_mark.line + 1)
    }

    /// With each piece libyaml looks at all that is open, so that no more may be.
    private static let deepest = 200

    /// Whether all was read to the end.
    private static func take(from parser: UnsafeMutablePointer<yaml_parser_t>, _ events: inout [YAMLEvent]) -> Bool {
        var depth = 0
        while depth < deepest {
            var event = unsafe yaml_event_t()
            guard unsafe yaml_parser_parse(parser, &event) == 1 else { return false }
            defer { unsafe yaml_event_delete(&event) }
            let line = unsafe event.start_mark.line + 1
            switch unsafe event.type {
            case YAML_STREAM_END_EVENT: return true
            case YAML_DOCUMENT_START_EVENT:
                depth += 1
                events.append(YAMLEvent(kind: .document, line: line))
            case YAML_MAPPING_START_EVENT:
                depth += 1
                let data = unsafe event.data.mapping_start
                let isPlain = unsafe data.anchor == nil && data.tag == nil
                events.append(YAMLEvent(kind: isPlain ? .mapping : .reference, line: line))
            case YAML_SEQUENCE_START_EVENT:
                depth += 1
                let data = unsafe event.data.sequence_start
                let isPlain = unsafe data.anchor == nil && data.tag == nil
                events.append(YAMLEvent(kind: isPlain ? .sequence : .reference, line: line))
            case YAML_DOCUMENT_END_EVENT, YAML_MAPPING_END_EVENT, YAML_SEQUENCE_END_EVENT:
                depth -= 1
                events.append(YAMLEvent(kind: .end, line: line))
            case YAML_SCALAR_EVENT:
                let data = unsafe event.data.scalar
                guard unsafe data.anchor == nil else {
                    events.append(YAMLEvent(kind: .reference, line: line))
                    continue
                }
                let text = unsafe [UInt8](UnsafeBufferPointer(start: data.value, count: data.length))
                let isPlain = unsafe data.style == YAML_PLAIN_SCALAR_STYLE && data.tag == nil
                events.append(YAMLEvent(kind: .scalar(text, isPlain: isPlain), line: line))
            case YAML_ALIAS_EVENT: events.append(YAMLEvent(kind: .reference, line: line))
            default: continue
            }
        }
        return false
    }
}
