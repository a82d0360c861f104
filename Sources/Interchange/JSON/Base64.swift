/// Base64 as in RFC 4648, section 4, padded; read strictly, so that the same bytes have only one text.
package enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 255, count: 256)
        for (index, letter) in alphabet.enumerated() { values[Int(letter)] = UInt8(index) }
        return values
    }()
    private static let padding = UInt8(ascii: "=")

    package static func text(_ bytes: [UInt8]) -> [UInt8] {
        let alphabet = alphabet
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        var index = 0
        while index < bytes.count {
            let left = bytes.count - index
            let second = left > 1 ? bytes[index + 1] : 0
            let third = left > 2 ? bytes[index + 2] : 0
            text.append(alphabet[Int(bytes[index] >> 2)])
            text.append(alphabet[Int((bytes[index] & 3) << 4 | second >> 4)])
            text.append(left > 1 ? alphabet[Int((second & 15) << 2 | third >> 6)] : padding)
            text.append(left > 2 ? alphabet[Int(third & 63)] : padding)
            index += 3
        }
        return text
    }

    /// The bytes of a text; nil for anything that `text(_:)` would not write.
    package static func bytes(_ text: [UInt8]) -> [UInt8]? {
        guard text.count.isMultiple(of: 4) else { return nil }
        let values = values
        let pad = text.suffix(2).filter { $0 == padding }.count
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3)
        var bits: UInt32 = 0
        for (index, letter) in text.enumerated() {
            let isPad = letter == padding && index >= text.count - pad
            let value = isPad ? 0 : values[Int(letter)]
            guard value < 64 else { return nil }
            bits = bits << 6 | UInt32(value)
            guard index & 3 == 3 else { continue }
            bytes.append(UInt8(truncatingIfNeeded: bits >> 16))
            bytes.append(UInt8(truncatingIfNeeded: bits >> 8))
            bytes.append(UInt8(truncatingIfNeeded: bits))
        }
        bytes.removeLast(min(pad, bytes.count))
        return pad == 0 || self.text(bytes).suffix(4).elementsEqual(text.suffix(4)) ? bytes : nil
    }
}

/// Base64 of bytes that come in parts.
package struct Base64Stream {
    /// What is left of the parts before: less than three bytes.
    private var waiting: [UInt8] = []

    package init() {}

    /// The text of what has come, as far as it cannot change any more.
    package mutating func text(_ part: [UInt8]) -> [UInt8] {
        let bytes = waiting.isEmpty ? part : waiting + part
        let whole = bytes.count / 3 * 3
        waiting = Array(bytes[whole...])
        return Base64.text(whole == bytes.count ? bytes : Array(bytes[..<whole]))
    }

    /// The text of the end.
    package mutating func finish() -> [UInt8] {
        defer { waiting = [] }
        return Base64.text(waiting)
    }
}
