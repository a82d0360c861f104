package import DiarylogHost

/// What makes objects unreadable for whoever holds the remote, and tells who made them.
package protocol Seal: Sendable {
    /// Seals a file as another.
    func seal(_ path: String, as sealed: String) throws(SealTrouble)
    /// Opens one, and says which key did.
    func open(_ sealed: String, as path: String) throws(SealTrouble) -> SealOpening
}

/// Which key opened a file.
package enum SealOpening: Equatable, Sendable {
    /// The one that seals now: whoever made the file has it.
    case newest
    /// One that was replaced: a device that was lost may have made the file.
    case older
    /// None.
    case closed
}

/// Why nothing could be sealed or opened.
package enum SealTrouble: Error, Equatable, Sendable {
    /// The program age is not installed.
    case noProgram
    /// It refused to seal.
    case refused
    /// This machine's own disk refused.
    case local(SystemError)
}

/// The program age, with the identities of a key: the first seals, all open; what the first does not open is tried
/// with the others.
///
/// `age -e -i` takes the recipient from the identity, so that it is written nowhere: nobody without the key makes an
/// object that opens. It would seal for all identities that it is given, so it gets the first alone.
package struct AgeSeal: Seal {
    private let age: ExternalProgram
    private let key: SyncKey

    package init(_ key: SyncKey) throws(SealTrouble) {
        guard let age = ExternalProgram("age") else { throw .noProgram }
        (self.age, self.key) = (age, key)
    }

    package func seal(_ path: String, as sealed: String) throws(SealTrouble) {
        guard try run(["-e", "-i", "-", "-o", sealed, path], key.identities[0] + "\n") == 0 else { throw .refused }
    }

    package func open(_ sealed: String, as path: String) throws(SealTrouble) -> SealOpening {
        let words = ["-d", "-i", "-", "-o", path, sealed]
        if try run(words, key.identities[0] + "\n") == 0 { return .newest }
        if key.identities.count > 1, try run(words, key.text) == 0 { return .older }
        try proveRoom(for: sealed, at: path)
        return .closed
    }

    /// Throws what the disk says where it has no room for what is opened: that is no wrong key.
    private func proveRoom(for sealed: String, at path: String) throws(SealTrouble) {
        guard let size = try? FileSystem.size(of: sealed),
            let free = try? FileSystem.freeBytes(FileSystem.parent(of: path)), free < UInt64(size) + (1 << 16)
        else { return }
        defer { try? FileSystem.removeFile(path) }
        do throws(SystemError) {
            let nothing = [UInt8](repeating: 0, count: size)
            try FileSystem.write(nothing.span, to: path, sync: false)
        } catch {
            throw .local(error)
        }
    }

    /// Runs it with identities on its standard input.
    private func run(_ words: [String], _ identities: String) throws(SealTrouble) -> Int32 {
        do throws(SystemError) { return try age.run(words, input: Array(identities.utf8), seconds: 600).code } catch {
            throw .local(error)
        }
    }
}
