/// What a text of Markdown says, one piece after the other, by the system's cmark-gfm.

internal import DiarylogCCMark
internal import Synchronization

/// A piece of Markdown: where something begins or ends, or what is seen of the text.
///
/// What is seen stands as ranges of the text's own bytes, in its order, each at the edges of characters and none over
/// another. So a place on the screen is a place in the text, and nothing is seen that is not in it, but for the few
/// characters that stand for an escaped one. No piece is HTML: a tag in a text is the text that it is.
package enum MarkdownEvent: Equatable, Sendable {
    case begin(Kind)
    case end
    /// These bytes of the text, with its line ends as they are.
    case text(Range<Int>)
    /// What is seen in the place of an escape: `&amp;` is `&`.
    case replaced([UInt8])
    /// So many blank lines between two blocks of the text itself; within lists and quotes they are not told.
    case blank(Int)

    package enum Kind: Equatable, Sendable {
        // Blocks.
        case paragraph
        case heading(Int)
        case quote
        case list(isOrdered: Bool)
        case item(number: Int?, task: Task?)
        case code
        /// A line across; it holds nothing.
        case rule
        case table
        case row(isHead: Bool)
        case cell(Alignment)
        // What stands in a line.
        case emphasis
        case strong
        case struck
        case inlineCode
        case link(String)
        case image(String)
    }

    /// The box of an item: the byte in its brackets, and whether it is ticked.
    package struct Task: Equatable, Sendable {
        package var box: Int
        package var isDone: Bool
    }

    package enum Alignment: Equatable, Sendable {
        case none, left, centre, right
    }
}

extension MarkdownEvent {
    /// The longest text that is read as Markdown, in bytes: a longer one has no marks.
    package static let most = 1 << 20
    /// How deep events are nested at most; what is deeper is told as if it stood no deeper.
    package static let deepest = 80

    /// All events of a text, which is UTF-8, in their order; nil if it has no mark, and so is to be seen as it is.
    ///
    /// Costs one pass and a second one by cmark-gfm: 0.2 ms for 2 KB full of marks, 5 µs where none stands.
    /// One text is read at a time, because the library's tables are the whole process's.
    package static func all(of text: [UInt8]) -> [MarkdownEvent]? {
        guard text.count <= most, mayHaveMarks(text) else { return nil }
        let copy = MarkdownCopy(of: text)
        return reading.withLock { (_) -> [MarkdownEvent]? in
            guard let parser = unsafe cmark_parser_new(CInt(CMARK_OPT_STRIKETHROUGH_DOUBLE_TILDE)) else { return nil }
            defer { unsafe cmark_parser_free(parser) }
            for name in ["table", "strikethrough", "tasklist"] {
                guard let known = unsafe cmark_find_syntax_extension(name) else { continue }
                unsafe cmark_parser_attach_syntax_extension(parser, known)
            }
            unsafe copy.bytes.withUnsafeBufferPointer { buffer in
                unsafe buffer.withMemoryRebound(to: CChar.self) { buffer in
                    unsafe cmark_parser_feed(parser, buffer.baseAddress, buffer.count)
                }
            }
            guard let document = unsafe cmark_parser_finish(parser) else { return nil }
            defer { unsafe cmark_node_free(document) }
            var walk = MarkdownWalk(copy)
            unsafe walk.take(document)
            return walk.hasMarks ? walk.events : nil
        }
    }

    private static let reading: Mutex<Void> = {
        cmark_gfm_core_extensions_ensure_registered()
        return Mutex(())
    }()

    /// Whether there is a byte that Markdown begins with. Letters, spaces and full stops alone are none.
    private static func mayHaveMarks(_ text: [UInt8]) -> Bool {
        var isLineStart = true
        for byte in text {
            switch byte {
            case 0x2A, 0x5F, 0x60, 0x5B, 0x7E, 0x7C, 0x23, 0x3E, 0x3D, 0x3C: return true  // * _ ` [ ~ | # > = <
            case 0x2D, 0x2B, 0x30...0x39: if isLineStart { return true }  // - + and digits
            case 0x0A, 0x0D: isLineStart = true
            case 0x20, 0x09: break
            default: isLineStart = false
            }
        }
        return false
    }
}
