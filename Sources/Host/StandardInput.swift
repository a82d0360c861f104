/// Reads what a person types or a pipe delivers.

internal import DiarylogCHost

/// Standard input, unbuffered: no more is read than is returned.
package enum StandardInput {
    /// Reads to the end. Nil if there are more than `limit` bytes; then the bytes read, one more than `limit`, are
    /// lost.
    package static func readAll(limit: Int) throws(SystemError) -> [UInt8]? {
        let most = limit < Int.max ? limit + 1 : limit
        let bytes = try DiarylogHost.readAll(
            from: Terminal.Stream.input.rawValue, path: nil, limit: most, expected: 65535)
        return bytes.count > limit ? nil : bytes
    }

    /// Reads one line without its end ("\n" or "\r\n"), as an answer to a question.
    ///
    /// Nil at the end of input, or if input cannot be read; of a line that does not end, the first bytes. Costs a
    /// system call for each byte, so that what follows the line stays available to others.
    package static func readLine() -> [UInt8]? {
        var line: [UInt8] = []
        while line.count < 1 << 16 {
            var byte: UInt8 = 0
            var count = 0
            let code = unsafe chost_read_fully(Terminal.Stream.input.rawValue, &byte, 1, &count)
            guard code == 0, count == 1 else { return line.isEmpty ? nil : line }
            if byte == UInt8(ascii: "\n") { break }
            line.append(byte)
        }
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        return line
    }
}
