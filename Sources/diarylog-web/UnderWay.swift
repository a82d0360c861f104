internal import Synchronization

/// How many requests are being answered.
final class UnderWay: Sendable {
    private let count = Atomic(0)

    var isNothing: Bool { count.load(ordering: .acquiring) == 0 }
    func begin() { count.add(1, ordering: .acquiringAndReleasing) }
    func end() { count.subtract(1, ordering: .acquiringAndReleasing) }
}
