/// The runs of all devices, as `DeviceRuns` would write them event by event.
struct RunTable {
    struct Runs {
        var all: [DeviceRuns.Run] = []
        /// The index of the last by its key, which alone can go on.
        var last = 0
    }

    private var byDevice: [DeviceID: Runs] = [:]

    var all: [DeviceRuns.Run] { byDevice.values.flatMap(\.all) }

    mutating func note(_ device: DeviceID, _ deviceSequence: UInt64, _ sequence: UInt64) {
        byDevice[device, default: Runs()].note(
            DeviceRuns.Run(device: device, deviceSequence: deviceSequence, sequence: sequence, count: 1))
    }
}

extension RunTable.Runs {
    fileprivate mutating func note(_ event: DeviceRuns.Run) {
        if all.indices.contains(last) {
            let run = all[last]
            if run.deviceSequence &+ run.count == event.deviceSequence, run.sequence &+ run.count == event.sequence {
                all[last].count &+= 1
                return
            }
            if (run.deviceSequence, run.sequence) < (event.deviceSequence, event.sequence) { last = all.count }
        }
        all.append(event)
    }
}
