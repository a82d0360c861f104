import DiarylogArguments

/// One of each kind of declaration.
struct Every: Command {
    static let about = CommandWords("every", abstract: Sentence("Has one of each.", ""))

    enum Colour: String, Choice { case red, green, blue }

    @Argument("first", help: Sentence("A word.", ""))
    var first: String

    @Argument("colour", help: Sentence("A choice.", ""))
    var colour: Colour?

    @Argument("rest", help: Sentence("Words.", ""), completion: .files)
    var rest: [String] = []

    @Option("limit", short: "n", value: "number", in: -500...500, help: Sentence("A number.", ""))
    var limit: Int?

    @Option("port", help: Sentence("A small number.", ""))
    var port: UInt16 = 80

    @Option("tag", help: Sentence("Words.", ""), completion: .list(["sea", "snow"]))
    var tags: [String] = []

    @Option("paint", help: Sentence("A choice.", ""))
    var paint: Colour?

    @Option("text", taking: .anyWord, help: Sentence("Any word.", ""))
    var text: String?

    @OptionGroup var common: Shared
}

/// Options in a group, with a group in it.
struct Shared: ArgumentGroup {
    @OptionGroup var inner: Inner

    @Flag("all", help: Sentence("All of them.", ""))
    var all = false

    @Flag("quiet", help: Sentence("Say nothing.", ""))
    var quiet = false
}

struct Inner: ArgumentGroup {
    @Option("name", help: Sentence("A name.", ""))
    var name = "nobody"
}

/// A command whose words are running text.
struct Note: Command {
    static let about = CommandWords("note", abstract: Sentence("Takes text.", ""))

    @Argument("text", taking: .text, help: Sentence("The text.", ""))
    var words: [String] = []

    @Option("date", help: Sentence("A date.", ""))
    var date: String?

    @Flag("star", help: Sentence("A star.", ""))
    var star = false
}

/// A command that wants words, and looks at all of its options.
struct Strict: Command {
    static let about = CommandWords("strict", abstract: Sentence("Wants words.", ""))

    @Argument("file", help: Sentence("Files.", ""))
    var files: [String]

    @Argument("unreached", help: Sentence("Never typed.", ""))
    var last: UInt16?

    @Flag("one", against: ["--other"], help: Sentence("One.", ""))
    var one = false

    @Flag("other", help: Sentence("The other.", ""))
    var other = false

    @Flag("more", with: "--one", help: Sentence("More of one.", ""))
    var more = false

    @Option("sort", help: Sentence("By what.", ""))
    var sort: String?

    @Flag("deep", against: ["--sort size"], help: Sentence("Below, too.", ""))
    var deep = false
}
