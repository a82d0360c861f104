/// A small generator (SplitMix64) that can be played again; the test that uses it prints its seed.
///
/// Its numbers never change: fixtures and the seeds that failing tests print depend on them.
package struct Chance: RandomNumberGenerator {
    private var state: UInt64

    /// Says its seed, so that a failure can be played again.
    package init(for test: String, seed: UInt64 = .random(in: 0 ... .max)) {
        print("seed of \(test): \(seed)")
        self.init(seed: seed)
    }

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    package mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }

    package mutating func isLucky(oneIn count: Int) -> Bool { below(count) == 0 }

    package mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

    package mutating func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) } }
}

/// Seeds of a random test: fixed ones, and one of today that the test's name shows.
package func seeds(_ count: Int) -> [UInt64] {
    (1...UInt64(count)).map { $0 } + [UInt64.random(in: 1000...1 << 40)]
}
