import DiarylogArguments

/// One of each kind of declaration.
struct Every: Command {
    static let about = CommandWords("every", abstract: HelpText("Has one of each.", ""))

    enum Colour: String, Choice { case red, green, blue }

    @Argument("first", help: HelpText("A word.", ""))
    var first: String

    @Argument("colour", help: HelpText("A choice.", ""))
    var colour = Colour.red

    @Argument("rest", help: HelpText("Words.", ""), completion: .files)
    var rest: [String] = []

    @Option("limit", short: "n", value: "number", in: -500...500, help: HelpText("A number.", ""))
    var limit: Int?

    @Option("port", help: HelpText("A small number.", ""))
    var port: UInt16 = 80

    @Option("tag", help: HelpText("Words.", ""), completion: .list(["sea", "snow"]))
    var tags: [String] = []

    @Option("paint", help: HelpText("A choice.", ""))
    var paint: Colour?

    @Option("text", taking: .anyWord, help: HelpText("Any word.", ""))
    var text: String?

    @OptionGroup var common: Shared
}

/// Options in a group, with a group in it.
struct Shared: ArgumentGroup {
    @OptionGroup var inner: Inner

    @Flag("all", short: "a", help: HelpText("All of them.", ""))
    var all = false

    @Flag("quiet", short: "q", help: HelpText("Say nothing.", ""))
    var quiet = false
}

struct Inner: ArgumentGroup {
    @Option("name", help: HelpText("A name.", ""))
    var name = "nobody"
}

/// A command whose words are running text.
struct Note: Command {
    static let about = CommandWords("note", abstract: HelpText("Takes text.", ""))

    @Argument("text", taking: .text, help: HelpText("The text.", ""))
    var words: [String] = []

    @Option("date", help: HelpText("A date.", ""))
    var date: String?

    @Flag("star", help: HelpText("A star.", ""))
    var star = false
}

/// A command that wants words, and looks at all of its options.
struct Strict: Command {
    static let about = CommandWords("strict", abstract: HelpText("Wants words.", ""))

    @Argument("file", help: HelpText("Files.", ""))
    var files: [String]

    @Argument("unreached", help: HelpText("Never typed.", ""))
    var last: UInt16?

    @Flag("one", against: ["--other"], help: HelpText("One.", ""))
    var one = false

    @Flag("other", help: HelpText("The other.", ""))
    var other = false

    @Flag("more", with: "--one", help: HelpText("More of one.", ""))
    var more = false
}
