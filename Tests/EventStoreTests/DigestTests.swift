import DiarylogTestSupport
import Testing

@testable import EventStore

/// Digests and codes, against published values.
@Suite(.timed) struct DigestTests {
    @Test func `a digest is the SHA-256 of the bytes, which may lie in two places`() {
        let hash = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        #expect(Digest(hashing: Array("abc".utf8)).hexadecimal == hash)
        #expect(Digest(hashing: [97], Array("bc".utf8).span).hexadecimal == hash)
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
