import DiarylogTestSupport
import EventStore
import Testing

/// A sealed value is believed under its own key alone, and only as it was written.
@Suite(.timed) struct SealTests {
    private func sealed(_ text: String, under key: [UInt8]) -> [UInt8] {
        var writer = ByteWriter(capacity: 32)
        writer.append(bytes(text))
        writer.seal(under: key.span)
        return writer.bytes
    }

    private func isBelieved(_ value: [UInt8], under key: [UInt8]) -> Bool {
        SealedValue.open(value.span, under: key.span) != nil
    }

    @Test func `a value under another key is not believed`() {
        let key: [UInt8] = [0, 0, 1, 7]
        let value = sealed("a page of it", under: key)
        #expect(isBelieved(value, under: key))
        for position in key.indices {
            var other = key
            other[position] ^= 4
            #expect(!isBelieved(value, under: other))
        }
        #expect(!isBelieved(value, under: []) && !isBelieved(value, under: key + [0]))
    }

    @Test func `with any bit flipped, or cut anywhere, it is not believed`() {
        let key: [UInt8] = [9]
        let value = sealed("비가 왔다", under: key)
        for bit in 0..<value.count * 8 {
            var changed = value
            changed[bit / 8] ^= 1 << (bit % 8)
            #expect(!isBelieved(changed, under: key))
        }
        for count in value.indices { #expect(!isBelieved(Array(value.prefix(count)), under: key)) }
    }
}
