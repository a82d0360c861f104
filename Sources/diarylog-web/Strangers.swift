internal import DiarylogHost
internal import NIOCore
internal import Synchronization

/// The connections that have not shown the key yet: where there are too many, some of them make room.
final class Strangers: Sendable {
    private struct State {
        var arrivals = 0
        var waiting: [ObjectIdentifier: (number: Int, channel: any Channel)] = [:]
    }
    private let state = Mutex(State())

    func come(_ channel: any Channel) {
        state.withLock { state in
            state.arrivals += 1
            state.waiting[ObjectIdentifier(channel)] = (state.arrivals, channel)
        }
    }

    /// It has shown the key, or is closed.
    func go(_ channel: any Channel) {
        state.withLock { _ = $0.waiting.removeValue(forKey: ObjectIdentifier(channel)) }
    }

    /// Cuts off the older half of the connections of the user who has the most: whoever asks for nothing keeps nobody
    /// out, and the crowd of one user closes nothing of another's. Those of other machines count as one user's.
    func makeRoom(at port: Int) {
        let waiting = state.withLock { $0.waiting.values.sorted { $0.number < $1.number }.map(\.channel) }
        let peers = LocalPeers(connectedTo: UInt16(truncatingIfNeeded: port))
        let crowds = Dictionary(grouping: waiting) { channel in
            channel.remoteAddress.flatMap { address in
                peers.user(at: address.ipAddress ?? "", port: UInt16(truncatingIfNeeded: address.port ?? 0))
            }
        }
        let largest = crowds.values.max { $0.count < $1.count } ?? []
        for channel in largest.prefix((largest.count + 1) / 2) { channel.close(promise: nil) }
    }
}
