/// What a person's hands do in Chromium.
extension ChromiumTab {
    func press(_ key: Tab.Key, _ modifiers: Tab.Modifiers) throws {
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

    func type(_ text: String) throws {
        for sign in text { try paste(String(sign)) }
    }

    func paste(_ text: String) throws { try call("Input.insertText", ["text": .string(text)]) }

    func compose(_ text: String) throws {
        let end = Value.number(Double(text.utf16.count))
        try call("Input.imeSetComposition", ["text": .string(text), "selectionStart": end, "selectionEnd": end])
    }

    func point(_ x: Double, _ y: Double, clicks: Bool) throws {
        for kind in clicks ? ["mouseMoved", "mousePressed", "mouseReleased"] : ["mouseMoved"] {
            try call(
                "Input.dispatchMouseEvent",
                [
                    "type": .string(kind), "x": .number(x), "y": .number(y),
                    "button": kind == "mouseMoved" ? "none" : "left", "clickCount": 1,
                ])
        }
    }
}
