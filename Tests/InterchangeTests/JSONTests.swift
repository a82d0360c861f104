/// JSON: read strictly, written one way, bytes kept.

import DiarylogTestSupport
import Interchange
import Testing

@Suite(.timed) struct JSONTests {
    private func read(_ text: String) throws(JSONProblem) -> JSONValue {
        var reader = try JSONReader(Array(text.utf8))
        let value = try reader.value()
        guard reader.isAtEnd() else { throw .unexpected(byte: reader.index) }
        return value
    }

    @Test("every value comes back as it was written")
    func roundTrip() throws {
        let text = "가\u{1112}\u{1161}\u{0}\u{1}\"\\/\n\r\t\u{7F}\u{2028}👩‍👩‍👦"
        let value: JSONValue = [
            "text": .text(text), "none": .null, "yes": .bool(true), "whole": .integer(-9_007_199_254_740_993),
            "part": .decimal(37.5665), "small": .decimal(1e-7), "list": .array([.integer(1), .array([]), [:]]),
        ]
        var reader = try JSONReader(JSONWriter.bytes(value))
        let found = try reader.value()
        #expect(found == value)
    }

    @Test("whatever is written is JSON: what is not UTF-8 becomes U+FFFD, what controls is escaped")
    func validWhateverItMeets() throws {
        let strings: [[UInt8]] = [
            [0xFF], [0x61, 0xED, 0xA0, 0x80, 0x62], [0xC0, 0x80], [0xEA, 0xB0], [0x22, 0xF5, 0x5C, 0x0A, 0x00],
            [0xF4, 0x90, 0x80, 0x80], (0...255).map { UInt8($0) }, (0...255).reversed().map { UInt8($0) },
        ]
        for string in strings {
            let value: JSONValue = [
                "text": .string(string), "list": .array([.string(string)]),
                String(decoding: string, as: UTF8.self): .null, "number": .decimal(.nan),
            ]
            var reader = try JSONReader(JSONWriter.bytes(value))
            let found = try reader.value()
            #expect(found["text"] == .string(Array(String(decoding: string, as: UTF8.self).utf8)))
        }
    }

    @Test("escapes are what they stand for")
    func escapes() throws {
        #expect(try read(#""\u00e9\ud83d\ude00\/\b\f\"\\""#) == .text("é😀/\u{8}\u{C}\"\\"))
    }

    @Test(
        "what is not JSON is refused",
        arguments: [
            "", "{", "[1,]", "{\"a\":1,}", "{a:1}", "01", "1.", "+1", ".5", "nul", "\"a", "\"\n\"", "\"\\x\"", "[1 2]",
            "\"\\u12\"", "NaN", "1e", "{\"a\" 1}", "\"\\ud800\"", "\"\\ud800\\u0041\"", "\"\\udc00\"", "1e999",
        ])
    func refused(text: String) {
        #expect(throws: JSONProblem.self) { try read(text) }
    }

    @Test("a name twice, bytes that are no UTF-8 and a bottomless nest are refused")
    func traps() {
        #expect(throws: JSONProblem.nameTwice("a")) { try read(#"{"a":1,"a":2}"#) }
        #expect(throws: JSONProblem.notUTF8) { _ = try JSONReader([0x22, 0xED, 0xA0, 0x80, 0x22]) }
        #expect(throws: JSONProblem.tooDeep) { try read(String(repeating: "[", count: 100_000)) }
    }

    @Test("an object is read in a time that follows its members")
    func manyMembers() throws {
        func seconds(_ count: Int) throws -> Double {
            let members = (0..<count).map { "\"name\($0)\":\($0)" }.joined(separator: ",")
            return try threadTime {
                guard case .object(let read) = try read("{\(members)}") else { return #expect(Bool(false)) }
                #expect(read.count == count && read.last?.value == .integer(Int64(count - 1)))
            }
        }
        // Eight times as many cost eight times as much; a square would cost 64 times.
        let few = try (0..<3).map { _ in try seconds(20_000) }.min() ?? 0
        let many = try (0..<3).map { _ in try seconds(160_000) }.min() ?? .infinity
        #expect(many < 24 * few)
        for count in 1...40 {
            let names = (0..<count).map { "\"n\($0)\":0" }.joined(separator: ",")
            #expect(throws: JSONProblem.nameTwice("n0")) { try self.read("{\(names),\"n0\":1}") }
            #expect(throws: JSONProblem.nameTwice("n\(count - 1)")) {
                try self.read("{\(names),\"n\(count - 1)\":1}")
            }
        }
    }

    @Test("base64 comes back, and is read in one way only")
    func base64() {
        for count in 0...40 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 73 + 5) }
            #expect(Base64.bytes(Base64.text(bytes)) == bytes)
        }
        #expect(
            String(decoding: Base64.text(Array("any carnal pleas".utf8)), as: UTF8.self) == "YW55IGNhcm5hbCBwbGVhcw==")
        for text in ["A", "AA", "AAA", "====", "AB==", "AAB=", "A===", "AA=A", "A A=", "AAAA\n"] {
            #expect(Base64.bytes(Array(text.utf8)) == nil, "\(text)")
        }
    }
}
