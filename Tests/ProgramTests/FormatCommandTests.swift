/// Files and folders of other programs through the commands: one operation, filters, and what is said of losses.

import DiarylogHost
import DiarylogTestSupport
import Interchange
import Testing

@Suite(.timed) final class FormatCommandTests: InSandbox {
    private func write(_ text: String, to path: String) throws {
        try FileSystem.makeDirectory(FileSystem.parent(of: path), withParents: true)
        try FileSystem.write(bytes(text).span, to: path, sync: false)
    }

    @Test func `a jrnl file and a folder are one operation, known when they come again, and go out the same`() throws {
        let (file, folder) = (sandbox.path + "/journal.txt", sandbox.path + "/days")
        let text = "[2025-12-24 03:41:00 PM] 눈이 왔다. *\n@민수 와 걸었다.\n\n[2025-12-25 09:00:00 AM] Christmas\n"
        try write(text, to: file)
        try write("[08:00] 아침\n\n[21:30] 저녁\n", to: folder + "/2026/01/02.txt")
        let taken = try sandbox.run("import", file, folder, "--tz", "Asia/Seoul", "--tag", "옛날", "--json").json()
        #expect(taken["added"] == .integer(4) && taken["format"] == .text("jrnl"))
        #expect(try sandbox.run("log", "--operations", "--jsonl").text.split(separator: "\n").count == 3)
        #expect(try sandbox.run("import", folder, file, "--json").json()["skipped"] == .integer(4))
        #expect(try sandbox.run("list", "--tag", "옛날", "--starred").line.contains("눈이 왔다."))
        let out = try sandbox.run("export", "--format", "jrnl", "--to", "2025-12-31", "--tz", "Asia/Seoul")
        #expect(
            out.text == text.replacing("걸었다.\n", with: "걸었다.\n#옛날\n").replacing("mas\n", with: "mas\n\n#옛날\n"))
        #expect(out.error == "2 entries get a last line with tags that the text does not say\n")
        let korean = try sandbox.run("export", "--format", "txt", "--tz", "UTC", "--lang", "ko")
        #expect(korean.error.contains("날짜 4개는 시간대를 잃고"), "\(korean.error)")
    }

    @Test func `a text that is too long comes in as a file, its beginning as the text, and is known again`() throws {
        let text = String(repeating: "한강을 걸었다.\n", count: 60_000)
        try write(text, to: sandbox.path + "/notes/2024-05-01.md")
        try write("[2025-12-24 03:41:00 PM] 눈\n\n[2025-12-25 09:00:00 AM] \(text)", to: sandbox.path + "/j.txt")
        let words = ["import", sandbox.path + "/notes", sandbox.path + "/j.txt"]
        let titles = try sandbox.run(words + ["--dry-run"]).lines.map { $0.split(separator: " ").last ?? "" }
        #expect(titles == ["걸었다.", "눈", "걸었다."])
        for flags in [["--dry-run"], []] {
            try sandbox.run(words + flags).ends(
                0, saying: "2 texts are longer than 1 MiB", "notes/2024-05-01.md; ", "j.txt, line 3\n")
            let json = try sandbox.run(words + flags + ["--diary", sandbox.path + "/other", "--json"]).json()
            #expect(json["lost"]?["longTexts"] == .integer(2) && json["lostAt"]?["longTexts"] != nil)
            #expect(try Schema().complaints(of: json, as: "import") == [])
        }
        #expect(try sandbox.run(words + ["--json"]).json()["skipped"] == .integer(3))
        #expect(try text.hasPrefix(sandbox.run("show", "@3").text))
        let files = try sandbox.run("files").lines
        #expect(files.count == 2 && files.allSatisfy { $0.contains("\ttext.txt\ttext/plain\t") }, "\(files)")
    }

    @Test func `links between notes lead to their entries, also of files that are given one by one`() throws {
        let (first, second) = (sandbox.path + "/notes/2024-05-01.md", sandbox.path + "/notes/2024-05-02.md")
        try write("On to [the next](2024-05-02.md), [[2024-05-02|again]], and [[Nothing]].\n", to: first)
        try write("Back to [[2024-05-01]].\n", to: second)
        try sandbox.run("import", first, second).ends(0, saying: "1 link leads to no entry here")
        guard case .array(let entries) = try sandbox.run("export").json() else { return #expect(Bool(false)) }
        func member(_ name: String, on day: String) -> String {
            entries.first { $0["date"]?.saidText?.hasPrefix(day) == true }?[name]?.saidText ?? ""
        }
        let (one, two) = (member("id", on: "2024-05-01"), member("id", on: "2024-05-02"))
        #expect(
            member("text", on: "2024-05-01")
                == "On to [the next](:/\(two)), [again](:/\(two)), and [[Nothing]].")
        #expect(member("text", on: "2024-05-02") == "Back to [2024-05-01](:/\(one)).")
        // What is known is known by what it said, and leads to the same entries from a folder.
        let again = try sandbox.run("import", sandbox.path + "/notes", "--json").json()
        #expect(again["skipped"] == .integer(2) && again["differing"] == .integer(0))
        _ = try sandbox.run("export", "--format", "site", "--output", sandbox.path + "/site")
        #expect(try FileSystem.kind(of: sandbox.path + "/site/entries/\(two).html") == .file)
    }

    @Test func `a picture that stands in a text comes in as a file, also from a pipe`() throws {
        let picture = "data:image/png;base64,iVBORw0KGgo="
        let note = "---\ndate: 2024-05-01\n---\n\n강\n\n![둑](\(picture))\n<img src='data:image/png;base64,x'>"
        try sandbox.run("import", "-", "--format", "markdown", "--lang", "ko", input: bytes(note)).ends(
            0, saying: "data: 주소 1개")
        #expect(
            try sandbox.run("show", "@1").text
                == "강\n\n![둑](attachment:image.png)\n<img src='data:image/png;base64,x'>")
        #expect(try sandbox.run("files").text.contains("\timage.png\timage/png\t8\tpresent\t"))
    }

    @Test func `a folder appears whole where none was, and a mistake leaves nothing`() throws {
        _ = try sandbox.add("하나", "--date", "2026-01-02T10:00")
        let out = sandbox.path + "/out"
        try sandbox.run("export", "--format", "jrnl-folder", "--output", out, "--tz", "Asia/Seoul").ends(0)
        #expect(try FileSystem.contents(of: out + "/2026/01") == ["02.txt"])
        for arguments in [
            ["export", "--format", "jrnl-folder"], ["export", "--format", "jrnl-folder", "--output", out],
            ["export", "--format", "jrnl-folder", "--output", sandbox.diary + "/x"], ["export", "--format", "sample"],
            ["export", "--format", "none"], ["export", "--events", "--format", "jrnl"],
            ["export", "--events", "--starred"], ["export", "--format", "jrnl", "--time-format", "%Q"],
            ["export", "--title", "강"], ["export", "--format", "markdown", "--title", "강"],
            ["export", "--time-format", "%F"], ["export", "--format", "book", "--time-format", "%F"],
            ["import", out, "--format", "json"], ["import", sandbox.path + "/none"],
        ] {
            let run = try sandbox.run(arguments)
            #expect(run.code == 2 && run.error.hasPrefix("error: "), "\(arguments): \(run.error)")
        }
        let bad = sandbox.path + "/bad.txt"
        try write("[2020-01-01 10:00] a\n\n[2020-01-02 10:00] \n", to: bad)
        try sandbox.run("import", bad).ends(0, saying: "1 entry left out, in which nothing is written")
        #expect(try FileSystem.contents(of: sandbox.path).allSatisfy { !$0.hasPrefix(".diarylog-") })
    }

    @Test func `where nothing comes, it is said what was lost`() throws {
        let note = #"{"title": "x", "userEditedTimestampUsec": 1714570200000000, "isTrashed": true}"#
        try write(note, to: sandbox.path + "/Keep/a.json")
        let outcome = try sandbox.run("import", sandbox.path + "/Keep")
        #expect(outcome.error.contains("--with trashed takes them"), "\(outcome.error)")
    }

    @Test func `what cannot be read is left out and named, and all else comes`() throws {
        let rows = sandbox.path + "/rows.jsonl"
        let good = #"{"text":"하나","date":"2026-11-01"}"#
        try write(
            [good, #"{"text":"x","date":"soon"}"#, "{", #"{"text":"둘","date":"2026-11-02"}"#, ""].joined(
                separator: "\n"), to: rows)
        try sandbox.run("import", rows, "--dry-run").ends(0, saying: "row 2: ", "row 3: ")
        try sandbox.run("import", rows, "--strict").ends(2, saying: "row 2: ")
        #expect(try FileSystem.kind(of: sandbox.diary) == .missing)
        let taken = try sandbox.run("import", rows, "--json", "--lang", "ko").ends(2, saying: "2가지를 읽을 수 없어 뺐습니다")
        let json = try taken.json()
        #expect(json["added"] == .integer(2) && json["leftOut"] == ["syntax": .number(1), "date": .number(1)])
        guard case .array(let places)? = json["leftOutAt"] else { throw Absent() }
        #expect(places.map { $0["row"] } == [.integer(2), .integer(3)])
        #expect(try Schema().complaints(of: json, as: "import") == [])
        // A source that cannot be read at all costs itself as well.
        let other = sandbox.path + "/other.json"
        try write("[" + good.replacing("하나", with: "셋") + "]", to: other)
        try sandbox.run("import", sandbox.path + "/none", other, "--json").ends(2)
        #expect(try sandbox.run("import", other, "--json").json()["added"] == .integer(1))
        try sandbox.run("import", other, "--with", "moods").ends(2)
    }

    @Test func `what cannot come in as it is says what helps, in both languages`() throws {
        let (token, notes) = (sandbox.path + "/journal.txt", sandbox.path + "/notes")
        try write("gAAAAAB" + String(repeating: "lA-_9z0K", count: 15) + "b1c==\n", to: token)
        try write("하나\n", to: notes + "/a.md")
        try write("둘\n", to: notes + "/b.md")
        for language in ["en", "ko"] {
            try sandbox.run("import", token, "--lang", language).ends(2, saying: "jrnl --decrypt")
            try sandbox.run("import", notes, "--lang", language).ends(2, saying: "--date-missing mtime")
            let out = try sandbox.run("export", "--format", "foo", "--lang", language).error
            #expect(out.contains("site, book, pdf") && !out.contains("joplin"), "\(out)")
            let come = try sandbox.run("import", notes, "--format", "foo", "--lang", language).error
            #expect(come.contains("joplin") && !come.contains("site"), "\(come)")
        }
        #expect(try sandbox.run("import", notes, "--date-missing", "mtime", "--json").json()["added"] == .integer(2))
        try write("# 2024-05-01 한강\n걸었다.\n# 2024-05-02\n비.\n", to: sandbox.path + "/diary.md")
        let split = try sandbox.run("import", sandbox.path + "/diary.md", "--split", "heading", "--json").json()
        #expect(split["added"] == .integer(2))
        #expect(try sandbox.run("list", "--on", "2024-05-02").line.hasSuffix("비."))
    }

    @Test func `columns of a table are named, and a trial shows three rows`() throws {
        let file = sandbox.path + "/diary.csv"
        try write("When,Diary,기분\n2024-05-01,하나,4\n2024-05-02,둘,\n2024-05-03,셋,\n2024-05-04,넷,\n", to: file)
        try sandbox.run("import", file, "--column", "When").ends(2)
        let columns = ["--column", "date=When", "--column", "text=diary"]
        let trial = try sandbox.run(["import", file, "--dry-run"] + columns)
        #expect(trial.text == "2024-05-01  하나\n2024-05-02  둘\n2024-05-03  셋\n")
        #expect(try sandbox.run(["import", file, "--json"] + columns).json()["added"] == .integer(4))
    }

    @Test func `help, schema and documents name every format that there is, and no other`() throws {
        for language in ["en", "ko"] {
            let reading = try sandbox.run("import", "--help", "--lang", language).text.replacing("\n", with: " ")
            let writing = try sandbox.run("export", "--help", "--lang", language).text.replacing("\n", with: " ")
            let read = EntryFormat.readable.joined(separator: ", ")
            #expect(reading.contains(read), "\(reading)")
            #expect(writing.contains(EntryFormat.writable.joined(separator: ", ")), "\(writing)")
        }
        var rows: [String: (isRead: Bool, isWritten: Bool)] = [:]
        let page = String(decoding: try FileSystem.read(projectFile("Docs/Formats.md")), as: UTF8.self)
        for line in page.split(separator: "\n") where line.hasPrefix("| `") {
            let cells = line.split(separator: "|").map { $0.drop { $0 == " " } }
            guard cells.count == 4 else { continue }
            for name in cells[0].split(separator: "`").enumerated() where name.offset % 2 == 0 {
                rows[String(name.element)] = (cells[2].hasPrefix("yes"), cells[3].hasPrefix("yes"))
            }
        }
        for format in EntryFormat.allCases {
            let row = rows[format.rawValue]
            #expect(row?.isRead == EntryFormat.readable.contains(format.rawValue), "\(format) in Docs/Formats.md")
            #expect(row?.isWritten == EntryFormat.writable.contains(format.rawValue), "\(format) in Docs/Formats.md")
        }
        #expect(rows.keys.allSatisfy { EntryFormat(named: $0) != nil }, "\(rows.keys)")
        let names = try Schema().values(of: "import", "format")
        #expect(names == (EntryFormat.readable + ["events"]).map { JSONValue.text($0) } + [.null])
    }

    @Test func `Joplin's JEX comes in, a tar with notes, tags and notebooks`() throws {
        let (note, tag, tie) = (
            String(repeating: "a", count: 32), String(repeating: "b", count: 32), String(repeating: "d", count: 32)
        )
        let jex = sandbox.path + "/jex"
        for (name, text) in [
            (note, "한강\n\n강가를 걸었다.\n\nid: \(note)\nparent_id: \nuser_created_time: 2024-05-01T22:30:00.000Z\ntype_: 1"),
            (tag, "산책\n\nid: \(tag)\ntype_: 5"), (tie, "id: \(tie)\nnote_id: \(note)\ntag_id: \(tag)\ntype_: 6"),
        ] { try write(text, to: jex + "/\(name).md") }
        try sandbox.shell("tar -cf '\(sandbox.path)/notes.jex' -C '\(jex)' .", []).ends(0)
        let taken = try sandbox.run("import", sandbox.path + "/notes.jex", "--tz", "Asia/Seoul", "--json").json()
        #expect(taken["format"] == .text("joplin") && taken["added"] == .integer(1))
        let shown = try sandbox.run("show", note, "--json").json()
        #expect(shown["date"] == .text("2024-05-02T07:30:00+09:00") && shown["tags"] == .array([.text("산책")]))
        #expect(shown["text"] == .text("한강\n\n강가를 걸었다."))
        #expect(try sandbox.run("import", sandbox.path + "/notes.jex", "--json").json()["skipped"] == .integer(1))
    }
}
