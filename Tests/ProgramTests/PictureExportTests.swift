/// Pictures that leave with Day One's zip and in a book.

import DiarylogArchives
import DiarylogHost
import DiarylogTestSupport
import Interchange
import Testing

@Suite(.timed) struct PictureExportTests {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    /// Hash, name and state of each file of a diary.
    private func files(_ diary: String) throws -> [String] {
        try sandbox.run("files", "--diary", diary).text.split(separator: "\n").map { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            return fields[2...].joined(separator: " ")
        }.sorted()
    }

    private let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0] + (0..<700_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    private let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3]

    @Test func `a zip of Day One that comes in with pictures goes out with the same, under their MD5`() throws {
        let sums = try [jpeg, png].map { bytes in
            let path = try sandbox.file("sum", bytes)
            return String(try sandbox.shell("md5sum < \"$0\"", [path]).text.prefix(32))
        }
        let journal = """
            {"metadata":{"version":"1.0"},"entries":[{"uuid":"0A0B0C0D0E0F00010203040506070809",
            "text":"강\\n![](dayone-moment://AAAA)\\n![](dayone-moment:/audio/BBBB) \\\\.",
            "creationDate":"2024-05-01T22:30:00Z","modifiedDate":"2024-05-01T22:30:00Z","timeZone":"UTC",
            "photos":[{"identifier":"AAAA","md5":"\(sums[0])","type":"jpeg","width":640},
            {"identifier":"CCCC","md5":"\(sums[1])","type":"png","filename":"눈 오는 날.png"}],
            "audios":[{"identifier":"BBBB","md5":"5d41402abc4b2a76b9719d911017c592","format":"aac"}]}]}
            """
        var zip = ZipWriter()
        zip.add("Journal.json", Array(journal.utf8))
        zip.add("photos/\(sums[0]).jpeg", jpeg)
        zip.add("photos/\(sums[1]).png", png)
        zip.add("audios/5d41402abc4b2a76b9719d911017c592.m4a", Array("hello".utf8))
        zip.finish()
        #expect(try sandbox.run("import", try sandbox.file("in.zip", zip.take())).code == 0)
        let before = try files(sandbox.diary)
        #expect(before.count == 3)
        let out = sandbox.path + "/out.zip"
        let made = try sandbox.run("export", "--format", "dayone", "--output", out)
        #expect(made.code == 0 && !made.error.contains("not written"), "\(made.error)")
        // Whoever else reads zips finds the same, and each file under its own sum.
        let listed = try sandbox.shell(
            """
            mkdir "$0.d" && cd "$0.d" && python3 -m zipfile -e "$0" . && python3 -m zipfile -t "$0" \
            && md5sum photos/*
            """, [out])
        #expect(listed.code == 0, "\(listed.error)")
        for sum in sums { #expect(listed.text.contains("\(sum)  photos/\(sum).")) }
        let other = sandbox.path + "/other"
        let back = try sandbox.run("import", out, "--diary", other)
        #expect(back.code == 0 && !back.error.contains("belongs"), "\(back.error)")
        #expect(try files(other) == before)
        // Texts, identifiers and all that came with the pictures.
        for diary in [sandbox.diary, other] {
            let notes = diary + "-notes"
            #expect(try sandbox.run("export", "--format", "markdown", "--output", notes, "--diary", diary).code == 0)
        }
        let difference = try sandbox.shell("diff -r \"$0-notes\" \"$1-notes\"", [sandbox.diary, other])
        #expect(difference.code == 0, "\(difference.text)")
    }

    @Test func `files of our own go out to Day One: pictures, sounds, films and papers; others are counted`() throws {
        let id = try sandbox.add(
            "강 ![](attachment:a%20b.png) \\! ![x](attachment:s.mp3)", "--attach", try sandbox.file("a b.png", png),
            "--attach",
            try sandbox.file("s.mp3", Array("ID3".utf8)), "--attach", try sandbox.file("f.mov", [1]), "--attach",
            try sandbox.file("p.pdf", Array("%PDF-".utf8)), "--attach", try sandbox.file("n.txt", [65]))
        _ = try sandbox.add("the same picture", "--attach", try sandbox.file("again/c.png", png))
        let out = sandbox.path + "/out.zip"
        let made = try sandbox.run("export", "--format", "dayone", "--output", out)
        #expect(made.code == 0 && made.error.contains("1 file that belongs"), "\(made.error)")
        let names = try sandbox.shell("python3 -m zipfile -l \"$0\"", [out]).text
        for folder in ["photos/", "audios/", "videos/", "pdfs/"] { #expect(names.contains(folder), "\(names)") }
        let other = sandbox.path + "/other"
        #expect(try sandbox.run("import", out, "--diary", other).code == 0)
        #expect(try files(other) == files(sandbox.diary).filter { !$0.contains("n.txt") })
        #expect(
            try sandbox.run("show", id, "--diary", other).text.contains(
                "![](attachment:a%20b.png) \\! ![x](attachment:s.mp3)"))
        // The same zip again, byte for byte.
        #expect(try sandbox.run("export", "--format", "dayone", "--output", out + "2").code == 0)
        #expect(try FileSystem.read(out) == FileSystem.read(out + "2"))
    }

    @Test func `a picture that is gone is named, and the zip and the book are whole without it`() throws {
        _ = try sandbox.add(
            "하나", "--attach", try sandbox.file("gone.png", png), "--attach", try sandbox.file("here.jpg", jpeg))
        #expect(try sandbox.shell("rm $(find \"$0\" -type f -size -2)", [sandbox.diary + "/attachments"]).code == 0)
        for (format, path) in [("dayone", sandbox.path + "/out.zip"), ("book", sandbox.path + "/out.html")] {
            let made = try sandbox.run("export", "--format", format, "--output", path)
            #expect(made.code == 5 && made.error.contains("gone.png"), "\(format): \(made.code) \(made.error)")
            #expect(try FileSystem.kind(of: path) == .file)
        }
        #expect(try sandbox.shell("python3 -m zipfile -t \"$0\"", [sandbox.path + "/out.zip"]).code == 0)
        #expect(try sandbox.run("import", sandbox.path + "/out.zip", "--diary", sandbox.path + "/other").code == 0)
        #expect(try files(sandbox.path + "/other").count == 1)
    }

    @Test func `a book is one page with its pictures in it, and names its other files`() throws {
        _ = try sandbox.add(
            "하나", "--attach", try sandbox.file("눈 <b>.png", png), "--attach",
            try sandbox.file("s.mp3", Array("ID3".utf8)))
        _ = try sandbox.add("둘", "--attach", try sandbox.file("large.jpg", jpeg), "--date", "2020-01-01")
        let path = sandbox.path + "/book.html"
        let made = try sandbox.run("export", "--format", "book", "--output", path)
        #expect(made.code == 0 && made.error.contains("1 file that belongs"), "\(made.error)")
        let html = String(decoding: try FileSystem.read(path), as: UTF8.self)
        let small = String(decoding: Base64.text(png), as: UTF8.self)
        #expect(html.contains("<img src=\"data:image/png;base64,\(small)\" alt=\"눈 &lt;b&gt;.png\">"))
        #expect(html.contains("data:image/jpeg;base64," + String(decoding: Base64.text(jpeg), as: UTF8.self) + "\""))
        #expect(html.contains("<span class=\"file\">s.mp3</span>"))
        #expect(html.hasSuffix("</html>\n"))
        let printed = try sandbox.run("export", "--format", "book")
        #expect(printed.text == html)
    }
}
