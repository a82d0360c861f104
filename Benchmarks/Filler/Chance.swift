/// The numbers that seeded diaries and texts follow from (SplitMix64).
///
/// They never change: a seed names the same diary in every measurement. The tests have a generator of their own, which
/// reduces a number to a limit in another way and belongs to nothing that a program links.
struct Chance {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }

    mutating func pick<Element>(_ all: [Element]) -> Element { all[below(all.count)] }
}
