/// What jrnl's own settings (`jrnl.yaml`, or the JSON of its first versions) say that matters to who reads or writes as
/// jrnl does. What they leave out is as jrnl has it.
package struct JrnlSettings: Equatable, Sendable {
    /// The journals by their names, and the file of each, if it says one.
    package var journals: [String: String] = [:]
    /// How dates are shown.
    package var timeFormat = JrnlDates.usual
    /// The time of a day that was given without one.
    package var hour = 9
    package var minute = 0
    /// The signs that begin a tag.
    package var tagSigns = "#@"
    /// The command that opens texts; nil if the settings do not say, empty for none.
    package var editor: String?
    /// A file that entries begin with.
    package var template: String?
    /// The columns that entries are broken to; nil breaks nothing, 0 is as wide as the terminal.
    package var columns: Int? = 79
    /// What stands before each line of a body.
    package var indent = "|"
    /// The format in which entries are shown, if not jrnl's usual one.
    package var shownAs: String?

    package init() {}

    /// Reads the settings, and what they say of one journal alone. Throws the line that cannot be read.
    package init(_ bytes: [UInt8], journal: String = "default") throws(ParseProblem) {
        let value = try YAMLReader.value(of: bytes)
        guard case .object(let members) = value else { throw ParseProblem(line: 1, found: "") }
        for member in members { take(member.name, member.value) }
        guard case .object(let known)? = value["journals"] else { return }
        for entry in known {
            if case .string(let path) = entry.value { journals[entry.name] = String(decoding: path, as: UTF8.self) }
            guard case .object(let own) = entry.value else { continue }
            if case .string(let path)? = entry.value["journal"] {
                journals[entry.name] = String(decoding: path, as: UTF8.self)
            }
            guard entry.name == journal else { continue }
            for member in own { take(member.name, member.value) }
        }
    }

    /// Takes one setting up, as `--config-override` gives it: a value of YAML, or else the text as it is.
    package mutating func override(_ name: String, by text: String) {
        let line = try? YAMLReader.value(of: Array("value: \(text)".utf8))
        take(name, line?["value"] ?? .text(text))
    }

    /// Takes one setting up; what is not known here is jrnl's own affair.
    private mutating func take(_ name: String, _ value: JSONValue) {
        let text: String? = if case .string(let bytes) = value { String(decoding: bytes, as: UTF8.self) } else { nil }
        let number: Int? = if case .integer(let number) = value { Int(number) } else { text.flatMap { Int($0) } }
        switch name {
        case "timeformat": if let format = text.flatMap({ TimeFormat($0) }) { timeFormat = format }
        case "default_hour": if let number, (0...23).contains(number) { hour = number }
        case "default_minute": if let number, (0...59).contains(number) { minute = number }
        case "tagsymbols": if let text, !text.isEmpty { tagSigns = text }
        case "editor": editor = text ?? ""
        case "template": template = text.flatMap { $0.isEmpty || $0 == "false" ? nil : $0 }
        case "linewrap":
            if text == "auto" { columns = 0 } else if let number { columns = number > 0 ? number : nil }
            if value == .bool(false) { columns = nil }
        case "indent_character": indent = text ?? ""
        case "display_format": shownAs = text
        default: break
        }
    }
}
