internal import Synchronization

/// What a command is made with: the first time it notes what is declared, the second time it hands out what was typed.
///
/// Options declare themselves while the command's `init()` runs, in the order in which they stand in the source. So
/// nothing need be asked of the runtime, which would look through all conformances of the program for each type.
final class Form: Sendable {
    @TaskLocal private static var current: Form?

    private struct State {
        var declarations: [Declaration] = []
        /// What was typed for each declaration; nil while declarations are noted.
        var typed: [[String]]?
        var position = 0
        var mistake: Mistake?
    }

    private let state: Mutex<State>

    private init(typed: [[String]]? = nil) { state = Mutex(State(typed: typed)) }

    /// What a command or a group of options declares.
    static func declarations(_ make: () -> Void) -> [Declaration] {
        let form = Form()
        $current.withValue(form, operation: make)
        return form.state.withLock { $0.declarations }
    }

    /// Makes a command with what was typed for each of its declarations.
    static func fill<Made>(_ typed: [[String]], _ make: () -> Made) throws(Mistake) -> Made {
        let form = Form(typed: typed)
        let made = $current.withValue(form, operation: make)
        if let mistake = form.state.withLock({ $0.mistake }) { throw mistake }
        return made
    }

    /// Notes a declaration, or gives what was typed for it. Nil while declarations are noted.
    static func typed(for declaration: Declaration) -> [String]? {
        guard let form = current else { return nil }
        return form.state.withLock { state in
            guard let typed = state.typed else {
                state.declarations.append(declaration)
                return nil
            }
            defer { state.position += 1 }
            return typed[state.position]
        }
    }

    /// Notes why the command cannot be made. The first mistake is the one that is told.
    static func note(_ mistake: Mistake) {
        current?.state.withLock { if $0.mistake == nil { $0.mistake = mistake } }
    }
}

extension Declaration {
    /// What was typed for it; nil while declarations are noted.
    func typed() -> [String]? { Form.typed(for: self) }

    /// The values of the words that were typed; nil while declarations are noted. Notes a word that is none.
    func values<Element: ArgumentValue>(_ kind: Element.Type) -> [Element]? {
        var declaration = self
        (declaration.listing, declaration.isNumber) = ({ Element.choices }, Element.isNumber)
        guard let typed = declaration.typed() else { return nil }
        var values: [Element] = []
        for word in typed {
            // An empty word is a variable of a script that has no value; a text may be empty.
            if !word.isEmpty || self.kind != .argument || taking == .text, let value = Element(argument: word) {
                values.append(value)
            } else {
                Form.note(.invalid(word, for: synopsis, choices: Element.choices))
            }
        }
        return values
    }

    /// The numbers of the words that were typed; nil while declarations are noted. Notes a word that is none, or is one
    /// out of bounds, as is one of more digits than a computer counts with.
    func numbers(in bounds: ClosedRange<Int>) -> [Int]? {
        var declaration = self
        (declaration.isNumber, declaration.bounds) = (true, bounds)
        guard let typed = declaration.typed() else { return nil }
        var numbers: [Int] = []
        for word in typed {
            if let number = Int(word), bounds.contains(number) {
                numbers.append(number)
            } else if Self.isWhole(word) {
                Form.note(.outOfBounds(word, for: synopsis, bounds))
            } else {
                Form.note(.invalid(word, for: synopsis, choices: []))
            }
        }
        return numbers
    }

    private static func isWhole(_ word: String) -> Bool {
        let digits = word.utf8.first.map { "+-".utf8.contains($0) } == true ? word.utf8.dropFirst() : word.utf8[...]
        return !digits.isEmpty && digits.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// The values, if there are any. Notes that there are none, unless declarations are noted.
    func required<Element>(_ values: [Element]?) -> [Element]? {
        guard let values else { return nil }
        if !values.isEmpty { return values }
        Form.note(.missingArgument(synopsis))
        return nil
    }
}
