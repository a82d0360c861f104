/// Waits until some program has written to a file and closed it.

internal import DiarylogCHost
internal import Glibc
internal import Synchronization

/// A watch on a file, or on the files of a folder: it reports when a program that had one open for writing closes it,
/// and when something is touched, or, if that is asked for, when one comes into the folder under a new name instead.
///
/// The kernel records this from the creation of the watch on (inotify, IN_CLOSE_WRITE, IN_ATTRIB, IN_MOVED_TO); nothing
/// is lost between two waits. It costs nothing while nobody writes. Only one thread may wait; any thread may call
/// `end`.
package final class FileWatch: Sendable {
    private let events: FileDescriptor
    private let endReader: FileDescriptor
    private let endWriter: FileDescriptor
    private let ended = Atomic(false)

    /// What is reported.
    package enum Kind: Sendable {
        /// A file was written and closed, or the folder was touched.
        case writing
        /// A file was written and closed, or renamed to a name in the folder.
        case arrivals
    }

    /// Watches a file or folder, which must exist.
    package init(_ path: String, for kind: Kind = .writing) throws(SystemError) {
        events = FileDescriptor(
            number: try systemCall("inotify_init1", path) { inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK)) },
            path: path)
        let number = events.number
        _ = try systemCall("inotify_add_watch", path) {
            unsafe inotify_add_watch(
                number, path, UInt32(IN_CLOSE_WRITE) | UInt32(kind == .arrivals ? IN_MOVED_TO : IN_ATTRIB))
        }
        var (source, sink): (Int32, Int32) = (-1, -1)
        try shimCall("pipe2", path) { unsafe chost_pipe(&source, &sink, false, 0) }
        endReader = FileDescriptor(number: source, path: path)
        endWriter = FileDescriptor(number: sink, path: path)
    }

    /// Why a wait ended.
    package enum Wake: Sendable {
        case written
        /// Nobody wrote within the time.
        case quiet
        case ended
    }

    /// Waits until a file has been written and closed since the last wait, for at most so many milliseconds.
    package func wait(milliseconds: Int32) -> Wake {
        var descriptors = [
            pollfd(fd: endReader.number, events: Int16(POLLIN), revents: 0),
            pollfd(fd: events.number, events: Int16(POLLIN), revents: 0),
        ]
        guard unsafe poll(&descriptors, 2, milliseconds) > 0 else { return .quiet }
        if descriptors[0].revents != 0 { return .ended }
        // Read and drop the events, so that the next wait waits for new ones.
        var bytes = [UInt8](repeating: 0, count: 4096)
        while unsafe read(events.number, &bytes, bytes.count) > 0 {}
        return .written
    }

    /// Whether it was ended.
    package var hasEnded: Bool { ended.load(ordering: .acquiring) }

    /// Ends the current wait, and every later one.
    package func end() {
        ended.store(true, ordering: .releasing)
        var byte: UInt8 = 0
        _ = unsafe write(endWriter.number, &byte, 1)
    }
}
