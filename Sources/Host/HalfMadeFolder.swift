/// A folder that is filled beside its place, and then takes its name, or goes.
///
/// A process that is killed meanwhile leaves it. So whoever fills it holds a lock on its file `lock`, which ends with
/// the process; the next one that makes something there removes the folders whose lock nobody holds.
package struct HalfMadeFolder: Sendable {
    package let path: String
    private let lock: LockFile

    /// The name of its lock file.
    package static let lockName = "lock"

    /// Makes a folder whose name begins with `prefix`, and locks it.
    ///
    /// Before it is locked, another process that sweeps may take it for a dead one and remove it: then the next folder
    /// is tried, up to a hundred. Throws what the system says, with the path of `parent`; nil if all were removed.
    package init?(in parent: String, prefix: String) throws(SystemError) {
        for _ in 0..<100 {
            let path: String
            do throws(SystemError) {
                path = try FileSystem.makeTemporaryDirectory(in: parent, prefix: prefix)
            } catch {
                // The parent folder exists, but one like /proc takes no new folders.
                throw error.isMissing ? .refusal(of: parent) : error
            }
            do throws(SystemError) {
                guard let claimed = try HalfMadeFolder(claiming: path) else { continue }
                self = claimed
                return
            } catch {
                try? FileSystem.removeTree(path)
                throw error
            }
        }
        return nil
    }

    /// Locks a folder that is there; nil if another process has locked it, or removed it meanwhile.
    package init?(claiming path: String) throws(SystemError) {
        let file = path + "/" + Self.lockName
        do throws(SystemError) {
            lock = try LockFile.open(file, creating: true)
            guard try lock.tryLock(byte: 0, .exclusive), try FileSystem.kind(of: file) == .file else { return nil }
        } catch {
            if error.isMissing { return nil }
            throw error
        }
        self.path = path
    }

    /// Lets others have what it has become. The lock ends with the last copy of this value as well.
    package func release() { try? lock.unlock(byte: 0) }

    /// Removes it with all that is in it.
    package func remove() {
        try? FileSystem.removeTree(path)
        release()
    }

    /// Removes what killed processes left: folders of this user whose lock file nobody holds, or that have none: empty
    /// ones, and those whose removal was itself killed, as a folder in use has its lock file before all others.
    ///
    /// It does not look into other users' folders, nor into links.
    package static func sweep(_ parent: String, _ prefix: String) {
        guard let names = try? FileSystem.contents(of: parent, beginning: prefix) else { return }
        for name in names {
            let folder = parent + "/" + name
            guard (try? FileSystem.ownership(of: folder)) == .own else { continue }
            if let lock = try? LockFile.open(folder + "/" + lockName, creating: false) {
                if (try? lock.tryLock(byte: 0, .exclusive)) == true { try? FileSystem.removeTree(folder) }
            } else if let names = try? FileSystem.contents(of: folder), !names.isEmpty, !names.contains(lockName) {
                try? FileSystem.removeTree(folder)
            } else {
                try? FileSystem.removeEmptyDirectory(folder)
            }
        }
    }
}
