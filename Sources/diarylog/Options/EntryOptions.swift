internal import DiaryModel
internal import DiarylogArguments

/// What a new entry can be given, and one that is edited.
struct EntryOptions: ArgumentGroup {
    @Flag("star", help: Sentence("Mark it with a star.", "별을 붙입니다."))
    var star = false

    @Option(
        "place", taking: .anyWord,
        help: Sentence(
            "Where it was, as 37.5665,126.9780, or a place of config.", "장소, 37.5665,126.9780처럼, 또는 config에 둔 이름."),
        completion: .places)
    private var place: String?

    @Flag(
        "precise", with: "--place",
        help: Sentence(
            "Keep the place as exact as it is given, not to about a kilometre.", "장소를 1킬로미터쯤으로 반올림하지 않고 준 그대로 둡니다."))
    private var precise = false

    @Flag(
        "header",
        help: Sentence(
            "The editor shows date, tags, star and place above the text, to be changed there.",
            "편집기에서 글 위에 날짜, 태그, 별, 장소를 보이고 거기서 고칩니다."))
    var header = false

    /// The place that was named, or typed.
    func chosenPlace(_ session: Session) throws -> Place? {
        try place.map { text in try session.place(text, isPrecise: precise) }
    }

    /// Tells what is typed in an editor of its header, and how exact a place in it is.
    func note(in entry: inout TypedEntry, _ session: Session) throws {
        (entry.headerZone, entry.isPrecise) = (header ? try session.zone() : nil, precise)
    }
}
