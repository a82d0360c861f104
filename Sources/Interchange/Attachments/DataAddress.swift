internal import DiaryModel

/// A file that is its own address: `data:image/png;base64,iVBORw0KGgo=` (RFC 2397).
struct DataAddress: Equatable {
    /// In small letters; what the bytes say, where the address says none.
    let mediaType: String
    /// What it stands for; never empty.
    let bytes: [UInt8]

    static let scheme = Array("data:".utf8)

    /// How far the comma may be that ends what is said of the data.
    private static let most = 1000

    /// Reads an address; nil if it is none, is cut, or stands for nothing. White space in base64 counts for nothing, as
    /// in a browser; its padding may be missing.
    init?(_ address: [UInt8]) {
        guard Self.begins(address[...]),
            let comma = address.prefix(Self.most).firstIndex(of: UInt8(ascii: ","))
        else { return nil }
        let said = String(decoding: address[Self.scheme.count..<comma], as: UTF8.self).lowercased()
        let parts = said.split(separator: ";", omittingEmptySubsequences: false).map { $0.trimmingSpace() }
        var data = FileReferences.unescaped(address[(comma + 1)...])
        if parts.count > 1, parts.last == "base64" {
            data.removeAll { [0x20, 0x09, 0x0A, 0x0D, 0x0C].contains($0) }
            while !data.count.isMultiple(of: 4) { data.append(UInt8(ascii: "=")) }
            guard let read = Base64.bytes(data) else { return nil }
            data = read
        }
        guard !data.isEmpty else { return nil }
        bytes = data
        mediaType = Self.isType(parts[0]) ? parts[0] : MediaType.of(Array(data.prefix(MediaType.wanted)), name: "")
    }

    /// Whether a target is such an address.
    static func isOne(_ target: String) -> Bool { begins(Array(target.utf8.prefix(scheme.count + 1))[...]) }

    /// Whether one may stand in a text.
    static func mayStand(in text: [UInt8]) -> Bool {
        var rest = text[...]
        while let colon = rest.firstIndex(of: UInt8(ascii: ":")) {
            if begins(text[max(0, colon - scheme.count + 1)...]) { return true }
            rest = rest[(colon + 1)...]
        }
        return false
    }

    /// Whether bytes begin as an address does.
    static func begins(_ bytes: ArraySlice<UInt8>) -> Bool {
        let start = bytes.prefix(scheme.count + 1)
        guard let next = start.last, start.count > scheme.count else { return false }
        return zip(start, scheme).allSatisfy { $0 | 0x20 == $1 | 0x20 } && next > 0x20
    }

    /// What a file of its kind is called: `image.png`.
    var name: String {
        let kind = mediaType.prefix { $0 != "/" }
        let stem = ["image", "audio", "video", "text"].contains(kind) ? String(kind) : "file"
        return MediaType.ending(for: mediaType).map { "\(stem).\($0)" } ?? stem
    }

    private static func isType(_ word: String) -> Bool {
        let parts = word.split(separator: "/", omittingEmptySubsequences: false)
        return parts.count == 2 && word.utf8.count <= 127
            && parts.allSatisfy { part in
                let own = part.filter { $0.isASCII && ($0.isLowercase || $0.isNumber || ".+-_".contains($0)) }
                return !part.isEmpty && own == part
            }
    }
}
