/// A file that is written in parts and appears whole.

internal import DiarylogCHost
internal import Glibc
internal import Synchronization

/// Writes a file for a path, and replaces what is there once it is finished.
///
/// A reader, or a power cut, finds either the old file or the new one, whole. The new one is written in the same
/// folder, without a name or under a temporary one, with mode 0600 or that of the file it replaces. A link is followed,
/// and its target replaced. A pipe, a terminal or a device is written to directly. A replacement that is dropped
/// unfinished leaves no file; what a killed program left under a temporary name, the next one in that folder removes.
package struct FileReplacement: ~Copyable {
    private let descriptor: FileDescriptor
    /// The path to replace; also the path in errors.
    private let path: String
    /// The temporary name; nil if the path is written to directly.
    private let temporary: String?
    private var waiting: [UInt8] = []
    private var isFinished = false
    /// Whether the file has a name. Where the file system allows it, it has none until it is whole, so that a program
    /// that is interrupted leaves nothing.
    private var isNamed: Bool

    /// How many bytes are collected before they are written.
    private static let portion = 65_536

    /// Begins to write for a path. Throws EISDIR for a folder, and `isMissing` if the folder of the path does not exist
    /// or the path is a link to nothing.
    package init(of path: String) throws(SystemError) {
        var target = path
        var mode: UInt32 = 0o600
        switch try FileSystem.kind(of: path) {
        case .directory: throw SystemError(code: EISDIR, call: "open", path: path)
        case .other:
            try self.init(onto: path)
            return
        case .missing:
            if try FileSystem.ownership(of: path) == .link {
                throw SystemError(code: ENOENT, call: "open", path: path)
            }
        case .file:
            target = try FileSystem.canonicalPath(path)
            mode = try FileSystem.permissions(of: target)
        }
        do throws(SystemError) {
            try self.init(in: FileSystem.parent(of: target), for: target)
        } catch {
            throw SystemError(
                code: error.code, call: error.call, path: error.isMissing ? FileSystem.parent(of: path) : target)
        }
        if mode != 0o600 { _ = fchmod(descriptor.number, mode) }
    }

    /// Begins to write a file in a folder, before anybody knows what it will be called: `finish(as:)` says it.
    package init(in folder: String) throws(SystemError) {
        try self.init(in: folder, for: folder)
    }

    /// Writes to what is at a path directly.
    private init(onto path: String) throws(SystemError) {
        descriptor = try FileDescriptor(opening: path, O_WRONLY | O_NOCTTY)
        temporary = nil
        self.path = path
        isNamed = true
    }

    private init(in folder: String, for path: String) throws(SystemError) {
        var temporary = try Self.temporaryName(in: folder)
        if Self.canNameLater,
            let nameless = try? FileDescriptor(opening: folder, O_WRONLY | FileDescriptor.nameless, mode: 0o600)
        {
            descriptor = nameless
            isNamed = false
        } else {
            Self.sweep(folder)
            var file = try FileDescriptor(opening: temporary, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
            // Before it was locked, another sweep may have taken it for a dead program's.
            while try !Self.isHeld(file, temporary) {
                temporary = try Self.temporaryName(in: folder)
                file = try FileDescriptor(opening: temporary, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
            }
            descriptor = file
            isNamed = true
        }
        self.temporary = temporary
        self.path = path
    }

    static func temporaryName(in folder: String) throws(SystemError) -> String {
        folder + "/" + temporaryPrefix + (try SystemRandom.bytes(8).map { String($0, radix: 16) }.joined())
    }

    /// Locks a new file, where the file system knows locks; whether it is still there.
    private static func isHeld(_ file: borrowing FileDescriptor, _ path: String) throws(SystemError) -> Bool {
        if chost_lock_byte(file.number, 0, Int32(CHOST_EXCLUSIVE), false) == EAGAIN { return false }
        return try FileSystem.kind(of: path) == .file
    }

    private static let swept = Mutex<Set<String>>([])

    /// Removes what killed programs left in a folder: files of this user under temporary names that nobody has locked.
    /// Once in a process for each folder, as it reads the whole of it.
    private static func sweep(_ folder: String) {
        guard swept.withLock({ $0.insert(folder).inserted }) else { return }
        for name in (try? FileSystem.contents(of: folder, beginning: temporaryPrefix)) ?? [] {
            let file = folder + "/" + name
            guard name.dropFirst(temporaryPrefix.count).allSatisfy(\.isHexDigit),
                (try? FileSystem.ownership(of: file)) == .own, (try? FileSystem.kind(of: file)) == .file,
                let lock = try? LockFile.open(file, creating: false),
                (try? lock.tryLock(byte: 0, .exclusive)) == true
            else { continue }
            try? FileSystem.removeFile(file)
        }
    }

    /// Whether a file without a name can be given one at the end: that goes through /proc, which a jail may lack.
    private static let canNameLater = (try? FileSystem.kind(of: "/proc/self/fd")) == .directory

    /// How the names of files begin that are not whole yet.
    package static let temporaryPrefix = ".diarylog-"

    deinit {
        if let temporary, isNamed, !isFinished { _ = unsafe unlink(temporary) }
    }

    /// Appends bytes.
    package mutating func write(_ bytes: [UInt8]) throws(SystemError) {
        waiting += bytes
        if waiting.count >= Self.portion { try flush() }
    }

    /// Puts the file at its path, where it also survives a power cut. Costs two waits for the disk.
    package mutating func finish() throws(SystemError) { try finish(as: path) }

    /// The same at a path of the file system that the file is on.
    package mutating func finish(as path: String) throws(SystemError) {
        try flush()
        guard let temporary else { return }
        do throws(SystemError) {
            try descriptor.sync()
            if !isNamed {
                let own = "/proc/self/fd/\(descriptor.number)"
                _ = try systemCall("linkat", path) {
                    unsafe linkat(AT_FDCWD, own, AT_FDCWD, temporary, AT_SYMLINK_FOLLOW)
                }
                isNamed = true
            }
            try FileSystem.rename(from: temporary, to: path)
        } catch {
            throw SystemError(code: error.code, call: error.call, path: path)
        }
        isFinished = true
        try FileSystem.syncDirectory(FileSystem.parent(of: path))
    }

    /// Puts a file that was begun in a folder at a path where nothing is; false, and nothing done, if something is
    /// there.
    ///
    /// The folder is not synced.
    package mutating func finish(asNew path: String) throws(SystemError) -> Bool {
        try flush()
        try descriptor.sync()
        let own = isNamed ? temporary ?? "" : "/proc/self/fd/\(descriptor.number)"
        let follows = isNamed ? 0 : AT_SYMLINK_FOLLOW
        do throws(SystemError) {
            _ = try systemCall("linkat", path) {
                unsafe linkat(AT_FDCWD, own, AT_FDCWD, path, follows)
            }
        } catch {
            if error.isExisting { return false }
            throw error
        }
        if isNamed, let temporary { try FileSystem.removeFile(temporary) }
        isFinished = true
        return true
    }

    private mutating func flush() throws(SystemError) {
        do throws(SystemError) {
            try descriptor.write(waiting.span)
        } catch {
            throw SystemError(code: error.code, call: error.call, path: path)
        }
        waiting.removeAll(keepingCapacity: true)
    }
}
