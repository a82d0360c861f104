/// Chance that can be played again: SplitMix64 from a seed, which the test that uses it prints.
struct Chance: RandomNumberGenerator {
    private var state: UInt64

    init(for test: String, seed: UInt64 = .random(in: 0 ... .max)) {
        print("seed of \(test): \(seed)")
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }

    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

    mutating func text(words: Int, of stock: [String]) -> String {
        (0..<words).map { _ in pick(stock) }.joined(separator: " ")
    }
}
