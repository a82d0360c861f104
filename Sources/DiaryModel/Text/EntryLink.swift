/// Links from entry to entry, as the programs write them that give an entry an identifier of 16 bytes, which it keeps
/// here.
///
///     dayone://view?entryId=479270F4CAD1429AB1564DB34D0FE3A1     Day One's, also dayone2:
///     :/479270f4cad1429ab1564db34d0fe3a1                         Joplin's, and ours
///     First%20walk%20479270f4cad1429ab1564db34d0fe3a1.md         Notion's
package enum EntryLink {
    /// The address of an entry, given as 32 hexadecimal digits.
    package static func address(of entry: String) -> String { ":/" + entry }

    /// The entry that an address leads to, as 32 hexadecimal digits; nil if it leads to none.
    package static func entry(in address: some Sequence<UInt8>) -> String? {
        let address = Array(address)
        if address.starts(with: [UInt8(ascii: ":"), UInt8(ascii: "/")]) { return digits(address[2...]) }
        if let begin = dayOne(address[...]) { return digits(address[begin...]) }
        let file = address.prefix { $0 != UInt8(ascii: "#") }
        guard file.suffix(3).elementsEqual(".md".utf8), !address.contains(UInt8(ascii: ":")) else { return nil }
        let name = file.dropLast(3)
        let before = name.dropLast(32)
        guard
            before.isEmpty || before.last == UInt8(ascii: "/") || before.last == UInt8(ascii: " ")
                || before.suffix(3).elementsEqual("%20".utf8)
        else { return nil }
        return digits(name.suffix(32))
    }

    /// Where the identifier begins in an address of Day One's.
    static func dayOne(_ address: ArraySlice<UInt8>) -> Int? {
        for scheme in schemes where address.starts(with: scheme) { return address.startIndex + scheme.count }
        return nil
    }

    private static let schemes = [Array("dayone://view?entryId=".utf8), Array("dayone2://view?entryId=".utf8)]

    /// An identifier, with or without hyphens, that nothing follows but another part of the address.
    private static func digits(_ text: ArraySlice<UInt8>) -> String? {
        var digits: [UInt8] = []
        for byte in text {
            if byte == UInt8(ascii: "-") { continue }
            let isDigit = (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20)
            if !isDigit {
                if byte == UInt8(ascii: "#") || byte == UInt8(ascii: "&") { break }
                return nil
            }
            digits.append((0x30...0x39).contains(byte) ? byte : byte | 0x20)
        }
        return digits.count == 32 ? String(decoding: digits, as: UTF8.self) : nil
    }
}
