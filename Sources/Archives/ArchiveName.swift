/// The names of members: what a name must be, so that nothing made of it leads out of a folder.

/// Checks names as they are read.
enum ArchiveName {
    /// The name of a member, without a slash at its end and without `.` as a step.
    ///
    /// Refused are: an absolute name, a step `..`, an empty step, a backslash, a drive's letter, a control character,
    /// bytes that are not UTF-8 nor, where `mayBeKorean`, of a Korean Windows, a name longer than the limit.
    static func checked(_ bytes: some Collection<UInt8>, mayBeKorean: Bool = false) throws(ArchiveProblem) -> String {
        var shown = String(decoding: bytes, as: UTF8.self)
        if Array(shown.utf8) != Array(bytes) {
            guard mayBeKorean, let name = KoreanText.decoded(bytes) else { throw .nameNotUTF8(shown) }
            shown = name
        }
        var steps = shown.split(separator: "/", omittingEmptySubsequences: false)
        if steps.count > 1, steps.last == "" { steps.removeLast() }
        let isProper =
            !bytes.isEmpty && bytes.count <= ArchiveLimits.name
            && !bytes.contains { $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "\\") }
            && !steps.contains { $0.isEmpty || $0 == ".." } && !hasDrive(bytes)
        guard isProper else { throw .unsafeName(shown) }
        steps.removeAll { $0 == "." }
        return steps.joined(separator: "/")
    }

    /// Whether it begins as `C:` does.
    private static func hasDrive(_ bytes: some Collection<UInt8>) -> Bool {
        let start = Array(bytes.prefix(2))
        guard start.count == 2, start[1] == UInt8(ascii: ":") else { return false }
        return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(start[0] | 0x20)
    }
}
