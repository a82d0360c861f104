import DiarylogHost
import Glibc

/// A small ext4 whose folders can be encrypted, in a file behind a loop device; gone when its last owner lets go.
///
/// Only root can have one, where there are loop devices and mkfs.ext4.
package final class EncryptedDisk: Sendable {
    private let folder: Folder
    /// Where it is mounted.
    package let path: String

    /// Nil, said aloud, where it cannot be had; without `isAble`, an ext4 as it is made by default.
    package init?(megabytes: Int = 32, isAble: Bool = true) throws {
        folder = try Folder()
        path = folder("disk")
        try FileSystem.makeDirectory(path, mode: 0o755)
        let script = """
            truncate -s "$1"M "$0" && mkfs.ext4 -q -F -b 4096 -J size=4 -O "$2" "$0" && mount -o loop "$0" "$3" \
            && chmod 1777 "$3" && chmod 755 "$(dirname "$3")"
            """
        let words = [folder("image"), "\(megabytes)", isAble ? "encrypt" : "^encrypt", path]
        guard geteuid() == 0, try Self.bash(script, words, in: folder) == 0 else {
            print("skipped: no encrypted disk can be had here: it needs root, a loop device, mkfs.ext4 and fscrypt")
            return nil
        }
        if try isAble && !FolderEncryption.isPossible(in: path) {
            print("skipped: this kernel encrypts no folders")
            return nil
        }
    }

    deinit { _ = try? Self.bash("umount \"$0\" 2> /dev/null || umount -l \"$0\"", [path], in: folder) }

    private static func bash(_ script: String, _ words: [String], in folder: Folder) throws -> Int32 {
        try Child.run(
            ["bash", "-c", script] + words, environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"],
            streams: Child.Streams(input: "/dev/null", output: folder("out"), error: folder("err")))
    }
}
