// What each device wrote, as chains: every event names its device's event before it.

/// The events of a device from its first to one that no later one names; a device whose chain was forked has several.
package struct DeviceChain: Sendable {
    /// Who wrote them.
    package var device: DeviceID
    /// The number and id of the newest.
    package var number: UInt64
    package var id: Digest
    /// Whether this store writes as the device, or has done so: in a copy that has not written yet, none is.
    package var isOwn: Bool
    /// The least number that two events of the device have; nil if no two have the same.
    package var fork: UInt64?
    /// The numbers in the log of its events from `fork` on.
    fileprivate var branch: [UInt64] = []
}

/// The chains of a log at one moment; they stay true while the log only grows.
package struct DeviceChains: Sendable {
    /// In the order of their devices' bytes; those that only the tail has come last.
    package private(set) var chains: [DeviceChain] = []
    /// The events of the tail: their devices, their numbers there, and their numbers in the log.
    private var tail: [(device: DeviceID, number: UInt64, sequence: UInt64)] = []

    /// What each device wrote. Costs some look-ups for each device, and a read of all events after a fork.
    package init(_ view: borrowing StoreView) throws(EventStoreError) {
        for sequence in view.log.tail {
            guard let frame = try view.soundFrame(sequence) else { continue }
            tail.append((frame.device, frame.deviceSequence, sequence))
        }
        let own = view.log.meta.device == .zero ? [] : try view.ownDevices()
        for device in try view.devices() {
            guard let newest = try view.newest(of: device) else { continue }
            let isOwn = own.contains(device)
            guard let fork = try view.fork(of: device) else {
                chains.append(
                    DeviceChain(
                        device: device, number: newest.deviceSequence, id: newest.id, isOwn: isOwn))
                continue
            }
            try noteBranches(of: device, from: fork, isOwn: isOwn, view)
        }
    }

    /// Notes a chain for each event from a number on that no other event of its device follows.
    private mutating func noteBranches(
        of device: DeviceID, from fork: UInt64, isOwn: Bool, _ view: borrowing StoreView
    ) throws(EventStoreError) {
        var frames: [Digest: Frame] = [:]
        var number = fork
        while true {
            let here =
                try view.sequences(number, of: device, isForked: true)
                + tail.filter { $0.device == device && $0.number == number }.map(\.sequence)
            if here.isEmpty { break }
            for sequence in here {
                if let frame = try view.soundFrame(sequence) { frames[frame.id] = frame }
            }
            number += 1
        }
        let followed = Set(frames.values.map(\.previous))
        for end in frames.values.filter({ !followed.contains($0.id) }).sorted(by: { $0.id < $1.id }) {
            var branch: [UInt64] = []
            var next: Frame? = end
            while let frame = next {
                branch.append(frame.sequence)
                next = frames[frame.previous]
            }
            // A branch that does not reach back to the fork has a hole: what comes after it stands for itself.
            let least = end.deviceSequence - UInt64(branch.count - 1)
            guard least == fork else { continue }
            chains.append(
                DeviceChain(
                    device: device, number: end.deviceSequence, id: end.id, isOwn: isOwn, fork: fork,
                    branch: branch.reversed()))
        }
    }

    /// The number in the log of a chain's event; nil if that is not there.
    package func sequence(
        of number: UInt64, in chain: DeviceChain, _ view: borrowing StoreView
    ) throws(EventStoreError) -> UInt64? {
        guard number > 0, number <= chain.number else { return nil }
        if let fork = chain.fork, number >= fork { return chain.branch[Int(number - fork)] }
        if let found = tail.first(where: { $0.device == chain.device && $0.number == number }) {
            return found.sequence
        }
        return try view.sequences(number, of: chain.device, isForked: false).first
    }

    /// Whether an event of the log is of a chain.
    package func contains(_ event: Frame, in chain: DeviceChain) -> Bool {
        guard event.device == chain.device, event.deviceSequence <= chain.number else { return false }
        guard let fork = chain.fork, event.deviceSequence >= fork else { return true }
        return chain.branch[Int(event.deviceSequence - fork)] == event.sequence
    }
}
