import DiarylogTestSupport
import EventStore
import Foundation
import Testing

@Suite("Names as text", .timed)
struct IdentifierTests {
    @Test("streams, ids and numbers are written as the program shows them, and read back")
    func text() throws {
        var chance = Entropy.seeded([1])
        let stream: StreamID = chance.identifier()
        #expect("\(stream)" == stream.hexadecimal && stream.hexadecimal.count == 32)
        #expect(StreamID("\(stream)") == stream && StreamID("no") == nil)
        let id = Digest(hashing: [1])
        #expect("\(id)".count == 64 && Digest("\(id)") == id && "\(OperationID(id))" == "\(id)")
        let written = try JSONEncoder().encode([stream])
        #expect(String(decoding: written, as: UTF8.self) == "[\"\(stream)\"]")
        #expect(try JSONDecoder().decode([StreamID].self, from: written) == [stream])
        #expect(try JSONDecoder().decode(Digest.self, from: JSONEncoder().encode(id)) == id)
        #expect(String(decoding: try JSONEncoder().encode(SequenceNumber(7)), as: UTF8.self) == "7")
        #expect(try JSONDecoder().decode(StreamVersion.self, from: Data("7".utf8)) == 7)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([StreamID].self, from: Data("[\"x\"]".utf8)) }
    }

    @Test("an error says what happened, in words")
    func errors() {
        var chance = Entropy.seeded([1])
        let stream: StreamID = chance.identifier()
        let error = EventStoreError.conflict(stream, expected: .exactly(2), actual: 3)
        #expect("\(error)" == "stream \(stream): expected exactly(2), found version 3")
        #expect("\(EventStoreError.unacceptable(record: 1, reason: "no"))" == "event 1: no")
    }
}
