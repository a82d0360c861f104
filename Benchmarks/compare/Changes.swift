import DiaryEngine
import DiaryModel
import SQLitePeer

/// Edits, deletions and undo, one durable change each, and adds of ten to a thousand in one operation.
extension Bench {
    func changes() throws -> [Line] {
        var edit = Line(name: "durable edit", ours: Times(), theirs: Times())
        var deletion = Line(name: "durable delete", ours: Times(), theirs: Times())
        var undo = Line(name: "undo of an edit", ours: Times())
        var difference = Line(name: "difference of the last 100 events", ours: Times())
        var request = request(at: nil)
        request.limit = 1_000
        let entries = try diary.list(request).entries
        for (round, entry) in entries.prefix(400).enumerated() {
            let text = entry.text + " one word more"
            var change = EntryEdit()
            change.text = Array(text.utf8)
            let order = EntryRequest(entry: entry.id, command: .edit(change))
            let context = filler.context()
            _ = try edit.ours.time { try diary.perform([order], in: context) }
            try edit.theirs?.time {
                try peer.transaction {
                    try peer.put(
                        id: Self.bytes(entry.id), date: entry.content.date.seconds, text: text, version: 2, kind: 2,
                        at: context.wall)
                }
            }
            guard round % 2 == 0 else { continue }
            let later = filler.context()
            _ = try undo.ours.time { try diary.undo(in: later) }
        }
        for entry in entries.suffix(400) {
            let context = filler.context()
            let order = EntryRequest(entry: entry.id, command: .delete)
            _ = try deletion.ours.time { try diary.perform([order], in: context) }
            try deletion.theirs?.time {
                try peer.transaction {
                    try peer.event(id: Self.bytes(entry.id), kind: 3, at: context.wall, payload: [])
                    try peer.entry(
                        id: Self.bytes(entry.id), date: entry.content.date.seconds, text: entry.text, version: 2,
                        isDeleted: true)
                }
            }
        }
        let last = try diary.resolve(.head).rawValue
        for _ in 0..<100 {
            _ = try difference.ours.time {
                try diary.diff(from: .event(SequenceNumber(last - 100)), to: .event(SequenceNumber(last)))
            }
        }
        return [edit, deletion, undo, difference]
    }

    func batches() throws -> [Line] {
        try [10, 100, 1_000].map { try batch(of: $0, rounds: 20_000 / max($0, 100)) }
    }

    private func batch(of count: Int, rounds: Int) throws -> Line {
        let name = count == 1_000 ? "1,000 adds at once, each" : "\(count) adds at once, each"
        var line = Line(name: name, ours: Times(), theirs: Times(), wantedRatio: count == 1_000 ? 1 : nil)
        for round in 0..<rounds {
            let contents = (0..<count).map { _ in filler.content() }
            let rows = contents.enumerated().map { number, content in
                ImportedRow(content: content, identity: Array("\(count) \(round) \(number)".utf8))
            }
            let texts = contents.map { String(decoding: $0.text, as: UTF8.self) }
            let context = filler.context()
            let start = now()
            _ = try diary.import(rows, in: context)
            let middle = now()
            try peer.transaction {
                for (number, text) in texts.enumerated() {
                    let id = SQLitePeer.identifier(UInt64(count << 32 | round * count + number) | 1 << 61)
                    try peer.put(
                        id: id, date: contents[number].date.seconds, text: text, version: 1, kind: 1, at: 0)
                }
            }
            line.ours.note((middle - start) / UInt64(count))
            line.theirs?.note((now() - middle) / UInt64(count))
        }
        return line
    }
}
