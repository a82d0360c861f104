internal import Interchange

/// Places in a text as JavaScript counts them: by UTF-16 units instead of bytes. One pass over the text.
struct UTF16Offsets {
    /// How many units stand before the byte at an index, which must begin a scalar, or end the text.
    private let units: [UInt32]

    init(of text: [UInt8]) {
        var units: [UInt32] = []
        units.reserveCapacity(text.count + 1)
        var count: UInt32 = 0
        for byte in text {
            units.append(count)
            // A scalar has one unit, or two if it has four bytes.
            if byte & 0xC0 != 0x80 { count += byte >= 0xF0 ? 2 : 1 }
        }
        units.append(count)
        self.units = units
    }

    /// The units that stand before a byte.
    func units(before byte: Int) -> UInt32 { units[byte] }

    func json(_ bytes: Range<Int>) -> JSONValue {
        .array([.number(units[bytes.lowerBound]), .number(units[bytes.upperBound])])
    }
}
