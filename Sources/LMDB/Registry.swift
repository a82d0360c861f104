internal import DiarylogCLMDB
internal import Glibc
internal import Synchronization

/// The environments that are open in this process, one per file.
///
/// LMDB's locks belong to a process and a lock file: if a file were opened twice and closed once, the locks of the
/// other environment would be gone, and with them the protection of its readers. So a file that is open is never opened
/// again, whatever path names it, and opening waits until a closing is done.
final class Registry: Sendable {
    /// The registry of this process.
    static let shared = Registry()

    /// A file, whatever path names it.
    struct File: Equatable, Sendable {
        let device: UInt
        let inode: UInt

        init(_ status: stat) {
            device = status.st_dev
            inode = status.st_ino
        }
    }

    private struct Entry {
        let file: File
        weak var environment: Environment?
    }

    /// An array, since they are few: the type of a dictionary costs a process a tenth of its start.
    private let entries = Mutex<[Entry]>([])

    /// The living environment of the file at `path`, or a new one.
    ///
    /// Throws `.missing` if there is no file and the options do not allow creating one, and `.busy` if the living
    /// environment promises less than the options ask for.
    func environment(at path: String, _ options: Environment.Options) throws(LMDBError) -> Environment {
        let environment = try entries.withLock { entries throws(LMDBError) -> Environment? in
            if let file = try Self.file(at: path, options), let entry = entries.first(where: { $0.file == file }) {
                // Nil if its deinit has begun.
                return entry.environment
            }
            let environment = try Environment(opening: path, options) { file throws(LMDBError) in
                // Another file has taken this path meanwhile, and it is open already.
                if entries.contains(where: { $0.file == file }) { throw .busy }
            }
            entries.append(Entry(file: environment.file, environment: environment))
            return environment
        }
        guard let environment else {
            // Another thread is closing it, and needs the lock for that.
            sched_yield()
            return try self.environment(at: path, options)
        }
        // Outside the lock, since dropping the environment here may close it.
        try environment.requireOwnProcess()
        guard environment.options.keepsPromises(of: options) else { throw .busy }
        return environment
    }

    /// Closes the environment of a file by `closing`, and forgets it.
    func close(_ file: File, _ closing: () -> Void) {
        entries.withLock { entries in
            closing()
            entries.removeAll { $0.file == file }
        }
    }

    /// The file at a path; nil if there is none and it may be created.
    private static func file(at path: String, _ options: Environment.Options) throws(LMDBError) -> File? {
        var status = stat()
        if unsafe stat(path, &status) == 0 {
            // LMDB would try to write the first pages of an empty file.
            if options.isReadOnly, status.st_size == 0 { throw .notADatabase }
            return File(status)
        }
        let error = LMDBError(code: errno)
        if error == .missing, !options.isReadOnly { return nil }
        throw error
    }
}
