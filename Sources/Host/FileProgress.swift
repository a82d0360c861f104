/// How far files are read, for whoever waits for that.

internal import Synchronization

/// Counts the bytes that are read of files, and those that there are to read as far as that is known.
package final class FileProgress: Sendable {
    private let counts = Atomic<Int>(0)
    private let expected = Atomic<Int>(0)

    package init() {}

    /// How many were read. What is opened twice may count twice.
    package var done: Int { min(counts.load(ordering: .relaxed), total) }
    /// How many there are.
    package var total: Int { expected.load(ordering: .relaxed) }

    package func expect(_ bytes: Int) { expected.add(bytes, ordering: .relaxed) }

    fileprivate func note(_ bytes: Int) { counts.add(bytes, ordering: .relaxed) }
}

/// How far one file is read.
package final class FileMark: Sendable {
    private let meter: FileProgress
    private let hereAndThere: Bool
    private let end = Atomic<Int>(0)

    /// Where the file is read here and there, all that is read counts, and otherwise how far it came.
    package init(_ meter: FileProgress, hereAndThere: Bool) { (self.meter, self.hereAndThere) = (meter, hereAndThere) }

    package func note(_ range: Range<Int>) {
        if hereAndThere { return meter.note(range.count) }
        let before = end.max(range.upperBound, ordering: .relaxed).oldValue
        if before < range.upperBound { meter.note(range.upperBound - before) }
    }
}
