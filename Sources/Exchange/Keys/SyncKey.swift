package import DiarylogHost

/// What opens a diary's remote: identities of age, the newest first. The first seals, all open.
///
/// An identity is a line `AGE-SECRET-KEY-1…`. Who has it reads all that was sealed by it, and nobody without it makes
/// an object that opens: the recipient that follows from it is written nowhere.
package struct SyncKey: Equatable, Sendable {
    /// The newest first, at least one and at most 50: all go to age through a pipe of 4,096 bytes.
    package let identities: [String]

    /// Reads what a file of age says: identities, one a line; empty lines and those that begin with `#` are passed
    /// over, and so is one that came before. Nil if there is none, or a line that is none.
    package init?(_ bytes: [UInt8]) {
        var identities: [String] = []
        for line in bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
            let text = String(decoding: line, as: UTF8.self)
            if text.hasPrefix("#") || text.allSatisfy(\.isWhitespace) || identities.contains(text) { continue }
            guard Self.isIdentity(text), identities.count < 50 else { return nil }
            identities.append(text)
        }
        if identities.isEmpty { return nil }
        self.identities = identities
    }

    private init(_ identities: [String]) { self.identities = identities }

    /// Whether a line has the form of an identity: the name, and 58 letters and digits of Bech32.
    private static func isIdentity(_ text: String) -> Bool {
        let digits = Set("QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L")
        return text.utf8.count == 74 && text.hasPrefix("AGE-SECRET-KEY-1")
            && text.dropFirst(16).allSatisfy { digits.contains($0) }
    }

    /// Draws a new one, by the program age-keygen. Throws `noProgram` where it is not installed.
    package static func make() throws(SealTrouble) -> SyncKey {
        guard let keygen = ExternalProgram("age-keygen") else { throw .noProgram }
        let said: (code: Int32, output: [UInt8])
        do throws(SystemError) { said = try keygen.run([], seconds: 30) } catch { throw .local(error) }
        guard said.code == 0, let key = SyncKey(said.output) else { throw .refused }
        return key
    }

    /// This one with a new identity in front, which seals from now on.
    package func rotated() throws(SealTrouble) -> SyncKey { try Self.make().adding(self) }

    /// This one, and behind it what another has besides.
    package func adding(_ other: SyncKey) -> SyncKey {
        SyncKey(identities + other.identities.filter { !identities.contains($0) })
    }

    /// What both have, in an order that does not depend on whose is whose: who knows of the other's newest one has the
    /// newer key, and of two that were drawn at once the greater seals.
    package func merged(with other: SyncKey) -> SyncKey {
        if identities.contains(other.identities[0]) { return adding(other) }
        if other.identities.contains(identities[0]) { return other.adding(self) }
        return identities[0] > other.identities[0] ? adding(other) : other.adding(self)
    }

    /// Whether both have an identity, as all keys of one diary do, however often they were drawn anew.
    package func isRelated(to other: SyncKey) -> Bool { identities.contains { other.identities.contains($0) } }

    /// As it is written in a file.
    package var text: String { identities.joined(separator: "\n") + "\n" }

    /// What a person is asked to type once it was written down: the end of the first.
    package var ending: String { String(identities[0].suffix(6)) }

    /// Reads the key of a file; nil if it has none.
    package init?(at path: String) {
        guard let bytes = try? FileSystem.read(path, limit: 64 << 10) else { return nil }
        self.init(bytes)
    }

    /// Writes it to a file that only this user may read. The file appears whole.
    package func write(to path: String) throws(SystemError) {
        var file = try FileReplacement(of: path)
        try file.write(Array(text.utf8))
        try file.finish()
    }
}
