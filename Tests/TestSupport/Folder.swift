import DiarylogHost
import Testing

/// A folder for one test: in memory where there is such a place, gone with all it holds when its last owner lets go.
package final class Folder: Sendable {
    package let path: String

    package init() throws {
        let memory = try FileSystem.kind(of: "/dev/shm") == .directory && FileSystem.isWritable("/dev/shm")
        let parent = memory ? "/dev/shm" : FileSystem.temporaryDirectory
        path = try FileSystem.makeTemporaryDirectory(in: parent, prefix: "diarylog-test-")
    }

    deinit {
        do { try FileSystem.removeTree(path) } catch { Issue.record("left behind: \(error)") }
    }

    /// A path inside.
    package func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }
}
