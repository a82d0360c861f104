import DiaryEngine
import DiaryModel
import DiarylogTestSupport
import EventStore
import Testing

/// Many entries at once.
@Suite(.timed) final class ImportTests: InScratch {
    private func row(_ text: String) -> ImportedRow { ImportedRow(content: plain(text), identity: Array(text.utf8)) }

    @Test func `one bad row refuses all, by its number`() throws {
        let outcome = try scratch.diary.import([row("a"), row("b"), row(" ")], in: scratch.context)
        guard case .refused(3, .nothingVisible) = outcome else { return #expect(Bool(false), "\(outcome)") }
        #expect(try scratch.head == 1)
    }

    @Test func `a key makes an addition happen once, and is not given to other content`() throws {
        let first = try scratch.diary.add(plain("a"), key: "k", in: scratch.context)
        guard
            case .repeated(let receipt, let entries) = try scratch.diary.add(plain("a"), key: "k", in: scratch.context)
        else { return #expect(Bool(false)) }
        #expect(receipt == first.receipt && entries.map(\.id) == first.entries.map(\.id))
        guard case .keyTaken(let id) = try scratch.diary.add(plain("b"), key: "k", in: scratch.context) else {
            return #expect(Bool(false))
        }
        #expect(id == first.entries.first?.id)
        #expect(try scratch.head == 2)
        _ = try scratch.diary.add(plain("b"), key: "k", again: true, in: scratch.context)
        #expect(try scratch.head == 3)
    }
}
