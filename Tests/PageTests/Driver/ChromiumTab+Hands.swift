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

    func drag(along points: [(x: Double, y: Double)]) throws {
        for (index, point) in points.enumerated() {
            let kinds = index == 0 ? ["mouseMoved", "mousePressed"] : ["mouseMoved"]
            for kind in kinds + (index == points.count - 1 ? ["mouseReleased"] : []) {
                try call(
                    "Input.dispatchMouseEvent",
                    [
                        "type": .string(kind), "x": .number(point.x), "y": .number(point.y),
                        "button": index == 0 && kind == "mouseMoved" ? "none" : "left", "clickCount": 1,
                        "buttons": index == 0 && kind == "mouseMoved" ? 0 : 1,
                    ])
            }
        }
    }

    func refuseStorage(at address: String) throws {
        try call(
            "Page.addScriptToEvaluateOnNewDocument",
            [
                "source": """
                for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name,
                  { get() { throw new DOMException('refused', 'SecurityError') } })
                """
            ])
    }
}
