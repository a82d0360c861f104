/// Chance that can be played again, and the sample files shared between projects.

import FoundationEssentials

/// A small generator (SplitMix64); the test that uses it prints its seed.
struct Chance: RandomNumberGenerator {
    private var state: UInt64

    /// Says its seed, so a failure can be played again.
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

    /// A text of Korean and English words, spaces, breaks and emoji.
    mutating func text(words: Int) -> String {
        let stock = [
            "나는", "어제", "바다에", "갔다.", "비가", "왔다!", "👨‍👩‍👧‍👦", "🇰🇷", "내용", "e\u{301}", "the", "sea", "was",
            "cold.", "\n", "\n\n", "\r\n", "\u{2028}", "\r", "  ", "\t", "\u{3000}", "오늘", "a", "b",
        ]
        return (0..<words).map { _ in pick(stock) + (below(4) == 0 ? "" : " ") }.joined()
    }
}

/// The bytes of a file of the `shared` folder beside this project or above the working folder; nil, said aloud, if
/// absent.
func sharedFile(_ path: String) -> Data? {
    for start in [#filePath, FileManager.default.currentDirectoryPath + "/x"] {
        var folder = start.split(separator: "/").dropLast()
        while true {
            let candidate = "/" + (folder + ["shared"]).joined(separator: "/") + "/" + path
            if let data = FileManager.default.contents(atPath: candidate) { return data }
            if folder.isEmpty { break }
            folder.removeLast()
        }
    }
    print("skipped: no shared/\(path) beside this project")
    return nil
}

/// How often the long tests run: a few times in debug, more with `DIARYLOG_RUNS`.
func runs(debug: Int) -> Int {
    ProcessInfo.processInfo.environment["DIARYLOG_RUNS"].flatMap { Int($0) } ?? debug
}
