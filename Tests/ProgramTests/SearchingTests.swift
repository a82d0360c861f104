/// `search` as a person and a script meet it.

import DiarylogHost
import DiarylogTestSupport
import DiarylogTextSearch
import Interchange
import Testing

@testable import diarylog

@Suite(.timed) final class SearchingTests: InSandbox {
    override init() throws {
        try super.init()
        _ = try sandbox.add("겨울날씨가 맑다. 바다에 갔다.", "--date", "2026-01-03", "--tag", "산책")
        _ = try sandbox.add("오늘 날씨는 흐림\nwalk, walking, café", "--date", "2026-02-03", "--star")
        _ = try sandbox.add("비가 왔다 ㅋㅋㅋ", "--date", "2026-03-03")
    }

    private func hit(_ document: JSONValue) -> JSONValue? {
        document["hits"]?.items.first
    }

    private func dates(_ sandbox: Sandbox, _ arguments: String...) throws -> [String] {
        try dates(sandbox, arguments)
    }

    private func dates(_ sandbox: Sandbox, _ arguments: [String]) throws -> [String] {
        let outcome = try sandbox.run(["search"] + arguments)
        #expect(outcome.code == (outcome.output.isEmpty ? 1 : 0), "\(outcome.error)")
        return outcome.text.split(separator: "\n").map { String($0.split(separator: "\t")[1]) }
    }

    @Test("Korean is found within words, other words whole, newest first")
    func words() throws {
        #expect(try dates(sandbox, "날씨") == ["2026-02-03", "2026-01-03"])
        #expect(try dates(sandbox, "날씨", "바다") == ["2026-01-03"])
        #expect(try dates(sandbox, "WALK") == ["2026-02-03"] && dates(sandbox, "\"wal\"") == [])
        #expect(try dates(sandbox, "비 OR 바다") == ["2026-03-03", "2026-01-03"])
        // A dash in front of a word is the query's, not an option's.
        #expect(try dates(sandbox, "날씨 -바다") == ["2026-02-03"] && dates(sandbox, "날씨", "-바다") == ["2026-02-03"])
        #expect(try dates(sandbox, "--", "-날씨") == ["2026-03-03"] && dates(sandbox, "-날씨") == ["2026-03-03"])
        #expect(try dates(sandbox, "ㄴㅆ", "--limit", "1") == ["2026-02-03"])
    }

    @Test("fields and the filters of list say the same")
    func filters() throws {
        for (query, option) in [
            ("tag:산책", ["--tag", "산책"]), ("star:yes", ["--starred"]), ("별:아니오", ["--where", "star:no"]),
            ("date:2026-02-03", ["--on", "2026-02-03"]), ("after:2026-01-03", ["--from", "2026-01-04"]),
            ("before:2026-02-03", ["--to", "2026-02-02"]), ("-tag:산책", ["--not-tag", "산책"]),
        ] {
            let listed = try sandbox.run(["list"] + option).text.split(separator: "\n").map { $0.prefix(32) }
            let found = try sandbox.run(["search", query]).text.split(separator: "\n").map { $0.prefix(32) }
            #expect(found == listed && !found.isEmpty, "\(query)")
            let both = try sandbox.run(["search", "다"] + option).text.split(separator: "\n").map { $0.prefix(32) }
            #expect(Set(both).isSubset(of: Set(listed)), "\(query)")
        }
        #expect(try sandbox.run("list", "--where", "is:conflict").text.isEmpty)
        #expect(try sandbox.run("search", "is:conflict").code == 1 && sandbox.run("search", "-상태:충돌").code == 0)
    }

    @Test("a moment, all versions, pages and counts")
    func moments() throws {
        _ = try sandbox.run("edit", "@1", "--text", "눈이 왔다")
        #expect(try dates(sandbox, "비") == [] && dates(sandbox, "비", "--at", "e4") == ["2026-03-03"])
        #expect(try sandbox.run("search", "비", "--all-versions").text.contains("@v1\t"))
        #expect(try sandbox.run("search", "날씨", "--count").line == "2")
        #expect(
            try sandbox.run("search", "다", "--count", "--exact", "--json").line == #"{"at":5,"count":2,"exact":true}"#)
        try sandbox.run("search", "없는말", "--count").ends(1)
        let first = try sandbox.run("search", "날씨", "--limit", "1", "--json").json()
        let cursor = try #require(first["next"]?.saidText)
        let second = try sandbox.run("search", "날씨", "--limit", "1", "--json", "--after", cursor).json()
        #expect(hit(second)?["entry"]?["date"]?.saidText == "2026-01-03" && second["next"] == .null)
        try sandbox.run("search", "날씨", "--after", cursor, "--at", "e3").ends(2)
        let list = try #require(try sandbox.run("list", "--limit", "1", "--json").json()["next"]?.saidText)
        for other in [["--sort", "created"], ["--reverse"], ["--at", "e3"]] {
            try sandbox.run(["list", "--after", list] + other).ends(2, saying: "another order")
        }
    }

    @Test func `a tag or a place of nothing is none, and nothing is deleted without it`() throws {
        for options in [["--not-tag", ""], ["--tag", " "], ["--place", ""], ["--where", "tag:\"\""]] {
            try sandbox.run(["delete"] + options + ["--yes"]).ends(2)
        }
        try sandbox.shell("\"$0\" search zzz --json >/dev/full", [try Sandbox.program]).ends(6)
        #expect(try dates(sandbox, "날씨").count == 2)
    }

    @Test func `measures at the end of texts are found by number, counted by week and month, and drawn`() throws {
        let sandbox = try Sandbox()
        for (day, mood) in [("2026-01-03", "2"), ("2026-01-05", "4"), ("2026-02-03", "5/5")] {
            _ = try sandbox.add("하루\n\n기분: \(mood)\n#일", "--date", day)
        }
        _ = try sandbox.add("기분이 9인 날", "--date", "2026-03-03")
        #expect(try dates(sandbox, "기분:>3") == ["2026-02-03", "2026-01-05"])
        #expect(try dates(sandbox, "-기분:>3", "하루") == ["2026-01-03"] && dates(sandbox, "기분:>5") == [])
        try sandbox.run("search", "기분:>x").ends(2, saying: "mood:>3", "^")
        let figures = try sandbox.run("stats", "--of", "기분")
        #expect(
            figures.text == """
                all\t2026-01-03\t3.67\t3
                month\t2026-01-01\t3\t2
                month\t2026-02-01\t5\t1
                week\t2025-12-29\t2\t1
                week\t2026-01-05\t4\t1
                week\t2026-02-02\t5\t1

                """)
        #expect(try sandbox.run("stats", "--of", "기분", "--to", "2026-01", "--json").json()["mean"] == .decimal(3))
        try sandbox.run("stats", "--of", "잠").ends(1, saying: "no entry says 잠:")
        let drawn = try sandbox.onTerminal("stats --of 기분", environment: ["NO_COLOR": "1"])
        #expect(drawn.map { $0.text.contains("2026-01-05      4  ▄▄▄") } != false, "\(drawn?.text ?? "")")
    }

    @Test func `who finds nothing is told what is near`() throws {
        let sandbox = try Sandbox()
        _ = try sandbox.add("Rained all day.", "--date", "2026-01-03")
        _ = try sandbox.add("작은 책 방에서", "--date", "2026-02-03")
        func said(_ arguments: String...) throws -> String {
            let outcome = try sandbox.run(["search"] + arguments)
            #expect(
                outcome.code == (arguments.contains { $0.contains("tga") } ? 2 : 1)
                    && (outcome.output.isEmpty || outcome.line == "0"))
            return outcome.error
        }
        #expect(try said("\"rain\"").contains("search rain finds 1 entry"))
        #expect(try said("책방").contains("search '\"책 방\"' finds 1 entry"))
        #expect(try said("title:\"rain\"").contains("search title:rain finds 1 entry"))
        #expect(try said("없는말") == "" && said("책방", "--quiet") == "")
        #expect(try said("--lang", "ko", "책방").contains("일기 1편"))
        #expect(try said("tga:rain").contains("Perhaps tag: is meant"))
        _ = try sandbox.run("edit", "@2", "--text", "Sun")
        #expect(try said("rained").contains("1 earlier version has it: --all-versions"))
        #expect(try said("rained", "--count").contains("1 earlier version has it"))
        _ = try sandbox.run("edit", "@2", "--text", "Sun, no rained")
        _ = try sandbox.run("delete", "@2", "--yes", "--expect", "v3")
        #expect(try said("--lang", "ko", "rained").contains("앞선 버전 2개"))
    }

    @Test func `a query that finds nothing is near to what was probably meant, and to nothing that it excludes`() throws
    {
        for (asked, meant) in [
            ("tag:가 비", ["tag:가족 비", "#가 비"]), ("-tag:가족", []), ("비 -눈 title:해", ["비* -눈 title:해"]),
            ("tag:trip/japan", ["#trip/japan"]),
            (
                "날짜:2026년 11월 비",
                ["날짜:\"2026년 11월\" 비", "날짜:\"2026년 11월 비\""]
            ),
            ("비 datte:2026", ["비 date:2026"]), ("befor:=2026-11-01 비", ["before:2026-11-01 비"]),
            ("날자:2026", ["날짜:2026"]), ("기분:>3", []), ("집 or 눈", ["집 OR 눈"]), ("NOT 비", ["-비"]), ("wal*k", ["wal*"]),
            ("sea and not rain", ["sea AND -rain"]),
        ] {
            let near = Search.near(asked, ["가족", "walk"])
            for query in meant { #expect(near.contains(query), "\(asked): \(near)") }
            #expect(
                !near.contains { $0.contains(":가족*") || $0.contains("-눈*") || $0.contains("해*") }, "\(asked): \(near)")
        }
    }

    @Test func `what is near is counted, and weather that nobody knows is answered with what there is`() throws {
        let sandbox = try Sandbox()
        _ = try sandbox.add("Walked along\n\n기분: 4", "--tag", "가족")
        func said(_ query: String) throws -> String { try sandbox.run("search", query).ends(1).error }
        #expect(try said("tag:가").contains("search tag:가족 finds 1 entry"))
        #expect(try said("-tag:가족").isEmpty)
        #expect(try said("weather:frogs").contains("weather: asks for rain"))
        #expect(try said("befor:2099").contains("before:2099 finds 1 entry"))
        #expect(try said("datte:1999").contains("Perhaps date: is meant"))
        #expect(try !said("기분:>5").contains("Perhaps"))
        try sandbox.run("search", "daet:2026-11-01").ends(2, saying: "Perhaps date: is meant")
        try sandbox.run("search", "title:walk", "기분:4").ends(0, printing: "Walked")
        try sandbox.run("search", "a:b:c").ends(2, saying: "Fields are")
        #expect(try !sandbox.run("search", "a:b:c").error.contains("Perhaps"))
        try sandbox.run("search", "date:11-30").ends(2, saying: "date:\"last week\"")
    }

    @Test func `help query names every field, in both languages`() throws {
        let sandbox = try Sandbox()
        for language in ["en", "ko"] {
            let text = try sandbox.run("help", "query", "--lang", language).text
            for name in QueryParser.names {
                #expect(text.contains("\(name.english):") && text.contains("\(name.korean):"), "\(name)")
                #expect(
                    (try? QueryParser.parse("\(name.english):x")) != nil
                        && (try? QueryParser.parse("\(name.korean):x")) != nil)
            }
        }
    }

    @Test func `what another app called a place is shown, found, and gone with the place`() throws {
        let sandbox = try Sandbox()
        let rows = """
            [{"text":"산책","date":"2026-01-03","place":{"lat":37.52,"lon":126.93},"placeName":"한강공원, 서울",\
            "weather":{"main":"Rain","icon":"10d","temperature":12.5}},{"text":"집","date":"2026-02-03"}]
            """
        try sandbox.run(["import", "-"], input: Array(rows.utf8)).ends(0)
        #expect(try dates(sandbox, "place:한강") == ["2026-01-03"] && dates(sandbox, "--place", "서울") == ["2026-01-03"])
        #expect(try sandbox.run("search", "서울").text.contains("산책 한강공원, 서울"))
        try sandbox.run("list", "--full").ends(0, printing: "한강공원, 서울 · Rain 12.5 °C")
        #expect(try sandbox.run("show", "@2", "--json").json()["placeName"] == .text("한강공원, 서울"))
        _ = try sandbox.run("edit", "@2", "--place", "35.1,129.0")
        #expect(try sandbox.run("search", "place:한강").code == 1 && sandbox.run("search", "한강").code == 1)
    }

    @Test("--contains minds case only if it has a capital, may be given again, and goes with a query")
    func contains() throws {
        _ = try sandbox.add("Walk in ÉTÉ, Straße", "--date", "2026-04-03")
        for (words, found) in [
            (["walk"], ["2026-04-03", "2026-02-03"]), (["Walk"], ["2026-04-03"]), (["다. 바"], ["2026-01-03"]),
            (["walk", "--exact-case"], ["2026-02-03"]), (["walk", "--contains", "ing,"], ["2026-02-03"]),
            (["다. 바", "--on", "2026-01", "날씨"], ["2026-01-03"]), (["-"], []),
        ] {
            #expect(try dates(sandbox, ["--contains"] + words) == found, "\(words)")
        }
    }

    @Test("JSON has how many there are in all, scores, which versions are current, and matches in bytes")
    func figures() throws {
        let first = try #require(hit(try sandbox.run("search", "날씨", "--on", "2026-01-03", "--json").json()))
        let snippet = Array((first["snippet"]?.saidText ?? "").utf8)
        #expect(first["matches"] == .array([.array([.number(6), .number(12)])]))
        #expect(String(decoding: snippet[6..<12], as: UTF8.self) == "날씨")
        #expect(try hit(sandbox.run("search", "wal", "--json").json())?["loose"] == .bool(true))
        let page = try sandbox.run("search", "날씨", "--limit", "1", "--json").json()
        #expect(page["count"] == .number(2) && page["exact"] == .bool(true) && hit(page)?["score"] == .null)
        let best = try sandbox.run("search", "날씨", "--sort", "relevance", "--json").json()
        guard case .decimal(let score)? = hit(best)?["score"] else { return #expect(Bool(false), "\(best)") }
        #expect(score > 0)
        _ = try sandbox.run("edit", "@1", "--text", "비가 그쳤다")
        let versions = try sandbox.run("search", "비가", "--all-versions", "--json").json()
        #expect(versions["hits"]?.items.map { $0["current"] } == [.bool(true), .bool(false)])
    }

    @Test("what cannot be read is told with a pointer, in both languages, and exit 2")
    func mistakes() throws {
        for (query, message, pointer) in [
            ("비 \"눈", "a quote is not closed", "     ^"), ("", "there is nothing to search for", nil),
            ("비 where:x", "there is no field where:", "     ^^^^^^"),
            ("(비", "a parenthesis is not closed, or not opened", "  ^"),
            ("비 OR", "OR has nothing to go with", "     ^^"),
            ("is:new", "is: cannot be \"new\"", "     ^^^"),
            ("star:maybe", "star: cannot be \"maybe\"", "       ^^^^^"),
            ("date:gestern", "date: cannot be \"gestern\"", "       ^^^^^^^"),
            ("!!!", "\"!!!\" has no letters to look up", "  ^^^"),
        ] as [(String, String, String?)] {
            let outcome = try sandbox.run("search", query)
            #expect(outcome.code == 2 && outcome.output.isEmpty)
            #expect(outcome.error.hasPrefix("error: " + message), "\(outcome.error)")
            if let pointer { #expect(outcome.error.hasSuffix("\n" + pointer + "\n"), "\(outcome.error)") }
            let korean = try sandbox.run("search", query, "--lang", "ko")
            #expect(korean.code == 2 && korean.error.hasPrefix("오류: "))
        }
        let error = try sandbox.run("search", "비 \"눈", "--json").error
        #expect(error.contains(#""place":{"start":4,"end":5}"#))
        for arguments in [
            [], ["--on", "2026-13"], ["비", "--exact-case"], ["--contains", ""], ["--frobnicate", "비"],
            ["비", "--sort", "size"], ["비", "--exact"], ["비", "--limit", "0"], ["비", "--after", "x"],
            ["비", "--after", "x", "--sort", "relevance"],
        ] {
            try sandbox.run(["search"] + arguments).ends(2)
        }
    }

    @Test("nothing found is exit 1 and silence; a diary that is not there is an error")
    func nothing() throws {
        let outcome = try sandbox.run("search", "없는말")
        #expect(outcome.code == 1 && outcome.output.isEmpty && outcome.error.isEmpty)
        try sandbox.run("search", "비", "--diary", sandbox.path + "/none").ends(2)
    }
}
