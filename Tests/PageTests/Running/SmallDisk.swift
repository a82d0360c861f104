import Foundation

/// A disk of some megabytes in memory, which can be filled; gone with its last owner. Only root can mount one.
final class SmallDisk: Sendable {
    let path: String

    /// Nil, said aloud, where it cannot be had.
    init?() throws {
        path = NSTemporaryDirectory() + "diarylog-disk-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        do {
            try Programs.run("/bin/mount", ["-t", "tmpfs", "-o", "size=16m", "none", path])
        } catch is Programs.Failed {
            print("skipped: no small disk can be mounted here")
            try FileManager.default.removeItem(atPath: path)
            return nil
        }
    }

    deinit {
        _ = try? Programs.run("/bin/umount", ["-l", path])
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Leaves no byte.
    func fill() throws {
        try Programs.run("/bin/sh", ["-c", "cat /dev/zero > \"$0\" 2> /dev/null || :", path + "/full"])
    }

    func makeRoom() throws { try FileManager.default.removeItem(atPath: path + "/full") }
}
