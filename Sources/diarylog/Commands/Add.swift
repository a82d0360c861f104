internal import DiaryEngine
internal import DiaryModel
internal import DiarylogArguments
internal import DiarylogHost
internal import EventStore

struct Add: ChangingCommand {
    static let about = CommandWords(
        "add", abstract: Sentence("Write a new entry.", "새 일기를 씁니다."),
        discussion: Sentence(
            """
            Without TEXT a pipe is read, and on a terminal the editor opens. TEXT may begin with its date and a colon, \
            as in "yesterday 3pm: …". What cannot be an option is text; quote it where the shell minds \
            signs, as # ' ! *. What follows -- is text, whatever it looks like.
            """,
            """
            글이 없으면 파이프를 읽고, 터미널에서는 편집기를 엽니다. 글은 "어제 오후 3시: …"처럼 날짜와 쌍점으로 시작할 수 있습니다. 옵션일 수 없는 것은 글입니다: \
            add -5도. 셸이 아는 부호(# ' ! * 등)가 있으면 따옴표로 묶으세요. -- 뒤의 것은 무엇이든 글입니다.
            """))

    @Argument("text", taking: .text, help: Sentence("The text, or - for standard input.", "글, 또는 표준 입력이면 -."))
    var words: [String] = []

    @Option(
        "date", value: "when", help: Sentence("The entry's date, instead of now.", "지금 대신 쓸 일기의 날짜."), completion: .days
    )
    var date: String?

    @Option("tag", help: Sentence("A tag; may be given again.", "태그. 여러 번 쓸 수 있습니다."), completion: .tags)
    var tags: [String] = []

    @Option(
        "attach", value: "file", help: Sentence("Attach this file; may be given again.", "이 파일을 붙입니다. 여러 번 쓸 수 있습니다."),
        completion: .files)
    var attached: [String] = []

    @Option(
        "template", value: "name",
        help: Sentence(
            "Begin with ~/.config/diarylog/templates/NAME.md.", "~/.config/diarylog/templates/이름.md로 시작합니다."),
        completion: .templates)
    var template: String?

    @OptionGroup var given: EntryOptions

    @Flag(
        "weather",
        help: Sentence("Ask for the weather there and then, when the entry is written.", "일기를 쓴 다음 그곳 그때의 날씨를 묻습니다."))
    var weather = false

    @Option(
        "key",
        help: Sentence(
            "For scripts: a second add with this key and text writes nothing.", "스크립트용: 같은 키와 글을 또 add하면 쓰지 않습니다."))
    var key: String?

    @Flag("again", with: "--key", help: Sentence("Use the key once more, for another entry.", "그 키를 다른 일기에 다시 씁니다."))
    var again = false

    /// A text without anything to see is no error, in whatever way it came: nothing is written, and that is said.
    func carryOut(in session: Session) throws {
        do { try add(in: session) } catch {
            guard Problem(error) == .nothingVisible, attached.isEmpty || opensEditor else { throw error }
            session.notify(
                template.map { name in
                    Sentence(
                        "nothing was written: the template \(name) was left as it is",
                        "아무것도 쓰지 않았습니다. 템플릿 \(name, .subject) 그대로입니다")
                } ?? Problem.nothingVisible.message)
            try session.write(nil, nil, [])
        }
    }

    private func add(in session: Session) throws {
        session.reportEditorFiles()
        let sources = try AttachmentSources(attached)
        var (content, cursor) = try content(session)
        guard opensEditor else {
            if given.header { throw Problem.headerNeedsEditor }
            return try write(content, sources, session)
        }
        // What can be wrong is found before anybody types.
        let start = content.text
        content.text = Array("x".utf8)
        try check(content)
        let diary = try session.openOrMake()
        content.text = start
        let intake = try put(sources, into: &content, in: diary, session)
        defer { intake?.end() }
        var beginning = DraftStart()
        (beginning.key, beginning.again, beginning.dateIsGiven) = (key, again, date != nil)
        var entry = TypedEntry(content, beginning)
        try given.note(in: &entry, session)
        guard let draft = try session.type(entry, at: cursor, in: diary) else { throw Problem.nothingVisible }
        try session.commit(draft, in: diary)
        guard let written = try diary.entry(draft.entry) else { return }
        session.remember(written, in: diary)
        if weather { session.askLater(written) }
    }

    /// The words of the text with a space between them, as a shell gives those that are not quoted.
    private var text: String? { words.isEmpty ? nil : words.joined(separator: " ") }

    /// Whether the text is typed in an editor.
    private var opensEditor: Bool { text == nil && Terminal.isTerminal(.input) }

    private func check(_ content: EntryContent) throws {
        if case .refused(let refusal) = decide(.create(content), nil) { throw Problem(refusal, entry: "") }
    }

    /// Copies the files into the diary; what it returns is held until the entry, or a draft of it, names them.
    private func put(
        _ sources: borrowing AttachmentSources, into content: inout EntryContent, in diary: Diary, _ session: Session
    ) throws -> AttachmentIntake? {
        if attached.isEmpty { return nil }
        let intake = try diary.beginAttaching()
        content.attachments = try sources.put(besides: [], in: diary, by: intake, session)
        return intake
    }

    private func write(
        _ start: EntryContent, _ sources: borrowing AttachmentSources, _ session: Session
    ) throws {
        try check(start)
        let diary = try session.openOrMake()
        var content = start
        let intake = try put(sources, into: &content, in: diary, session)
        defer { intake?.end() }
        let context = try session.context()
        let outcome = try diary.add(
            content, key: key, again: again, dateIsGiven: date != nil || (try? leadingDate(session)) != nil,
            in: context)
        let (receipt, entries, wasThere) = try session.settled(outcome)
        guard let entry = entries.first else { return }
        session.reportAdded(entry, wasThere: wasThere)
        try session.write(receipt, entry, [entry.id], wasThere: wasThere)
        // The id first: nothing that looks further or asks a network stands before it.
        try session.flush()
        session.remember(entry, in: diary)
        if weather { session.askLater(entry) }
    }

    /// The entry as the arguments have it, and where a template's cursor stands.
    private func content(_ session: Session) throws -> (EntryContent, cursor: TextPosition?) {
        var content = EntryContent(text: [], date: try session.dateNow())
        if let date { content.date = try session.chosenDate(date) }
        if let text, text != "-" {
            content.text = Array(text.utf8)
            if let lead = try leadingDate(session) {
                content.date = try session.date(lead.date)
                content.text = Array(lead.rest.utf8)
                session.notify(.dated(OnScreen.dateWithWeekday(content.date, session)))
                session.reportDoubt(of: content.date)
            }
        } else if !opensEditor {
            content.text = try TextInput.standardInput()
        }
        content.tags = try tags.map { try Tag.given($0) }.eachOnce.sorted()
        content.isStarred = given.star
        content.place = try given.chosenPlace(session)
        var cursor: TextPosition?
        if let template = template ?? (opensEditor ? session.settings[.template]?.text : nil) {
            let template = try Template(named: template)
            if !opensEditor { try check(content) }
            (content.text, cursor) = template.filled(with: content.text, on: content.date, session)
        }
        return (content, cursor)
    }

    /// The date that the TEXT argument begins with; nil if --date is given.
    private func leadingDate(_ session: Session) throws -> NaturalDate.Leading? {
        guard date == nil, let text, text != "-" else { return nil }
        return try session.leadingDate(in: text)
    }
}
