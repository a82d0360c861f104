import DiarylogTestSupport
import EventStore
import Testing

@Suite("Names as text", .timed) struct IdentifierTests {
    @Test func `streams and ids are written as the program shows them, and read back`() {
        var chance = Entropy.seeded([1])
        let stream: StreamID = chance.identifier()
        #expect("\(stream)" == stream.hexadecimal && stream.hexadecimal.count == 32)
        #expect(StreamID(hexadecimal: "\(stream)") == stream && StreamID(hexadecimal: "no") == nil)
        let id = Digest(hashing: [1])
        #expect("\(id)".count == 64 && Digest(hexadecimal: "\(id)") == id && "\(OperationID(id))" == "\(id)")
    }

    @Test func `an error says what happened, in words`() {
        var chance = Entropy.seeded([1])
        let stream: StreamID = chance.identifier()
        let error = EventStoreError.conflict(stream, expected: .exactly(2), actual: 3)
        #expect("\(error)" == "stream \(stream): expected exactly(2), found version 3")
        #expect("\(EventStoreError.unacceptable(record: 1, reason: "no"))" == "event 1: no")
    }
}
