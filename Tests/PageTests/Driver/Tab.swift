import Foundation

/// One tab of the browser: what a person does in it, and what they see.
final class Tab: @unchecked Sendable {
    struct Failed: Error, CustomStringConvertible {
        var description: String
    }

    /// How a tab looks at the world.
    struct Look: Sendable {
        var width = 1280
        var height = 800
        var isPhone = false
        var isDark = false
        var language = "en"
        /// Reduced motion, so that a picture or a measure never catches things half way.
        var isStill = true

        static let desktop = Look()
        static let phone = Look(width: 390, height: 844, isPhone: true)
    }

    let browser: Browser
    let session: String
    /// Tabs of one context share what the page stores; a context of its own is a private window.
    let context: String
    private let target: String
    private let lock = NSLock()
    private var heard: [(method: String, parameters: Value)] = []
    private var held: [String] = []

    /// Opens a tab, in a context of its own or beside another.
    init(_ look: Look = .desktop, beside other: Tab? = nil) throws {
        browser = try Browser.shared.get()
        context = try other?.context ?? browser.call("Target.createBrowserContext")["browserContextId"].string
        target = try browser.call(
            "Target.createTarget", ["url": "about:blank", "browserContextId": .string(context)])["targetId"].string
        session = try browser.call(
            "Target.attachToTarget", ["targetId": .string(target), "flatten": true])["sessionId"].string
        browser.listen(to: session) { [weak self] method, parameters in self?.hear(method, parameters) }
        for domain in ["Page", "Runtime", "Network", "Log", "DOM", "Accessibility"] { try call(domain + ".enable") }
        try call("Emulation.setTimezoneOverride", ["timezoneId": "Asia/Seoul"])
        try call("Emulation.setFocusEmulationEnabled", ["enabled": true])
        try show(look)
    }

    func close() {
        browser.listen(to: session, nil)
        _ = try? browser.call("Target.closeTarget", ["targetId": .string(target)])
    }

    @discardableResult
    func call(_ method: String, _ parameters: Value = [:]) throws -> Value {
        try browser.call(method, parameters, session: session)
    }

    /// Looks at the world another way.
    func show(_ look: Look) throws {
        try call(
            "Emulation.setDeviceMetricsOverride",
            [
                "width": .number(Double(look.width)), "height": .number(Double(look.height)),
                "deviceScaleFactor": look.isPhone ? 2 : 1, "mobile": .bool(look.isPhone),
            ])
        try call("Emulation.setTouchEmulationEnabled", ["enabled": .bool(look.isPhone)])
        try call(
            "Emulation.setEmulatedMedia",
            [
                "features": [
                    ["name": "prefers-color-scheme", "value": look.isDark ? "dark" : "light"],
                    ["name": "prefers-reduced-motion", "value": look.isStill ? "reduce" : "no-preference"],
                ]
            ])
        let agent = try browser.call("Browser.getVersion")["userAgent"]
        let languages = look.language == "ko" ? "ko-KR,ko" : "en-US,en"
        try call("Network.setUserAgentOverride", ["userAgent": agent, "acceptLanguage": .string(languages)])
    }

    // MARK: Looking

    /// The value of a JavaScript expression; a promise is waited for.
    @discardableResult
    func js(_ expression: String) throws -> Value {
        let answer = try call(
            "Runtime.evaluate",
            ["expression": .string(expression), "awaitPromise": true, "returnByValue": true, "userGesture": true])
        guard answer["exceptionDetails"] == .null else {
            throw Failed(
                description: "\(expression): \(answer["exceptionDetails"]["exception"]["description"].string)")
        }
        return answer["result"]["value"]
    }

    /// Waits until an expression is true.
    func until(_ expression: String, within seconds: Double = 10) throws {
        let end = Date(timeIntervalSinceNow: seconds)
        var last = Value.null
        while Date() < end {
            // While a page is replaced there may be nothing to ask.
            last = (try? js(expression)) ?? .null
            if last.isTrue { return }
            Thread.sleep(forTimeInterval: 0.01)
        }
        let state = (try? js(Self.account).string) ?? "no page"
        throw Failed(description: "never within \(seconds) s: \(expression) (last \(last.json)); \(state)")
    }

    /// What the page says of itself, for the message of a test that failed.
    private static let account = """
        JSON.stringify({...document.body.dataset, entry: {...document.querySelector('#entry')?.dataset},
        state: {...document.querySelector('#state-line')?.dataset},
        focus: document.activeElement && (document.activeElement.id || document.activeElement.tagName),
        problem: document.querySelector('#problem:not([hidden])')?.innerText,
        toast: document.querySelector('#toast:not([hidden])')?.innerText})
        """

    func text(_ selector: String) throws -> String { try js("\(element(selector))?.textContent ?? ''").string }
    func value(_ selector: String) throws -> String { try js("\(element(selector))?.value ?? ''").string }
    func data(_ selector: String, _ name: String) throws -> String {
        try js("\(element(selector))?.dataset.\(name) ?? ''").string
    }
    func attribute(_ selector: String, _ name: String) throws -> String {
        try js("\(element(selector))?.getAttribute('\(name)') ?? ''").string
    }
    /// The texts of all elements that a selector finds and that can be seen.
    func texts(_ selector: String) throws -> [String] {
        try js(
            "[...document.querySelectorAll(\(Value.string(selector).json))].filter(e => e.checkVisibility())"
                + ".map(e => e.textContent)"
        ).strings
    }
    func sees(_ selector: String) throws -> Bool {
        try js("\(element(selector))?.checkVisibility({visibilityProperty: true}) ?? false").isTrue
    }
    var focus: String { get throws { try js("document.activeElement?.id ?? ''").string } }

    func element(_ selector: String) -> String { "document.querySelector(\(Value.string(selector).json))" }

    // MARK: Listening

    private func hear(_ method: String, _ parameters: Value) {
        lock.withLock {
            if method == "Fetch.requestPaused" {
                held.append(parameters["requestId"].string)
            } else {
                heard.append((method, parameters))
            }
        }
    }

    /// What the page complained of: exceptions, errors on the console, answers that could not be loaded.
    var complaints: [String] {
        lock.withLock {
            heard.compactMap { method, parameters in
                switch method {
                case "Runtime.exceptionThrown":
                    parameters["exceptionDetails"]["exception"]["description"].string
                case "Runtime.consoleAPICalled" where ["error", "warning"].contains(parameters["type"].string):
                    parameters["args"].array.map { $0["value"].json + $0["description"].string }.joined(separator: " ")
                case "Log.entryAdded" where parameters["entry"]["level"] == "error":
                    parameters["entry"]["text"].string + " " + parameters["entry"]["url"].string
                default: nil
                }
            }
        }
    }

    /// The requests of the page since it was opened: method and path.
    var requests: [String] {
        lock.withLock {
            heard.filter { $0.method == "Network.requestWillBeSent" }.map {
                let request = $0.parameters["request"]
                let url = request["url"].string
                let path = url.split(separator: "/", maxSplits: 2).dropFirst(2).first.map { "/" + $0 } ?? "/"
                return "\(request["method"].string) \(path)"
            }
        }
    }

    /// How many answers came to their end since the tab was opened, and their bytes as they came, with their heads.
    var received: (answers: Int, bytes: Int) {
        lock.withLock {
            let ends = heard.filter { $0.method == "Network.loadingFinished" }
            return (ends.count, ends.reduce(0) { $0 + $1.parameters["encodedDataLength"].int })
        }
    }

    // MARK: The network between

    /// Holds back requests to URLs of a pattern: before they are sent, or their answers.
    func hold(_ pattern: String, answers: Bool = false) throws {
        try call(
            "Fetch.enable",
            ["patterns": [["urlPattern": .string(pattern), "requestStage": answers ? "Response" : "Request"]]])
        // Chromium answers before its network process knows: a request at once could go past.
        Thread.sleep(forTimeInterval: 0.2)
    }

    /// How many are held back now.
    var heldBack: Int { lock.withLock { held.count } }

    /// Lets what is held back go on, and holds nothing more.
    func letGo() throws {
        let waiting = lock.withLock {
            defer { held = [] }
            return held
        }
        for request in waiting {
            // The page may have given it up meanwhile.
            _ = try? call("Fetch.continueRequest", ["requestId": .string(request)])
        }
        try call("Fetch.disable")
    }

    /// Drops what is held back, as a connection that breaks does, and holds nothing more.
    func failHeld() throws {
        let waiting = lock.withLock {
            defer { held = [] }
            return held
        }
        for request in waiting {
            try call("Fetch.failRequest", ["requestId": .string(request), "errorReason": "ConnectionReset"])
        }
        try call("Fetch.disable")
    }

    func offline(_ isOffline: Bool) throws {
        try call(
            "Network.emulateNetworkConditions",
            ["offline": .bool(isOffline), "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1])
    }
}
