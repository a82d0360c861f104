/// A home with jrnl's settings, and a program that is run in it as jrnl is.

import DiarylogHost

extension Sandbox {
    /// jrnl's settings, as it writes them itself but for the paths.
    func writeJrnlSettings(timeFormat: String = "%Y-%m-%d %H:%M", journal: String = "journal.txt") throws {
        let settings = """
            colors: {body: none, date: none, tags: none, title: none}
            default_hour: 9
            default_minute: 0
            editor: ''
            encrypt: false
            highlight: true
            indent_character: '|'
            journals:
              default: {journal: '\(path)/\(journal)'}
              work: {journal: '\(path)/work.txt'}
            linewrap: 79
            tagsymbols: '#@'
            template: false
            timeformat: '\(timeFormat)'
            version: '4.6'

            """
        try FileSystem.makeDirectory(path + "/.config/jrnl", withParents: true)
        try write(settings, to: ".config/jrnl/jrnl.yaml")
    }

    func write(_ text: String, to name: String) throws {
        if try FileSystem.kind(of: path + "/" + name) == .file { try FileSystem.removeFile(path + "/" + name) }
        try FileSystem.write(Array(text.utf8).span, to: path + "/" + name, sync: false)
    }

    func file(_ name: String) throws -> String {
        String(decoding: try FileSystem.read(path + "/" + name), as: UTF8.self)
    }

    /// A link to the built program, by the name that makes it jrnl.
    func jrnlLink() throws -> String {
        let link = path + "/jrnl-diarylog"
        if try FileSystem.kind(of: link) == .missing {
            _ = try shell("ln -s \"$0\" \"$1\"", [try Self.program, link])
        }
        return link
    }

    /// Runs lines of bash in which `j` is jrnl: ours, or another one.
    func jrnl(
        _ script: String, _ arguments: [String] = [], by program: String? = nil, environment: [String: String] = [:]
    ) throws -> Outcome {
        if try FileSystem.kind(of: path + "/.config/jrnl/jrnl.yaml") == .missing { try writeJrnlSettings() }
        try write("printf '\\nand ended\\n' >>\"$1\"\n", to: "fill.sh")
        try write("printf '\\n[2020-07-05 10:00] More\\n' >>\"$1\"\n", to: "more.sh")
        var settings = ["XDG_CONFIG_HOME": path + "/.config", "XDG_DATA_HOME": path + "/.data"]
        settings.merge(environment) { $1 }
        return try shell(
            "j() { \"$0\" \"$@\"; }; cd \"$HOME\"\n\(script)", [try program ?? jrnlLink()] + arguments,
            environment: settings)
    }
}

/// jrnl itself: that of `DIARYLOG_JRNL`, or one that is got from PyPI for as long as the tests run.
enum RealJrnl {
    /// Its path; nil, said aloud, where nobody names one: what it does is jrnl's and not this commit's.
    static let program: String? = {
        if let chosen = ProcessEnvironment.value("DIARYLOG_JRNL"), !chosen.isEmpty { return chosen }
        print("skipped: jrnl itself; make test-jrnl asks it, DIARYLOG_JRNL=PATH names one")
        return nil
    }()
}
