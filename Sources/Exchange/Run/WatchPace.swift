/// How long a run that stays waits between two rounds, where nothing tells it of a change.
///
/// A folder is watched besides, and looked at again after a while, since some file systems tell of no change. Of
/// storage, nobody tells anything: it is asked often while something happens, seldom else.
package struct WatchPace: Sendable {
    private let isFolder: Bool
    /// The last time at which anything came or went, and at which this copy put something, in microseconds.
    private var moved: Int64?
    private var put: Int64?

    package init(isFolder: Bool) { self.isFolder = isFolder }

    /// Notes what a round did.
    package mutating func note(sent: Int, received: Int, at now: Int64) {
        if sent > 0 { put = now }
        if sent > 0 || received > 0 { moved = now }
    }

    /// Seconds until the next round.
    package func pause(at now: Int64) -> Int {
        if isFolder { return 10 }
        if let put, now >= put, now - put < 10_000_000 { return 10 }
        if let moved, now >= moved, now - moved < 600_000_000 { return 60 }
        return 900
    }
}
