internal import DiaryEngine
internal import DiaryModel
internal import DiarylogHost

// What every entry goes through on its way in, whatever its format: files that stand in its text become attached ones,
// and so does a text that is longer than an entry's may be.

extension ReadEntries {
    /// Fits a row into what an entry may be, each version of it, and notes what that took.
    /// What `isWritten` keeps its text to the byte.
    mutating func fit(
        _ row: inout ImportedRow, from origin: RowOrigin, isOurs: Bool, isWritten: Bool
    ) throws(SystemError) {
        var (unread, isLong) = (0, false)
        func fit(_ content: inout EntryContent) throws(SystemError) {
            if !isWritten { unread += try attachAddresses(of: &content) }
            if try shorten(&content) { isLong = true }
            try bound(&content, at: origin)
        }
        for index in row.earlier.indices { try fit(&row.earlier[index].content) }
        try fit(&row.content)
        if !isOurs, row.content.hasLostSigns { losses.note(.signs, at: origin) }
        if !isOurs { row.links = links.take(from: row.content.text, of: origin.file, options, &losses) }
        if !isOurs, row.content.text.holds(Cipher.lock) { losses.note(.ciphers, at: origin) }
        losses.note(.addresses, unread, at: origin)
        if isLong { losses.note(.longTexts, at: origin) }
    }

    /// Takes from a content what no entry can have, and keeps its words: tags that are too long or too many become a
    /// field, and fields that are too large are attached.
    private mutating func bound(_ content: inout EntryContent, at origin: RowOrigin) throws(SystemError) {
        // Those that all are given come first.
        let own = content.tags.filter { !tags.contains($0) }
        let kept = own.filter { $0.bytes.count <= EntryLimits.tag }.prefix(max(0, EntryLimits.tags - tags.count))
        if kept.count < own.count {
            let odd = Set(own).subtracting(kept)
            losses.note(.tags, odd.count, at: origin)
            content.tags = Set(content.tags).subtracting(odd).sorted()
            var key = "tags"
            while content.extra.contains(where: { $0.key == key }) { key += "=" }
            let words = odd.sorted().map(\.bytes).joined(separator: [0x0A])
            content.extra.append(ExtraField(key: key, value: Array(words)))
        }
        while content.sizeAtMost > EntryLimits.content,
            let index = content.extra.indices.max(by: { content.extra[$0].value.count < content.extra[$1].value.count })
        {
            losses.note(.extra, at: origin)
            let field = content.extra.remove(at: index)
            let name = Attachment.properName(field.key + ".txt")
            _ = content.attachments.take(try files.keep(field.value, name: name, mediaType: "text/plain"))
        }
    }

    /// Attaches the files that stand in a text as `data:` addresses, and lets the text name them. Returns how many
    /// cannot be read; these stay.
    private mutating func attachAddresses(of content: inout EntryContent) throws(SystemError) -> Int {
        guard DataAddress.mayStand(in: content.text) else { return 0 }
        var unread = 0
        content.text = try FileReferences.rewriting(content.text) { (target) throws(SystemError) in
            guard DataAddress.isOne(target) else { return nil }
            guard let address = DataAddress(Array(target.utf8)) else {
                unread += 1
                return nil
            }
            let file = try files.keep(address.bytes, name: address.name, mediaType: address.mediaType)
            return FileReferences.target(content.attachments.take(file).name)
        }
        return unread
    }

    /// Attaches a text that is too long, and leaves the entry its beginning, filed under what all of it says.
    private mutating func shorten(_ content: inout EntryContent) throws(SystemError) -> Bool {
        let whole = content.text
        guard whole.count > EntryLimits.text, isValidUTF8(whole) else { return false }
        let said = content.textTags
        let file = content.attachments.take(try files.keep(whole, name: LongText.name, mediaType: "text/plain"))
        content.text = LongText.beginning(of: whole)
        if !hasVisibleCharacter(String(decoding: content.text, as: UTF8.self)) {
            content.text = Array("[\(file.name)](\(FileReferences.target(file.name)))".utf8)
        }
        let unsaid = Set(said).subtracting(content.textTags).subtracting(content.tags).sorted()
        content.tags = (content.tags + unsaid.prefix(max(0, EntryLimits.tags - content.tags.count))).sorted()
        return true
    }
}

extension EntryContent {
    /// Whether U+FFFD stands somewhere in it.
    fileprivate var hasLostSigns: Bool {
        let sign: [UInt8] = [0xEF, 0xBF, 0xBD]
        return text.holds(sign) || tags.contains { $0.bytes.holds(sign) } || extra.contains { $0.value.holds(sign) }
    }
}

extension [Attachment] {
    /// Takes up a file, under a name that is free; one that is there already keeps its name. Equal bytes of two names
    /// are two files.
    mutating func take(_ file: Attachment) -> Attachment {
        let isNamed = contains { $0.name == file.name }
        if isNamed, let known = first(where: { $0.hash == file.hash }) { return known }
        var file = file
        file.name = Attachment.freeName(file.name, among: map(\.name))
        append(file)
        return file
    }
}

extension [UInt8] {
    /// Whether these bytes stand somewhere in them.
    fileprivate func holds(_ part: [UInt8]) -> Bool {
        var rest = self[...]
        while let first = part.first, let index = rest.firstIndex(of: first) {
            if rest[index...].starts(with: part) { return true }
            rest = rest[(index + 1)...]
        }
        return false
    }
}

/// What an entry keeps of a text that is longer than one may be.
enum LongText {
    /// What the file with all of it is called.
    static let name = "text.txt"
    /// The most bytes of a beginning: enough to read for half an hour, and quick to show and to edit.
    static let most = EntryLimits.text / 16

    /// The beginning of a text that is longer: up to the last end of a paragraph, else of a line, else of a word, if
    /// one lies in its last quarter; else up to the last whole character.
    static func beginning(of text: [UInt8]) -> [UInt8] {
        let near = text[(most - most / 4)...most]
        func isLineEnd(_ index: Int) -> Bool { text[index] == 0x0A }
        let paragraph = near.indices.dropLast().last { index in
            isLineEnd(index) && isLineEnd(text[index + 1] == 0x0D ? min(index + 2, most) : index + 1)
        }
        let blank = paragraph ?? near.lastIndex(of: 0x0A) ?? near.lastIndex(of: 0x20)
        var end = blank ?? wholeCharacters(of: text)
        if blank != nil { while end > 0, [0x0A, 0x0D, 0x20].contains(text[end - 1]) { end -= 1 } }
        return Array(text[..<end])
    }

    /// Where the last character ends that ends before the most; a scalar, where a character is longer than a window.
    private static func wholeCharacters(of text: [UInt8]) -> Int {
        let window = 256
        var end = most - window
        while end > 0, text[end] & 0xC0 == 0x80 { end -= 1 }
        for character in String(decoding: text[end..<min(text.count, most + window)], as: UTF8.self) {
            guard end + character.utf8.count <= most else { break }
            end += character.utf8.count
        }
        return end
    }
}
