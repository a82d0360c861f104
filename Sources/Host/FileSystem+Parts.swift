/// Reading files that are too large for memory.

internal import Glibc

extension FileSystem {
    /// Reads a file in parts of `size` bytes, each of which begins with the last `overlap` bytes of the one before.
    package static func forEachPart(
        of path: String, size: Int = 1 << 20, overlap: Int, _ visit: (_ offset: Int, [UInt8]) -> Void
    ) throws(SystemError) {
        let file = try FileDescriptor(opening: path, O_RDONLY)
        var part: [UInt8] = []
        var offset = 0
        while true {
            let kept = Array(part.suffix(overlap))
            let fresh = try file.read(limit: size, expected: size)
            if fresh.isEmpty { return }
            part = kept + fresh
            visit(offset - kept.count, part)
            offset += fresh.count
        }
    }
}
