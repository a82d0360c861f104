internal import Host

/// A row that ends with the checksum of its key and its bytes, which reveals bytes that were changed or belong to
/// another row.
enum SealedRow {
    /// A value with its checksum.
    static func seal(_ bytes: [UInt8], _ key: [UInt8]) -> [UInt8] {
        var value = bytes
        value.append(littleEndian: CRC32C.checksum(bytes.span, continuing: CRC32C.checksum(key.span)))
        return value
    }

    /// A value without its checksum; nil if the checksum is wrong.
    @_lifetime(copy value)
    static func open(_ value: Span<UInt8>, _ key: Span<UInt8>) -> Span<UInt8>? {
        guard value.count >= 4 else { return nil }
        let end = value.count - 4
        let sum = CRC32C.checksum(value.extracting(0..<end), continuing: CRC32C.checksum(key))
        return sum == value.littleEndian(at: end) ? value.extracting(0..<end) : nil
    }
}

extension Span<UInt8> {
    /// Whether the first bytes are these.
    func begins(with prefix: [UInt8]) -> Bool {
        count >= prefix.count && extracting(0..<prefix.count).isEqual(to: prefix.span)
    }
}
