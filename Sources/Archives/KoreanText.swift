/// Names and texts as a Korean Windows wrote them for twenty years: in its code page (CP949), without saying so.

/// Reads the code page. What KS X 1001 has stands in its rows (`KoreanTable`); the syllables that it has not stand
/// before and between them, in the order of Unicode.
package enum KoreanText {
    /// The text of bytes in CP949; nil if they are none. Where it is mended, a byte in a hundred, or one alone, that
    /// begins no pair is U+FFFD.
    package static func decoded(_ bytes: some Collection<UInt8>, mending: Bool = false) -> String? {
        var text = String.UnicodeScalarView()
        var (rest, lost) = (Array(bytes)[...], 0)
        while let lead = rest.popFirst() {
            if lead < 0x80 {
                text.append(Unicode.Scalar(lead))
            } else {
                if mending, [0x80, 0xFF].contains(lead) || rest.first.flatMap(place) == nil {
                    lost += 1
                    text.append("\u{FFFD}")
                    continue
                }
                guard let trail = rest.popFirst(), let scalar = scalar(lead, trail) else { return nil }
                text.append(scalar)
            }
        }
        return lost * 100 <= text.count + 99 ? String(text) : nil
    }

    private static func scalar(_ lead: UInt8, _ trail: UInt8) -> Unicode.Scalar? {
        let column = Int(trail) - 0xA1
        if (0...93).contains(column) {
            let found: Unicode.Scalar? =
                switch lead {
                case 0xA1...0xAC: KoreanTable.signs[(Int(lead) - 0xA1) * 94 + column]
                case 0xB0...0xC8: KoreanTable.syllables[(Int(lead) - 0xB0) * 94 + column]
                case 0xCA...0xFD: KoreanTable.hanja[(Int(lead) - 0xCA) * 94 + column]
                default: nil
                }
            if let found { return found == KoreanTable.none ? nil : found }
        }
        guard lead >= 0x81, lead < 0xC7, let place = place(of: trail) else { return nil }
        // Up to 0xA0 a row has all places, behind it only those before 0xA1.
        guard lead <= 0xA0 || place < 84 else { return nil }
        let index = lead <= 0xA0 ? (Int(lead) - 0x81) * 178 + place : 32 * 178 + (Int(lead) - 0xA1) * 84 + place
        return index < rare.count ? rare[index] : nil
    }

    private static func place(of trail: UInt8) -> Int? {
        switch trail {
        case 0x41...0x5A: Int(trail) - 0x41
        case 0x61...0x7A: Int(trail) - 0x61 + 26
        case 0x81...0xFE: Int(trail) - 0x81 + 52
        default: nil
        }
    }

    /// The syllables that KS X 1001 has not.
    private static let rare: [Unicode.Scalar] = {
        let known = Set(KoreanTable.syllables)
        return (0xAC00...0xD7A3).compactMap { Unicode.Scalar($0 as UInt32) }.filter { !known.contains($0) }
    }()
}
