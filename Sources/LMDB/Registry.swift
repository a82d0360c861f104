internal import CLMDB
internal import Glibc

/// The environments that are open in this process, one for a file.
///
/// LMDB's locks belong to a process and a lock file: were a file opened twice and one of the two closed, the locks of
/// the other would be gone, and with them its readers' protection. So a file that is open is never opened again, by
/// whatever path it is named, and opening waits for a closing under way.
final class Registry: Sendable {
    /// The one of this process.
    static let shared = Registry()

    /// A file, however it is named.
    struct File: Hashable, Sendable {
        let device: UInt
        let inode: UInt

        init(_ status: stat) {
            device = status.st_dev
            inode = status.st_ino
        }
    }

    private struct Entry {
        weak var environment: Environment?
    }

    private let monitor = Monitor<[File: Entry]>([:])

    /// The living environment of the file at `path`, or a new one.
    ///
    /// Throws `.missing` when there is no file and the options do not allow to make one, and `.busy` when the living
    /// environment promises less than the options ask for.
    func environment(at path: String, _ options: Environment.Options) throws(LMDBError) -> Environment {
        let environment = try monitor.when { entries throws(LMDBError) -> Environment? in
            if let file = try Self.file(at: path, options), let entry = entries[file] {
                // Nil when its deinit has begun: it comes to `close` as soon as this lock is free.
                return entry.environment
            }
            let environment = try Environment(opening: path, options) { file throws(LMDBError) in
                // Another file took this path meanwhile, and it is open already.
                if entries[file] != nil { throw .busy }
            }
            entries[environment.file] = Entry(environment: environment)
            return environment
        }
        // Only out here, where letting go of the environment may close it.
        try environment.requireOwnProcess()
        guard environment.options.keepsPromises(of: options) else { throw .busy }
        return environment
    }

    /// Runs the closing of a file's environment, and forgets it.
    func close(_ file: File, _ closing: () -> Void) {
        monitor.when { entries in
            closing()
            entries[file] = nil
            return ()
        }
    }

    /// Which file lies at a path; nil when there is none and it may be made.
    private static func file(at path: String, _ options: Environment.Options) throws(LMDBError) -> File? {
        var status = stat()
        if unsafe stat(path, &status) == 0 {
            // LMDB would try to write its first pages into an empty file.
            if options.isReadOnly, status.st_size == 0 { throw .notADatabase }
            return File(status)
        }
        let error = LMDBError(code: errno)
        if error == .missing, !options.isReadOnly { return nil }
        throw error
    }
}
