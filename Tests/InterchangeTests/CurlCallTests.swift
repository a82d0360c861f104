import DiarylogHost
import DiarylogTestSupport
import Testing

@testable import Interchange

/// What curl is told, and what is made of what it wrote.
@Suite(.timed) struct CurlCallTests {
    private func lines(_ url: String, isPlain: Bool = false) -> [String] {
        String(decoding: CurlCall(url: url, isPlain: isPlain, seconds: 3).configuration, as: UTF8.self)
            .split(separator: "\n").map(String.init)
    }

    @Test func `the address is one setting, whatever stands in it`() {
        let forged = lines("https://a/\"\noutput = \"/etc/passwd\\\r\t")
        #expect(forged.contains(#"url = "https://a/\"\noutput = \"/etc/passwd\\\r\t""#))
        #expect(!forged.contains { $0.hasPrefix("output") })
        #expect(forged.count == lines("https://a/").count)
    }

    @Test func `curl reads no settings but these, and the address stands among no words`() {
        #expect(CurlCall.words == ["-q", "-K", "-"])
        let said = lines("https://a/")
        #expect(said.contains("max-time = 3") && said.contains("max-filesize = 262144"))
        // Without its quotes curl would take the sign away, and allow https besides all others.
        #expect(
            said.contains(#"proto = "=https""#)
                && lines("http://localhost", isPlain: true).contains(#"proto = "=http""#))
        #expect(!said.contains { $0.hasPrefix("location") })
    }

    @Test func `curl itself speaks https alone, and on this machine http alone`() throws {
        func code(_ url: String, isPlain: Bool) throws -> Int32 {
            let call = CurlCall(url: url, isPlain: isPlain, seconds: 60)
            return try ChildProcess.ask(
                "/usr/bin/curl", ["curl"] + CurlCall.words, input: call.configuration, milliseconds: 120_000,
                limit: CurlCall.mostOutput
            ).code
        }
        // 1: a protocol that is not allowed. 7: nobody listens there.
        #expect(try code("http://127.0.0.1:1/", isPlain: false) == 1)
        #expect(try code("https://127.0.0.1:1/", isPlain: false) == 7)
        #expect(try code("https://127.0.0.1:1/", isPlain: true) == 1)
        #expect(try code("http://127.0.0.1:1/", isPlain: true) == 7)
        #expect(try code("file:///etc/passwd", isPlain: true) == 1)
    }

    @Test func `a reply is the body, and what curl says of it behind`() throws {
        func reply(_ text: String, _ code: Int32 = 0) throws(WeatherTrouble) -> CurlCall.Reply {
            try CurlCall.reply(code: code, output: Array(text.utf8))
        }
        #expect(try reply("{}\n\n\n200") == CurlCall.Reply(status: 200, retryAfter: nil, body: Array("{}".utf8)))
        #expect(try reply("\n\n30\n429") == CurlCall.Reply(status: 429, retryAfter: 30, body: []))
        // A body that ends as curl's lines do is a body.
        #expect(try reply("a\n\n7\n500\n\n\n200").body == Array("a\n\n7\n500".utf8))
        #expect(try reply("\n\nWed, 21 Oct 2015 07:28:00 GMT\n503").retryAfter == nil)
        let troubles: [(String, Int32, WeatherTrouble)] = [
            ("\nlate\n\n000", 28, .timeout), ("{\ncut\n\n200", 18, .cut), ("\n\n\n000", 52, .cut),
            ("\nlong\n\n200", 63, .tooLarge), ("\nexpired\n\n000", 60, .untrusted("expired")),
            ("\nno host\n\n000", 6, .unreachable("no host")), ("\n\n\n000", 2, .unreachable("curl: 2")),
            ("", 127, .unreachable("curl: 127")), ("x\n\n\nnone", 0, .unreadable),
            (String(repeating: "x", count: CurlCall.mostBody + 1) + "\n\n\n200", 0, .tooLarge),
        ]
        for (text, code, trouble) in troubles {
            #expect(throws: trouble, "\(code)") { try reply(text, code) }
        }
    }
}
