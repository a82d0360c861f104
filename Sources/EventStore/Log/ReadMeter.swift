internal import Synchronization

/// Counts the frames that transactions look up, if a test asks: so tests can bound a cost without a clock.
///
///     ReadMeter.$current.withValue(meter) { … }
package final class ReadMeter: Sendable {
    /// The meter that transactions begun in this task report to; nil everywhere but in tests.
    @TaskLocal package static var current: ReadMeter?

    private let count = Atomic<Int>(0)

    package init() {}

    /// The frames looked up so far.
    package var frames: Int { count.load(ordering: .relaxed) }

    func note() { count.wrappingAdd(1, ordering: .relaxed) }
}
