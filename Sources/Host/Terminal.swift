/// Whether a person is at the other end of a stream, and how large the screen is.

internal import DiarylogCHost
internal import Glibc

/// The terminal behind the standard streams.
package enum Terminal {
    /// The three standard streams; the raw value is the descriptor.
    package enum Stream: Int32, Sendable {
        case input = 0
        case output = 1
        case error = 2
    }

    /// Whether a stream is a terminal, rather than a file or a pipe.
    package static func isTerminal(_ stream: Stream) -> Bool {
        isatty(stream.rawValue) == 1
    }

    /// The columns of the terminal now; it may be resized later. Nil if it is not a terminal or does not say.
    package static func width(of stream: Stream) -> Int? {
        let columns = chost_terminal_width(stream.rawValue)
        return columns > 0 ? Int(columns) : nil
    }
    /// The lines of the terminal now; it may be resized later. Nil if it is not a terminal or does not say.
    package static func height(of stream: Stream) -> Int? {
        let lines = chost_terminal_height(stream.rawValue)
        return lines > 0 ? Int(lines) : nil
    }
}
