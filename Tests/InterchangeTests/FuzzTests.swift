import DiarylogArchives
import DiarylogTestSupport
import EventStore
import Interchange
import Testing

/// Files that nobody would write are refused with a place and a reason, or read.
@Suite("Forged files", .timed)
struct FuzzTests {
    @Test("JSON, rows of entries, and logs")
    func files() throws {
        let json = [
            #"{"a":[1,-2.5e3,null,true,{"b":"\u00e9\ud83d\ude00 \n"}],"c":{}}"#, #"[[[[]]],"",0.1,1e-9,"가나다"]"#,
        ]
        forge("JSON", json.map { bytes($0) }, times: runs(debug: 6000)) { bytes in
            var reader = try JSONReader(bytes)
            let value = try reader.value()
            var again = try JSONReader(JSONWriter.bytes(value))
            #expect(try again.value() == value)
        }
        for name in ["every-shape.events", "two-devices.events", "schema-1.events"] {
            let log = try Fixture(name).bytes
            forge("logs", [log], times: runs(debug: 60)) { bytes in
                var records = EventLog(ByteSource(bytes))
                var number = 0
                while let record = try records.record(number) {
                    number += 1
                    if case .event(let event) = record { _ = try? EventHeader(canonical: event.header.span) }
                }
            }
        }
    }
}
