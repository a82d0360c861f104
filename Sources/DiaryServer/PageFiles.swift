/// The files of the page, which lie in the program itself: the page, and what it loads.
///
/// What it loads has another address at every start, and so may be kept by the browser: nobody can know it before.
/// While no server of ours runs, another user may listen at the same port and have a browser keep files of his own;
/// under these addresses they are never asked for.
struct PageFiles: Sendable {
    /// The folder that the files seem to lie in.
    private let folder: String
    private let page: PageFile

    /// Puts the addresses of the files into the page; `drawn` is the random name of their folder.
    init(drawn folder: String) {
        self.folder = folder
        let html = String(decoding: PackageResources.page_html, as: UTF8.self)
        page = PageFile(Array(html.replacing("=\"/page.", with: "=\"/\(folder)/page.").utf8), "text/html")
    }

    /// The answer to who asks for a path without its first `/`; nil if there is no such file. Paths never touch the
    /// file system.
    func reply(to path: String, isGzip: Bool) -> PageReply? {
        if path.isEmpty { return page.reply(isGzip: isGzip) }
        if path == "icon.svg" { return PageFile.icon.reply(isGzip: isGzip) }
        guard path.hasPrefix(folder + "/"), let file = PageFile.all[String(path.dropFirst(folder.count + 1))] else {
            return nil
        }
        // What only documents heed is left out: these heads are a tenth of the first load.
        let forDocuments: Set = [
            "cache-control", "referrer-policy", "cross-origin-opener-policy", "permissions-policy",
            "content-security-policy",
        ]
        var reply = file.reply(isGzip: isGzip)
        reply.headers.removeAll { forDocuments.contains($0.name) }
        reply.headers.append(("cache-control", "private, max-age=31536000, immutable"))
        return reply
    }
}

/// One file, as it is and compressed.
private struct PageFile: Sendable {
    private let type: String
    private let bytes: [UInt8]
    private let compressed: [UInt8]

    init(_ bytes: [UInt8], _ type: String) {
        (self.bytes, self.type) = (bytes, type + "; charset=utf-8")
        compressed = Compression.gzip(bytes)
    }

    func reply(isGzip: Bool) -> PageReply {
        let more = [("vary", "accept-encoding")] + (isGzip ? [("content-encoding", "gzip")] : [])
        return PageReply(200, type: type, isGzip ? compressed : bytes, more)
    }

    /// At an address that stays, for the browser and the desktop, which ask for it by themselves.
    static let icon = PageFile(PackageResources.icon_svg, "image/svg+xml")

    /// What the page loads, by name; put together and compressed once, at the first start.
    static let all: [String: PageFile] = {
        let bundle = PageBundle(modules.mapValues(withoutComments))
        return [
            "page.js": PageFile(bundle.first, "text/javascript"), "parts.js": PageFile(bundle.rest, "text/javascript"),
            "page.css": PageFile(withoutComments(Array(styles.joined())), "text/css"),
        ]
    }()

    /// A file without what stands between its lines for people, which is a sixth of it: lines that are comments, and
    /// the space that lines begin with. No text of ours goes over several lines.
    private static func withoutComments(_ module: [UInt8]) -> [UInt8] {
        var isComment = false
        return [UInt8](
            module.split(separator: UInt8(ascii: "\n")).map { $0.drop { $0 == UInt8(ascii: " ") } }.filter { line in
                let isEnd = line.suffix(2).elementsEqual("*/".utf8)
                if line.starts(with: "/*".utf8) { isComment = true }
                defer { if isEnd { isComment = false } }
                return !isComment && !line.starts(with: "//".utf8)
            }.joined(separator: [UInt8(ascii: "\n")]))
    }

    /// How the page looks, in the order in which later rules win.
    private static let styles: [[UInt8]] = [
        PackageResources.colours_css, PackageResources.base_css, PackageResources.controls_css,
        PackageResources.bar_css, PackageResources.list_css, PackageResources.several_css,
        PackageResources.entry_css, PackageResources.text_css, PackageResources.fields_css,
        PackageResources.conflict_css, PackageResources.history_css, PackageResources.time_css,
        PackageResources.year_css, PackageResources.over_css, PackageResources.narrow_css,
    ]

    static let modules: [String: [UInt8]] = [
        "address.js": PackageResources.address_js,
        "api.js": PackageResources.api_js,
        "attachments.js": PackageResources.attachments_js,
        "changed.js": PackageResources.changed_js,
        "choosing.js": PackageResources.choosing_js,
        "conflict.js": PackageResources.conflict_js,
        "dates.js": PackageResources.dates_js,
        "diary.js": PackageResources.diary_js,
        "dom.js": PackageResources.dom_js,
        "drafts.js": PackageResources.drafts_js,
        "editor.js": PackageResources.editor_js,
        "entry.js": PackageResources.entry_js,
        "fields.js": PackageResources.fields_js,
        "history.js": PackageResources.history_js,
        "importing.js": PackageResources.importing_js,
        "key.js": PackageResources.key_js,
        "keys.js": PackageResources.keys_js,
        "language.js": PackageResources.language_js,
        "list.js": PackageResources.list_js,
        "live.js": PackageResources.live_js,
        "page.js": PackageResources.page_js,
        "parts.js": PackageResources.parts_js,
        "reading.js": PackageResources.reading_js,
        "router.js": PackageResources.router_js,
        "search.js": PackageResources.search_js,
        "share.js": PackageResources.share_js,
        "sitting.js": PackageResources.sitting_js,
        "slider.js": PackageResources.slider_js,
        "source.js": PackageResources.source_js,
        "storage.js": PackageResources.storage_js,
        "sync.js": PackageResources.sync_js,
        "text.js": PackageResources.text_js,
        "thumbnails.js": PackageResources.thumbnails_js,
        "timeline.js": PackageResources.timeline_js,
        "undo.js": PackageResources.undo_js,
        "words.js": PackageResources.words_js,
        "year.js": PackageResources.year_js,
    ]
}
