/// Reading what a person types or a pipe brings.

internal import CHost

/// Standard input, unbuffered: nothing is taken beyond what is returned.
package enum StandardInput {
    /// All there is to the end. Nil when that is longer than `limit` bytes; then one byte more was taken.
    package static func readAll(limit: Int) throws(SystemError) -> [UInt8]? {
        let most = limit < Int.max ? limit + 1 : limit
        let bytes = try Host.readAll(from: Terminal.Stream.input.rawValue, path: nil, limit: most, expected: 65535)
        return bytes.count > limit ? nil : bytes
    }

    /// One line without its end ("\n" or "\r\n"), for the answer to a question.
    ///
    /// Nil at the end of input, and when input cannot be read. Costs a system call for each byte, so
    /// that what follows the line is still there for others.
    package static func readLine() -> [UInt8]? {
        var line: [UInt8] = []
        while true {
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
