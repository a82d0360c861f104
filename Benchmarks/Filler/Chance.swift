/// The numbers that seeded diaries and texts follow from (SplitMix64).
///
/// They never change: a seed names the same diary in every measurement. The tests have a generator of their own, which
/// reduces a number to a limit in another way and belongs to nothing that a program links.
public struct Chance: Sendable {
    private var state: UInt64

    /// The generator of a seed.
    public init(seed: UInt64) { state = seed }

    /// The next number.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number below a limit, which is more than 0.
    public mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }

    /// One of several, of which there is at least one.
    public mutating func pick<Element>(_ all: [Element]) -> Element { all[below(all.count)] }
}
