/// Chance that can be played again.
///
/// A run of the tests is a function of the commit: a seed follows from the name it is drawn for. Two variables change
/// that:
///
///     DIARYLOG_SEED_OF="mending alone=173784706941538141"    hands a seed in; more of them behind semicolons
///     DIARYLOG_SEEDS=random                                   draws all others anew, as each night's long run does

import DiarylogHost
import Testing

/// A small generator (SplitMix64); the test that uses it prints the line that plays it again.
///
/// Its numbers never change: fixtures and the seeds that failing tests print depend on them.
package struct Chance: RandomNumberGenerator {
    private var state: UInt64

    /// Begins with the seed of this name.
    package init(for name: String) { self.init(for: name, seed: Seeds.seed(of: name)) }

    /// Begins with a seed that a test chose, and says so.
    package init(for name: String, seed: UInt64) {
        print("seed of \(Test.current.map { "\($0.id)" } ?? "no test"): DIARYLOG_SEED_OF=\"\(name)=\(seed)\"")
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

/// Seeds of a random test: the first so many numbers, and the seed of the file that asks, by its name.
package func seeds(_ count: Int, of name: String = #fileID) -> [UInt64] {
    (1...UInt64(count)).map { $0 } + [Seeds.seed(of: name)]
}

/// Where seeds come from.
private enum Seeds {
    static let isRandom = ProcessEnvironment.value("DIARYLOG_SEEDS") == "random"

    static let given: [Substring: UInt64] = {
        let list = (ProcessEnvironment.value("DIARYLOG_SEED_OF") ?? "").split(separator: ";")
        let pairs = list.compactMap { pair -> (Substring, UInt64)? in
            guard let sign = pair.lastIndex(of: "="), let seed = UInt64(pair[pair.index(after: sign)...]) else {
                return nil
            }
            return (pair[..<sign], seed)
        }
        return Dictionary(pairs) { $1 }
    }()

    /// FNV-1a over the name's bytes, unless somebody hands another one in or asks for any.
    static func seed(of name: String) -> UInt64 {
        if let seed = given[Substring(name)] { return seed }
        if isRandom { return .random(in: 0 ... .max) }
        return name.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }
}
