import DiaryModel
import DiarylogTestSupport
import Testing

@Suite("Names and media types of attachments", .timed) struct AttachmentNameTests {
    @Test func `a name is no path, is not hidden behind controls, and fits a file system`() {
        for name in ["", ".", "..", "a/b", "a\nb", "a\u{0}b", "a\u{7F}", "a\u{9B}", String(repeating: "가", count: 86)] {
            #expect(!DiaryModel.Attachment.isProper(name: name), "\(name)")
        }
        for name in ["a", ".a", "한강 사진.png", "-rf", String(repeating: "가", count: 85)] {
            #expect(DiaryModel.Attachment.isProper(name: name), "\(name)")
        }
    }

    @Test func `any name becomes a proper one, near to what it was`() {
        typealias File = DiaryModel.Attachment
        #expect(File.properName("/home/me/a.jpg") == "a.jpg")
        #expect(File.properName("../../etc/passwd") == "passwd")
        #expect(File.properName("a\nb.txt") == "ab.txt")
        #expect(File.properName("..") == "file" && File.properName("") == "file" && File.properName("/") == "file")
        let long = File.properName(String(repeating: "가", count: 200) + ".jpeg")
        #expect(long.utf8.count <= 255 && long.hasSuffix("가.jpeg"))
        #expect(File.properName("a." + String(repeating: "b", count: 300)).utf8.count == 255)
    }

    @Test func `a free name keeps its ending, in whatever form the others are written`() {
        typealias File = DiaryModel.Attachment
        #expect(File.freeName("a.jpg", among: []) == "a.jpg")
        #expect(File.freeName("a.jpg", among: ["a.jpg", "a-2.jpg"]) == "a-3.jpg")
        #expect(File.freeName("가", among: ["\u{1100}\u{1161}"]) == "가-2")
        #expect(File.freeName(".profile", among: [".profile"]) == ".profile-2")
        let long = String(repeating: "a", count: 251) + ".jpg"
        let next = File.freeName(long, among: [long])
        #expect(next != long && next.utf8.count <= 255)
    }

    @Test(
        arguments: [
            ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], "a.jpg", "image/png"),
            ([0xFF, 0xD8, 0xFF, 0xE1], "a", "image/jpeg"), (Array("GIF89a".utf8), "", "image/gif"),
            (Array("RIFF1234WEBPVP8 ".utf8), "", "image/webp"), (Array("RIFF1234WAVEfmt ".utf8), "", "audio/wav"),
            ([0, 0, 0, 24] + Array("ftypheic".utf8), "", "image/heic"),
            ([0, 0, 0, 24] + Array("ftypisom".utf8), "a.mp4", "video/mp4"),
            ([0, 0, 0, 24] + Array("ftypM4A ".utf8), "a", "audio/mp4"),
            ([0, 0, 0, 24] + Array("ftypisom".utf8), "a.m4a", "audio/mp4"),
            (Array("ID3\u{4}".utf8), "", "audio/mpeg"), ([0xFF, 0xFB, 0x90, 0], "", "audio/mpeg"),
            (Array("OggS".utf8), "a.opus", "audio/ogg"), (Array("%PDF-1.7".utf8), "a.txt", "application/pdf"),
            (Array("한글".utf8), "note", "text/plain"), (Array("한글".utf8.dropLast()), "note", "text/plain"),
            (Array("# x".utf8), "a.md", "text/markdown"), ([0, 1, 2], "a", "application/octet-stream"),
            ([], "a", "application/octet-stream"), ([0xFF, 0xFE, 0x41, 0], "a", "application/octet-stream"),
            ([0, 1, 2], "A.JPEG", "image/jpeg"),
        ] as [([UInt8], String, String)])
    func `a media type is told by the content, then by the name`(start: [UInt8], name: String, type: String) {
        #expect(MediaType.of(start, name: name) == type)
    }
}
