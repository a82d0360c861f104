import DiaryModel
import DiarylogTestSupport
import EventStore
import Testing

@testable import DiaryEngine

/// Bodies of events as bytes, and back.
@Suite(.timed) struct CodecTests {
    @Test func `any content survives its bytes, and its bytes survive the content`() throws {
        var chance = Chance(for: "contents")
        for _ in 0..<3_000 {
            let content = chance.content()
            let bytes = ContentCodec.encode(content)
            #expect(try ContentCodec.decode(bytes.span) == content)
            #expect(ContentCodec.encode(try ContentCodec.decode(bytes.span)) == bytes)
        }
    }

    @Test("any edit survives its bytes, with hunks and without, and its fields stand in the one order there is")
    func edits() throws {
        var chance = Chance(for: "edits")
        for _ in 0..<3_000 {
            let (old, new) = (chance.content(), chance.content())
            for hunks in [nil, textHunks(from: old.text, to: new.text)] {
                let body = EntryEventCodec.body(of: .edited(new, hunks: hunks))
                let act = try EntryEventCodec.decode(kind: EntryEventCodec.Kind.edit, body: body.span)
                #expect(act == .event(.edited(new, hunks: hunks)))
            }
        }
    }

    /// One entry with every field; the bytes below are its, for ever.
    private var sample: EntryContent {
        var content = EntryContent(
            text: Array("첫 줄\nse\u{301}cond".utf8),
            date: EntryDate(seconds: -9_782_640_000, offset: -75, zone: "Europe/London", precision: .minute))
        content.tags = [Tag("sea"), Tag("산책")]
        content.isStarred = true
        content.place = Place(latitude: Int32(375_665_000), longitude: Int32(-1_269_780_000))
        content.weather = Weather(main: "Rain", icon: "10d")
        content.attachments = [
            Attachment(name: "a.jpg", mediaType: "image/jpeg", size: 258, hash: [UInt8](repeating: 0xAB, count: 32))
        ]
        content.extra = [ExtraField(key: "uuid", value: [0, 1])]
        content.unknown = [UnknownField(number: 300, bytes: [7])]
        return content
    }

    @Test func `the bytes of a creation are those of format 1, for ever`() {
        let expected =
            "0110ecb2ab20eca4840a7365cc81636f6e64021a80c2e8b8fdffffffb5ffffff014575726f70652f4c6f6e64"
            + "6f6e030c020373656106ec82b0ecb185040101050868316416e0b150b40609045261696e03313064073a0105"
            + "612e6a70670a696d6167652f6a7065670201000000000000abababababababababababababababababababab"
            + "abababababababababababab0809010475756964020001ac020107"
        #expect(Hexadecimal.text(ContentCodec.encode(sample)) == expected)
    }

    @Test func `the bytes of an edit are those of format 1, for ever`() {
        var content = plain("I went to a lake.")
        content.unknown = [UnknownField(number: 14, bytes: [1]), UnknownField(number: 16, bytes: [2])]
        let hunks = [TextHunk(gap: 10, removed: 7, inserted: 6), TextHunk(gap: 0, removed: 300, inserted: 0)]
        let body = EntryEventCodec.body(of: .edited(content, hunks: hunks))
        let text = "0111" + Hexadecimal.text(content.text)
        let date = "0217" + "0000000000000000" + "907e0000" + "00" + Hexadecimal.text(Array("Asia/Seoul".utf8))
        #expect(Hexadecimal.text(body) == text + date + "0e0101" + "0f070a070600ac0200" + "100102")
        #expect(EntryEventCodec.body(of: .deleted) == [])
    }

    @Test(
        "bytes that break a rule are refused",
        arguments: [
            "0101", "000161", "010161010162", "0201000101", "8100", "0402ffff", "040102", "0102c328", "03020201",
            "0305ffffffffff01",
        ])
    func refused(hexadecimal: String) throws {
        let bytes = try #require(Hexadecimal.bytes(hexadecimal))
        #expect(throws: FormatError.self) { try ContentCodec.decode(bytes.span) }
    }

    @Test func `no bytes trap the decoders; what they accept is read alike by both, and written`() throws {
        var chance = Chance(for: "fuzz")
        var accepted = 0
        for round in 0..<runs(debug: 20_000) {
            let (old, new) = (chance.content(words: 5), chance.content(words: 5))
            let hunks = round % 3 == 0 ? nil : textHunks(from: old.text, to: new.text)
            for kind in [EntryEventCodec.Kind.create, EntryEventCodec.Kind.edit] {
                let body = ContentCodec.encode(new, kind == EntryEventCodec.Kind.edit ? hunks : nil)
                let mutated = chance.forged(body)
                if let lifted = try? Upcasting.upcast(kind: kind, schema: 1, body: mutated.span) {
                    _ = try? EntryEventCodec.decode(kind: kind, body: lifted.span)
                }
                // A row is a head of fifty-three bytes, and a content.
                _ = try? EntryRow(chance.forged((0..<53).map { UInt8($0) } + body))
                let act = try? EntryEventCodec.decode(kind: kind, body: mutated.span)
                guard let content = act?.content else { continue }
                accepted += 1
                #expect(try ContentCodec.decode(ContentCodec.encode(content).span) == content)
            }
        }
        #expect(accepted > 0)
    }
}
