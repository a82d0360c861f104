internal import DiaryModel

/// A part of a note that begins with a heading that is a date: `## 2024-05-01 10:30 한강`,
/// or `--- 2024년 5월 1일 ---`. Where a text without such
/// headings begins with a date, it is one that begins so: `2024년 5월 1일 수요일 맑음`.
struct NoteSection {
    var time: WrittenTime
    /// What stands behind the date, and below it.
    var text: [UInt8]

    /// What stands before the first of them, and all of them. A heading in a block of code is none.
    ///
    /// Throws if a date is one of two.
    static func all(
        of body: [UInt8], _ options: ReadOptions
    ) throws(DateOrder.Ambiguity) -> (before: [UInt8], sections: [NoteSection]) {
        let lines = body.split(separator: 0x0A, omittingEmptySubsequences: false)
        let headings = try parts(of: lines) { (line, _) throws(DateOrder.Ambiguity) in
            let dashes = UInt8(ascii: "-")
            guard isHeading(line) || line.starts(with: [dashes, dashes, dashes]) else { return nil }
            var words = line.drop { [0x23, dashes].contains($0) }
            while line.first == dashes, let last = words.last, [dashes, 0x0D].contains(last) { words.removeLast() }
            return try LeadingTime(String(decoding: words, as: UTF8.self).trimmingSpace(), options)
        }
        if !headings.sections.isEmpty { return headings }
        let days = parts(of: lines) { line, isBehindBlank in
            isBehindBlank || options.timeFormat != nil ? NoteLines.day(of: line, options) : nil
        }
        return days.before.isEmpty ? days : headings
    }

    /// What stands before the first line that begins a section, and the sections. Signs that underline it are none.
    private static func parts<Failure: Error>(
        of lines: [ArraySlice<UInt8>],
        _ begins: (_ line: ArraySlice<UInt8>, _ isBehindBlank: Bool) throws(Failure) -> LeadingTime?
    ) throws(Failure) -> (before: [UInt8], sections: [NoteSection]) {
        var parts: [(time: WrittenTime?, lines: [ArraySlice<UInt8>])] = [(nil, [])]
        var (isCode, isBehindBlank) = (false, true)
        for line in lines {
            if line.starts(with: Array("```".utf8)) || line.starts(with: Array("~~~".utf8)) { isCode.toggle() }
            if !isCode, let lead = try begins(line, isBehindBlank) {
                parts.append((lead.time, lead.rest.isEmpty ? [] : [Array(lead.rest.utf8)[...]]))
            } else if parts.count == 1 || !isUnderline(line) || !parts[parts.count - 1].lines.isEmpty {
                parts[parts.count - 1].lines.append(line)
            }
            isBehindBlank = isBlank(line)
        }
        let sections = parts.dropFirst().compactMap { part in
            part.time.map { NoteSection(time: $0, text: trimmed(part.lines)) }
        }
        return (trimmed(parts[0].lines), sections)
    }

    /// Whether a line is one or more `#` and a space.
    static func isHeading(_ line: ArraySlice<UInt8>) -> Bool {
        line.first == 0x23 && line.drop { $0 == 0x23 }.first == 0x20
    }

    /// Lines without blank ones at the beginning and the end.
    static func trimmed(_ lines: [ArraySlice<UInt8>]) -> [UInt8] {
        var lines = lines[...]
        while let first = lines.first, isBlank(first) { lines.removeFirst() }
        while let last = lines.last, isBlank(last) { lines.removeLast() }
        if let last = lines.last, last.last == 0x0D { lines[lines.endIndex - 1] = last.dropLast() }
        return Array(lines.joined(separator: [0x0A]))
    }

    private static func isUnderline(_ line: ArraySlice<UInt8>) -> Bool {
        line.count > 2 && line.allSatisfy { [UInt8(ascii: "="), 0x0D].contains($0) }
    }

    private static func isBlank(_ line: ArraySlice<UInt8>) -> Bool {
        line.allSatisfy { [0x20, 0x09, 0x0D].contains($0) }
    }
}
