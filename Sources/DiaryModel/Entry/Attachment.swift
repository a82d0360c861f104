/// A file that belongs to an entry, identified by its content.
public struct Attachment: Hashable, Comparable, Sendable {
    /// The name of the file.
    public var name: String
    /// Its media type: "image/jpeg".
    public var mediaType: String
    /// Its length in bytes.
    public var size: UInt64
    /// Thirty-two bytes of SHA-256.
    public var hash: [UInt8]

    /// A file by its hash.
    public init(name: String, mediaType: String, size: UInt64, hash: [UInt8]) {
        self.name = name
        self.mediaType = mediaType
        self.size = size
        self.hash = hash
    }

    /// Equal only if every byte is: a name in another normal form is another one.
    public static func == (left: Attachment, right: Attachment) -> Bool {
        left.size == right.size && left.hash == right.hash && isSame(left.name, right.name)
            && isSame(left.mediaType, right.mediaType)
    }

    /// By name, then media type (both by their bytes), then size, then hash.
    public static func < (left: Attachment, right: Attachment) -> Bool {
        if !isSame(left.name, right.name) { return left.name.utf8.lexicographicallyPrecedes(right.name.utf8) }
        if !isSame(left.mediaType, right.mediaType) {
            return left.mediaType.utf8.lexicographicallyPrecedes(right.mediaType.utf8)
        }
        if left.size != right.size { return left.size < right.size }
        return left.hash.lexicographicallyPrecedes(right.hash)
    }

    /// Whether its name can be that of a file in any folder, and its media type is one.
    public var isProper: Bool {
        Self.isProper(name: name) && hash.count == 32 && mediaType.utf8.count <= EntryLimits.attachment
            && mediaType.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }

    /// Whether a name can be that of a file in any folder: no path, nothing that is hidden or cannot be shown.
    public static func isProper(name: String) -> Bool {
        guard !name.isEmpty, name != ".", name != "..", name.utf8.count <= EntryLimits.attachment else { return false }
        return !name.unicodeScalars.contains { scalar in
            scalar == "/" || scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
        }
    }

    /// A name that can be that of a file, as near to another as may be; `fallback` where nothing is left of it.
    ///
    /// Of a path the last part counts. A name that is too long is cut before its ending.
    public static func properName(_ name: String, or fallback: String = "file") -> String {
        let last = name.utf8.split(separator: UInt8(ascii: "/")).last.flatMap { String($0) } ?? ""
        var kept = String.UnicodeScalarView()
        for scalar in last.unicodeScalars where isProper(name: String(scalar)) || scalar == "." { kept.append(scalar) }
        var result = String(kept)
        if result == "." || result == ".." || result.isEmpty { result = fallback }
        guard result.utf8.count > EntryLimits.attachment else { return result }
        var (stem, ending) = parts(of: result)
        if ending.utf8.count > 32 { (stem, ending) = (result, "") }
        while stem.utf8.count + ending.utf8.count > EntryLimits.attachment { stem.removeLast() }
        return stem + ending
    }

    /// The file as an entry takes it up that has others: under a name that is free there. Nil if one of them, under
    /// whatever name, holds the same.
    public func added(to others: [Attachment]) -> Attachment? {
        guard !others.contains(where: { $0.hash == hash }) else { return nil }
        var added = self
        added.name = Self.freeName(name, among: others.map(\.name))
        return added
    }

    /// A name that none of these has, made from one that may be among them: "a.jpg" becomes "a-2.jpg".
    ///
    /// Names are compared as people read them, in whatever normal form they are.
    public static func freeName(_ name: String, among taken: [String]) -> String {
        guard taken.contains(name) else { return name }
        let taken = Set(taken)
        let (stem, ending) = parts(of: name)
        var number = 2
        while true {
            let end = "-\(number)\(ending)"
            var start = stem
            while !start.isEmpty, start.utf8.count + end.utf8.count > EntryLimits.attachment { start.removeLast() }
            let next = start + end
            if !taken.contains(next) { return next }
            number += 1
        }
    }

    /// A name without its ending, and the ending with its dot.
    private static func parts(of name: String) -> (stem: String, ending: String) {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return (name, "") }
        return (String(name[..<dot]), String(name[dot...]))
    }
}
