/// What gzip has compressed, made what it was.

internal import DiarylogZlib

package enum Gzip {
    private static let portion = 65_536

    /// Whether bytes begin as gzip does.
    package static func begins(_ start: Span<UInt8>) -> Bool {
        start.count >= 3 && start[0] == 0x1F && start[1] == 0x8B && start[2] == 8
    }

    /// All bytes; of several parts of gzip, one after the other, those of all. What follows them is passed over.
    package static func bytes(
        of source: ByteSource, limits: ArchiveLimits = ArchiveLimits()
    ) throws(ArchiveProblem) -> [UInt8] {
        var inflation = Inflation(.gzip)
        var bytes: [UInt8] = []
        var waiting: [UInt8] = []
        var offset = 0
        while true {
            // So many tell whether another part of gzip begins.
            if waiting.count < 3 {
                let part = try source.read(at: offset, count: portion)
                offset += part.count
                waiting += part
            }
            let input = waiting
            guard let step = inflation.step(input.span, room: portion) else { throw .damaged(nil) }
            waiting = Array(input[step.taken...])
            bytes += step.bytes
            guard bytes.count <= limits.total else { throw .tooLarge("", limits.total) }
            try limits.check(bytes.count, from: offset - waiting.count, of: "")
            if step.isAtEnd {
                let next = try waiting + source.read(at: offset, count: 3)
                guard begins(next.span) else { return bytes }
                inflation.reset()
            } else if step.taken == 0, step.bytes.isEmpty, offset >= source.size {
                throw .endsEarly
            }
        }
    }
}
