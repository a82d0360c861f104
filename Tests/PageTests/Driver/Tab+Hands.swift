import Foundation

/// What a person's hands do: the mouse, the keys, an input method.
extension Tab {
    struct Key {
        var name: String
        var code: String
        var number: Int
        var text: String?

        static let enter = Key(name: "Enter", code: "Enter", number: 13, text: "\r")
        static let escape = Key(name: "Escape", code: "Escape", number: 27)
        static let print = Key(name: "p", code: "KeyP", number: 80)
        static let tab = Key(name: "Tab", code: "Tab", number: 9)
        static let backspace = Key(name: "Backspace", code: "Backspace", number: 8)
        static let left = Key(name: "ArrowLeft", code: "ArrowLeft", number: 37)
        static let up = Key(name: "ArrowUp", code: "ArrowUp", number: 38)
        static let right = Key(name: "ArrowRight", code: "ArrowRight", number: 39)
        static let down = Key(name: "ArrowDown", code: "ArrowDown", number: 40)
        static let home = Key(name: "Home", code: "Home", number: 36)
        static let end = Key(name: "End", code: "End", number: 35)
        static let pageUp = Key(name: "PageUp", code: "PageUp", number: 33)
    }

    struct Modifiers: OptionSet {
        let rawValue: Int
        static let control = Modifiers(rawValue: 2)
        static let shift = Modifiers(rawValue: 8)
    }

    func press(_ key: Key, _ modifiers: Modifiers = []) throws { try engine.press(key, modifiers) }

    /// Presses a key until an expression is true.
    func press(_ key: Key, _ modifiers: Modifiers = [], until expression: String) throws {
        for _ in 0..<60 where try js(expression) != true { try press(key, modifiers) }
    }

    /// Presses the key of one letter or sign.
    func press(_ sign: Character, _ modifiers: Modifiers = []) throws {
        let upper = String(sign).uppercased()
        let number = sign.isLetter ? Int(upper.unicodeScalars.first?.value ?? 0) : 0
        try press(
            Key(name: String(sign), code: sign.isLetter ? "Key\(upper)" : "", number: number, text: String(sign)),
            sign.isUppercase ? modifiers.union(.shift) : modifiers)
    }

    /// Types a text where the cursor is, a sign at a time.
    func type(_ text: String) throws { try engine.type(text) }

    /// Pastes a text where the cursor is.
    func paste(_ text: String) throws { try engine.paste(text) }

    /// Shows a syllable that is being composed, as an input method for Korean does.
    func compose(_ text: String) throws { try engine.compose(text) }

    /// Presses and releases the mouse in the middle of an element, wherever it stands.
    func click(_ selector: String) throws {
        try until("\(element(selector))?.checkVisibility()")
        let point = try js(
            """
            (() => { const e = \(element(selector)); e.scrollIntoView({block: 'nearest', behavior: 'instant'});
            const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2] })()
            """)
        try click(point[0], point[1])
    }

    func click(_ x: Value, _ y: Value) throws { try engine.point(x.double, y.double, clicks: true) }

    /// Rests the mouse on the middle of an element.
    func hover(_ selector: String) throws {
        let point = try js(
            """
            (() => { const b = \(element(selector)).getBoundingClientRect();
            return [b.x + b.width / 2, b.y + b.height / 2] })()
            """)
        try engine.point(point[0].double, point[1].double, clicks: false)
    }

    /// Puts a choice into a select or a date into its field, as a person's choice would.
    func choose(_ value: String, in selector: String) throws {
        try js(
            """
            (() => { const e = \(element(selector)); e.value = \(Value.string(value).json);
            e.dispatchEvent(new Event('input', {bubbles: true})); e.dispatchEvent(new Event('change', {bubbles: true})) })()
            """)
    }

    /// Moves the slider to a step.
    func slide(to step: Int) throws {
        try choose(String(step), in: "#slider")
    }
}
