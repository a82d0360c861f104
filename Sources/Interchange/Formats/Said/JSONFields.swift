internal import DiaryEngine
internal import DiaryModel

/// The members of an object of another program's. Each is taken once, by who understands it; what nobody takes, since
/// its name is not known or it holds something else than it must, stays with the entry.
struct JSONFields {
    private(set) var rest: [JSONMember]
    /// How many members that say something nobody knows in values that were taken.
    private(set) var unsaid = 0

    /// Throws if the value is no object.
    init(_ value: JSONValue) throws(RowReason) {
        guard case .object(let members) = value else { throw RowReason.notAnObject }
        rest = members
    }

    /// The object that is a file.
    init(of file: SourceFile) throws { try self.init(JSONValue(forgiving: file.text(), isWhole: true)) }

    /// The value of a name; nil if there is none, or null.
    subscript(name: String) -> JSONValue? {
        rest.first { $0.name == name }.flatMap { $0.value == .null ? nil : $0.value }
    }

    /// Takes a value, whatever it is.
    @discardableResult
    mutating func take(_ name: String) -> JSONValue? {
        guard let index = rest.firstIndex(where: { $0.name == name }) else { return nil }
        let value = rest.remove(at: index).value
        return value == .null ? nil : value
    }

    /// Takes an object, or a list of them, of which these members are known; others are counted.
    @discardableResult
    mutating func take(_ name: String, knowing known: [String]) -> JSONValue? {
        let value = take(name)
        unsaid += value?.others(besides: known) ?? 0
        return value
    }

    /// Takes values that say again what others say.
    mutating func pass(_ names: String...) { rest.removeAll { names.contains($0.name) } }

    /// A text, or a number or a truth in its signs. Throws for anything else: an entry is nothing without its text.
    mutating func text(_ name: String) throws(RowReason) -> [UInt8]? {
        guard let value = self[name] else { return nil }
        guard let words = value.words else { throw RowReason.wrongKind(name) }
        take(name)
        return Array(words.utf8)
    }

    /// A text; nil for anything else, which stays.
    mutating func words(_ name: String) -> String? {
        guard let text = self[name]?.saidText else { return nil }
        take(name)
        return text
    }

    /// Whether it says yes; what says neither yes nor no stays.
    mutating func isTrue(_ name: String) -> Bool {
        guard let isTrue = self[name]?.words?.saysYes else { return false }
        take(name)
        return isTrue
    }

    /// The words in a list, or those of a member of its objects, of which others may be `silent`; what is none stays.
    mutating func texts(_ name: String, of member: String? = nil, besides silent: String...) -> [String] {
        guard case .array(let values)? = self[name] else { return [] }
        func text(_ value: JSONValue) -> String? { (member.map { value[$0] } ?? value)?.words }
        let others = values.filter { $0 != .null && text($0) == nil }
        if others.isEmpty {
            take(name, knowing: silent + [member ?? ""])
        } else if let index = rest.firstIndex(where: { $0.name == name }) {
            rest[index].value = .array(others)
        }
        return values.compactMap(text)
    }

    /// A number that means something; one that does not says nothing.
    mutating func number(_ name: String) -> Double? {
        guard let number = self[name]?.number else { return nil }
        take(name)
        return number.magnitude < 1e300 ? number : nil
    }
}

extension String {
    /// Whether it says yes; nil for what is neither yes nor no.
    var saysYes: Bool? {
        switch trimmingSpace().lowercased() {
        case "", "0", "no", "n", "false", "아니요": false
        case "1", "yes", "y", "true", "x", "*", "★", "예", "네": true
        default: nil
        }
    }
}

extension JSONValue {
    /// What another program wrote, up to its end; a byte order mark may stand before a whole document.
    init(forgiving bytes: [UInt8], isWhole: Bool) throws {
        var reader = try JSONReader(bytes, isWhole: isWhole, forgives: true)
        self = try reader.value()
        guard reader.isAtEnd() else { throw JSONProblem.unexpected(byte: reader.index) }
    }

    /// A number, also one that is written as a text.
    var number: Double? {
        switch self {
        case .integer(let whole): Double(whole)
        case .decimal(let number): number
        case .string: saidText.flatMap { Double($0.trimmingSpace()) }
        default: nil
        }
    }

    /// Whether it says anything.
    var saysSomething: Bool {
        switch self {
        case .null, .bool(false), .array([]), .object([]): false
        case .decimal(let number): number.magnitude < 1e300
        default: true
        }
    }

    /// How many members of it, or of the objects in it, say something besides these.
    fileprivate func others(besides known: [String]) -> Int {
        switch self {
        case .object(let members): members.count { !known.contains($0.name) && $0.value.saysSomething }
        case .array(let values): values.reduce(0) { $0 + $1.others(besides: known) }
        default: 0
        }
    }

    /// The words in a list, or those of a member of its objects.
    func texts(of member: String) -> [String] {
        guard case .array(let values) = self else { return [] }
        return values.compactMap { $0[member]?.words }
    }
}

extension Weather {
    /// The weather in two words and degrees Celsius, as apps say it; nil if that says nothing.
    init?(main: String?, icon: String?, celsius: Double?) {
        func fitting(_ word: String?) -> String { word.flatMap { $0.utf8.count <= EntryLimits.name ? $0 : nil } ?? "" }
        self.init(main: fitting(main), icon: fitting(icon))
        temperature = celsius.flatMap { Weather.hundredths(ofCelsius: $0) }
        if !isInformative { return nil }
    }
}
