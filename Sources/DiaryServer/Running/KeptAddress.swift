package import DiarylogHost
internal import EventStore

/// Where the page of a diary is found again, so that what a browser holds for it is not stranded by a restart: the port
/// that was drawn for the diary once, and the token.
///
///     ~/.local/state/diarylog/page/9f2c51…       mode 0600: the diary's folder, the port, the token, a line each
///     ~/.local/state/diarylog/page/9f2c51….lock  held by the run that is at the port
///
/// A diary is known by its folder: whatever is brought back into it has the old address, and a copy elsewhere another.
/// A file that others could have read or written is not believed. The token goes when no page was served for
/// `lifetime`.
package struct KeptAddress: Sendable {
    package private(set) var port: UInt16
    package private(set) var token: PageToken
    /// Whether no other run shows this diary now.
    package let isAlone: Bool

    /// A token that nobody used for so many seconds is drawn anew: 30 days.
    package static let lifetime: Int64 = 30 * 86_400
    /// Below those that the system gives to connections going out, so that a port is seldom taken by chance.
    package static let ports: Range<UInt16> = 20_000..<32_768

    private let folder: String
    private let file: String
    private let lock: LockFile
    /// The ports of other diaries.
    private let others: Set<UInt16>

    /// The address of the diary in a folder, as its canonical path; drawn if there is none. `state` is the folder of
    /// these files, which is made. `now` is in seconds since 1970.
    ///
    /// Throws what the system says where it cannot be kept.
    package init(
        of folder: String, in state: String, drawsToken: Bool = false, now: Int64 = WallClock.nowAndSeconds().seconds
    ) throws(SystemError) {
        try FileSystem.makeDirectory(state, withParents: true)
        guard try FileSystem.ownership(of: state) == .own else { throw SystemError.refusal(of: state) }
        let name = String(Digest(hashing: Array(folder.utf8)).description.prefix(16))
        (self.folder, file) = (folder, "\(state)/\(name)")
        lock = try LockFile.open("\(file).lock", creating: true)
        isAlone = try lock.tryLock(byte: 0, .exclusive)
        var others: Set<UInt16> = []
        for other in try FileSystem.contents(of: state) where other != name && !other.hasSuffix(".lock") {
            if let port = Self.read("\(state)/\(other)")?.port { others.insert(port) }
        }
        self.others = others
        let kept = Self.read(file).flatMap { $0.folder == folder ? $0 : nil }
        port = kept?.port ?? Self.draw(but: others)
        if let kept, !drawsToken, now - (try FileSystem.modificationTime(of: file)) <= Self.lifetime {
            token = kept.token
        } else {
            token = PageToken()
        }
        // Whatever else is there, a link or what others may read, gives way; what replaces a file has its mode.
        if kept == nil, try FileSystem.ownership(of: file) != nil { try FileSystem.removeFile(file) }
        try write()
    }

    /// The port to try where one is taken: the next that no other diary has.
    package func port(after taken: UInt16) -> UInt16 {
        var next = taken
        repeat {
            next = next + 1 < Self.ports.upperBound ? next + 1 : Self.ports.lowerBound
        } while others.contains(next)
        return next
    }

    /// Keeps another port, with another token: whoever has the old port may have been told the old token by a page that
    /// was still open.
    package mutating func move(to port: UInt16) throws(SystemError) {
        (self.port, token) = (port, PageToken())
        try write()
    }

    /// Says that the page is in use, so that its token lives for another `lifetime`. Says nothing of one that another
    /// run has drawn anew.
    package func renew() throws(SystemError) {
        if let kept = Self.read(file), kept == (folder, port, token) { try write() }
    }

    private func write() throws(SystemError) {
        var replacement = try FileReplacement(of: file)
        try replacement.write(Array("\(folder)\n\(port)\n\(token.text)\n".utf8))
        try replacement.finish()
    }

    /// What a file says; nil where it is not there, is not believed, or says something else.
    private static func read(_ file: String) -> (folder: String, port: UInt16, token: PageToken)? {
        guard (try? FileSystem.ownership(of: file)) == .own, (try? FileSystem.isPrivate(file)) == true,
            let bytes = try? FileSystem.read(file, limit: 16_384)
        else { return nil }
        // A folder may have line ends in its name.
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count >= 4, lines.last == "", let port = UInt16(lines[lines.count - 3]), ports.contains(port),
            let token = PageToken(lines[lines.count - 2])
        else { return nil }
        return (lines.dropLast(3).joined(separator: "\n"), port, token)
    }

    private static func draw(but others: Set<UInt16>) -> UInt16 {
        var port = UInt16.random(in: ports)
        while others.contains(port) { port = UInt16.random(in: ports) }
        return port
    }
}
