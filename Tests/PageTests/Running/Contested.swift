import Foundation
import Testing

/// A diary with one entry that two devices changed, its page, and the other device.
struct Contested {
    let page: Opened
    let id: String
    let other: Diary

    static let base = "Evening\n\nThe evening was quiet. We ate rice and soup."
    static let here = "Evening\n\nThe evening was loud. We ate rice and soup."
    /// Written last, and so the one that counts until somebody decides.
    static let there = "Evening\n\nThe evening was long. We ate rice and soup."

    /// `here` and `there`: what each device does to the entry, as words of the command line behind its id.
    init(
        _ here: [[String]] = [["edit", "--text", Self.here]], _ there: [[String]] = [["edit", "--text", Self.there]],
        look: Tab.Look = .desktop, options: [String] = [], opens: Bool = true, in browser: Browser = .chromium
    ) throws {
        let diary = try Diary.empty()
        try diary.run("add", "Morning", "--date", "2026-11-20")
        let id = try diary.run("add", Self.base, "--date", "2026-11-21").trimmingCharacters(in: .whitespacesAndNewlines)
        let other = try diary.copy()
        for change in here { try diary.run(change[0], id, change[1...]) }
        // One event ahead of the other device: what was written there counts.
        try other.run("edit", id, "--tag", "there")
        for change in there { try other.run(change[0], id, change[1...]) }
        try diary.take(other)
        self.id = id
        self.other = other
        page = try Opened(diary, look: look, options: options, in: browser)
        if opens { try open() }
    }

    var tab: Tab { page.tab }
    var diary: Diary { page.diary }
    var text: String { get throws { try diary.text(id) } }
    var status: Value { get throws { try diary.json("show", id)["status"] } }
    var isConflict: Bool { get throws { try status == "conflict" } }

    func open() throws {
        try tab.open("Evening")
        try tab.quiet()
    }

    func untilSides(_ count: Int = 2) throws {
        try tab.until(
            "!document.querySelector('#conflict').hidden && document.querySelectorAll('.side').length === \(count)")
    }

    func untilSettled() throws {
        try tab.until("document.querySelector('#conflict').hidden")
        try tab.quiet()
    }

    /// The place of the text with a word, in the first passage.
    func side(_ word: String) throws -> Int {
        try tab.js(
            """
            Number([...document.querySelectorAll('.choice')].find(c => c.textContent.includes(\(Value.string(word).json)))
            ?.querySelector('input').value ?? -1)
            """
        ).int
    }

    /// Keeps the text with a word.
    func keep(_ word: String) throws { try tab.click("#side-\(side(word)) .keep") }

    /// Picks the words of a passage.
    func pick(_ value: String, in passage: Int = 0) throws { try tab.click("#passage-\(passage)-\(value)") }

    /// What the other device writes next comes in.
    func come(_ text: String) throws {
        try other.run("edit", id, "--text", text)
        try diary.take(other)
    }
}

extension Diary {
    fileprivate func run(_ command: String, _ id: String, _ rest: ArraySlice<String>) throws {
        switch rest.count {
        case 0: try run(command, id)
        case 1: try run(command, id, rest[rest.startIndex])
        default: try run(command, id, rest[rest.startIndex], rest[rest.startIndex + 1])
        }
    }
}
