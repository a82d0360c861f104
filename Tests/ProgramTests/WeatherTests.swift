/// The weather by the program itself, from a service of ours on this machine.

import DiarylogHost
import DiarylogTestSupport
import Interchange
import Testing

@Suite(.timed) final class WeatherTests: InSandbox {
    private static let key = "SECRET-5f3a"

    /// Runs a line of bash beside a stand-in that answers as `kind` says; `$1` is the program. An answer has all the
    /// time that there is, unless `environment` says else.
    private func beside(
        _ kind: String, _ sandbox: Sandbox, _ script: String, _ environment: [String: String] = [:]
    ) throws -> Outcome {
        let line = """
            python3 -u "$0" '\(kind)' >"$BOX/port" 2>>"$HOME/asked" & server=$!
            until_true '[ -s "$BOX/port" ]'
            export DIARYLOG_WEATHER_URL="http://127.0.0.1:$(cat "$BOX/port")"
            \(script)
            code=$?; kill $server; wait $server 2>/dev/null; exit $code
            """
        return try sandbox.shell(
            line, [projectFile("Tests/Fixtures/weather-stand-in.py"), try Sandbox.program],
            environment: ["DIARYLOG_WEATHER_SECONDS": "600"].merging(environment) { $1 })
    }

    private func asked(_ sandbox: Sandbox) throws -> String {
        guard try FileSystem.kind(of: sandbox.path + "/asked") == .file else { return "" }
        return String(decoding: try FileSystem.read(sandbox.path + "/asked"), as: UTF8.self)
    }

    private static let openWeather = ["DIARYLOG_WEATHER_KEY": key]

    private func openWeather(_ sandbox: Sandbox) throws {
        try sandbox.run("config", "set", "weather.service", "openweather").ends(0)
    }

    @Test func `weather gives an entry what the service says, once, and says so`() throws {
        let id = try sandbox.add("한강", "--place", "37.5665,126.978")
        try beside("ok", sandbox, "\"$1\" weather \(id) --json").ends(0)
        let weather = try sandbox.run("show", id, "--json").json()["weather"]
        #expect(weather?["main"] == .text("Snow") && weather?["temperature"] == .decimal(-3.5))
        #expect(weather?["source"] == .text("open-meteo") && weather?["icon"] == .text("13d"))
        try beside("ok", sandbox, "\"$1\" weather \(id)").ends(0, saying: "already: Snow")
        #expect(try asked(sandbox).split(separator: "\n").count == 1)
        #expect(try sandbox.run("log", "--jsonl").text.contains("\"command\":\"observe\""))
        let undone = try sandbox.run("undo")
        #expect(try undone.code == 0 && sandbox.count() == 0, "the undo took back the entry")
    }

    @Test func `OpenWeather is asked with a key that is printed nowhere, and no process has it among its words`() throws
    {
        try openWeather(sandbox)
        let id = try sandbox.add("한강", "--place", "37.5665,126.978")
        let seen = try beside(
            "held", sandbox,
            """
            "$1" weather \(id) & child=$!; until_true '[ -s "$HOME/asked" ]'
            cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\\0' ' ' | grep -c 'SECRET[-]5f3a'
            touch "$HOME/answer"; wait $child
            """, Self.openWeather)
        #expect(seen.code == 0 && seen.text.hasPrefix("0\n"), "\(seen.text) \(seen.error)")
        #expect(seen.error.contains("Rain, light rain, 5.3 °C"))
        #expect(try asked(sandbox).contains("lat=37.57&lon=126.98&units=metric&appid=\(Self.key)"))
        try sandbox.run("config", "set", "weather.key", Self.key).ends(0)
        for words in [["config"], ["config", "--json"], ["config", "get", "weather.key"]] {
            let outcome = try sandbox.run(words)
            #expect(outcome.code == 0 && !outcome.text.contains(Self.key) && outcome.text.contains("***"), "\(words)")
        }
    }

    @Test(arguments: [
        ("401", "does not accept the key", 2), ("404", "does not know that place", 2),
        ("200-404", "does not know that place", 2), ("429", "asked too often", 4), ("wait-30", "again in 30 s", 4),
        ("500", "failed (status 500)", 4), ("slow", "did not answer in time", 4), ("cut", "broke off", 4),
        ("redirect", "sent us elsewhere (status 302)", 4), ("html", "cannot be read", 4),
        ("shape", "cannot be read", 4), ("huge", "is too long", 4),
    ])
    func `what a service fails to say is a sentence with what can be done, and no event`(
        _ kind: String, _ words: String, _ code: Int32
    ) throws {
        try openWeather(sandbox)
        let id = try sandbox.add("한강", "--place", "37.5665,126.978")
        let before = try sandbox.run("log").text
        // Only where nobody answers is it short.
        let settings = Self.openWeather.merging(kind == "slow" ? ["DIARYLOG_WEATHER_SECONDS": "2"] : [:]) { $1 }
        try beside(kind, sandbox, "\"$1\" weather \(id)", settings).ends(
            code, saying: words, "hint: ", without: Self.key)
        let korean = try beside(kind, sandbox, "\"$1\" weather \(id) --lang ko", settings)
        #expect(korean.code == code && korean.error.hasPrefix("오류: ") && !korean.error.contains("did not"))
        #expect(try sandbox.run("log").text == before)
    }

    @Test func `the settings that a person has for curl do not count, and neither does a proxy on this machine`() throws
    {
        let id = try sandbox.add("한강", "--place", "37.5665,126.978")
        let outcome = try beside(
            "ok", sandbox,
            """
            echo 'url = "file:///etc/passwd"' >"$HOME/.curlrc"; export http_proxy=http://127.0.0.1:1
            "$1" weather \(id)
            """)
        #expect(outcome.code == 0 && outcome.error.contains("Snow"), "\(outcome.error)")
    }

    @Test func `nobody who listens, no key, no place, an address that is no proper one`() throws {
        let id = try sandbox.add("한강", "--place", "37.5665,126.978")
        let alone = try sandbox.add("어딘가")
        func attach(_ id: String, _ environment: [String: String]) throws -> Outcome {
            try sandbox.run(["weather", id], environment: environment)
        }
        try attach(id, ["DIARYLOG_WEATHER_URL": "http://127.0.0.1:1"]).ends(4, saying: "cannot be reached")
        try attach(id, ["DIARYLOG_WEATHER_URL": "http://weather.example"]).ends(
            2, saying: "neither https nor on this machine")
        #expect(try attach(alone, [:]).error.contains("has no place"))
        try openWeather(sandbox)
        #expect(try attach(id, [:]).error.contains("wants a key"))
    }

    @Test func `add returns before a slow service answers, and the weather comes by itself`() throws {
        let outcome = try beside(
            "held", sandbox,
            """
            program=$1
            id=$("$1" add "눈이 온다" --place 37.5665,126.978 --weather) || exit 9
            "$1" show $id --json | grep -c '"weather":null'
            "$1" edit $id --text "눈이 많이 온다" --expect v1 >/dev/null || exit 8
            touch "$HOME/answer"; until_true '"$program" show $id --json | grep -q Snow'
            "$1" show $id --json
            """)
        #expect(outcome.code == 0, "\(outcome.error)")
        let lines = outcome.text.split(separator: "\n")
        #expect(lines.count == 2, "\(outcome.text)")
        #expect(lines.first == "1" && outcome.text.contains("눈이 많이 온다") && outcome.text.contains(#""main":"Snow""#))
        #expect(outcome.error.contains("the weather is being asked for"))
        try sandbox.run("undo").ends(0)
        #expect(try sandbox.run("list", "--json").text.contains("눈이 온다"))
    }

    @Test func `add writes the entry whatever becomes of the weather`() throws {
        let outcome = try beside(
            "500", sandbox,
            """
            "$1" add 비 --place 37.5665,126.978 --weather; until_true '[ -s "$HOME/asked" ]'
            """)
        #expect(try outcome.code == 0 && sandbox.count() == 1)
        try sandbox.run("add", "어딘가에서", "--weather").ends(0, saying: "without a place nobody can tell the weather")
        #expect(try sandbox.count() == 2)
        // Where the program that asks is not installed, nobody is told that it asks.
        try sandbox.shell("PATH=/nowhere \"$0\" add 눈 --place 1,1 --weather", [try Sandbox.program]).ends(
            0, saying: "curl is not installed; sudo apt install curl")
        #expect(try sandbox.count() == 3)
        try sandbox.shell("PATH=/nowhere \"$0\" weather @1", [try Sandbox.program]).ends(
            2, saying: "sudo apt install curl installs it")
    }

    @Test func `backfill asks for entries with a place and no weather, an hour once, and as many as it may`() throws {
        for day in 1...3 { _ = try sandbox.add("\(day)일", "--place", "37.57,126.98", "--date", "2020-05-0\(day)") }
        _ = try sandbox.add("3일 또", "--place", "37.57,126.98", "--date", "2020-05-03")
        _ = try sandbox.add("장소 없음", "--date", "2020-05-03")
        try sandbox.run("weather", "--all", "--dry-run", "--limit", "3").ends(
            0, saying: "3 entries would be asked for, and 1 after them")
        let first = try beside("ok", sandbox, "\"$1\" weather --all --limit 3 --json").ends(0)
        #expect(try first.json()["observed"] == .integer(3) && first.json()["left"] == .integer(1))
        #expect(try asked(sandbox).split(separator: "\n").count == 2, "two entries of one hour are one question")
        try beside("twice", sandbox, "\"$1\" weather --all").ends(0, saying: "the weather came to 1 entry")
        let found = try sandbox.run("search", "weather:흐림", "--jsonl").text
        #expect(found.split(separator: "\n").filter { $0.contains("\"id\"") }.count == 4)
        try beside("500", sandbox, "\"$1\" add 4 --date 2020-06-01 --place 1,1 >&2; \"$1\" weather --all").ends(
            4, saying: "1 left", "failed (status 500)")
        try beside("nothing", sandbox, "\"$1\" weather --all").ends(0, saying: "none was known for 1")
    }

    @Test func `a place has a name, and both weather and place filter lists and searches`() throws {
        try sandbox.run("config", "set", "places.집", "37.5665,126.978").ends(0)
        try sandbox.run("config", "set", "places.far-away", "--", "-33.8688,151.2093").ends(0)
        #expect(try sandbox.run("config", "get", "places.far-away").line == "-33.8688,151.2093")
        let home = try sandbox.add("비가 왔다", "--place", "집")
        let other = try sandbox.add("다른 곳", "--place", "far-away")
        let rows =
            #"[{"text":"imported","weather":{"main":"Rain","icon":"10d"}},{"text":"눈","weather":{"main":"눈","icon":""}}]"#
        try sandbox.run("import", "-", "--date-missing", "now", input: Array(rows.utf8)).ends(0)
        func found(_ words: String...) throws -> Int {
            try sandbox.run(words).text.split(separator: "\n").count
        }
        #expect(try sandbox.run("show", home, "--json").json()["place"]?["lat"] == .decimal(37.57))
        #expect(try sandbox.run("search", "place:집").text.contains(home))
        #expect(try found("search", "장소:FAR-AWAY") == 0 && found("search", "장소:far-away") == 1)
        #expect(try found("search", "weather:RAIN") == 1 && found("search", "날씨:비") == 1)
        #expect(try found("search", "weather:snow") == 1 && found("search", "-weather:눈") == 3)
        #expect(try found("list", "--where", "weather:비") == 1 && found("list", "--place", "집") == 1)
        #expect(try sandbox.run("list", "--place", "far-away").text.contains(other))
        try sandbox.run("add", "x", "--place", "nowhere").ends(2, saying: "no place is called nowhere")
        try sandbox.run("search", "place:nowhere").ends(1)
        try sandbox.run("config", "set", "places.12", "1,1").ends(2)
        try sandbox.run("config", "unset", "places.집").ends(0)
        #expect(try sandbox.run("add", "x", "--place", "집").error.contains("no place is called 집"))
    }
}
