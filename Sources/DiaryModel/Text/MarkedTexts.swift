// Several texts as one, for an editor: what all of them say stands once, what differs between marker lines as git's.
//
//     the same
//     <<<<<<< phone, 2 Nov 14:03 (885fa93f@7a028c27)
//     Evening was loud.
//     ||||||| 1 Nov 9:00 (885fa93f@0c1d2e3f)
//     Evening.
//     =======
//     Evening was quiet.
//     >>>>>>> laptop, 2 Nov 13:55 (885fa93f@f8403a4d)
//
// Of three texts and more each begins below a line that names it: <<<<<<< the first, ======= every other one.

/// Lines that stand between texts: a run of one sign, of a length at which no line of these texts begins.
public struct MarkerLines: Equatable, Sendable {
    /// How long the run is: seven signs, or more where a text has a line that begins so.
    public let length: Int
    /// The lines of the texts that begin with seven such signs or more: they are nobody's marker lines.
    private let known: Set<[UInt8]>

    private static let signs: [UInt8] = [0x3C, 0x3D, 0x3E, 0x7C]
    private static let least = 7

    /// The marker lines of some texts.
    public init(for texts: [[UInt8]]) {
        var length = Self.least
        var known: Set<[UInt8]> = []
        for text in texts {
            for line in text.rows {
                let run = Self.run(line)
                guard run >= Self.least else { continue }
                length = max(length, run + 1)
                known.insert(Array(line))
            }
        }
        (self.length, self.known) = (length, known)
    }

    /// The first line of a text that is such a marker, as somebody left it: its number from 1, and what it says.
    ///
    /// Shorter ones count, too, unless a text has that very line: they were written before a text came whose lines
    /// made them longer.
    public func first(in text: [UInt8]) -> (number: Int, line: String)? {
        for (index, line) in text.rows.enumerated() {
            let run = Self.run(line)
            guard (Self.least...length).contains(run), !known.contains(Array(line)) else { continue }
            guard let next = line.dropFirst(run).first else {
                return (index + 1, String(decoding: line, as: UTF8.self))
            }
            guard next == 0x20 || next == 0x0D || next == 0x09 else { continue }
            return (index + 1, String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self))
        }
        return nil
    }

    /// How many of the same sign a line begins with; 0 if that is none of the four.
    private static func run(_ line: ArraySlice<UInt8>) -> Int {
        guard let sign = line.first, signs.contains(sign) else { return 0 }
        return line.prefix { $0 == sign }.count
    }

    fileprivate func line(_ sign: Character, _ label: String) -> [UInt8] {
        let run = String(repeating: sign, count: length)
        return Array((label.isEmpty ? run : run + " " + label).utf8)
    }
}

/// A text and what a person is to call it.
public struct LabelledText: Equatable, Sendable {
    /// On one line.
    public var label: String
    /// UTF-8.
    public var text: [UInt8]

    /// A text under a name.
    public init(label: String, text: [UInt8]) {
        self.label = label
        self.text = text
    }
}

/// Several texts as one, with marker lines around what differs.
public struct MarkedTexts: Sendable {
    /// The marker lines that stand in it.
    public let markers: MarkerLines
    /// The whole; it ends in a line feed if the last of the texts does.
    public private(set) var bytes: [UInt8] = []
    /// The first line of the first stretch that differs, from 1; nil if no line does.
    public private(set) var firstLine: Int?

    /// All lines of all texts are in it: those that all have once, others under their texts' labels.
    ///
    /// The first text stands on top. `base` is the text that they were made of: its lines stand among those that
    /// differ. Costs a comparison by lines of each text with the base, or with the first.
    public init(_ texts: [LabelledText], base: LabelledText? = nil) {
        markers = MarkerLines(for: texts.map(\.text) + (base.map { [$0.text] } ?? []))
        var numbers = TokenNumbers()
        let sides = texts.map { TextRows($0.text, &numbers) }
        guard let first = sides.first else { return }
        let pivot = base.map { TextRows($0.text, &numbers) } ?? first
        let changes = sides.map { lineChanges(from: pivot.numbers, to: $0.numbers, distinctCount: numbers.count) }
        var row = 1
        func put(_ line: some Collection<UInt8>) {
            bytes.append(contentsOf: line)
            bytes.append(0x0A)
            row += 1
        }
        var position = 0
        for stretch in Stretch.all(of: changes, joining: areNeighbours) {
            for line in position..<stretch.base.lowerBound { put(pivot.rows[line]) }
            position = stretch.base.upperBound
            let (front, back) = sameEnds(stretch, of: sides)
            for line in stretch.sides[0].prefix(front) { put(first.rows[line]) }
            let ranges = stretch.sides.map { $0.dropFirst(front).dropLast(back) }
            if !ranges.allSatisfy(\.isEmpty) {
                firstLine = firstLine ?? row
                for (index, range) in ranges.enumerated() {
                    let isLast = index == ranges.count - 1
                    if index == 0 {
                        put(markers.line("<", texts[0].label))
                    } else {
                        if isLast, let base {
                            put(markers.line("|", base.label))
                            for line in stretch.base { put(pivot.rows[line]) }
                        }
                        put(markers.line("=", texts.count > 2 ? texts[index].label : ""))
                    }
                    for line in range { put(sides[index].rows[line]) }
                    if isLast { put(markers.line(">", texts[index].label)) }
                }
            }
            for line in stretch.sides[0].suffix(back) { put(first.rows[line]) }
        }
        for line in pivot.rows[position...] { put(line) }
        if texts.last?.text.last != 0x0A, bytes.last == 0x0A { bytes.removeLast() }
    }
}

/// The rows of a text, each with a number by which equal ones are told.
private struct TextRows {
    let rows: [ArraySlice<UInt8>]
    let numbers: [Int32]

    init(_ text: [UInt8], _ known: inout TokenNumbers) {
        rows = text.rows
        numbers = known.of(rows)
    }
}

extension [UInt8] {
    /// The lines of a text between line feeds, without them; a line feed at the end begins no line.
    fileprivate var rows: [ArraySlice<UInt8>] {
        let rows = split(separator: 0x0A, omittingEmptySubsequences: false)
        return rows.last?.isEmpty == true ? rows.dropLast() : rows
    }
}

/// How many lines at the front of a stretch, and at its back, are the same on all sides.
private func sameEnds(_ stretch: Stretch, of sides: [TextRows]) -> (front: Int, back: Int) {
    let ranges = stretch.sides
    let least = ranges.map(\.count).min() ?? 0
    func isSame(_ line: (Range<Int>) -> Int) -> Bool {
        Set(zip(sides, ranges).map { $0.numbers[line($1)] }).count == 1
    }
    var front = 0
    while front < least, isSame({ $0.lowerBound + front }) { front += 1 }
    var back = 0
    while back < least - front, isSame({ $0.upperBound - 1 - back }) { back += 1 }
    return (front, back)
}
