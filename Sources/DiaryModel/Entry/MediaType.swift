/// What kind of file some bytes are: by how they begin, and where that does not tell, by the ending of the name.
public enum MediaType {
    /// How many of a file's first bytes are wanted.
    public static let wanted = 512

    /// The media type of a file that begins with these bytes; "application/octet-stream" where nothing tells.
    public static func of(_ start: [UInt8], name: String) -> String {
        let ending = ending(of: name)
        let named = endings[ending]
        if let found = signature(of: start) {
            // A container says less than the ending of its name may: an audio book is an MP4, a document a zip.
            if let named, refined[found]?.contains(named) == true { return named }
            return found
        }
        if let named { return named }
        return isText(start) ? "text/plain" : "application/octet-stream"
    }

    /// Whether a terminal or a page may show it as a picture.
    public static func isImage(_ type: String) -> Bool {
        ["image/png", "image/jpeg", "image/gif", "image/webp"].contains(type)
    }

    /// The ending of a file of a type: what the type itself is called, or else the shortest; nil if none is known.
    package static func ending(for type: String) -> String? {
        let known = endings.filter { $0.value == type }.keys
        let own = type.split(separator: "/").last.map(String.init)
        return known.first { $0 == own } ?? known.min { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
    }

    private static func ending(of name: String) -> String {
        guard let dot = name.lastIndex(of: ".") else { return "" }
        return name[name.index(after: dot)...].lowercased()
    }

    private static func signature(of start: [UInt8]) -> String? {
        for (bytes, type) in signatures where start.starts(with: bytes) { return type }
        func tag(at offset: Int) -> String? {
            start.count >= offset + 4 ? String(decoding: start[offset..<offset + 4], as: UTF8.self) : nil
        }
        if tag(at: 0) == "RIFF" {
            switch tag(at: 8) {
            case "WEBP": return "image/webp"
            case "WAVE": return "audio/wav"
            case "AVI ": return "video/x-msvideo"
            default: return nil
            }
        }
        if tag(at: 4) == "ftyp", let brand = tag(at: 8) {
            switch brand {
            case "heic", "heix", "heim", "heis", "hevc", "hevx": return "image/heic"
            case "mif1", "msf1": return "image/heif"
            case "avif", "avis": return "image/avif"
            case "M4A ", "M4B ", "M4P ": return "audio/mp4"
            case "qt  ": return "video/quicktime"
            default: return "video/mp4"
            }
        }
        // MPEG audio: eleven bits set, a version that there is, and layer III.
        if start.count > 2, start[0] == 0xFF, start[1] & 0xE6 == 0xE2, start[1] & 0x18 != 0x08 {
            return "audio/mpeg"
        }
        return nil
    }

    private static let signatures: [([UInt8], String)] = [
        ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], "image/png"), ([0xFF, 0xD8, 0xFF], "image/jpeg"),
        (Array("GIF87a".utf8), "image/gif"), (Array("GIF89a".utf8), "image/gif"),
        ([0x49, 0x49, 0x2A, 0x00], "image/tiff"), ([0x4D, 0x4D, 0x00, 0x2A], "image/tiff"),
        (Array("%PDF-".utf8), "application/pdf"), (Array("ID3".utf8), "audio/mpeg"),
        (Array("OggS".utf8), "audio/ogg"), (Array("fLaC".utf8), "audio/flac"),
        (Array("caff".utf8), "audio/x-caf"), (Array("#!AMR".utf8), "audio/amr"),
        ([0x1A, 0x45, 0xDF, 0xA3], "video/webm"), ([0x50, 0x4B, 0x03, 0x04], "application/zip"),
    ]

    /// What a signature may be more exactly, if the ending says so.
    private static let refined: [String: Set<String>] = [
        "video/mp4": ["audio/mp4", "video/quicktime", "video/3gpp"], "audio/ogg": ["video/ogg"],
        "video/webm": ["video/x-matroska", "audio/webm"], "image/heif": ["image/heic"],
        "application/zip": [
            "application/epub+zip", "application/vnd.oasis.opendocument.text",
            "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        ],
    ]

    private static let endings: [String: String] = [
        "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp",
        "heic": "image/heic", "heif": "image/heif", "avif": "image/avif", "tif": "image/tiff", "tiff": "image/tiff",
        "svg": "image/svg+xml", "pdf": "application/pdf", "mp4": "video/mp4", "m4v": "video/mp4",
        "mov": "video/quicktime", "3gp": "video/3gpp", "webm": "video/webm", "mkv": "video/x-matroska",
        "avi": "video/x-msvideo", "ogv": "video/ogg", "m4a": "audio/mp4", "m4b": "audio/mp4", "mp3": "audio/mpeg",
        "ogg": "audio/ogg", "oga": "audio/ogg", "opus": "audio/ogg", "flac": "audio/flac", "wav": "audio/wav",
        "amr": "audio/amr", "caf": "audio/x-caf", "txt": "text/plain", "md": "text/markdown", "csv": "text/csv",
        "html": "text/html", "htm": "text/html", "json": "application/json", "gpx": "application/gpx+xml",
        "zip": "application/zip", "epub": "application/epub+zip", "odt": "application/vnd.oasis.opendocument.text",
        "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    ]

    /// Whether bytes are text as far as they go: UTF-8, but for a character that the end cuts, and no controls.
    private static func isText(_ start: [UInt8]) -> Bool {
        guard !start.isEmpty else { return false }
        for cut in 0...min(3, start.count - 1) {
            guard let text = String(validating: start.dropLast(cut), as: UTF8.self) else { continue }
            return !text.unicodeScalars.contains { $0.value < 0x20 && !["\t", "\n", "\r", "\u{0C}"].contains($0) }
        }
        return false
    }
}
