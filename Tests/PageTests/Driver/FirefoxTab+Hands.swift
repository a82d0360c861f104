/// What a person's hands do in Firefox.
extension FirefoxTab {
    /// What WebDriver calls the keys that write no sign.
    private static let signs: [String: String] = [
        "Enter": "\u{E007}", "Escape": "\u{E00C}", "Tab": "\u{E004}", "Backspace": "\u{E003}",
        "ArrowLeft": "\u{E012}", "ArrowUp": "\u{E013}", "ArrowRight": "\u{E014}", "ArrowDown": "\u{E015}",
        "Home": "\u{E011}", "End": "\u{E010}", "PageUp": "\u{E00E}",
    ]

    func press(_ key: Tab.Key, _ modifiers: Tab.Modifiers) throws {
        var held: [String] = []
        if modifiers.contains(.control) { held.append("\u{E009}") }
        if modifiers.contains(.shift) { held.append("\u{E008}") }
        try keys(
            held.map { ($0, true) } + [
                (Self.signs[key.name] ?? key.name, true), (Self.signs[key.name] ?? key.name, false),
            ]
                + held.reversed().map { ($0, false) })
    }

    func type(_ text: String) throws {
        try keys(text.map { $0 == "\n" ? "\u{E007}" : String($0) }.flatMap { [($0, true), ($0, false)] })
    }

    private func keys(_ moves: [(sign: String, isDown: Bool)]) throws {
        try act([
            "type": "key", "id": "keys",
            "actions": .array(
                moves.map { ["type": $0.isDown ? "keyDown" : "keyUp", "value": .string($0.sign)] }),
        ])
    }

    private func act(_ source: Value) throws {
        try program.call(handle, "WebDriver:PerformActions", ["actions": [source]], toFront: true)
    }

    func point(_ x: Double, _ y: Double, clicks: Bool) throws {
        let move: Value = ["type": "pointerMove", "x": .number(x.rounded(.down)), "y": .number(y.rounded(.down))]
        let click: [Value] = [["type": "pointerDown", "button": 0], ["type": "pointerUp", "button": 0]]
        try act(["type": "pointer", "id": "mouse", "actions": .array([move] + (clicks ? click : []))])
        // Else two clicks in a row would be a double one.
        if clicks { try program.call(handle, "WebDriver:ReleaseActions") }
    }

    func drag(along points: [(x: Double, y: Double)]) throws {
        var moves: [Value] = []
        for (index, point) in points.enumerated() {
            let (x, y) = (Value.number(point.x.rounded(.down)), Value.number(point.y.rounded(.down)))
            moves.append(["type": "pointerMove", "x": x, "y": y, "duration": 16])
            if index == 0 { moves.append(["type": "pointerDown", "button": 0]) }
        }
        moves.append(["type": "pointerUp", "button": 0])
        try act(["type": "pointer", "id": "mouse", "actions": .array(moves)])
    }

    /// By a person's own setting for this one site.
    func refuseStorage(at address: String) throws {
        try program.inside(
            handle,
            """
            const principal = Services.scriptSecurityManager.createContentPrincipal(
              Services.io.newURI(arguments[0]), gBrowser.selectedBrowser.contentPrincipal.originAttributes);
            Services.perms.addFromPrincipal(principal, 'cookie', Ci.nsICookiePermission.ACCESS_DENY);
            """, [.string(address)])
    }

    // MARK: The input method

    /// What is pasted ends what is composed.
    func paste(_ text: String) throws {
        let isComposing = try program.inside(
            handle,
            """
            if (!window.composing?.hasComposition) return false;
            window.composing.commitCompositionWith(arguments[0]);
            return true;
            """, [.string(text)], toFront: true)
        if !isComposing.isTrue { _ = try js("document.execCommand('insertText', false, \(Value.string(text).json))") }
    }

    func compose(_ text: String) throws {
        try program.inside(
            handle,
            """
            if (!window.composing) {
              const made = Cc['@mozilla.org/text-input-processor;1'].createInstance(Ci.nsITextInputProcessor);
              made.beginInputTransactionForTests(window);
              window.composing = made;
            }
            const method = window.composing, [text] = arguments;
            method.setPendingCompositionString(text);
            method.appendClauseToPendingComposition(text.length, method.ATTR_RAW_CLAUSE);
            method.setCaretInPendingComposition(text.length);
            method.flushPendingComposition();
            """, [.string(text)], toFront: true)
    }
}
