/// The tags that a text says itself: `#여행` is the tag 여행, `@민수` the tag @민수.
///
/// A sign begins a tag at the beginning of the text, after white space or an opening bracket or quote, or right after
/// another `#tag`; so neither the `#` of an address nor the `@` of a mailbox does. The tag is what follows: letters of
/// any script, marks, digits, `_`, and within it `-` and signs that nobody sees, with at least one letter.
public enum TextTags {
    /// A tag, and the bytes of the text that say it, its sign included.
    public struct Mention: Equatable, Sendable {
        /// The tag.
        public let tag: Tag
        /// Where the text says it.
        public let bytes: Range<Int>
    }

    /// The tags in the order of the text. One pass over the bytes; text without signs costs nothing more.
    public static func mentions(in text: [UInt8]) -> [Mention] {
        guard text.contains(where: { $0 == 0x23 || $0 == 0x40 }) else { return [] }
        var mentions: [Mention] = []
        var reader = SignReader()
        for scalar in String(decoding: text, as: UTF8.self).unicodeScalars { reader.read(scalar, &mentions) }
        reader.end(&mentions)
        return mentions
    }

    /// Whether a text says a tag, or one that is the same.
    public static func mentions(_ text: [UInt8], _ tag: Tag) -> Bool {
        mentions(in: text).contains { $0.tag.isSame(as: tag) }
    }

    /// Whether a text can say a tag at all: one with a space, or of digits alone, can only be given.
    public static func canWrite(_ tag: Tag) -> Bool { mentions(in: written(tag)).map(\.tag) == [tag] }

    /// The text with another tag wherever it says this one; `canWrite` must hold for the other.
    public static func replacing(_ tag: Tag, by other: Tag, in text: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var end = 0
        for mention in mentions(in: text) where mention.tag.isSame(as: tag) {
            result += text[end..<mention.bytes.lowerBound] + written(other)
            end = mention.bytes.upperBound
        }
        return result + text[end...]
    }

    /// A tag as a text says it.
    private static func written(_ tag: Tag) -> [UInt8] { (tag.bytes.first == 0x40 ? [] : [0x23]) + tag.bytes }
}

/// Goes through a text, and keeps the tag that is being read.
private struct SignReader {
    private var offset = 0
    /// Where the tag began that is being read, and which sign it has; nil between tags.
    private var start: Int?
    private var isPerson = false
    private var name: [UInt8] = []
    private var hasLetter = false
    /// How much of the name, and of the text, stands before what only joins at its end.
    private var sound = (name: 0, offset: 0)
    private var mayBegin = true

    mutating func read(_ scalar: Unicode.Scalar, _ mentions: inout [TextTags.Mention]) {
        let size = UTF8.width(scalar)
        defer { offset += size }
        if start != nil {
            if Self.isPart(scalar) || Self.joins(scalar) {
                name.append(contentsOf: Array(String(scalar).utf8))
                hasLetter = hasLetter || scalar.properties.isAlphabetic
                if !Self.joins(scalar) { sound = (name.count, offset + size) }
                return
            }
            let wasHash = !isPerson && sound.name > 0 && sound.offset == offset
            end(&mentions)
            mayBegin = wasHash && scalar == "#"
        }
        if scalar.properties.isDefaultIgnorableCodePoint { return }
        if mayBegin, scalar == "#" || scalar == "@" {
            (start, isPerson, name, hasLetter, sound) = (offset, scalar == "@", [], false, (0, 0))
        }
        mayBegin = scalar.properties.isWhitespace || Self.opens(scalar)
    }

    /// Ends the tag that is being read.
    mutating func end(_ mentions: inout [TextTags.Mention]) {
        defer { start = nil }
        guard let start, hasLetter, sound.name > 0 else { return }
        let bytes = (isPerson ? [0x40] : []) + name.prefix(sound.name)
        guard bytes.count <= EntryLimits.tag else { return }
        mentions.append(TextTags.Mention(tag: Tag(bytes: bytes), bytes: start..<sound.offset))
    }

    private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
            .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
            true
        default: scalar == "_"
        }
    }

    /// Whether it belongs to a tag only between other signs: a dash, or what nobody sees.
    private static func joins(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "-" || scalar.properties.isDefaultIgnorableCodePoint
    }

    private static func opens(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .openPunctuation, .initialPunctuation: true
        default: scalar == "\"" || scalar == "'"
        }
    }
}

extension EntryContent {
    /// The tags that the text says, sorted, each once, as it is said first, without those that were given.
    public var textTags: [Tag] {
        let mentions = TextTags.mentions(in: text)
        if mentions.isEmpty { return [] }
        let given = Set(tags.map(\.folded))
        return mentions.map(\.tag).eachOnce.filter { !given.contains($0.folded) }.sorted()
    }

    /// The tags that were given and that the text does not say.
    public var unsaidTags: [Tag] {
        if tags.isEmpty { return [] }
        let said = Set(TextTags.mentions(in: text).map(\.tag.folded))
        return tags.filter { !said.contains($0.folded) }
    }

    /// The tags that were given and those that the text says besides, sorted.
    public var allTags: [Tag] {
        let said = textTags
        return said.isEmpty ? tags : (tags + said).sorted()
    }
}

extension Tag {
    /// A tag as a person types it: `#여행` is 여행.
    public static func typed(_ text: String) -> Tag {
        Tag(text.hasPrefix("#") && text.utf8.count > 1 ? String(text.dropFirst()) : text)
    }

    /// Whether who reads it sees all of it: something besides `#` is visible, and no line ends in it, and no control or
    /// direction stands in it.
    package var isSeen: Bool {
        hasVisibleCharacter(text.filter { $0 != "#" })
            && !text.unicodeScalars.contains { scalar in
                [.control, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
                    || (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
            }
    }

    /// The tag as a text says it: `#여행`, and `@가족` as it is.
    public var shown: String { bytes.first == UInt8(ascii: "@") ? text : "#" + text }
}
