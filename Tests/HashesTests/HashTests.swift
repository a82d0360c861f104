import DiarylogHashes
import DiarylogTestSupport
import Testing

/// The hashes against published values, and of any length in any pieces.
@Suite(.timed) struct HashTests {
    @Test func `SHA-256 is as FIPS 180-4 gives it in its examples`() {
        let examples = [
            "": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
            "abc": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq":
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
        ]
        for (text, hash) in examples { #expect(hexadecimal(sha256([Array(text.utf8)])) == hash) }
        #expect(
            hexadecimal(sha256([[UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)]))
                == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    @Test func `MD5 is as RFC 1321 gives it in its examples`() {
        let examples = [
            "": "d41d8cd98f00b204e9800998ecf8427e",
            "abc": "900150983cd24fb0d6963f7d28e17f72",
            "message digest": "f96b697d7cb7938d525a2f31aaf161d0",
        ]
        for (text, hash) in examples { #expect(hexadecimal(md5([Array(text.utf8)])) == hash) }
    }

    @Test func `messages of any length, in any pieces, have the hashes that another program gives`() {
        var chance = Chance(for: "hashes")
        var hashes: (sha256: [UInt8], md5: [UInt8]) = ([], [])
        for length in Array(0..<260) + [4_095, 4_096, 4_097, 65_536] {
            let message = (0..<length).map { UInt8($0 % 251) }
            var pieces: [[UInt8]] = []
            var rest = message[...]
            while !rest.isEmpty {
                let piece = rest.prefix(chance.below(140))
                pieces.append(Array(piece))
                rest = rest.dropFirst(piece.count)
            }
            hashes.sha256 += sha256(pieces)
            hashes.md5 += md5(pieces)
        }
        // The hash of all these hashes, by sha256sum and md5sum.
        #expect(
            hexadecimal(sha256([hashes.sha256]))
                == "669871babae7abfe2a4ee0da2fcf6d6568115f11e632e4675693f1c1429d2371")
        #expect(hexadecimal(md5([hashes.md5])) == "378294c04913368c8054c87753f3e606")
    }

    @Test func `a copy of a hash goes on by itself, and so does a hash that was looked at`() {
        var first = RunningSHA256()
        first.update(Array("begun by ".utf8).span)
        var second = first
        first.update(Array("one".utf8).span)
        _ = second.finish()
        second.update(Array("two".utf8).span)
        #expect(bytes(first.finish()) == sha256([Array("begun by one".utf8)]))
        #expect(bytes(second.finish()) == sha256([Array("begun by two".utf8)]))
    }

    private func sha256(_ pieces: [[UInt8]]) -> [UInt8] {
        var hash = RunningSHA256()
        for piece in pieces { hash.update(piece.span) }
        return bytes(hash.finish())
    }

    private func md5(_ pieces: [[UInt8]]) -> [UInt8] {
        var hash = RunningMD5()
        for piece in pieces { hash.update(piece.span) }
        return hash.finish()
    }

    private func bytes(_ words: (UInt64, UInt64, UInt64, UInt64)) -> [UInt8] {
        [words.0, words.1, words.2, words.3].flatMap { word in
            stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> UInt64($0)) }
        }
    }

    private func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
