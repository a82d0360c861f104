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

    func press(_ key: Key, _ modifiers: Modifiers = []) throws {
        var parameters: [String: Value] = [
            "type": .string(key.text == nil || modifiers.contains(.control) ? "rawKeyDown" : "keyDown"),
            "key": .string(key.name), "code": .string(key.code), "modifiers": .number(Double(modifiers.rawValue)),
            "windowsVirtualKeyCode": .number(Double(key.number)),
        ]
        if let text = key.text, !modifiers.contains(.control) { parameters["text"] = .string(text) }
        try call("Input.dispatchKeyEvent", .object(parameters))
        parameters["type"] = "keyUp"
        parameters["text"] = nil
        try call("Input.dispatchKeyEvent", .object(parameters))
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
    func type(_ text: String) throws {
        for sign in text { try call("Input.insertText", ["text": .string(String(sign))]) }
    }

    /// Pastes a text where the cursor is.
    func paste(_ text: String) throws { try call("Input.insertText", ["text": .string(text)]) }

    /// Shows a syllable that is being composed, as an input method for Korean does.
    func compose(_ text: String) throws {
        let end = Value.number(Double(text.utf16.count))
        try call("Input.imeSetComposition", ["text": .string(text), "selectionStart": end, "selectionEnd": end])
    }

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

    func click(_ x: Value, _ y: Value) throws {
        for kind in ["mouseMoved", "mousePressed", "mouseReleased"] {
            try call(
                "Input.dispatchMouseEvent",
                [
                    "type": .string(kind), "x": x, "y": y, "button": kind == "mouseMoved" ? "none" : "left",
                    "clickCount": 1,
                ])
        }
    }

    /// Rests the mouse on the middle of an element.
    func hover(_ selector: String) throws {
        let point = try js(
            """
            (() => { const b = \(element(selector)).getBoundingClientRect();
            return [b.x + b.width / 2, b.y + b.height / 2] })()
            """)
        try call("Input.dispatchMouseEvent", ["type": "mouseMoved", "x": point[0], "y": point[1]])
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

    /// A picture of what is seen.
    func picture() throws -> Data {
        Data(base64Encoded: try call("Page.captureScreenshot", ["format": "png"])["data"].string) ?? Data()
    }
}
