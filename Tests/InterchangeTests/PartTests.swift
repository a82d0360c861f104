/// Files that are read by parts: they say what they say whole.

import DiaryEngine
import DiaryModel
import DiarylogArchives
import DiarylogTestSupport
import EventStore
import Interchange
import Testing

@Suite(.timed) struct PartTests {
    /// The values of an array or of lines, as a reader of the whole document has them; nil at a mistake.
    private func whole(_ bytes: [UInt8]) -> [JSONValue?] {
        var values: [JSONValue?] = []
        do {
            var reader = try JSONReader(bytes)
            let isArray = reader.takes("[")
            var goesOn = isArray ? !reader.takes("]") : !reader.isAtEnd()
            while goesOn {
                values.append(try reader.value())
                goesOn = isArray ? reader.takes(",") : !reader.isAtEnd()
                if isArray, !goesOn, !reader.takes("]") { throw JSONProblem.endsEarly }
            }
            if !reader.isAtEnd() { values.append(nil) }
        } catch {
            values.append(nil)
        }
        return values
    }

    private func parted(_ bytes: [UInt8], by portion: Int) -> [JSONValue?] {
        var values: [JSONValue?] = []
        do {
            var parts = JSONParts(ByteSource(bytes), portion: portion)
            let isArray = parts.takes("[")
            var goesOn = isArray ? !parts.takes("]") : !parts.isAtEnd()
            while goesOn {
                values.append(try parts.value())
                goesOn = isArray ? parts.takes(",") : !parts.isAtEnd()
                if isArray, !goesOn, !parts.takes("]") { throw JSONProblem.endsEarly }
            }
            if parts.isAtEnd() { #expect(parts.index == bytes.count) } else { values.append(nil) }
        } catch {
            values.append(nil)
        }
        return values
    }

    private let document = """
        \u{FEFF}[ {"a":"강\\"}]","b":[1,{"c":[]},-2.5e3]},{"텍스트":"\\\\","x":{"y":"{[,:\\u0041"}} , [], "s,\\\\" ,17,true,null,
        {"long":"\(String(repeating: "한강을 걸었다. ", count: 40))"} ]
        """

    @Test func `values come the same by parts of any size, in an array and in lines`() {
        let lines = "{\"a\":1}{\"b\":[2]}\n\n  {\"c\":\"}\"}\r\n"
        for text in [document, lines, "[]", "", " ", "[1]", "1 2", "\"a\"\"b\"", "[1,2", "{\"a\":", "[{]}"] {
            for portion in [3, 4, 7, 64, 1 << 20] {
                #expect(parted(bytes(text), by: portion) == whole(bytes(text)), "\(text.prefix(20)) by \(portion)")
            }
        }
    }

    @Test func `a forged document gives the values of the whole one, and is refused where that is`() {
        var chance = Chance(for: "JSON by parts")
        forge("json-parts", [bytes(document), bytes("{\"a\":1}\n{\"b\":\"강\"}")], times: runs(debug: 3000)) { forged in
            let (left, right) = (whole(forged), parted(forged, by: 3 + chance.below(40)))
            // A byte that is no UTF-8 refuses the whole at once, and by parts the value that it stands in.
            if (try? JSONReader(forged)) == nil {
                #expect(right.last == .some(nil))
            } else {
                #expect(left.last == .some(nil) ? right.last == .some(nil) : right == left)
            }
        }
    }

    @Test func `a mistake has the place in the file that it has in the whole`() {
        let rows = (0..<3000).map { "{\"text\":\"\($0) 강\",\"date\":\"2026-11-01\"}" }
        let defaults = RowDefaults(
            now: EntryDate(seconds: 0, offset: 0, zone: "UTC", precision: .second), zone: "UTC")
        var text = "[" + rows.joined(separator: ",\n")
        let start = text.utf8.count + 2
        text += ",\n?]"
        #expect(throws: problem(row: 3001, .json(.unexpected(byte: start)))) {
            try readRows(bytes(text), defaults: defaults)
        }
    }

    @Test func `jrnl's file comes the same by parts: texts, dates and lines`() throws {
        var text = "\u{FEFF}"
        var lines: [Int] = []
        var bodies: [String] = []
        var line = 1
        for number in 0..<3000 {
            let long = number == 1500 ? String(repeating: "긴 줄 ", count: 60_000) : ""
            let body = "제목 \(number)\n" + long + String(repeating: "한강을 걸었다.\n", count: number % 17) + "[no date] 끝"
            text += "[2026-11-\(10 + number % 20) 10:00] \(body)\n\n"
            lines.append(line)
            bodies.append(body)
            line += body.utf8.count { $0 == 0x0A } + 2
        }
        let entries = try readEntries(source(text), readOptions())
        #expect(entries.format == .jrnl && entries.count == 3000)
        #expect(entries.rows.map { String(decoding: $0.content.text, as: UTF8.self) } == bodies)
        #expect(entries.origins.map(\.position) == lines.map { ReadProblem.Position.line($0) })
        var broken = bytes(text)
        broken[broken.count - 5] = 0xFF
        let read = try readEntries(.file(SourceFile(path: "file", bytes: broken)), format: .jrnl, readOptions())
        #expect(read.count == 2999)
        #expect(
            read.leftOut.problems == [ReadProblem("file", at: .line(lines[2999]), .row(.json(.notUTF8)))])
    }

    @Test func `a row that can be no entry is named at once, and each has the tags that all are given`() throws {
        let folder = try Folder()
        let spool = RowSpool(in: [folder.path])
        let good = #"{"text":"a","date":"2026-11-01"}"#
        let entries = try readEntries(source(good + good), readOptions(), into: spool, tags: [Tag("t")])
        #expect(entries.count == 2 && spool.count == 2)
        #expect(try spool.row(1).content.tags == [Tag("t")])
        let bad = source(good + #"{"text":" ","date":"2026-11-01"}"# + good)
        let problem = ReadProblem("file", at: .row(2), .refused(.nothingVisible))
        let read = try readEntries(bad, readOptions(), into: RowSpool(in: [folder.path]))
        #expect(read.count == 2 && read.leftOut.problems == [problem])
        var strict = readOptions()
        strict.isStrict = true
        #expect(throws: problem) { try readEntries(bad, strict, into: RowSpool(in: [folder.path])) }
    }
}
