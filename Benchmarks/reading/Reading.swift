import DiaryEngine
import DiaryModel
import DiarylogFiller
import EventStore
import Glibc

/// `reading DIARY [PART]` measures reading a diary that `fill` made: statistics, lists as of moments, replay, and the
/// blame of an entry of many versions, which is made beside the diary, in DIARY-versions, if it is not there.
///
/// PART is statistics, lists, replay, verify, check or blame; without it all of them run.
@main
struct Reading {
    static func main() throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard let path = arguments.first else { return print("usage: reading DIARY [PART]") }
        let only = arguments.count > 1 ? arguments[1] : nil
        if only == nil || only == "blame" { try blame(at: path + "-versions") }
        if only == "blame" { return }
        let diary = try Diary(at: path)
        let head = try diary.resolve(.head).rawValue
        print("\(head) events, \(try diary.totals().live) living entries")
        if only == nil || only == "statistics" { try statistics(diary, head) }
        if only == nil || only == "lists" { try lists(diary, head) }
        for part in ["replay", "verify", "check"] where only == nil || only == part { try replay(diary, head, part) }
    }

    /// Runs a piece of work again and again, and says the median and the most in microseconds.
    private static func say(_ name: String, times: Int, _ work: () throws -> Void) rethrows {
        var all: [UInt64] = []
        let busy = now(CLOCK_PROCESS_CPUTIME_ID)
        for _ in 0..<times {
            let start = now()
            try work()
            all.append(now() - start)
        }
        let mean = (now(CLOCK_PROCESS_CPUTIME_ID) - busy) / UInt64(times)
        all.sort()
        print(
            "\(name): median \(all[all.count / 2] / 1_000) µs, least \(all[0] / 1_000), most "
                + "\(all[all.count - 1] / 1_000); of all processors, mean \(mean / 1_000) µs")
    }

    private static func now(_ clock: clockid_t = CLOCK_MONOTONIC) -> UInt64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    private static func point(_ head: UInt64, _ share: Double) -> DiaryPoint {
        .event(SequenceNumber(UInt64(Double(head) * share)))
    }

    private static func statistics(_ diary: Diary, _ head: UInt64) throws {
        for share in [1, 0.99, 0.5, 0.01] {
            var days = 0
            try say("statistics as of \(share * 100) %", times: 20) {
                days = try diary.statistics(today: 0, at: point(head, share)).days.days
            }
            print("  \(days) days")
        }
    }

    private static func lists(_ diary: Diary, _ head: UInt64) throws {
        for share in [1, 0.99, 0.9, 0.5, 0.1, 0.01, 0.001] {
            var request = ListRequest()
            (request.limit, request.point) = (20, point(head, share))
            var visited: EntryPage.Visited?
            try say("list of 20 as of \(share * 100) %", times: 400) { visited = try diary.list(request).visited }
            if let visited { print("  \(visited.groups) groups, \(visited.blocks) blocks, \(visited.rows) rows") }
        }
    }

    private static func replay(_ diary: Diary, _ head: UInt64, _ part: String) throws {
        var options = ReplayOptions()
        (options.isVerification, options.isCheck) = (part == "verify", part == "check")
        var hash = ""
        let start = now()
        try say(part, times: 3) { hash = try diary.replay(to: .head, options).stateHash.hexadecimal }
        let rate = Double(head) * 3 / (Double(now() - start) / 1_000_000_000)
        print("  \(Int(rate)) events a second, state \(hash)")
    }

    // MARK: Blame

    private static func blame(at path: String) throws {
        var filler = Filler(seed: 3)
        if access(path + "/CURRENT", F_OK) != 0 {
            let context = filler.context()
            try Diary.create(at: path) { context }
            try write(10_000, in: try Diary(at: path), &filler)
        }
        let diary = try Diary(at: path)
        guard let id = try diary.list().entries.first?.id else { return print("nothing to blame") }
        var lines = 0
        try say("blame of an entry's versions", times: 5) { lines = try diary.blame(id)?.count ?? 0 }
        try say("history of an entry's versions", times: 5) { lines = try diary.history(of: id)?.count ?? 0 }
        var hash: UInt64 = 14_695_981_039_346_656_037
        for line in try diary.blame(id) ?? [] {
            for byte in Array(line.text.utf8) + Array(String(line.sequence.rawValue).utf8) {
                hash = (hash ^ UInt64(byte)) &* 1_099_511_628_211
            }
        }
        print("  \(lines) versions, \(try diary.blame(id)?.count ?? 0) lines, answer \(hash)")
    }

    /// An entry of some 4 KB in lines, each version of which adds words to a line, or writes, adds or takes off one.
    private static func write(_ versions: Int, in diary: Diary, _ filler: inout Filler) throws {
        var lines = (0..<12).flatMap { _ in Self.lines(&filler) }
        var content = filler.content()
        content.text = Array(lines.joined(separator: "\n").utf8)
        _ = try diary.add(content, in: filler.context())
        guard let id = try diary.list().entries.first?.id else { return }
        for version in 1..<versions {
            let fresh = Self.lines(&filler)
            // The first line stays, so that all versions must be looked at.
            let position = 1 + version * 31 % (lines.count - 1)
            switch version % 10 {
            case 0: lines[position] = fresh[0]
            case 1: lines.insert(fresh[0], at: position)
            case 2 where lines.count > 40: lines.remove(at: position)
            default:
                let word = fresh[0].split(separator: " ").first ?? ""
                lines[position] = lines[position].utf8.count > 120 ? fresh[0] : lines[position] + " " + word
            }
            var edit = EntryEdit()
            edit.text = Array(lines.joined(separator: "\n").utf8)
            _ = try diary.perform([EntryRequest(entry: id, command: .edit(edit))], in: filler.context())
        }
    }

    /// A text of the filler, in lines of some eight words.
    private static func lines(_ filler: inout Filler) -> [String] {
        let words = String(decoding: filler.content().text, as: UTF8.self).split(separator: " ")
        return stride(from: 0, to: words.count, by: 8).map {
            words[$0..<min($0 + 8, words.count)].joined(separator: " ")
        }
    }
}
