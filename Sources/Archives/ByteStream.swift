/// Bytes one after the other: those of a source, or what they are once gzip is taken off.

internal import DiarylogZlib

/// Bytes that are read from the front to the end; some 100 kB are held, however many there are.
package struct ByteStream: ~Copyable {
    private let source: ByteSource
    private let limits: ArchiveLimits
    private var offset = 0
    private var waiting: [UInt8] = []
    /// What is ready to be given, from `start` on.
    private var ready: [UInt8] = []
    private var start = 0
    private var inflation: Inflation
    /// Whether the bytes stand at the beginning of a part of gzip, or after the last one.
    private var isBetween = false
    private let isCompressed: Bool
    private var given = 0
    /// How many bytes have been taken or skipped.
    private(set) var position = 0

    private static let portion = 65_536

    /// The bytes as they are, or what they are without gzip if they begin as gzip does. A file of several such parts,
    /// one after the other, is all of them; zeros at its end are nothing.
    package init(_ source: ByteSource, limits: ArchiveLimits = ArchiveLimits()) throws(ArchiveProblem) {
        // Nothing is set before all that may throw: a half-made value that is not copied cannot be taken apart.
        let start = try source.read(at: 0, count: 3)
        self.source = source
        self.limits = limits
        isCompressed = Self.beginsAsGzip(start.span)
        inflation = Inflation(.gzip)
    }

    /// Whether bytes begin as gzip does.
    package static func beginsAsGzip(_ start: Span<UInt8>) -> Bool {
        start.count >= 3 && start[0] == 0x1F && start[1] == 0x8B && start[2] == 8
    }

    /// The next bytes, `count` of them, or fewer if that is the end.
    package mutating func next(_ count: Int) throws(ArchiveProblem) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            if start == ready.count {
                ready = try part()
                start = 0
                if ready.isEmpty { break }
            }
            let end = min(ready.count, start + count - bytes.count)
            bytes += ready[start..<end]
            start = end
        }
        position += bytes.count
        return bytes
    }

    /// The next bytes, whichever are there; empty at the end.
    package mutating func next() throws(ArchiveProblem) -> [UInt8] { try next(Self.portion) }

    /// Goes on by so many bytes; throws `.endsEarly` if there are fewer. In a file that is not compressed it costs no
    /// reading.
    mutating func skip(_ count: Int) throws(ArchiveProblem) {
        var count = count
        let here = min(count, ready.count - start)
        start += here
        position += here
        count -= here
        guard !isCompressed else {
            while count > 0 {
                let part = try next(min(count, Self.portion))
                guard !part.isEmpty else { throw .endsEarly }
                count -= part.count
            }
            return
        }
        guard source.size - offset >= count else { throw .endsEarly }
        offset += count
        position += count
    }

    private mutating func part() throws(ArchiveProblem) -> [UInt8] {
        guard isCompressed else {
            let bytes = try source.read(at: offset, count: Self.portion)
            offset += bytes.count
            return bytes
        }
        while true {
            if waiting.isEmpty {
                waiting = try source.read(at: offset, count: Self.portion)
                offset += waiting.count
            }
            if isBetween {
                if waiting.isEmpty { return [] }
                if waiting[0] == 0 {
                    try endInZeros()
                    return []
                }
                inflation.reset()
                isBetween = false
            }
            let input = waiting
            guard let step = inflation.step(input.span, room: Self.portion) else { throw .damaged(nil) }
            waiting = Array(input[step.taken...])
            given += step.bytes.count
            guard given <= limits.total else { throw .tooLarge("", limits.total) }
            try limits.check(given, from: offset - waiting.count, of: "")
            if step.isAtEnd { isBetween = true }
            if !step.bytes.isEmpty { return step.bytes }
            if step.taken == 0, offset >= source.size, !step.isAtEnd { throw .endsEarly }
        }
    }

    private mutating func endInZeros() throws(ArchiveProblem) {
        while !waiting.isEmpty {
            guard waiting.allSatisfy({ $0 == 0 }) else { throw .surplus }
            waiting = try source.read(at: offset, count: Self.portion)
            offset += waiting.count
        }
    }
}
