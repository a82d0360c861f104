internal import DiarylogHost
internal import NIOPosix
internal import Synchronization

/// The program `diarylog`, beside this one or along `PATH`, which exchanges the diary for the page.
enum Companion {
    /// After so many seconds it is ended: a first exchange of many pictures takes long.
    private static let patience: Int32 = 3600

    /// Runs it with these words, unseen; what it wrote, or nil if it is not there or did not end well.
    static func run(_ words: [String]) async -> [UInt8]? {
        try? await NIOThreadPool.singleton.runIfActive {
            guard let program = ExternalProgram("diarylog", isOurs: true) else { return nil }
            let end = try program.run(words, seconds: patience, limit: 1 << 20)
            return end.code == 0 ? end.output : nil
        }
    }

    /// Runs it with these words; whether it ended well, and all that it wrote to both of its outputs.
    static func say(_ words: [String]) async -> (isDone: Bool, words: [UInt8])? {
        try? await NIOThreadPool.singleton.runIfActive {
            guard let program = ExternalProgram("diarylog", isOurs: true) else { return nil }
            let line = ["sh", "-c", #"exec "$0" "$@" 2>&1"#, program.path] + words
            let end = try ChildProcess.ask("/bin/sh", line, milliseconds: patience * 1000, limit: 1 << 20)
            return (end.code == 0, end.output)
        }
    }

    /// Tells of each time when something has come into the folder of a remote, until nobody listens; nil if there is no
    /// such folder. A folder that goes and comes again is watched again.
    static func arrivals(_ remote: String) -> AsyncStream<Void>? {
        guard remote.hasPrefix("/"), (try? FileSystem.kind(of: remote)) == .directory else { return nil }
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let watching = Watching()
        continuation.onTermination = { _ in watching.end() }
        let isWatched = Threads.detach {
            while !watching.hasEnded {
                // Made before it is told, so that what comes meanwhile is told as well.
                let watch = try? FileWatch(remote + "/events", for: .arrivals)
                continuation.yield()
                if let watch { watching.wait(by: watch) } else { ChildProcess.pause(milliseconds: 60_000) }
            }
        }
        return isWatched ? stream : nil
    }
}

/// The wait for a folder, which another thread can end.
private final class Watching: Sendable {
    private let state = Mutex((watch: FileWatch?.none, hasEnded: false))

    var hasEnded: Bool { state.withLock { $0.hasEnded } }

    func wait(by watch: FileWatch) {
        let hasEnded = state.withLock { state in
            state.watch = watch
            return state.hasEnded
        }
        if !hasEnded { _ = watch.wait(milliseconds: -1) }
    }

    func end() {
        state.withLock { state in
            state.hasEnded = true
            state.watch?.end()
        }
    }
}
