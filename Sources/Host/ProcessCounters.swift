/// What this process has read and written: numbers that do not depend on how busy the machine is.

internal import Glibc

/// What the kernel has counted for this process: all threads, all kinds of files.
///
/// The difference of two is the cost of the work between them; reading them adds a few calls of its own.
package struct ProcessCounters: Equatable, Sendable {
    /// Bytes that read calls returned, from the page cache or not (`rchar`).
    package let readBytes: UInt64
    /// Bytes passed to write calls, on disk or not (`wchar`).
    package let writtenBytes: UInt64
    /// How many calls read (`syscr`).
    package let readCalls: UInt64
    /// How many calls wrote (`syscw`).
    package let writeCalls: UInt64

    /// The counters now, from /proc/self/io. Throws if the kernel does not keep them.
    package static func current() throws(SystemError) -> ProcessCounters {
        try counters(in: "/proc/self/io")
    }

    /// The counters of the calling thread alone, without those of other threads.
    package static func currentThread() throws(SystemError) -> ProcessCounters {
        try counters(in: "/proc/thread-self/io")
    }

    private static func counters(in file: String) throws(SystemError) -> ProcessCounters {
        let text = try FileSystem.read(file, limit: 65536)
        return ProcessCounters(
            readBytes: number(after: "rchar:", in: text) ?? 0,
            writtenBytes: number(after: "wchar:", in: text) ?? 0,
            readCalls: number(after: "syscr:", in: text) ?? 0,
            writeCalls: number(after: "syscw:", in: text) ?? 0)
    }

    /// The number on the line that begins with `label`.
    private static func number(after label: String, in text: [UInt8]) -> UInt64? {
        for line in text.split(separator: UInt8(ascii: "\n")) where line.starts(with: label.utf8) {
            let digits = line.dropFirst(label.utf8.count).drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            return UInt64(String(decoding: digits.prefix { $0 > UInt8(ascii: " ") }, as: UTF8.self))
        }
        return nil
    }
}
