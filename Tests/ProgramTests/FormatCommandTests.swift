/// Files and folders of other programs through the commands: one operation, filters, and what is said of losses.

import Host
import Interchange
import TestSupport
import Testing

@Suite struct FormatCommandTests {
    private func write(_ text: String, to path: String) throws {
        try FileSystem.makeDirectory(FileSystem.parent(of: path), withParents: true)
        try FileSystem.write(bytes(text).span, to: path, sync: false)
    }

    @Test func `a jrnl file and a folder are one operation, known when they come again, and go out the same`() throws {
        let place = try Place()
        let (file, folder) = (place.path + "/journal.txt", place.path + "/days")
        let text = "[2025-12-24 03:41:00 PM] 눈이 왔다. *\n@민수 와 걸었다.\n\n[2025-12-25 09:00:00 AM] Christmas\n"
        try write(text, to: file)
        try write("[08:00] 아침\n\n[21:30] 저녁\n", to: folder + "/2026/01/02.txt")
        let taken = try place.run("import", file, folder, "--tz", "Asia/Seoul", "--tag", "옛날", "--json").json()
        #expect(taken["added"] == .integer(4) && taken["format"] == .text("jrnl"))
        #expect(try place.run("log", "--operations", "--jsonl").text.split(separator: "\n").count == 3)
        #expect(try place.run("import", folder, file, "--json").json()["skipped"] == .integer(4))
        #expect(try place.run("list", "--tag", "옛날", "--starred").line.contains("눈이 왔다."))
        let out = try place.run("export", "--format", "jrnl", "--to", "2025-12-31", "--tz", "Asia/Seoul")
        #expect(
            out.text == text.replacing("걸었다.\n", with: "걸었다.\n#옛날\n").replacing("mas\n", with: "mas\n\n#옛날\n"))
        #expect(out.error == "2 entries get a last line with tags that the text does not say\n")
        let korean = try place.run("export", "--format", "txt", "--tz", "UTC", "--lang", "ko")
        #expect(korean.error.contains("날짜 4개는 시간대를 잃고"), "\(korean.error)")
    }

    @Test func `a folder appears whole where none was, and a mistake leaves nothing`() throws {
        let place = try Place()
        _ = try place.add("하나", "--date", "2026-01-02T10:00")
        let out = place.path + "/out"
        #expect(try place.run("export", "--format", "jrnl-folder", "--output", out, "--tz", "Asia/Seoul").code == 0)
        #expect(try FileSystem.contents(of: out + "/2026/01") == ["02.txt"])
        for arguments in [
            ["export", "--format", "jrnl-folder"], ["export", "--format", "jrnl-folder", "--output", out],
            ["export", "--format", "jrnl-folder", "--output", place.diary + "/x"], ["export", "--format", "sample"],
            ["export", "--format", "none"], ["export", "--events", "--format", "jrnl"],
            ["export", "--events", "--starred"], ["export", "--format", "jrnl", "--time-format", "%Q"],
            ["import", out, "--format", "json"], ["import", place.path + "/none"],
        ] {
            let run = try place.run(arguments)
            #expect(run.code == 2 && run.error.hasPrefix("error: "), "\(arguments): \(run.error)")
        }
        let bad = place.path + "/bad.txt"
        try write("[2020-01-01 10:00] a\n\n[2020-01-02 10:00] \n", to: bad)
        let refused = try place.run("import", bad)
        #expect(refused.code == 2 && refused.error.contains("bad.txt, line 3: "), "\(refused.error)")
        #expect(try FileSystem.contents(of: place.path).allSatisfy { !$0.hasPrefix(".diarylog-") })
    }
}
