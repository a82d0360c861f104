import DiarylogHost
import DiarylogTestSupport
import EventStore
import Testing

/// Records of a store that nobody would write are refused or read, and never end the program.
@Suite("Forged records of a store", .timed) struct FuzzTests {
    private let times = runs(debug: 3000)

    @Test func `headers, the meta record, the beginning of a device, rows`() throws {
        let trial = try Trial(60, seed: 5)
        let events = try trial.store.portable()
        forge("event headers", events.map(\.event.header), times: times) { bytes in
            let header = try EventHeader(canonical: bytes.span)
            #expect(try EventHeader(canonical: header.canonicalBytes.span) == header)
        }
        let meta = try trial.store.beginRead().view.log.meta.bytes
        forge("meta records", [meta], times: times) { bytes in _ = try Meta(bytes.span) }
        var begins = [DeviceBegin(continued: [.zero], secret: Array(0..<32)), DeviceBegin(continued: [], secret: nil)]
        begins[1].name = "노트북"
        forge("beginnings of devices", begins.map(\.bytes), times: times) { bytes in
            _ = try DeviceBegin(bytes.span)
        }
        let frames = try trial.store.frames()
        forge("frames", frames, times: times) { bytes in
            var bytes = bytes
            guard bytes.count > FrameLayout.minimum else { throw Absent() }
            // The length and the checksum are right, so that what lies within is read.
            for index in 0..<4 { bytes[4 + index] = UInt8(truncatingIfNeeded: bytes.count >> (8 * index)) }
            let sequence: UInt64 = bytes.span.littleEndian(at: 8)
            sign(&bytes, sequence: sequence)
            let frame = try Frame(bytes.span, expecting: sequence)
            #expect(frame.payload.upperBound == bytes.count)
            #expect(frame.previousInStream < sequence && frame.jump < sequence)
            _ = frame.parents(in: bytes.span)
            _ = frame.key
            _ = FrameRemains(bytes.span, at: sequence)
            _ = frame.isProven(in: bytes.span) && frame.hasItsPayload(in: bytes.span)
        }
    }
}
