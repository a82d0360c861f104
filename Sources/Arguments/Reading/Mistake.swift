/// What is wrong with the words of a command line. Options stand there as they are told: `--limit <n>`, `<file>`.
package enum Mistake: Error, Equatable {
    /// No option of the command; `near` is one that was probably meant.
    case unknownOption(String, near: String?)
    case missingValue(String)
    case unwantedValue(String, for: String)
    case unwanted([String])
    case missingArgument(String)
    /// A value that its option does not take. `choices` are the values that it takes, if they can be counted.
    case invalid(String, for: String, choices: [String])
    /// A whole number that its option does not take: less or more than these.
    case outOfBounds(String, for: String, ClosedRange<Int>)
    /// Two that cannot stand beside each other, as `told`.
    case together(String, String)
    /// One that is only for another.
    case alone(String, without: String)
}

/// Why there is no command to run.
package enum Unparsed: Error, Equatable {
    case helpAsked
    case versionAsked
    case mistake(Mistake)
}
