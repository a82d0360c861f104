/// The settings file, and what comes before and after it.

import Host
import Interchange
import Testing

@Suite struct SettingsTests {
    private func write(_ text: String, in place: Place) throws -> String {
        let folder = place.path + "/settings/diarylog"
        try FileSystem.makeDirectory(folder, withParents: true)
        try FileSystem.write(Array(text.utf8).span, to: folder + "/config", sync: false)
        return place.path + "/settings"
    }

    @Test("options come first, then our variables, then the file, then the system's")
    func order() throws {
        let place = try Place()
        let home = try write(
            """
            # mine
            lang = ko
              tz=Asia/Seoul

            diary = ~/elsewhere
            color = never
            date-style = numeric
            pager = more
            """, in: place)
        func config(_ arguments: String..., environment: [String: String] = [:]) throws -> [String: JSONValue] {
            let settings = ["XDG_CONFIG_HOME": home].merging(environment) { $1 }
            let outcome = try place.run(["config", "--json"] + arguments, environment: settings)
            guard case .array(let rows)? = try outcome.json()["settings"] else { return [:] }
            var found: [String: JSONValue] = [:]
            for row in rows {
                guard case .string(let name)? = row["name"] else { continue }
                found[String(decoding: name, as: UTF8.self)] = row["value"]
            }
            return found
        }
        let usual = try config()
        #expect(usual["lang"] == .text("ko"))
        #expect(usual["tz"] == .text("Asia/Seoul"))
        #expect(usual["date-style"] == .text("numeric"))
        #expect(usual["diary"] == .text(place.diary), "DIARYLOG_DIARY is set here")
        #expect(usual["pager"] == .text("more"))
        #expect(try config(environment: ["DIARYLOG_DIARY": ""])["diary"] == .text(place.path + "/elsewhere"))
        #expect(try config(environment: ["DIARYLOG_PAGER": "less"])["pager"] == .text("less"))
        #expect(try config("--color", "always")["color"] == .text("always"))
        #expect(try config("--tz", "UTC", "--lang", "en", "--no-pager")["pager"] == .text(""))

        let text = try place.run(["config"], environment: ["XDG_CONFIG_HOME": home]).text
        #expect(text.contains("lang = ko\t# \(home)/diarylog/config의 2번째 줄\n"))
        #expect(text.contains("diary = \(place.diary)\t# DIARYLOG_DIARY\n"))
        let added = try place.run(["add", "x", "--date", "2026-11-01T10:00"], environment: ["XDG_CONFIG_HOME": home])
        #expect(added.error.contains("일기를 썼습니다"))
        #expect(try place.run("show", "@1", "--json").json()["date"] == .text("2026-11-01T10:00:00+09:00"))
    }

    @Test(
        "a bad line is exit 2 with its number, in both languages",
        arguments: [
            "lang = fr", "colour = never", "lang", "tz = Mars/Base", "date-style = short", "diary =",
        ])
    func badLine(line: String) throws {
        let place = try Place()
        let home = try write("# first\n\(line)\n", in: place)
        let outcome = try place.run(["list"], environment: ["XDG_CONFIG_HOME": home])
        #expect(outcome.code == 2)
        #expect(outcome.error.contains("\(home)/diarylog/config, line 2: no setting of ours: \(line)"))
        let korean = try place.run(["config", "--lang", "ko"], environment: ["XDG_CONFIG_HOME": home])
        #expect(korean.error.contains("의 2번째 줄은 설정이 아닙니다: \(line)"))
        #expect(try place.run(["help"], environment: ["XDG_CONFIG_HOME": home]).code == 0)
    }

    @Test("without a file everything is as the system says")
    func none() throws {
        let text = try Place().run("config").text
        #expect(text.contains("lang = en\t# LANG\n"))
        #expect(text.contains("tz = UTC\t# TZ\n"))
        #expect(text.contains("date-style = long\t# default\n"))
    }
}
