import Host
import TestSupport
import Testing

@testable import EventStore

/// Hashes and codes, against published values and against the library.
@Suite struct DigestTests {
    @Test func `hashes are those that FIPS 180-4 gives as examples`() {
        let examples = [
            "": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
            "abc": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq":
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
        ]
        for (text, hash) in examples { #expect(Digest(hashing: Array(text.utf8)).hexadecimal == hash) }
        #expect(
            Digest(hashing: [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)).hexadecimal
                == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    @Test func `a hash is the library's, of any length and in any pieces`() {
        var chance = Chance(for: "hashes")
        for length in Array(0..<260) + [4_095, 4_096, 4_097, 65_536] {
            let bytes = (0..<length).map { _ in UInt8(chance.below(256)) }
            var library = RunningDigest.byLibrary
            library.update(bytes)
            var pieces = RunningDigest()
            var rest = bytes[...]
            while !rest.isEmpty {
                let piece = rest.prefix(chance.below(140))
                pieces.update(Array(piece))
                rest = rest.dropFirst(piece.count)
            }
            #expect(pieces.finish() == library.finish(), "\(length) bytes")
            #expect(Digest(hashing: bytes) == library.finish())
            let middle = bytes.count / 3
            let halves = Digest(hashing: Array(bytes[..<middle]), Array(bytes[middle...]).span)
            #expect(halves == library.finish())
        }
    }

    @Test func `a copy of a hash goes on by itself`() {
        var first = RunningDigest()
        first.update(Array("begun by ".utf8))
        var second = first
        first.update(Array("one".utf8))
        second.update(Array("two".utf8))
        #expect(first.finish() == Digest(hashing: Array("begun by one".utf8)))
        #expect(second.finish() == Digest(hashing: Array("begun by two".utf8)))
    }

    @Test func `codes are those that RFC 4231 gives as examples`() {
        func code(_ secret: [UInt8], _ message: String) -> String {
            Digest(authenticating: Array(message.utf8), secret: secret).hexadecimal
        }
        #expect(
            code([UInt8](repeating: 0x0B, count: 20), "Hi There")
                == "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7")
        #expect(
            code(Array("Jefe".utf8), "what do ya want for nothing?")
                == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
        #expect(
            code([UInt8](repeating: 0xAA, count: 131), "Test Using Larger Than Block-Size Key - Hash Key First")
                == "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")
    }

    @Test func `a secret of a block is used as it is, and only a longer one is hashed`() {
        // RFC 2104, written down once more: H(secret ^ 5C..., H(secret ^ 36..., message)).
        func code(_ secret: [UInt8], _ message: [UInt8]) -> Digest {
            let block = secret + [UInt8](repeating: 0, count: 64 - secret.count)
            let inner = Digest(hashing: block.map { $0 ^ 0x36 } + message)
            return Digest(hashing: block.map { $0 ^ 0x5C } + inner.bytes)
        }
        let message = Array("a message".utf8)
        for length in [0, 1, 32, 63, 64] {
            let secret = [UInt8](repeating: 0xA7, count: length)
            #expect(Digest(authenticating: message, secret: secret) == code(secret, message), "\(length) bytes")
        }
        let long = [UInt8](repeating: 0xA7, count: 65)
        #expect(Digest(authenticating: message, secret: long) == code(Digest(hashing: long).bytes, message))
    }
}
