/// Rows of an import that lie in a file: they make the same diary as rows in memory.

import DiaryEngine
import DiaryModel
import DiarylogHost
import DiarylogTestSupport
import EventStore
import Testing

@Suite(.timed) struct SpoolTests {
    /// Rows of every kind: named and not, the same twice, with a past, with times.
    private func rows(_ chance: inout Chance) -> [ImportedRow] {
        var rows: [ImportedRow] = []
        for _ in 0..<(1 + chance.below(20)) {
            if let old = rows.last, chance.isLucky(oneIn: 5) {
                rows.append(old)
                continue
            }
            var row = ImportedRow(content: chance.content(words: 20), identity: chance.bytes(chance.below(40)))
            if chance.isLucky(oneIn: 3) {
                row.id = EntryID(hexadecimal: String(repeating: "0\(1 + chance.below(9))", count: 16))
            }
            row.isNamed = chance.isLucky(oneIn: 4)
            if chance.isLucky(oneIn: 4) {
                row.links = [RowLink(0..<1, before: chance.bytes(2), after: [], name: chance.pick(["", "a"]))]
            }
            for _ in 0..<(chance.isLucky(oneIn: 3) ? chance.below(4) : 0) {
                row.earlier.append(
                    ImportedVersion(
                        content: chance.isLucky(oneIn: 4) ? row.content : chance.content(words: 20),
                        isDeleted: chance.isLucky(oneIn: 4), writtenAt: time(&chance)))
            }
            row.writtenAt = time(&chance)
            rows.append(row)
        }
        return rows
    }

    private func time(_ chance: inout Chance) -> ClockReading? {
        guard chance.isLucky(oneIn: 2) else { return nil }
        return ClockReading(wall: 1_600_000_000_000_000 + Int64(chance.below(20)), offset: 32_400)
    }

    private func spool(_ rows: [ImportedRow], in folder: String, holding most: Int) throws -> RowSpool {
        let spool = RowSpool(in: [folder], holding: most)
        for row in rows { #expect(try spool.add(row) == nil) }
        return spool
    }

    @Test func `rows from a file make the log that rows in memory make, event for event`() throws {
        var chance = Chance(for: "spool")
        for _ in 0..<runs(debug: 60) {
            let (one, two) = (try Scratch(), try Scratch())
            for _ in 0..<3 {
                let rows = rows(&chance)
                let (again, update) = (chance.isLucky(oneIn: 6), chance.isLucky(oneIn: 2))
                let spool = try spool(rows, in: two.folder.path, holding: chance.pick([0, 300, 1 << 20]))
                let left = try one.diary.import(rows, again: again, update: update && !again, in: one.context)
                let right = try two.diary.import(
                    from: spool, again: again, update: update && !again, in: two.context)
                #expect(left.words == right.words)
                let (those, these) = (try one.events(), try two.events())
                #expect(those.map(\.header) == these.map(\.header) && those.map(\.payload) == these.map(\.payload))
            }
            let names = try FileSystem.contents(of: two.folder.path)
            #expect(names == ["diary"], "\(names)")
        }
    }

    @Test func `a link leads to the entry of the row that it names, before it or behind, new or here already`() throws {
        let scratch = try Scratch()
        func row(_ text: String, _ links: [(String, String)] = []) -> ImportedRow {
            var row = ImportedRow(content: plain(text), identity: Array(text.utf8))
            row.links = links.compactMap { link in
                text.firstRange(of: link.0).map { range in
                    let start = text[..<range.lowerBound].utf8.count
                    return RowLink(
                        start..<start + link.0.utf8.count, before: Array("<".utf8), after: Array(">".utf8), name: link.1
                    )
                }
            }
            return row
        }
        var named = row("named")
        named.id = EntryID(hexadecimal: String(repeating: "ab", count: 16))
        let rows = [
            row("before [[a]], [[b]], [[none]]", [("[[a]]", "a"), ("[[b]]", "b"), ("[[none]]", "none")]),
            row("target", [("get", "self")]), named,
        ]
        func imported(_ rows: [ImportedRow]) throws -> ImportOutcome {
            let spool = try spool(rows, in: scratch.folder.path, holding: 0)
            spool.leads = ["a": 1, "b": 2, "self": 1]
            return try scratch.diary.import(from: spool, in: scratch.context)
        }
        guard case .imported(_, 3, 0, _) = try imported(rows) else { return #expect(Bool(false)) }
        let entries = try scratch.diary.list().entries
        func text(_ entry: Entry) -> String { String(decoding: entry.content.text, as: UTF8.self) }
        let target = try #require(entries.first { text($0).hasPrefix("tar") })
        let own = String(repeating: "ab", count: 16)
        #expect(text(target) == "tar<:/\(target.id.hexadecimal)>")
        #expect(entries.contains { text($0) == "before <:/\(target.id.hexadecimal)>, <:/\(own)>, [[none]]" })
        // What is known stays known, and its links are no difference.
        guard case .imported(nil, 0, 3, let losses) = try imported(rows) else { return #expect(Bool(false)) }
        #expect(losses == ImportLosses())
    }

    @Test func `a row that can be no entry is refused, and files that are dropped are in none of the rows`() throws {
        let folder = try Folder()
        let spool = RowSpool(in: [folder.path + "/none", folder.path], holding: 10)
        let kept = AttachedFile(hash: Digest(hashing: [1]), size: 1)
        let lost = AttachedFile(hash: Digest(hashing: [2]), size: 1)
        var row = ImportedRow(content: plain("a"), identity: [1])
        row.content.attachments = [kept, lost].map { Attachment($0, name: "\($0.hash.hexadecimal)", mediaType: "") }
        row.earlier = [ImportedVersion(content: row.content)]
        #expect(try spool.add(row) == nil)
        #expect(try spool.add(ImportedRow(content: plain(" "), identity: [])) == .nothingVisible)
        #expect(spool.count == 1)
        spool.drop([lost])
        let back = try spool.row(0)
        #expect(back.content.attachments.map(\.file) == [kept])
        #expect(back.earlier[0].content.attachments.map(\.file) == [kept])
    }

    @Test func `a row comes back from its bytes, and cut or changed bytes are refused or are another row`() throws {
        var chance = Chance(for: "spooled rows")
        for _ in 0..<runs(debug: 200) {
            for row in rows(&chance) {
                let bytes = ImportedRowCodec.encode(row)
                let back = try ImportedRowCodec.decode(bytes.span)
                #expect(ImportedRowCodec.encode(back) == bytes)
                #expect(back.content == row.content && back.identity == row.identity && back.id == row.id)
                #expect(back.earlier.map(\.content) == row.earlier.map(\.content) && back.writtenAt == row.writtenAt)
                #expect(back.links == row.links)
                var forged = Array(bytes.prefix(chance.below(bytes.count + 1)))
                if !forged.isEmpty { forged[chance.below(forged.count)] ^= UInt8(1 << chance.below(8)) }
                _ = try? ImportedRowCodec.decode(forged.span)
            }
        }
    }
}
