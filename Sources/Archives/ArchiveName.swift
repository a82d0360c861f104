/// The names of members: what stands in an archive, in a form that can harm nobody.

internal import DiarylogHost

/// Reads names. No file of an archive is written, so a name need only be a path that stays within it.
package enum ArchiveName {
    /// In which code page names are that are neither UTF-8 nor of a Korean Windows.
    enum CodePage {
        /// That of DOS (437), which zip says.
        case dos
        /// ISO 8859-1, as old systems had it.
        case latin
    }

    /// A name as it stands there, in letters.
    static func text(_ bytes: [UInt8], else page: CodePage) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        if text.utf8.elementsEqual(bytes) { return text }
        if KoreanText.isLikely(bytes), let name = KoreanText.decoded(bytes) { return name }
        let isDOS = page == .dos || bytes.contains { (0x80...0x9F).contains($0) }
        return String(
            String.UnicodeScalarView(
                bytes.map { $0 >= 0x80 && isDOS ? dos[Int($0) - 0x80] : Unicode.Scalar($0) }))
    }

    /// A path on the disk as a person reads it, whose names may be in another code page.
    package static func readable(_ path: String) -> String {
        guard FileSystem.bytes(ofName: path) != nil else { return path }
        return path.split(separator: "/", omittingEmptySubsequences: false).map { step in
            FileSystem.bytes(ofName: step).map { text($0, else: .latin) } ?? String(step)
        }.joined(separator: "/")
    }

    /// The path that a name means: its steps between single slashes, without `.`, and none before or behind it; nil if
    /// it leads out of the archive, or is too long. Windows writes backslashes.
    static func path(_ text: String) -> String? {
        var steps: [Substring] = []
        for step in text.split(whereSeparator: { $0 == "/" || $0 == "\\" }) where step != "." {
            if step != ".." {
                steps.append(step)
            } else if steps.popLast() == nil {
                return nil
            }
        }
        let path = steps.joined(separator: "/")
        return path.utf8.count <= ArchiveLimits.name && !path.utf8.contains(0) ? path : nil
    }

    private static let dos = Array(
        """
        ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌\
        █▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}
        """.unicodeScalars)
}
