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
        "address.js": PackageResources.address_js,
        "api.js": PackageResources.api_js,
        "attachments.js": PackageResources.attachments_js,
        "changed.js": PackageResources.changed_js,
        "conflict.js": PackageResources.conflict_js,
        "dates.js": PackageResources.dates_js,
        "deciding.js": PackageResources.deciding_js,
        "days.js": PackageResources.days_js,
        "diary.js": PackageResources.diary_js,
        "dom.js": PackageResources.dom_js,
        "drafts.js": PackageResources.drafts_js,
        "editor.js": PackageResources.editor_js,
        "entry.js": PackageResources.entry_js,
        "fields.js": PackageResources.fields_js,
        "going.js": PackageResources.going_js,
        "history.js": PackageResources.history_js,
        "copies.js": PackageResources.copies_js,
        "key.js": PackageResources.key_js,
        "keys.js": PackageResources.keys_js,
        "list.js": PackageResources.list_js,
        "live.js": PackageResources.live_js,
        "marks.js": PackageResources.marks_js,
        "page.css": PackageResources.page_css,
        "page.html": PackageResources.page_html,
        "page.js": PackageResources.page_js,
        "pieces.js": PackageResources.pieces_js,
        "dialog.js": PackageResources.dialog_js,
        "reading.js": PackageResources.reading_js,
        "rows.js": PackageResources.rows_js,
        "search.js": PackageResources.search_js,
        "share.js": PackageResources.share_js,
        "sitting.js": PackageResources.sitting_js,
        "slider.js": PackageResources.slider_js,
        "source.js": PackageResources.source_js,
        "sync.js": PackageResources.sync_js,
        "ticks.js": PackageResources.ticks_js,
        "timeline.js": PackageResources.timeline_js,
        "undo.js": PackageResources.undo_js,
        "strings.js": PackageResources.strings_js,
        "year.js": PackageResources.year_js,
    ]
}
