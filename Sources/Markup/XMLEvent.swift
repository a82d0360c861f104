/// What stands in a document of XML, one after the other, by the system's expat.

internal import DiarylogCExpat

/// A piece of XML: where an element begins or ends, a text, or a type of the document.
///
/// Nothing outside the bytes is ever read, and no entity but those of XML itself and numbers of characters: a type of
/// the document with an inner part, which could declare more, is refused before it is read.
package enum XMLEvent: Equatable, Sendable {
    case begin(name: String, attributes: [String: String], line: Int)
    case end
    /// A text is whole, with what stands in CDATA; its line ends are line feeds.
    case text([UInt8])
    /// A type of the document that names another file at most.
    case type
}

/// Where bytes are no XML: the line, from 1, and how many bytes stand before.
package struct XMLBreak: Error, Equatable {
    package var line: Int
    package var offset: Int
}

extension XMLEvent {
    /// All events of a document in UTF-8, in their order. The C function is `XML_Parse`.
    package static func all(of bytes: [UInt8]) throws(XMLBreak) -> [XMLEvent] {
        guard let parser = unsafe XML_ParserCreate("UTF-8") else { throw XMLBreak(line: 1, offset: 0) }
        defer { unsafe XML_ParserFree(parser) }
        let taken = unsafe Taken(parser)
        unsafe XML_SetUserData(parser, Unmanaged.passUnretained(taken).toOpaque())
        unsafe setHandlers(parser)
        // What is handed over at once is counted by 32 bits.
        let most = 1 << 20
        var index = 0
        repeat {
            let end = min(index + most, bytes.count)
            let status = withExtendedLifetime(taken) {
                unsafe bytes[index..<end].withUnsafeBufferPointer { part in
                    unsafe part.withMemoryRebound(to: CChar.self) { part in
                        unsafe XML_Parse(parser, part.baseAddress, Int32(part.count), end == bytes.count ? 1 : 0)
                    }
                }
            }
            guard status == XML_STATUS_OK else {
                let offset = unsafe Int(XML_GetCurrentByteIndex(parser))
                throw unsafe XMLBreak(
                    line: Int(XML_GetCurrentLineNumber(parser)), offset: min(max(offset, 0), bytes.count))
            }
            index = end
        } while index < bytes.count
        return taken.events
    }

    /// What the handlers have taken, and from whom.
    @safe
    private final class Taken {
        let parser: XML_Parser
        private(set) var events: [XMLEvent] = []
        /// The text since the last event; it comes a line at a time.
        var text: [UInt8] = []

        init(_ parser: XML_Parser) { unsafe self.parser = parser }

        func take(_ event: XMLEvent) {
            if !text.isEmpty { events.append(.text(text)) }
            text = []
            events.append(event)
        }

        static func of(_ context: UnsafeMutableRawPointer?) -> Taken? {
            unsafe context.map { unsafe Unmanaged<Taken>.fromOpaque($0).takeUnretainedValue() }
        }

        /// Ends the reading: what stands here is refused.
        func refuse() { _ = unsafe XML_StopParser(parser, XML_Bool(XML_FALSE)) }
    }

    private static func setHandlers(_ parser: XML_Parser) {
        unsafe XML_SetElementHandler(
            parser,
            { context, name, attributes in
                guard let taken = unsafe Taken.of(context), let name = unsafe name else { return }
                var all: [String: String] = [:]
                var next = unsafe attributes
                while let key = unsafe next?[0], let value = unsafe next?[1] {
                    unsafe all[String(cString: key)] = unsafe String(cString: value)
                    unsafe next = unsafe next?.advanced(by: 2)
                }
                let line = unsafe Int(XML_GetCurrentLineNumber(taken.parser))
                taken.take(.begin(name: unsafe String(cString: name), attributes: all, line: line))
            },
            { context, _ in unsafe Taken.of(context)?.take(.end) })
        unsafe XML_SetCharacterDataHandler(parser) { context, text, count in
            guard let taken = unsafe Taken.of(context) else { return }
            let bytes = unsafe UnsafeRawBufferPointer(start: text, count: Int(count))
            unsafe taken.text.append(contentsOf: bytes)
        }
        unsafe XML_SetStartDoctypeDeclHandler(parser) { context, _, _, _, hasInnerPart in
            guard let taken = unsafe Taken.of(context) else { return }
            if hasInnerPart != 0 { taken.refuse() } else { taken.take(.type) }
        }
        // What only another file declares is not left out in silence.
        unsafe XML_SetSkippedEntityHandler(parser) { context, _, _ in unsafe Taken.of(context)?.refuse() }
    }
}
