internal import DiarylogHost
internal import EventStore
internal import Synchronization

/// A file that was dropped on a page, in a folder of its own that only this user can enter.
struct DroppedFile: Sendable {
    let path: String
    private let folder: HalfMadeFolder
    private static let prefix = "diarylog-import-"

    /// Makes the folder for a file of some name, and removes what a server that was killed left.
    init(named name: String) throws(EventStoreError) {
        let temporary = FileSystem.temporaryDirectory
        HalfMadeFolder.sweep(temporary, Self.prefix)
        let made: HalfMadeFolder?
        do throws(SystemError) { made = try HalfMadeFolder(in: temporary, prefix: Self.prefix) } catch {
            throw EventStoreError(error)
        }
        guard let made else { throw .busy }
        folder = made
        path = "\(folder.path)/\(name == HalfMadeFolder.lockName ? "import" : name)"
    }

    func remove() { folder.remove() }
}

/// Files that were dropped on a page, between the look at what an import would do and the import. Each goes with the
/// import, with one too many, or with the server.
final class DroppedFiles: Sendable {
    /// As many as one drops at once.
    private static let most = 64

    private let waiting = Mutex<[(name: String, file: DroppedFile)]>([])

    deinit { removeAll() }

    /// Keeps a file; the name under which it is asked for.
    func keep(_ file: DroppedFile) -> String {
        let name = String(PageToken().text.prefix(32))
        let oldest = waiting.withLock { waiting in
            waiting.append((name, file))
            return waiting.count > Self.most ? waiting.removeFirst().file : nil
        }
        oldest?.remove()
        return name
    }

    /// Gives a file away, which is kept no longer; nil if there is none of this name.
    func take(_ name: String) -> DroppedFile? {
        waiting.withLock { waiting in
            guard let index = waiting.firstIndex(where: { $0.name == name }) else { return nil }
            return waiting.remove(at: index).file
        }
    }

    func removeAll() {
        let all = waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
        for (_, file) in all { file.remove() }
    }
}
