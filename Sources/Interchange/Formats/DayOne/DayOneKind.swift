/// The kinds of files that Day One has lists for: each file is exported as `FOLDER/<md5>.<type>`.
enum DayOneKind: CaseIterable {
    case photo, audio, video, paper

    /// The member of an entry.
    var list: String {
        switch self {
        case .photo: "photos"
        case .audio: "audios"
        case .video: "videos"
        case .paper: "pdfAttachments"
        }
    }

    /// The folder in the zip.
    var folder: String { self == .paper ? "pdfs" : list }

    /// What a file is called that has no name.
    var word: String { self == .paper ? "paper" : String(list.dropLast()) }
}
