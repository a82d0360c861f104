/// The site, the book and its PDF through the command.

import DiarylogHost
import DiarylogTestSupport
import Testing

@testable import diarylog

@Suite(.timed) final class SiteCommandTests: InSandbox {
    override init() throws {
        try super.init()
        _ = try sandbox.add("첫눈 <b>\n\n한강을 걸었다.", "--date", "2025-12-01T10:00", "--tag", "겨울", "--star")
        _ = try sandbox.add("two", "--date", "2026-01-02")
    }

    @Test func `a site is a folder of pages in the reader's language, the same each time`() throws {
        for (language, word) in [("ko", "오늘의 그날"), ("en", "On this day")] {
            let folder = sandbox.path + "/site-" + language
            try sandbox.run("export", "--format", "site", "--output", folder, "--lang", language, "--title", "나 & 너")
                .ends(0)
            let index = String(decoding: try FileSystem.read(folder + "/index.html"), as: UTF8.self)
            #expect(index.contains(word) && index.contains("<title>나 &amp; 너</title>"))
            try sandbox.run(
                "export", "--format", "site", "--output", folder + "-2", "--lang", language, "--title", "나 & 너"
            ).ends(0)
            try sandbox.shell("diff -r \"$0\" \"$0-2\"", [folder]).ends(0)
        }
        try sandbox.run("export", "--format", "site", "--output", sandbox.path + "/some", "--tag", "겨울")
            .ends(0)
        #expect(try FileSystem.kind(of: sandbox.path + "/some/2026.html") == .missing)
    }

    @Test func `a book is a page, and a PDF where Chromium is; without one that is said`() throws {
        let book = try sandbox.run("export", "--format", "book")
        #expect(book.code == 0 && book.text.hasPrefix("<!doctype html>") && book.text.contains("첫눈 &lt;b&gt;"))
        let path = sandbox.path + "/book.pdf"
        try sandbox.run(["export", "--format", "pdf", "--output", path], environment: ["CHROMIUM": "/none"]).ends(
            2, saying: "a PDF needs Chromium, and there is none: /none")
        try sandbox.run(["export", "--format", "pdf", "--output", path], environment: ["CHROMIUM": "/bin/true"]).ends(
            6, saying: "printed no PDF")
        #expect(try FileSystem.kind(of: path) == .missing)
        #expect(try FileSystem.contents(of: sandbox.path).allSatisfy { !$0.hasPrefix("diarylog-") })
        guard try sandbox.shell("command -v chromium", []).code == 0 else {
            print("skipped: there is no chromium to print with")
            return
        }
        // An address would end at the sign, and Chromium would print that it found nothing.
        let folder = sandbox.path + "/tmp#1 50%"
        try FileSystem.makeDirectory(folder)
        try sandbox.run(["export", "--format", "book", "--output", path], environment: ["TMPDIR": folder]).ends(0)
        #expect(try FileSystem.read(path).starts(with: Array("%PDF-".utf8)))
    }

    @Test func `a path is an address with every byte that means something else written as a number`() {
        #expect(BookPrinting.url(of: "/tmp/a-b_c.1/x") == "file:///tmp/a-b_c.1/x")
        #expect(BookPrinting.url(of: "/t#?% é\n") == "file:///t%23%3F%25%20%C3%A9%0A")
    }
}
