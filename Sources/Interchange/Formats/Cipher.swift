internal import DiaryModel
internal import DiarylogArchives

/// What a program has encrypted: it is refused or left out, or its cipher would become an entry.
package enum Cipher: Sendable {
    /// A token of jrnl 2 and later (Fernet, in letters), or a journal of jrnl 4.6 (`JRNLv3…`).
    case jrnl
    case vim
    /// Bytes that are neither text nor what begins as files of other kinds do: as of jrnl 1 (AES, in blocks of 16).
    case unknown
    /// Notes of whatever program that can only be told apart from others.
    case notes

    /// What has encrypted a file; nil if nothing has.
    init?(_ file: SourceFile) {
        let head = file.head
        if head.starts(with: Array("VimCrypt~".utf8)) {
            self = .vim
        } else if head.starts(with: Array("age-encryption.org/v1".utf8)) || Self.isNamed(file.path) {
            self = .notes
        } else if head.starts(with: Array("JRNLv".utf8)) || Self.isToken(head) {
            self = .jrnl
        } else if file.content.size % 16 == 0, Self.isNoText(head) {
            self = .unknown
        } else {
            return nil
        }
    }

    /// Whether a note is what PGP, age, Ansible or OpenSSL has encrypted, in letters.
    static func isArmoured(_ head: [UInt8]) -> Bool {
        let text = String(decoding: head.drop { [0xEF, 0xBB, 0xBF, 0x0A, 0x0D].contains($0) }, as: UTF8.self)
        return armours.contains { text.hasPrefix($0) }
    }

    /// Whether nothing is in a source but what these programs have encrypted, by what is in it or how it is called.
    static func isAll(_ source: Source) -> Bool {
        switch source {
        case .file(let file): isArmoured(file.head)
        case .folder(let folder): folder.names.contains(where: isNamed)
        }
    }

    private static func isNamed(_ name: String) -> Bool { NoteFolder.has(name, ["gpg", "pgp", "age"]) }

    private static let armours = [
        "-----BEGIN PGP MESSAGE", "-----BEGIN AGE ENCRYPTED", "$ANSIBLE_VAULT;", "U2FsdGVkX1",
    ]

    /// The sign that stands at both ends of a passage which Obsidian's Meld Encrypt has encrypted.
    static let lock = Array("%%🔐".utf8)

    /// A token's first byte is 0x80, and four of the eight of its time are nought.
    private static func isToken(_ head: [UInt8]) -> Bool {
        guard let start = head.firstIndex(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) else { return false }
        let token = head[start...]
        let letters = token.prefix { byte in
            (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || "-_=".utf8.contains(byte)
        }
        return letters.count >= 100 && letters.starts(with: Array("gAAAAA".utf8))
            && token[letters.endIndex...].allSatisfy { [0x20, 0x0A, 0x0D].contains($0) }
    }

    /// Whether bytes are as a cipher's are: of a text in whatever encoding they would be otherwise.
    static func isNoText(_ head: [UInt8]) -> Bool {
        guard head.count >= 32, !signatures.contains(Array(head.prefix(2))), !isValidUTF8(head) else { return false }
        // No text in an older encoding has such characters, and what is no cipher has more noughts.
        return head.count { $0 == 0 } <= head.count / 64 + 4
            && head.contains { (0x01...0x08).contains($0) || (0x0E...0x1A).contains($0) }
            && Set(head).count > min(head.count, 256) / 2
    }

    /// How texts of UTF-16, archives, pictures and papers begin.
    private static let signatures: Set<[UInt8]> = [
        [0xFF, 0xFE], [0xFE, 0xFF], [0x50, 0x4B], [0x1F, 0x8B], [0xFF, 0xD8], [0x89, 0x50], [0x47, 0x49], [0x52, 0x49],
        [0x25, 0x50], [0x53, 0x51], [0xD0, 0xCF], [0x00, 0x00], [0x37, 0x7A], [0x52, 0x61], [0x42, 0x5A], [0xFD, 0x37],
    ]
}
