import Arguments

/// One of each kind of declaration.
struct Every: Command {
    static let about = CommandWords("every", abstract: "Has one of each.")

    enum Colour: String, Choice { case red, green, blue }

    @Argument("first", help: "A word.")
    var first: String

    @Argument("colour", help: "A choice.")
    var colour = Colour.red

    @Argument("rest", help: "Words.", completion: .files)
    var rest: [String] = []

    @Option("limit", short: "n", value: "number", help: "A number.")
    var limit: Int?

    @Option("port", help: "A small number.")
    var port: UInt16 = 80

    @Option("tag", help: "Words.", completion: .list(["sea", "snow"]))
    var tags: [String] = []

    @Option("paint", help: "A choice.")
    var paint: Colour?

    @Option("text", taking: .anyWord, help: "Any word.")
    var text: String?

    @OptionGroup var common: Shared
}

/// Options in a group, with a group in it.
struct Shared: ArgumentGroup {
    @OptionGroup var inner: Inner

    @Flag("all", short: "a", help: "All of them.")
    var all = false

    @Flag("quiet", short: "q", help: "Say nothing.")
    var quiet = false
}

struct Inner: ArgumentGroup {
    @Option("name", help: "A name.")
    var name = "nobody"
}

/// A command whose words are running text.
struct Note: Command {
    static let about = CommandWords("note", abstract: "Takes text.")

    @Argument("text", taking: .text, help: "The text.")
    var words: [String] = []

    @Option("date", help: "A date.")
    var date: String?

    @Flag("star", help: "A star.")
    var star = false
}

/// A command that wants words, and looks at all of its options.
struct Strict: Command {
    static let about = CommandWords("strict", abstract: "Wants words.")

    @Argument("file", help: "Files.")
    var files: [String]

    @Argument("unreached", help: "Never typed.")
    var last: Int?

    @Flag("one", help: "One.")
    var one = false

    @Flag("other", help: "The other.")
    var other = false

    func validate() throws(Mistake) {
        if one, other { throw .refused("one or the other") }
    }
}
