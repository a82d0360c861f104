/// Tells whether a text of somebody's is HTML, though nothing says so.
enum HTMLFragment {
    /// Whether a text is HTML, though nothing says so: an element that HTML writes begins and ends in it, outside of
    /// code; or lines and paragraphs begin where a line does, or in a text that has no lines.
    static func isOne(_ bytes: [UInt8]) -> Bool {
        let hasLines = bytes.contains(0x0A)
        for (part, isCode) in parts(of: bytes) where !isCode {
            var scanner = HTMLScanner(part)
            var begun: Set<String> = []
            while let token = scanner.next() {
                switch token {
                case .begin(let name, _, _) where ["br", "p", "div"].contains(name):
                    let (before, behind) = (part[..<scanner.start].last, part[scanner.index...].first)
                    if !hasLines || [nil, 0x0A].contains(before) || [nil, 0x0A, 0x0D].contains(behind) { return true }
                    begun.insert(name)
                case .begin(let name, _, _): begun.insert(name)
                case .end(let name)
                where begun.contains(name)
                    && (HTMLElement.blocks.contains(name) || HTMLElement.signs[name] != nil
                        || ["span", "a", "u", "font"].contains(name)):
                    return true
                default: break
                }
            }
        }
        return false
    }

    /// A text by its pieces in and outside of Markdown's code.
    static func parts(of bytes: [UInt8]) -> [(bytes: [UInt8], isCode: Bool)] {
        let tick = UInt8(ascii: "`")
        var parts: [(bytes: [UInt8], isCode: Bool)] = []
        var (done, index) = (0, 0)
        while let open = bytes[index...].firstIndex(of: tick) {
            index = FileReferences.code(bytes, from: open)
            // Signs that nothing ends are no code.
            if bytes[open..<index].allSatisfy({ $0 == tick }) { continue }
            parts += [(Array(bytes[done..<open]), false), (Array(bytes[open..<index]), true)]
            done = index
        }
        return parts + [(Array(bytes[done...]), false)]
    }
}
