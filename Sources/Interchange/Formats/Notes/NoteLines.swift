internal import DiaryModel

/// What the lines of a text say of days.
enum NoteLines {
    /// The date of a text that has no other one: of its first line, which may go on behind it, else the line below. Of
    /// a page it may stand anywhere, if no other line is a date.
    ///
    /// Throws if it is one of two.
    static func date(
        of text: [UInt8], isPage: Bool, _ options: ReadOptions
    ) throws(DateOrder.Ambiguity) -> WrittenTime? {
        // Signs of a page have backslashes.
        let lines = String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline).lazy.map { line in
            var line = behindSigns(isPage ? line.filter { $0 != "\\" }[...] : line)
            while let last = line.last, " \t#*=_]~".contains(last) { line.removeLast() }
            return String(line)
        }
        for (index, line) in lines.filter({ !$0.isEmpty }).prefix(2).enumerated() {
            if let time = (try? WrittenTime(line, options)) ?? nil { return time }
            guard let lead = try LeadingTime(line, options), lead.isFull else { continue }
            if index == 0 || lead.rest.isEmpty { return lead.time }
        }
        if !isPage { return nil }
        let likely = Array(lines.filter { $0.utf8.count <= 60 && figures(in: $0) > 4 })
        let dates = likely.compactMap { (try? WrittenTime($0, options)) ?? nil }
        return dates.allSatisfy { $0 == dates[0] } ? dates.first : nil
    }

    /// A line without the signs of a heading, an item, bold words or brackets, and without what a date is called.
    private static func behindSigns(_ line: Substring) -> Substring {
        let text = line.drop { " \t#*=_[<>~-".contains($0) }
        guard let sign = text.firstIndex(where: { $0 == ":" || $0 == "：" }), NoteFile.isWhen(String(text[..<sign]))
        else { return text }
        return text[sign...].dropFirst().drop { $0 == " " }
    }

    /// How many figures stand in a text.
    static func figures(in text: some StringProtocol) -> Int { text.utf8.count(where: isFigure) }

    private static func isFigure(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
