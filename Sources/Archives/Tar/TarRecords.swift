/// What pax writes before a member whose name or size has no room in a header.

/// Records such as `24 path=a name of 13\n`, of which path and size are used here.
struct TarRecords {
    var path: [UInt8]?
    var size: Int?
    /// A file with holes, which its own header does not show.
    var isSparse = false

    init(_ bytes: [UInt8]) throws(ArchiveProblem) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let digits = rest.prefix { (0x30...0x39).contains($0) }
            guard digits.count <= 8, let length = Int(String(decoding: digits, as: UTF8.self)), length <= rest.count,
                length > digits.count + 2, rest.dropFirst(digits.count).first == 0x20,
                rest.dropFirst(length - 1).first == 0x0A
            else { throw .damaged(nil) }
            let record = rest.prefix(length - 1).dropFirst(digits.count + 1)
            guard let equals = record.firstIndex(of: UInt8(ascii: "=")) else { throw .damaged(nil) }
            let value = record[(equals + 1)...]
            let key = String(decoding: record[..<equals], as: UTF8.self)
            switch key {
            case "path": path = Array(value)
            case "size":
                guard value.allSatisfy({ (0x30...0x39).contains($0) }),
                    let size = Int(String(decoding: value, as: UTF8.self))
                else { throw .damaged(nil) }
                self.size = size
            default: if key.hasPrefix("GNU.sparse.") { isSparse = true }
            }
            rest = rest.dropFirst(length)
        }
    }
}
