/// A file of the page, which lies in the program itself.
struct PageFile {
    private let type: String
    private let bytes: [UInt8]

    /// The file of this name, "" being the page; nil if there is none. Paths never touch the file system.
    init?(_ name: String) {
        guard let bytes = Self.files[name.isEmpty ? "page.html" : name] else { return nil }
        self.bytes = bytes
        switch name.split(separator: ".").last {
        case "js": type = "text/javascript; charset=utf-8"
        case "css": type = "text/css; charset=utf-8"
        case "svg": type = "image/svg+xml"
        default: type = "text/html; charset=utf-8"
        }
    }

    var reply: PageReply { PageReply(200, type: type, bytes) }

    /// Every file of the folder `Page`, by its name.
    static let files: [String: [UInt8]] = [
        "page.html": PackageResources.page_html
    ]
}
