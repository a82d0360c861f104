import DiaryEngine
import DiaryModel
import DiarylogFiller
import EventStore
import Glibc
import SQLitePeer

/// The same diary twice.
final class Bench {
    let folder: String
    private(set) var diary: Diary
    var filler: Filler
    let peer: SQLitePeer
    private let head: UInt64
    private var texts: [(content: EntryContent, number: UInt64)] = []

    private var path: String { folder + "/ours" }
    private var peerPath: String { folder + "/theirs.sqlite" }

    init(folder: String, events: Int) throws {
        self.folder = folder
        filler = Filler(seed: 1)
        let context = filler.context()
        try Diary.create(at: folder + "/ours") { context }
        diary = try Diary(at: folder + "/ours")
        try filler.fill(diary, events: events)
        head = try diary.resolve(.head).rawValue
        peer = try SQLitePeer(at: folder + "/theirs.sqlite")
        try peer.create()
        try Self.copy(diary, to: peer)
        try peer.fillLogAhead()
    }

    /// The same events and the same entries, in large transactions.
    private static func copy(_ diary: Diary, to peer: SQLitePeer) throws {
        try peer.transaction {
            try diary.exportEvents { line throws in
                guard case .event(let event, let portable) = line else { return }
                let id = SQLitePeer.identifier(event.sequence.rawValue)
                try peer.event(id: id, kind: 1, at: event.recordedAt.wall, payload: portable.payload ?? [])
            }
        }
        var request = ListRequest()
        request.limit = 10_000
        repeat {
            let page = try diary.list(request)
            try peer.transaction {
                for entry in page.entries {
                    try peer.entry(
                        id: bytes(entry.id), date: entry.content.date.seconds, text: entry.text, version: 1,
                        isDeleted: false)
                }
            }
            request.after = page.next
        } while request.after != nil
    }

    static func bytes(_ id: EntryID) -> [UInt8] {
        let digits = Array(id.hexadecimal.utf8).map { $0 < 58 ? $0 - 48 : $0 - 87 }
        return stride(from: 0, to: 32, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    func lines() throws -> [Line] {
        let parts: [(String, () throws -> [Line])] = [
            ("lists", lists), ("shows", shows), ("opening", opening), ("add", { [try self.add()] }),
            ("changes", changes), ("batches", batches), ("replay", { [try self.replay()] }),
        ]
        let only = getenv("COMPARE_ONLY").map { String(cString: $0) }
        let durable = ["opening", "add", "changes", "batches"]
        var lines: [Line] = []
        for (name, part) in parts {
            if only == "durable" && !durable.contains(name) { continue }
            if only == nil || only == "diary" || only == "durable" || only == name { lines += try part() }
        }
        return lines
    }

    // MARK: Reading

    func request(at share: Double?) -> ListRequest {
        var request = ListRequest()
        request.limit = 20
        if let share { request.point = .event(SequenceNumber(UInt64(Double(head) * share))) }
        return request
    }

    private func lists() throws -> [Line] {
        var now = Line(name: "list of 20, now", ours: Times(), theirs: Times(), wantedMicroseconds: 100)
        for _ in 0..<400 {
            let ours = try now.ours.time { try diary.list(request(at: nil)).entries }
            let theirs = try now.theirs?.time { try peer.list(20) }
            precondition(ours.count == 20 && theirs?.count == 20)
        }
        var lines = [now]
        for share in [0.001, 0.01, 0.5, 0.99] {
            var line = Line(name: "list of 20, as of \(Line.short(share * 100)) %", ours: Times())
            line.wantedMicroseconds = 100
            for _ in 0..<200 { _ = try line.ours.time { try diary.list(request(at: share)) } }
            lines.append(line)
        }
        return lines
    }

    private func shows() throws -> [Line] {
        let all = try diary.list(request(at: 0.5)).entries + diary.list(request(at: nil)).entries
        var now = Line(name: "show", ours: Times(), theirs: Times())
        var then = Line(name: "show, as of 50 %", ours: Times(), wantedMicroseconds: 20)
        var count = Line(name: "count, as of 50 %", ours: Times())
        var history = Line(name: "history of an entry", ours: Times())
        let point = DiaryPoint.event(SequenceNumber(head / 2))
        for round in 0..<2_000 {
            let entry = all[round % all.count]
            _ = try now.ours.time { try diary.entry(entry.id) }
            _ = try now.theirs?.time { try peer.show(Self.bytes(entry.id)) }
            _ = try then.ours.time { try diary.entry(entry.id, at: point) }
            _ = try count.ours.time { try diary.totals(at: point) }
            if round < 200 { _ = try history.ours.time { try diary.history(of: entry.id) } }
        }
        return [now, then, count, history]
    }

    private func opening() throws -> [Line] {
        // The registry keeps a file open while a diary holds it: let ours go first.
        var opened = Line(name: "open", ours: Times(), theirs: Times(), wantedMicroseconds: 100)
        var listed = Line(name: "open and list of 20", ours: Times(), theirs: Times(), wantedMicroseconds: 500)
        var cold = Line(name: "the same, file forgotten by the kernel", ours: Times(), wantedMicroseconds: 2_000)
        var coldPast = Line(name: "the same, as of 1 %", ours: Times(), wantedMicroseconds: 10_000)
        let path = path
        diary = try Diary(at: try sibling())
        for _ in 0..<100 {
            try opened.ours.time { _ = try Diary(at: path) }
            try opened.theirs?.time { _ = try SQLitePeer(at: peerPath) }
            _ = try listed.ours.time { try Diary(at: path).list(request(at: nil)).entries.count }
            _ = try listed.theirs?.time { try SQLitePeer(at: peerPath).list(20).count }
        }
        for _ in 0..<15 where forget(path + "/log-000001.mdb") {
            _ = try cold.ours.time { try Diary(at: path).list(request(at: nil)).entries.count }
            _ = forget(path + "/log-000001.mdb")
            _ = try coldPast.ours.time { try Diary(at: path).list(request(at: 0.01)).entries.count }
        }
        diary = try Diary(at: path)
        return [opened, listed] + (cold.ours.count > 0 ? [cold, coldPast] : [])
    }

    /// Another diary, to hold in the place of ours.
    private func sibling() throws -> String {
        let context = filler.context()
        try Diary.create(at: folder + "/other") { context }
        return folder + "/other"
    }

    // MARK: Writing

    private func add() throws -> Line {
        var line = Line(name: "durable add", ours: Times(), theirs: Times(), wantedRatio: 2)
        for number in 0..<1_000 {
            let content = filler.content()
            let text = String(decoding: content.text, as: UTF8.self)
            let context = filler.context()
            _ = try line.ours.time { try diary.add(content, in: context) }
            let id = SQLitePeer.identifier(UInt64(number) | 1 << 62)
            try line.theirs?.time { try peer.add(id: id, date: content.date.seconds, text: text, at: context.wall) }
        }
        return line
    }

    private func replay() throws -> Line {
        var line = Line(name: "replay, an event", ours: Times(), wantedMicroseconds: 0.5)
        let head = try diary.resolve(.head).rawValue
        for _ in 0..<5 {
            let start = now()
            _ = try diary.replay()
            line.ours.note((now() - start) / max(head, 1))
        }
        return line
    }

    /// `diarylog add` and `sqlite-add`, from the call to the end of the process.
    func wholeAdd(programs: String) throws -> Line {
        var line = Line(name: "durable add, whole process", ours: Times(), theirs: Times(), wantedRatio: 0.4)
        for number in 0..<200 {
            let text = "An entry of a few words, written by a process of its own: \(number)."
            line.ours.note(
                spawn(programs + "/diarylog", ["add", text], ["DIARYLOG_DIARY=" + path, "LANG=C.UTF-8", "TZ=UTC"]))
            line.theirs?.note(spawn(programs + "/sqlite-add", [peerPath, text], ["LANG=C.UTF-8"]))
        }
        return line
    }
}
