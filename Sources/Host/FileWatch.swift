/// Waiting until somebody has written to a file and closed it.

internal import Glibc

/// A look-out for a file, or the files of a folder: it tells that a program that had one open for writing has closed
/// it.
///
/// The kernel keeps count from the moment it is made (inotify, IN_CLOSE_WRITE); nothing is lost between two waits. It
/// costs nothing while nobody writes. Good for one waiting thread; `end` may come from any.
package final class FileWatch: Sendable {
    private let events: FileDescriptor
    private let ear: FileDescriptor
    private let mouth: FileDescriptor

    /// Looks out for a file, or a folder, that is there.
    package init(_ path: String) throws(SystemError) {
        events = FileDescriptor(
            number: try systemCall("inotify_init1", path) { inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK)) },
            path: path)
        let number = events.number
        _ = try systemCall("inotify_add_watch", path) {
            unsafe inotify_add_watch(number, path, UInt32(IN_CLOSE_WRITE))
        }
        var pair: [Int32] = [0, 0]
        _ = try systemCall("pipe", path) { unsafe pipe(&pair) }
        for end in pair {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        ear = FileDescriptor(number: pair[0], path: path)
        mouth = FileDescriptor(number: pair[1], path: path)
    }

    /// What a wait came to.
    package enum Wake: Sendable {
        case written
        /// Nobody wrote in that time.
        case quiet
        case ended
    }

    /// Waits until the file was written and closed since the last wait, for so many milliseconds at most.
    package func wait(milliseconds: Int32) -> Wake {
        var descriptors = [
            pollfd(fd: ear.number, events: Int16(POLLIN), revents: 0),
            pollfd(fd: events.number, events: Int16(POLLIN), revents: 0),
        ]
        guard unsafe poll(&descriptors, 2, milliseconds) > 0 else { return .quiet }
        if descriptors[0].revents != 0 { return .ended }
        // What it says is known: it is let go, so that the next wait waits.
        var bytes = [UInt8](repeating: 0, count: 4096)
        while unsafe read(events.number, &bytes, bytes.count) > 0 {}
        return .written
    }

    /// Ends the wait that is on, and every later one.
    package func end() {
        var byte: UInt8 = 0
        _ = unsafe write(mouth.number, &byte, 1)
    }
}
