internal import DiarylogHost
internal import Synchronization

/// Files that were dropped on a page, between the look at what an import would do and the import. Each lies in a folder
/// of its own that only this user can enter, and goes with the import, with one too many, or with the server.
final class DroppedFiles: Sendable {
    /// As many as one drops at once.
    private static let most = 64

    private let waiting = Mutex<[(name: String, path: String)]>([])

    deinit { removeAll() }

    /// Keeps a file; the name under which it is asked for.
    func keep(_ path: String) -> String {
        let name = String(PageToken().text.prefix(32))
        let oldest = waiting.withLock { waiting in
            waiting.append((name, path))
            return waiting.count > Self.most ? waiting.removeFirst().path : nil
        }
        if let oldest { Self.remove(oldest) }
        return name
    }

    /// Gives a file away, which is kept no longer; nil if there is none of this name.
    func take(_ name: String) -> String? {
        waiting.withLock { waiting in
            guard let index = waiting.firstIndex(where: { $0.name == name }) else { return nil }
            return waiting.remove(at: index).path
        }
    }

    func removeAll() {
        let all = waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
        for file in all { Self.remove(file.path) }
    }

    /// Removes a file with its folder.
    static func remove(_ path: String) { try? FileSystem.removeTree(FileSystem.parent(of: path)) }
}
