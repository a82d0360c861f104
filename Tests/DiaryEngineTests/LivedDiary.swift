import DiaryEngine
import DiaryModel
import DiarylogTestSupport
import EventStore
import Testing

extension Scratch {
    /// A diary of everything that a person can do, with fields of all kinds.
    static func lived(_ chance: inout Chance, events: Int) throws -> Scratch {
        let scratch = try Scratch(seed: chance.next())
        var ids: [EntryID] = []
        for _ in 0..<events {
            scratch.wall += Int64(chance.below(100)) * 1_000_000
            switch chance.below(12) {
            case 0..<3: ids.append(try scratch.add(chance.content()).id)
            case 3..<9 where !ids.isEmpty:
                let id = chance.pick(ids)
                let content = try #require(try scratch.diary.entry(id)).content
                _ = try scratch.perform(.edit(chance.edit(of: content)), on: id)
            case 9 where !ids.isEmpty: _ = try scratch.perform(.delete, on: chance.pick(ids))
            case 10 where !ids.isEmpty: _ = try scratch.perform(.restore, on: chance.pick(ids))
            default: _ = try scratch.diary.undo(in: scratch.context)
            }
        }
        return scratch
    }
}
