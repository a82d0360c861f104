import DiaryEngine
import DiarylogExchange
import DiarylogHost
import DiarylogTestSupport
import EventStore
import Testing

/// What a round remembers, and which files it fetches.
@Suite(.timed) final class RoundTests: AtDesk {
    @Test("a copy that fetches what is shown passes over files of earlier versions and of deleted entries")
    func shownFiles() throws {
        var first = try desk.begin()
        try first.attach([1, 1, 1], named: "shown")
        let changed = try first.attach([2, 2, 2], named: "earlier")
        let deleted = try first.attach([3, 3, 3], named: "deleted")
        let entry = try #require(try first.diary.entry(changed))
        var content = entry.content
        content.attachments = []
        let request = EntryRequest(entry: changed, command: .revise(from: entry.content, to: content))
        _ = try first.diary.write(.perform([request]))
        try first.diary.delete(deleted)
        try first.exchange(desk.remote, desk.seal)
        #expect(desk.paths("files/").count == 3)
        var second = try desk.join("b")
        try second.exchange(desk.remote, desk.seal, files: .shown)
        #expect(second.report.files == 1 && second.report.missingFiles == 0)
        try second.exchange(desk.remote, desk.seal, files: .all)
        #expect(second.report.files == 2 && second.report.missingFiles == 0)
    }

    @Test func `what failed is remembered by a word until a round ends well`() throws {
        var copy = try desk.begin()
        try copy.diary.add("글")
        let marker = desk.remote.files
        desk.remote.files = [:]
        #expect(throws: ExchangeTrouble.self) { try copy.exchange(desk.remote, desk.seal) }
        #expect(copy.remembered.failure == "noMarker" && copy.remembered.failedAt != nil)
        #expect(copy.remembered.triedAt != nil && copy.remembered.exchangedAt == nil)
        desk.remote.files = ["diary-" + String(repeating: "0", count: 32): []]
        #expect(throws: ExchangeTrouble.self) { try copy.exchange(desk.remote, desk.seal) }
        #expect(copy.remembered.failure == "otherDiary")
        try copy.exchange(FolderRemote(path: desk.place("nowhere")), desk.seal)
        #expect(copy.remembered.failure == "unreachable")
        desk.remote.files = marker
        try copy.exchange(desk.remote, desk.seal)
        #expect(copy.remembered.failure == nil && copy.remembered.failedAt == nil)
        #expect(copy.remembered.exchangedAt == copy.remembered.triedAt)
    }

    @Test func `what was written here of an entry that another device forgot is kept, and the draft is named`() throws {
        var first = try desk.begin()
        let entry = try first.write("잊힐 글", on: desk)
        var second = try desk.join("b")
        try second.diary.edit(entry.id) { $0.text += " 그리고 더" }
        _ = try first.diary.forget(entry.id)
        try first.exchange(desk.remote, desk.seal)
        try second.exchange(desk.remote, desk.seal)
        #expect(second.remembered.drafts == ["d1"])
        let draft = try #require(try second.diary.drafts().first)
        #expect(String(decoding: draft.content.text, as: UTF8.self) == "잊힐 글 그리고 더")
    }

    @Test func `an idle round asks once, and an edit costs a list, a put and a get`() throws {
        var copy = try desk.begin()
        let entry = try copy.write("하나", on: desk)
        desk.remote.calls = HostileRemote.Calls()
        try copy.exchange(desk.remote, desk.seal)
        #expect(desk.remote.calls == HostileRemote.Calls(lists: 1))
        desk.remote.calls = HostileRemote.Calls()
        try copy.diary.edit(entry.id) { $0.text += "\n오늘은 비가 왔다. 우산을 두고 나가서 다 젖었다." }
        try copy.exchange(desk.remote, desk.seal)
        let calls = desk.remote.calls
        print("measured: an edit puts \(calls.bytes) bytes")
        #expect(calls == HostileRemote.Calls(lists: 1, gets: 1, puts: 1, bytes: calls.bytes))
        #expect(calls.bytes < 900)
    }

    @Test func `what the remote refuses to keep is told, and put by the next round`() throws {
        var copy = try desk.begin()
        try copy.exchange(desk.remote, desk.seal)
        try copy.diary.add("거절당하는 글")
        desk.remote.refusals = 1
        try copy.exchange(desk.remote, desk.seal)
        #expect(copy.report.refusedPuts == 1 && copy.report.unsent == 1)
        try copy.exchange(desk.remote, desk.seal)
        #expect(copy.report.refusedPuts == 0 && copy.report.unsent == 0)
    }
}
