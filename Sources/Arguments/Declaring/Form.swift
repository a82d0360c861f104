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
    static func typed(for declaration: () -> Declaration) -> [String]? {
        guard let form = current else { return nil }
        return form.state.withLock { state in
            guard let typed = state.typed else {
                state.declarations.append(declaration())
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
