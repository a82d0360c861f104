internal import DiarylogArchives

// How readers come by the files of a source.

extension ReadEntries {
    /// A file of a folder, in UTF-8.
    mutating func open(_ name: String, of folder: SourceFolder) throws(ReadProblem) -> SourceFile {
        let found = try folder.file(name)
        // What is called as a note may be something else.
        if let kind = UnreadKind(.file(found)), kind.isNoText { throw ReadProblem(found.path, .unread(kind)) }
        var file = try decoded(found)
        file.beside = folder
        here = RowOrigin(file.path)
        return file
    }

    /// A file in UTF-8; one in another encoding is counted, and what a program has encrypted is refused.
    mutating func decoded(_ file: SourceFile) throws(ReadProblem) -> SourceFile {
        let cipher = Cipher(file)
        guard [nil, .unknown].contains(cipher), let decoded = file.decoded else {
            if let cipher { throw ReadProblem(file.path, .encrypted(cipher)) }
            return file
        }
        losses.note(.encodings, at: RowOrigin(file.path))
        return decoded
    }

    /// Reads a file part by part; one in another encoding is one thing to say, and not one for each of them.
    mutating func parts(
        of file: SourceFile, _ read: (inout ReadEntries) throws -> Void
    ) throws {
        let (count, leftOut) = (count, leftOut)
        try read(&self)
        if self.count == count, self.leftOut.count > leftOut.count + 1, !isValidUTF8(try file.bytes()) {
            self.leftOut = leftOut
            throw ReadProblem(file.path, .row(.json(.notUTF8)))
        }
    }

    /// Reads each file of a folder that has entries, and counts those that no entry has. What cannot be read is left
    /// out alone.
    mutating func each(
        of folder: SourceFolder, _ names: [String], _ read: (SourceFile, String, inout ReadEntries) throws -> Void
    ) throws(ReadProblem) {
        for name in names {
            used.insert(name)
            _ = try going { entries in try read(entries.open(name, of: folder), name, &entries) }
        }
        if names.isEmpty { throw ReadProblem(folder.path, .emptyFolder) }
        noteUnused(of: folder)
    }
}

extension SourceFile {
    /// The same in UTF-8, if it is in another encoding that is known.
    var decoded: SourceFile? {
        guard let bytes = otherEncoding else { return nil }
        var decoded = SourceFile(path: path, bytes: bytes, modifiedAt: modifiedAt)
        decoded.beside = beside
        return decoded
    }

    /// What it holds as UTF-8, if it is in UTF-16, or as a Korean or a western Windows wrote (CP949, windows-1252); nil
    /// if it is none of these.
    private var otherEncoding: [UInt8]? {
        let head = head
        if head.starts(with: [0xFF, 0xFE, 0, 0]) || head.starts(with: [0, 0, 0xFE, 0xFF]) {
            guard let bytes = try? bytes() else { return nil }
            let scalars = Self.scalars(of: bytes.dropFirst(4), isBig: head[0] == 0)
            return Array(String(decoding: scalars, as: UTF32.self).utf8)
        }
        let isBig = head.starts(with: [0xFE, 0xFF])
        if isBig || head.starts(with: [0xFF, 0xFE]) {
            guard let bytes = try? bytes() else { return nil }
            return Array(String(decoding: Self.units(of: bytes.dropFirst(2), isBig: isBig), as: UTF16.self).utf8)
        }
        if head.contains(0) {
            // Of UTF-16 without its mark nearly a half of the bytes are zero, or the script has its own upper halves: a
            // text of letters with a zero here and there is none. Letters tell which half of a sign comes first.
            let zeros = head.count { $0 == 0 }
            guard zeros * 3 >= head.count || head.count(where: { $0 >= 0x80 }) * 4 >= head.count else { return nil }
            let start = head.prefix(1024)
            func letters(_ isBig: Bool) -> Int {
                Self.units(of: start, isBig: isBig).count { unit in
                    [0x20..<0x7F, 0x3040..<0x3100, 0xAC00..<0xD7A4].contains { $0.contains(unit) }
                }
            }
            let isBig = letters(true) > letters(false)
            func text(_ bytes: [UInt8]) -> String? {
                let text = String(validating: Self.units(of: bytes[...], isBig: isBig), as: UTF16.self)
                return text.flatMap { $0.unicodeScalars.contains { $0.value < 9 || $0.value == 0xFFFE } ? nil : $0 }
            }
            guard text(Array(start)) != nil || text(Array(start.dropLast(2))) != nil, let bytes = try? bytes(),
                bytes.count.isMultiple(of: 2), let text = text(bytes)
            else { return nil }
            return Array(text.utf8)
        }
        let charset = NoteFolder.has(path, NoteFolder.pages) ? Self.charset(head) : ""
        let isKorean = Self.korean.contains(charset)
        if !isKorean, !Self.tables.contains(charset) { return nil }
        // The last character of the head may be cut off.
        let cut = head.suffix(4).lastIndex { $0 < 0x80 || $0 >= 0xC0 } ?? head.endIndex
        guard !isValidUTF8(head), !isValidUTF8(Array(head[..<cut])), let bytes = try? bytes(),
            let text = isKorean || KoreanText.isLikely(bytes)
                ? KoreanText.decoded(bytes, mending: true) : WesternText.decoded(bytes),
            !text.unicodeScalars.contains(where: { $0.value < 9 })
        else { return nil }
        return Array(text.utf8)
    }

    /// In which encoding a page says that it is; empty if it does not say.
    private static func charset(_ head: [UInt8]) -> String {
        let text = String(decoding: head.prefix(1024), as: UTF8.self).lowercased()
        guard let mark = text.firstRange(of: "charset=") else { return "" }
        return String(text[mark.upperBound...].drop { "\"' ".contains($0) }.prefix { !"\"' />;".contains($0) })
    }

    /// Those that there is a table for, and those that say nothing here.
    private static let tables: Set = [
        "utf-8", "utf8", "us-ascii", "iso-8859-1", "latin1", "windows-1252", "cp1252", "",
    ]

    private static let korean: Set = [
        "euc-kr", "ks_c_5601-1987", "ks_c_5601-1989", "ks_c_5601", "cp949", "ms949", "windows-949", "x-windows-949",
        "uhc",
    ]

    private static func scalars(of bytes: ArraySlice<UInt8>, isBig: Bool) -> [UInt32] {
        stride(from: bytes.startIndex, to: bytes.endIndex - 3, by: 4).map { (index: Int) -> UInt32 in
            let four = bytes[index..<index + 4]
            return (isBig ? Array(four) : four.reversed()).reduce(0) { $0 << 8 | UInt32($1) }
        }
    }

    private static func units(of bytes: ArraySlice<UInt8>, isBig: Bool) -> [UInt16] {
        stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map { (index: Int) -> UInt16 in
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return isBig ? first << 8 | second : second << 8 | first
        }
    }
}
