/// Pictures that leave in a book.

import DiarylogHost
import DiarylogTestSupport
import Interchange
import Testing

@Suite(.timed) final class PictureExportTests: InSandbox {
    private let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0] + (0..<700_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    private let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3]

    @Test func `a picture that is gone is named, and the book is whole without it`() throws {
        _ = try sandbox.add(
            "하나", "--attach", try sandbox.file("gone.png", png), "--attach", try sandbox.file("here.jpg", jpeg))
        try sandbox.shell("rm $(find \"$0\" -type f -size -2)", [sandbox.diary + "/attachments"]).ends(0)
        let path = sandbox.path + "/out.html"
        try sandbox.run("export", "--format", "book", "--output", path).ends(5, saying: "gone.png")
        #expect(try FileSystem.kind(of: path) == .file)
    }

    @Test func `a book is one page with its pictures in it, and names its other files`() throws {
        _ = try sandbox.add(
            "하나", "--attach", try sandbox.file("눈 <b>.png", png), "--attach",
            try sandbox.file("s.mp3", Array("ID3".utf8)))
        _ = try sandbox.add("둘", "--attach", try sandbox.file("large.jpg", jpeg), "--date", "2020-01-01")
        let path = sandbox.path + "/book.html"
        try sandbox.run("export", "--format", "book", "--output", path).ends(0, saying: "1 file that belongs")
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
