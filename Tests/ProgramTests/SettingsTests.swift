/// The settings file, and what comes before and after it.

import DiarylogHost
import DiarylogTestSupport
import Interchange
import Testing

@Suite(.timed) final class SettingsTests: InSandbox {
    private func write(_ text: String, in sandbox: Sandbox) throws -> String {
        let folder = sandbox.path + "/settings/diarylog"
        try FileSystem.makeDirectory(folder, withParents: true)
        try FileSystem.write(Array(text.utf8).span, to: folder + "/config", sync: false)
        return sandbox.path + "/settings"
    }

    @Test("options come first, then our variables, then the file, then the system's")
    func order() throws {
        let home = try write(
            """
            # mine
            lang = ko
              tz=Asia/Seoul

            diary = ~/elsewhere
            color = never
            date-style = numeric
            pager = more
            """, in: sandbox)
        func config(_ arguments: String..., environment: [String: String] = [:]) throws -> [String: JSONValue] {
            let settings = ["XDG_CONFIG_HOME": home].merging(environment) { $1 }
            let outcome = try sandbox.run(["config", "--json"] + arguments, environment: settings)
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
        #expect(usual["diary"] == .text(sandbox.diary), "DIARYLOG_DIARY is set here")
        #expect(usual["pager"] == .text("more"))
        #expect(try config(environment: ["DIARYLOG_DIARY": ""])["diary"] == .text(sandbox.path + "/elsewhere"))
        #expect(try config(environment: ["DIARYLOG_PAGER": "less"])["pager"] == .text("less"))
        #expect(try config("--color", "always")["color"] == .text("always"))
        #expect(try config("--tz", "UTC", "--lang", "en", "--no-pager")["pager"] == .text(""))

        let text = try sandbox.run(["config"], environment: ["XDG_CONFIG_HOME": home]).text
        #expect(text.contains("lang = ko\t# \(home)/diarylog/config의 2번째 줄\n"))
        #expect(text.contains("diary = \(sandbox.diary)\t# DIARYLOG_DIARY\n"))
        let added = try sandbox.run(["add", "x", "--date", "2026-11-01T10:00"], environment: ["XDG_CONFIG_HOME": home])
        #expect(added.error.contains("일기를 썼습니다"))
        #expect(try sandbox.run("show", "@1", "--json").json()["date"] == .text("2026-11-01T10:00:00+09:00"))
    }

    @Test(
        "a bad line is exit 2 with its number, in both languages",
        arguments: [
            "lang = fr", "colour = never", "lang", "tz = Mars/Base", "date-style = short", "diary =",
        ])
    func badLine(line: String) throws {
        let home = try write("# first\n\(line)\n", in: sandbox)
        try sandbox.run(["list"], environment: ["XDG_CONFIG_HOME": home]).ends(
            2, saying: "\(home)/diarylog/config, line 2: no setting of ours: \(line)")
        let korean = try sandbox.run(["config", "--lang", "ko"], environment: ["XDG_CONFIG_HOME": home])
        #expect(korean.error.contains("의 2번째 줄은 설정이 아닙니다: \(line)"))
        try sandbox.run(["help"], environment: ["XDG_CONFIG_HOME": home]).ends(0)
    }

    @Test("config set changes one line of the file, and unset takes it out; every other byte stays")
    func setOne() throws {
        let home = try write("# mine\n\n  lang = ko\r\ntz = \"UTC\"  # home\npager = more # less", in: sandbox)
        let file = home + "/diarylog/config"
        func config(_ words: String...) throws -> Outcome {
            try sandbox.run(["config"] + words, environment: ["XDG_CONFIG_HOME": home, "DIARYLOG_DIARY": ""])
        }
        func text() throws -> String { String(decoding: try FileSystem.read(file), as: UTF8.self) }
        #expect(try config("get", "pager").line == "more # less")
        try config("set", "tz", "Asia/Seoul").ends(0)
        try config("set", "lang", "en").ends(0)
        #expect(
            try text() == "# mine\n\n  lang = \"en\"\r\ntz = \"Asia/Seoul\"  # home\npager = more # less")
        try config("set", "diary", "~/a \"b\" \\c").ends(0)
        #expect(try text().hasSuffix("\npager = more # less\ndiary = \"~/a \\\"b\\\" \\\\c\"\n"))
        #expect(try config("get", "diary").line == sandbox.path + "/a \"b\" \\c")
        for key in ["lang", "pager", "diary"] { #expect(try config("unset", key).code == 0) }
        #expect(try text() == "# mine\n\ntz = \"Asia/Seoul\"  # home\n")
        #expect(try config("get", "tz").line == "Asia/Seoul")
        for words in [["set", "lang", "fr"], ["set", "colour", "never"], ["get", "x"], ["set", "lang"], ["get"]] {
            try sandbox.run(["config"] + words, environment: ["XDG_CONFIG_HOME": home]).ends(2)
        }
        #expect(try text() == "# mine\n\ntz = \"Asia/Seoul\"  # home\n")
    }

    @Test("a setting is written where there was no file, and no folder")
    func setFirst() throws {
        try sandbox.run("config", "set", "lang", "ko").ends(0)
        let text = try FileSystem.read(sandbox.path + "/.config/diarylog/config")
        #expect(String(decoding: text, as: UTF8.self) == "lang = \"ko\"\n")
        #expect(try sandbox.run("config", "get", "lang").line == "ko")
    }

    @Test("a diary has a name: of the settings, or of its folder; with a slash it is a path")
    func names() throws {
        try sandbox.run("config", "set", "diaries.work", "~/far/away").ends(0)
        try sandbox.run("add", "a", "--diary", "work").ends(0)
        try sandbox.run("add", "b", "--diary", "일기").ends(0)
        #expect(try sandbox.run("show", "@1", "--diary", sandbox.path + "/far/away").text == "a")
        #expect(try sandbox.run("show", "@1", "--diary", sandbox.path + "/.local/share/diarylog/일기").text == "b")
        let list = try sandbox.run(["config"], environment: ["DIARYLOG_DIARY": "work"])
        #expect(list.text.contains("diary = \(sandbox.path)/far/away\t# DIARYLOG_DIARY\n"))
        #expect(list.text.contains("diaries.work = \(sandbox.path)/far/away\t"))
        #expect(list.text.contains("diaries.일기 = \(sandbox.path)/.local/share/diarylog/일기\t# its folder\n"))
        try sandbox.run("config", "set", "diaries.work", "near").ends(2)
    }

    @Test("a name of a diary in another normal form is that diary's")
    func normalForms() throws {
        let (composed, decomposed) = ("한글", "\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}")
        for name in [decomposed, composed] { try sandbox.run("add", "x", "--diary", name).ends(0) }
        #expect(try sandbox.run("list", "--diary", composed).text.split(separator: "\n").count == 2)
    }

    @Test("a template is the beginning of an entry, with its day, and the text at its cursor")
    func templates() throws {
        let folder = sandbox.path + "/.config/diarylog/templates"
        try FileSystem.makeDirectory(folder, withParents: true)
        try FileSystem.write(Array("# {date}\n\n{cursor}\n\n감사: ".utf8).span, to: folder + "/morning.md", sync: false)
        try sandbox.run("add", "{date} 눈", "--template", "morning", "--date", "2026-11-01").ends(0)
        #expect(try sandbox.run("show", "@1").text == "# November 1, 2026\n\n{date} 눈\n\n감사: ")
        try sandbox.run("add", "x", "--template", "evening").ends(2, saying: "Templates are morning.")
        try sandbox.run("add", "x", "--template", "../config").ends(2)
        try sandbox.run(["add", "--template", "morning"], input: Array(" \n".utf8)).ends(0)
        #expect(try sandbox.count() == 1)
    }

    @Test("without a file everything is as the system says")
    func none() throws {
        try Sandbox().run("config").ends(
            0, printing: "lang = en\t# LANG\n", "tz = UTC\t# TZ\n", "date-style = long\t# default\n")
    }
}
