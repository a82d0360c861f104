/// What a set of rows adds up to, in whatever order they come: two sets with equal sums are equal, but for a chance of
/// one in 2^64. A row is five numbers.
package struct SetSum: Equatable, Sendable {
    private var count: UInt64 = 0
    private var sum: UInt64 = 0

    package init() {}

    package mutating func add(_ first: UInt64, _ second: UInt64, _ third: UInt64, _ fourth: UInt64, _ fifth: UInt64) {
        count &+= 1
        var mixed = first &* 0x9E37_79B9_7F4A_7C15
        mix(second, into: &mixed)
        mix(third, into: &mixed)
        mix(fourth, into: &mixed)
        mix(fifth, into: &mixed)
        sum &+= mixed ^ (mixed >> 31)
    }

    package mutating func add(_ other: SetSum) {
        count &+= other.count
        sum &+= other.sum
    }

    private func mix(_ number: UInt64, into mixed: inout UInt64) {
        mixed ^= number
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    }
}
