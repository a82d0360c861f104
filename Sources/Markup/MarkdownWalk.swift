/// The walk over cmark-gfm's tree: events of its nodes, each text found again in the source.

internal import DiarylogCCMark

/// Goes through a tree without calling itself, however deep it is.
struct MarkdownWalk {
    private(set) var events: [MarkdownEvent] = []
    private(set) var hasMarks = false
    private let copy: MarkdownCopy
    private var finder: MarkdownFinder
    /// For each node that is open, whether an event said so; and how many did.
    private var open: [Bool] = []
    private var depth = 0
    /// Of the tables that are open: the alignments, and which cell comes next.
    private var alignments: [MarkdownEvent.Alignment] = []
    private var column = 0

    init(_ copy: MarkdownCopy) {
        self.copy = copy
        finder = MarkdownFinder(copy)
    }

    mutating func take(_ document: OpaquePointer) {
        guard let iterator = unsafe cmark_iter_new(document) else { return }
        defer { unsafe cmark_iter_free(iterator) }
        while true {
            let event = unsafe cmark_iter_next(iterator)
            guard event == CMARK_EVENT_ENTER || event == CMARK_EVENT_EXIT else { return }
            guard let node = unsafe cmark_iter_get_node(iterator) else { return }
            if event == CMARK_EVENT_ENTER { unsafe enter(node) } else { unsafe leave(node) }
        }
    }

    // MARK: nodes

    private mutating func enter(_ node: OpaquePointer) {
        let type = unsafe cmark_node_get_type(node)
        switch type {
        case CMARK_NODE_TEXT, CMARK_NODE_HTML_INLINE: text(unsafe literal(node))
        case CMARK_NODE_SOFTBREAK, CMARK_NODE_LINEBREAK: events += finder.lineBreak(keepsIndent: depth == 1)
        case CMARK_NODE_CODE: inlineCode(unsafe literal(node))
        case CMARK_NODE_CODE_BLOCK, CMARK_NODE_HTML_BLOCK: unsafe code(node)
        case CMARK_NODE_THEMATIC_BREAK:
            unsafe goTo(node)
            add(.rule)
            close()
        case CMARK_NODE_DOCUMENT: open.append(false)
        default:
            if type.rawValue & UInt32(CMARK_NODE_TYPE_MASK) == UInt32(CMARK_NODE_TYPE_BLOCK) { unsafe goTo(node) }
            if let kind = unsafe kind(of: node, type) { add(kind) } else { open.append(false) }
        }
    }

    private mutating func leave(_ node: OpaquePointer) {
        let type = unsafe cmark_node_get_type(node)
        if type == CMARK_NODE_LINK || type == CMARK_NODE_IMAGE { finder.passTarget() }
        close()
    }

    private mutating func add(_ kind: MarkdownEvent.Kind) {
        if kind != .paragraph { hasMarks = true }
        let isTold = depth < MarkdownEvent.deepest || kind == .rule
        open.append(isTold)
        guard isTold else { return }
        depth += 1
        events.append(.begin(kind))
    }

    private mutating func close() {
        guard open.popLast() == true else { return }
        depth -= 1
        events.append(.end)
    }

    /// Goes to where a block begins, and tells of blank lines above it.
    private mutating func goTo(_ node: OpaquePointer) {
        let line = unsafe Int(cmark_node_get_start_line(node)) - 1
        let column = unsafe Int(cmark_node_get_start_column(node)) - 1
        if depth == 0 {
            let blank = finder.blankLines(above: line)
            if blank > 0, !events.isEmpty { events.append(.blank(blank)) }
        }
        finder.goTo(line: line, column: column, lastLine: unsafe Int(cmark_node_get_end_line(node)) - 1)
    }

    private mutating func kind(
        of node: OpaquePointer, _ type: cmark_node_type
    ) -> MarkdownEvent.Kind? {
        switch type {
        case CMARK_NODE_PARAGRAPH:
            // The paragraphs of a list without blank lines are its items' own words.
            let parent = unsafe cmark_node_parent(cmark_node_parent(node))
            return unsafe parent != nil && cmark_node_get_list_tight(parent) == 1 ? nil : .paragraph
        case CMARK_NODE_HEADING: return .heading(unsafe Int(cmark_node_get_heading_level(node)))
        case CMARK_NODE_BLOCK_QUOTE: return .quote
        case CMARK_NODE_LIST: return .list(isOrdered: unsafe cmark_node_get_list_type(node) == CMARK_ORDERED_LIST)
        case CMARK_NODE_ITEM:
            let isTask = unsafe string(cmark_node_get_type_string(node)) == "tasklist"
            return .item(number: finder.number, task: isTask ? finder.task() : nil)
        case CMARK_NODE_EMPH: return .emphasis
        case CMARK_NODE_STRONG: return .strong
        case CMARK_NODE_LINK: return .link(unsafe string(cmark_node_get_url(node)))
        case CMARK_NODE_IMAGE: return .image(unsafe string(cmark_node_get_url(node)))
        default: break
        }
        switch unsafe string(cmark_node_get_type_string(node)) {
        case "strikethrough": return .struck
        case "table":
            alignments = unsafe Self.alignments(of: node)
            return .table
        case "table_header", "table_row":
            column = 0
            return .row(isHead: unsafe cmark_gfm_extensions_get_table_row_is_header(node) != 0)
        case "table_cell":
            defer { column += 1 }
            return .cell(column < alignments.count ? alignments[column] : .none)
        default: return nil
        }
    }

    private static func alignments(of table: OpaquePointer) -> [MarkdownEvent.Alignment] {
        let count = unsafe Int(cmark_gfm_extensions_get_table_columns(table))
        guard let first = unsafe cmark_gfm_extensions_get_table_alignments(table) else { return [] }
        return unsafe UnsafeBufferPointer(start: first, count: count).map { (sign: UInt8) -> MarkdownEvent.Alignment in
            switch sign {
            case UInt8(ascii: "l"): .left
            case UInt8(ascii: "c"): .centre
            case UInt8(ascii: "r"): .right
            default: .none
            }
        }
    }

    // MARK: what is seen

    private mutating func text(_ literal: [UInt8]) {
        if !literal.isEmpty { events += finder.find(literal) }
    }

    /// A line end within code between grave accents is a space.
    private mutating func inlineCode(_ literal: [UInt8]) {
        add(.inlineCode)
        if let found = finder.findWhole(literal) {
            events.append(found)
        } else {
            for (index, word) in literal.split(separator: 0x20, omittingEmptySubsequences: false).enumerated() {
                if index > 0 { events.append(.replaced([0x20])) }
                text(Array(word))
            }
        }
        close()
    }

    /// A block of code between fences. A line that is only indented is none: it is seen as it is.
    private mutating func code(_ node: OpaquePointer) {
        unsafe goTo(node)
        var (length, offset, sign) = (CInt(0), CInt(0), CChar(0))
        let isFenced = unsafe cmark_node_get_fenced(node, &length, &offset, &sign) != 0
        if !isFenced, depth == 0, let range = finder.wholeLines() {
            events += [.begin(.paragraph), .text(range), .end]
            return
        }
        add(isFenced ? .code : .paragraph)
        if isFenced { finder.passLine() }
        var lines = unsafe literal(node).split(separator: 0x0A, omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        for (index, line) in lines.enumerated() {
            if index > 0 { events += finder.lineBreak(keepsIndent: false) }
            if !line.isEmpty { events += finder.find(Array(line)) }
        }
        close()
    }

    private func literal(_ node: OpaquePointer) -> [UInt8] {
        Array(unsafe string(cmark_node_get_literal(node)).utf8)
    }

    private func string(_ text: UnsafePointer<CChar>?) -> String {
        unsafe text.map { unsafe String(cString: $0) } ?? ""
    }
}
