import DiarylogArchives

/// A tar archive in which a number can be another than it must be.
enum ForgedTar {
    struct Member {
        var name: String
        var bytes: [UInt8]
        var kind: String
        var prefix: String
        /// What the header says of the size, in octal digits.
        var size: String?
        /// The twelve bytes of the size, whatever they say.
        var sizeBytes: [UInt8]?

        init(_ name: String, _ bytes: [UInt8] = [], kind: String = "0", prefix: String = "") {
            (self.name, self.bytes, self.kind, self.prefix) = (name, bytes, kind, prefix)
        }

        var block: [UInt8] {
            var block = [UInt8](repeating: 0, count: 512)
            func put(_ bytes: some Collection<UInt8>, at offset: Int) {
                block.replaceSubrange(offset..<offset + bytes.count, with: bytes)
            }
            put(name.utf8, at: 0)
            put("0000644\0".utf8, at: 100)
            let digits = size ?? String(bytes.count, radix: 8)
            put((String(repeating: "0", count: 11 - digits.count) + digits).utf8, at: 124)
            if let sizeBytes { put(sizeBytes, at: 124) }
            put("        ".utf8, at: 148)
            put(kind.utf8, at: 156)
            put("ustar\u{0}00".utf8, at: 257)
            put(prefix.utf8, at: 345)
            let sum = String(block.reduce(0) { $0 + Int($1) }, radix: 8)
            put((String(repeating: "0", count: 6 - sum.count) + sum + "\0 ").utf8, at: 148)
            return block
        }
    }

    /// A member that holds pax records for the next one, or with kind `g` for all.
    static func pax(_ records: [String: String], kind: String = "x") -> Member {
        var text = ""
        for (key, value) in records.sorted(by: { $0.key < $1.key }) {
            let rest = " \(key)=\(value)\n".utf8.count
            var length = rest + 1
            while rest + String(length).count != length { length += 1 }
            text += "\(length) \(key)=\(value)\n"
        }
        return Member("PaxHeader", Array(text.utf8), kind: kind)
    }

    static func archive(_ members: [Member]) -> [UInt8] {
        var all: [UInt8] = []
        for member in members {
            all += member.block + member.bytes
            all += [UInt8](repeating: 0, count: -member.bytes.count & 511)
        }
        return all + [UInt8](repeating: 0, count: 1024)
    }

    /// Reads all of it, gzip taken off.
    @discardableResult static func read(
        _ bytes: [UInt8], _ limits: ArchiveLimits = ArchiveLimits()
    ) throws -> [TarMember] {
        let plain = Gzip.begins(bytes.span) ? try Gzip.bytes(of: ByteSource(bytes), limits: limits) : bytes
        let archive = try TarArchive(ByteSource(plain), limits: limits)
        if let odd = archive.leftOut.first { throw odd.problem }
        return archive.members
    }
}
