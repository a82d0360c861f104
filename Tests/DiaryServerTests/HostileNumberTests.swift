/// Numbers that a page, or whoever asks in its place, may send: each is refused or answered, and the server goes on.

import DiaryEngine
import DiaryServer
import DiarylogTestSupport
import Interchange
import Testing

@Suite("Numbers from outside", .timed, .timeLimit(.minutes(5))) final class HostileNumberTests: InAsked {
    private static let texts = [
        "0", "1", "-1", "-0", "00", "+1", "500", "501", "9999", "10000", "2147483647", "2147483648", "4294967295",
        "4294967296", "9007199254740993", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
        "-9223372036854775809", "18446744073709551615", "18446744073709551616", String(repeating: "9", count: 400),
        "1.5", "1e3", "1e400", "-1e400", "0x10", "1_000",
    ]
    /// What a query may say besides.
    private static let words = ["", "NaN", "inf", "%2B1", "%C2%B2", "%EF%BC%91", "1%00", " 1", "l"]
    /// Where pages of the three orders and of a search ended, as nobody's page did.
    private static let cursors = [
        "0000000000000001030000007fffffffffffffffff", "ffffffffffffffff030000007fffffffffffffffff",
        "0000000000000001028000000000000000ffffffff", "000000000000000105ffffffffffffffff00000000",
        "0000000000000001007fffffffffffffffffffffff", "0000000000000001017fffffffffffffffffffffff",
        "0000000000000001007fffffffffffffffffffffffffffffffffffffff",
        "0000000000000001018000000000000000000000000000000000000000",
        "ffffffffffffffff01ffffffffffffffffffffffffffffffffffffffff",
    ]

    @Test func `in every item of every query they are refused or answered`() async throws {
        let id = try await asked.add("one")
        try await asked.add("two")
        let (entry, list) = (
            "/api/entries/" + id, ["at", "limit", "year", "from", "to", "after", "deleted", "reversed"]
        )
        let items: [(path: String, given: String, names: [String])] = [
            ("/api/entries", "", list), ("/api/entries", "sort=created&", list),
            ("/api/entries", "sort=modified&", list), ("/api/search", "q=one&", list + ["count", "typing"]),
            ("/api/search", "q=one&sort=relevance&", list), ("/api/search", "", ["q"]),
            ("/api/timeline", "", ["after"]), ("/api/operations", "", ["at", "limit"]),
            ("/api/changes", "to=1&", ["from", "limit", "words"]), ("/api/changes", "from=0&", ["to", "limit"]),
            ("/api/today", "", ["at", "day"]), ("/api/date", "", ["text"]), (entry, "", ["at", "version", "q"]),
            (entry + "/diff", "to=1&", ["from"]), (entry + "/diff", "from=0&", ["to"]),
            (entry + "/share", "", ["at", "format"]),
        ]
        let pointed = ["/api/state", "/api/days", "/api/tags", "/api/stats", "/api/conflicts", entry + "/neighbours"]
        let past = pointed + [entry + "/history", entry + "/blame"]
        for (path, given, names) in items + past.map({ ($0, "", ["at"]) }) {
            for name in names {
                for text in Self.texts + Self.words + (name == "after" ? Self.cursors : []) {
                    let target = "\(path)?\(given)\(name)=\(text)"
                    let reply = await asked.answer(asked.request("GET", target))
                    #expect([200, 400, 404].contains(reply.status), "\(target): \(reply.status)")
                }
            }
        }
        for number in [Self.texts.last, "0x7", "d18446744073709551616", "d0", "d-1"].compactMap(\.self) {
            let reply = await asked.answer(asked.request("DELETE", "/api/drafts/" + number))
            #expect([200, 404, 409].contains(reply.status), "\(number): \(reply.status)")
        }
        // Here the server once ended.
        #expect(try await asked.ask("GET", "/api/entries?after=" + Self.cursors[0]).status == 400)
        #expect(try await asked.get("/api/entries")["entries"]?.list.count == 2)
    }

    @Test func `in every header that is read they are refused or answered`() async throws {
        try await asked.add("one")
        let read = [
            "last-event-id", "accept-encoding", "accept-language", "content-type", "cookie", "origin", "sec-fetch-site",
            "authorization", "host",
        ]
        for name in read {
            for text in Self.texts + Self.words {
                for value in [text, "gzip;q=" + text, text + ";" + text + "," + text] {
                    for path in ["/api/live", "/api/entries"] {
                        let reply = await asked.answer(asked.request("GET", path, changing: [name: value]))
                        #expect([200, 400, 401, 403, 421].contains(reply.status), "\(name): \(value) \(reply.status)")
                    }
                }
            }
        }
        asked.server.stop()
        #expect(try await asked.get("/api/entries")["entries"]?.list.count == 1)
    }

    @Test func `in every member of every body they are refused or answered`() async throws {
        let id = try await asked.add("one")
        let entry = "/api/entries/" + id
        let draft = try await asked.send("POST", "/api/drafts", ["text": .text("draft")])
        let number = try #require(draft["draft"]?.text ?? draft["draft", "draft"]?.text)
        let date = #""text":"x","date":"2026-11-01","#
        let bodies: [(method: String, path: String, start: String, end: String)] = [
            ("POST", "/api/entries", #"{"text":"#, "}"), ("POST", "/api/entries", #"{"text":"x","date":"#, "}"),
            ("POST", "/api/entries", "{\(date)\"dateOffsetSeconds\":", "}"),
            ("POST", "/api/entries", "{\(date)\"datePrecision\":", "}"),
            ("POST", "/api/entries", #"{"text":"x","place":{"longitude":1,"latitude":"#, "}}"),
            ("POST", "/api/entries", #"{"text":"x","place":{"latitude":1,"longitude":"#, "}}"),
            ("POST", "/api/entries", #"{"text":"x","tags":["#, "]}"), ("PUT", entry, #"{"expecting":"#, "}"),
            ("PUT", entry, #"{"starred":"#, "}"), ("POST", entry + "/restore", #"{"version":"#, "}"),
            ("POST", entry + "/restore", #"{"at":"#, "}"), ("POST", "/api/restore", #"{"at":"#, "}"),
            ("PUT", "/api/drafts/" + number, #"{"text":"y","revision":"#, "}"),
            ("POST", "/api/drafts/\(number)/commit", #"{"expecting":"#, "}"),
            ("POST", "/api/drafts/\(number)/commit", #"{"revision":"#, "}"),
            ("POST", "/api/undo", #"{"expecting":"#, "}"), ("POST", "/api/many", #"{"entries":["#, "]}"),
        ]
        for (method, path, start, end) in bodies {
            // A body that is read changes the diary: many would only cost time.
            for text in Self.texts where text != "1" {
                let request = with(asked.request(method, path)) { $0.body = Array((start + text + end).utf8) }
                let reply = await asked.answer(request)
                #expect(reply.status < 500, "\(method) \(path) \(start)\(text): \(reply.status)")
            }
        }
        #expect(try await asked.get("/api/state")["readOnly"] == .bool(false))
    }
}
