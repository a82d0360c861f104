import DiaryEngine
import DiaryModel
import DiarylogTestSupport
import EventStore
import Testing

/// Bodies of events as bytes, and back.
@Suite(.timed) struct CodecTests {
    @Test("any content survives its bytes, and its bytes survive the content")
    func contents() throws {
        var chance = Chance(for: "contents")
        for _ in 0..<3_000 {
            let content = chance.content()
            let bytes = ContentCodec.encode(content)
            #expect(try ContentCodec.decode(bytes.span) == content)
            #expect(ContentCodec.encode(try ContentCodec.decode(bytes.span)) == bytes)
        }
    }

    @Test("any change survives its bytes, with and without a keyframe")
    func changes() throws {
        var chance = Chance(for: "changes")
        for _ in 0..<3_000 {
            let (old, new, salt) = (chance.content(), chance.content(), chance.bytes(16))
            let changes = old.changes(to: new)
            guard !changes.isEmpty else { continue }
            for keyframe in [false, true] {
                let event = EntryEvent.changed(changes)
                let bytes = EntryEventCodec.body(
                    of: event, after: EntryState(content: new), salt: salt, keyframe: keyframe)
                let decoded = try EntryEventCodec.decode(kind: EntryEventCodec.Kind.change, body: bytes.span)
                #expect(decoded.event == event)
                #expect(decoded.keyframe == (keyframe ? EntryState(content: new) : nil))
                #expect(decoded.textCheck == (old.text == new.text ? nil : ChangeCodec.check(new.text, salt: salt)))
                #expect(EntryEventCodec.isKeyframe(kind: EntryEventCodec.Kind.change, body: bytes.span) == keyframe)
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

    @Test("the bytes of a creation are those of format 1, for ever")
    func goldenCreation() {
        let expected =
            "0110ecb2ab20eca4840a7365cc81636f6e64021a80c2e8b8fdffffffb5ffffff014575726f70652f4c6f6e64"
            + "6f6e030c020373656106ec82b0ecb185040101050868316416e0b150b40609045261696e03313064073a0105"
            + "612e6a70670a696d6167652f6a7065670201000000000000abababababababababababababababababababab"
            + "abababababababababababab0809010475756964020001ac020107"
        #expect(Hexadecimal.text(ContentCodec.encode(sample)) == expected)
    }

    @Test("the bytes of a change are those of format 1, for ever")
    func goldenChange() {
        var after = sample
        after.text = Array("둘째 줄\nse\u{301}cond!".utf8)
        after.date.seconds += 86_400
        after.tags = [Tag("sea"), Tag("lake")].sorted()
        after.isStarred = false
        after.place = nil
        after.weather = Weather(main: "Snow", icon: "13d")
        after.attachments = []
        after.extra = []
        after.unknown = [UnknownField(number: 300, bytes: [8, 9])]
        let salt = (0..<16).map { UInt8($0) }
        let splices = [
            TextSplice(offset: 0, removed: Array("첫".utf8), inserted: Array("둘째".utf8)),
            TextSplice(offset: 16, removed: [], inserted: [33]),
        ]
        let changes = [.text(splices)] + sample.changes(to: after).dropFirst()
        let body = ChangeCodec.encode(changes, after: EntryState(content: after), salt: salt, keyframe: false)
        let expected =
            "0119a0fb5eeb756826c8020003ecb2ab06eb9198eca7b80d00012102361a80c2e8b8fdffffffb5ffffff0145"
            + "75726f70652f4c6f6e646f6e1a0014eab8fdffffffb5ffffff014575726f70652f4c6f6e646f6e0310060104"
            + "6c616b65080106ec82b0ecb185040401010100050a0868316416e0b150b400061409045261696e0331306409"
            + "04536e6f7703313364073d01003a0105612e6a70670a696d6167652f6a7065670201000000000000abababab"
            + "abababababababababababababababababababababababababababab080c090104757569640200010100ac02"
            + "050107020809"
        #expect(Hexadecimal.text(body) == expected)
        let keyed = ChangeCodec.encode(
            [], after: EntryState(content: plain("a"), isDeleted: true), salt: salt, keyframe: true)
        #expect(Hexadecimal.text(keyed) == "0f1d0101016102170000000000000000907e000000417369612f53656f756c")
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

    @Test("no bytes trap the decoders, and what they accept can be applied, undone and written")
    func fuzz() throws {
        var chance = Chance(for: "fuzz")
        var accepted = 0
        for round in 0..<runs(debug: 20_000) {
            let (old, new) = (chance.content(words: 5), chance.content(words: 5))
            let changes = old.changes(to: new)
            let kinds: [(UInt16, [UInt8])] = [
                (EntryEventCodec.Kind.create, ContentCodec.encode(new)),
                (
                    EntryEventCodec.Kind.change,
                    ChangeCodec.encode(
                        changes, after: EntryState(content: new), salt: [1], keyframe: round % 3 == 0)
                ),
            ]
            for (kind, body) in kinds {
                let mutated = mutate(body, &chance)
                if let lifted = try? Upcasting.upcast(kind: kind, schema: 1, body: mutated.span) {
                    _ = try? EntryEventCodec.decode(kind: kind, body: lifted.span)
                }
                _ = EntryEventCodec.isKeyframe(kind: kind, body: mutated.span)
                _ = try? EntryRow(mutated)
                guard let decoded = try? EntryEventCodec.decode(kind: kind, body: mutated.span) else { continue }
                accepted += 1
                guard case .changed(let found) = decoded.event else {
                    if let content = decoded.keyframe?.content {
                        #expect(try ContentCodec.decode(ContentCodec.encode(content).span) == content)
                    }
                    continue
                }
                var content = old
                for change in found {
                    guard (try? content.apply(change)) != nil else { break }
                    try? content.apply(change.inverse)
                }
                _ = ChangeCodec.encode(found, after: EntryState(content: content), salt: [], keyframe: true)
            }
        }
        #expect(accepted > 0)
    }

    private func mutate(_ bytes: [UInt8], _ chance: inout Chance) -> [UInt8] {
        var bytes = bytes
        for _ in 0...chance.below(3) {
            switch chance.below(5) {
            case 0 where !bytes.isEmpty: bytes[chance.below(bytes.count)] = UInt8(chance.below(256))
            case 1 where !bytes.isEmpty: bytes[chance.below(bytes.count)] ^= 1 << UInt8(chance.below(8))
            case 2 where !bytes.isEmpty: bytes.removeLast(1 + chance.below(bytes.count))
            case 3: bytes.insert(contentsOf: chance.bytes(1 + chance.below(9)), at: chance.below(bytes.count + 1))
            default: bytes.insert(0xFF, at: chance.below(bytes.count + 1))
            }
        }
        return bytes
    }

    @Test("a field of a later version is kept byte for byte through fold, edit, restart and export")
    func unknownFields() throws {
        let scratch = try Scratch()
        var content = plain("a")
        content.unknown = [UnknownField(number: 99, bytes: [0, 255, 3]), UnknownField(number: 1 << 63, bytes: [1])]
        let entry = try scratch.add(content)
        for number in 0..<40 { try scratch.edit(entry.id, text: "a \(number)") }
        try scratch.reopen()
        #expect(try scratch.diary.entry(entry.id)?.content.unknown == content.unknown)
        let copy = try Scratch(events: try scratch.events(), wall: scratch.wall)
        #expect(try copy.diary.entry(entry.id)?.content.unknown == content.unknown)
        #expect(try copy.diary.entry(entry.id, at: .event(20))?.content.unknown == content.unknown)
        #expect(Hexadecimal.text(ContentCodec.encode(content)).contains("6303" + "00ff03"))
    }
}
