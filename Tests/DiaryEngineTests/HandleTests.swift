import DiaryEngine
import DiaryModel
import DiarylogHost
import DiarylogTestSupport
import EventStore
import Testing

/// Several ways into one diary.
@Suite(.timed) final class HandleTests: InScratch {
    @Test func `a long text is compared before the writer's turn, and again where somebody wrote in between`() throws {
        let lines = (0..<4000).map { "line \($0)\n" }
        let id = try scratch.add(lines.joined()).id
        let other = try Diary(at: scratch.path, patience: 0)
        func order(_ text: String) -> [EntryRequest] { [EntryRequest(entry: id, command: .edit(.text(text)))] }
        for (round, isDisturbed) in [true, false, true].enumerated() {
            let text = lines.dropFirst(round + 1).joined() + "end \(round)"
            let between = lines.dropLast(round + 2).joined()
            let command = DiaryCommand<ChangeOutcome>.perform(order(text))
            let prepared = try command.prepare(scratch.diary, scratch.context)
            // The turn is free: nobody waits while long texts are compared.
            if isDisturbed { _ = try other.perform(order(between), in: scratch.context) }
            guard case .write(let change) = prepared else { throw EventStoreError.storage("nothing is left to write") }
            let outcome = try scratch.diary.store.write(change)
            #expect(outcome.entries.first?.text == text)
            #expect(try other.entry(id)?.text == text)
        }
        #expect(try scratch.diary.entry(id)?.version == 6)
        let versions = try (1...6).map { try scratch.diary.version(EntryVersion($0), of: id)?.text }
        #expect(versions[1] == lines.dropLast(2).joined() && versions[5]?.hasSuffix("end 2") == true)
        #expect(try scratch.diary.replay(.checking).differences == [])
    }

    @Test func `reads, and what is refused, expected otherwise or unchanged, leave the file as it is`() throws {
        let entry = try scratch.add("a")
        let head = try scratch.head
        let size = try FileSystem.size(of: scratch.path + "/log-000001.mdb")
        let before = try scratch.diary.store.beginRead().view.identifier
        var edit = EntryEdit()
        edit.text = Array("a".utf8)
        #expect(try scratch.perform(.edit(edit), on: entry.id).isUnchanged)
        #expect(try scratch.perform(.restore, on: entry.id).isUnchanged)
        edit.text = [32]
        _ = try scratch.perform(.edit(edit), on: entry.id)
        edit.text = [98]
        let order = EntryRequest(entry: entry.id, command: .edit(edit), expecting: .version(7))
        let outcome = try scratch.diary.perform([order], in: scratch.context)
        guard case .conflict(entry.id, .version(7), .version(1)) = outcome else {
            return #expect(Bool(false), "\(outcome)")
        }
        _ = try scratch.diary.list()
        _ = try scratch.diary.entry(entry.id, at: .event(1))
        _ = try scratch.diary.replay(.checking)
        _ = try scratch.diary.log()
        _ = try scratch.events()
        #expect(try scratch.head == head && FileSystem.size(of: scratch.path + "/log-000001.mdb") == size)
        #expect(try scratch.diary.store.beginRead().view.identifier == before)
    }
}
