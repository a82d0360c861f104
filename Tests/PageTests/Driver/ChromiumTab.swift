import Foundation

/// A tab of Chromium, in words of its debugging pipe.
final class ChromiumTab: Engine, @unchecked Sendable {
    let browser = Browser.chromium
    let program: Chromium
    /// Tabs of one context share what the page stores; a context of its own is a private window.
    let context: String
    private let session: String
    private let target: String
    private let lock = NSLock()
    private var heard: [(method: String, parameters: Value)] = []
    private var held: [String] = []
    /// Requests of ours that ask whether the network holds yet, which no test counts.
    private var probes: [String] = []

    /// Opens a tab, in a context of its own or in one that is there.
    init(in context: String? = nil) throws {
        program = try Chromium.shared.get()
        self.context = try context ?? program.call("Target.createBrowserContext")["browserContextId"].string
        target = try program.call(
            "Target.createTarget", ["url": "about:blank", "browserContextId": .string(self.context)])["targetId"].string
        session = try program.call(
            "Target.attachToTarget", ["targetId": .string(target), "flatten": true])["sessionId"].string
        program.listen(to: session) { [weak self] method, parameters in self?.hear(method, parameters) }
        for domain in ["Page", "Runtime", "Network", "Log", "DOM", "Accessibility"] { try call(domain + ".enable") }
        try call("Emulation.setTimezoneOverride", ["timezoneId": "Asia/Seoul"])
        try call("Emulation.setFocusEmulationEnabled", ["enabled": true])
    }

    func beside() throws -> any Engine { try ChromiumTab(in: context) }

    func close() {
        program.listen(to: session, nil)
        _ = try? program.call("Target.closeTarget", ["targetId": .string(target)])
    }

    @discardableResult
    func call(_ method: String, _ parameters: Value = [:]) throws -> Value {
        try program.call(method, parameters, session: session)
    }

    func show(_ look: Tab.Look) throws {
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
        let agent = try program.call("Browser.getVersion")["userAgent"]
        try call("Network.setUserAgentOverride", ["userAgent": agent, "acceptLanguage": .string(look.languages)])
    }

    // MARK: Looking

    func go(to address: String) throws { try call("Page.navigate", ["url": .string(address)]) }
    func reload() throws { try call("Page.reload") }

    func js(_ expression: String) throws -> Value {
        let answer = try call(
            "Runtime.evaluate",
            ["expression": .string(expression), "awaitPromise": true, "returnByValue": true, "userGesture": true])
        guard answer["exceptionDetails"] == .null else {
            throw Browser.Failed(
                description: "\(expression): \(answer["exceptionDetails"]["exception"]["description"].string)")
        }
        return answer["result"]["value"]
    }

    func picture() throws -> Data {
        Data(base64Encoded: try call("Page.captureScreenshot", ["format": "png"])["data"].string) ?? Data()
    }

    // MARK: Listening

    private func hear(_ method: String, _ parameters: Value) {
        lock.withLock {
            let url = parameters["request"]["url"].string + parameters["entry"]["url"].string
            if method == "Fetch.requestPaused" {
                if url.contains(Self.probe) {
                    probes.append(parameters["requestId"].string)
                } else {
                    held.append(parameters["requestId"].string)
                }
            } else if !url.contains(Self.probe) {
                heard.append((method, parameters))
            }
        }
    }

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

    func hold(_ pattern: String, answers: Bool) throws {
        try call(
            "Fetch.enable",
            ["patterns": [["urlPattern": .string(pattern), "requestStage": answers ? "Response" : "Request"]]])
        // Chromium answers before its network process knows, and a request at once could go past: requests of ours ask.
        let query = pattern.hasSuffix("*") ? "?" + Self.probe : ""
        let path = pattern.split(separator: "*").joined(separator: Self.probe) + query
        let answered = try wait("requests for \(pattern) are held") { () -> String? in
            _ = try js("window.isProbed = false; fetch('\(path)').finally(() => { window.isProbed = true }); 0")
            return try wait("a request for \(path) is held, or goes past") { () -> String?? in
                if let probe = lock.withLock({ probes.popLast() }) { return .some(probe) }
                return try js("isProbed") == true ? .some(nil) : nil
            }
        }
        try call("Fetch.fulfillRequest", ["requestId": .string(answered), "responseCode": 204])
    }

    private static let probe = "is-it-held"

    var heldBack: Int { lock.withLock { held.count } }

    func stopWriting(failing: Bool) throws {
        let waiting = lock.withLock {
            defer { held = [] }
            return held
        }
        for request in waiting {
            if failing {
                try call("Fetch.failRequest", ["requestId": .string(request), "errorReason": "ConnectionReset"])
            } else {
                // The page may have given it up meanwhile.
                _ = try? call("Fetch.continueRequest", ["requestId": .string(request)])
            }
        }
        try call("Fetch.disable")
    }

    func offline(_ isOffline: Bool) throws {
        try call(
            "Network.emulateNetworkConditions",
            ["offline": .bool(isOffline), "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1])
    }
}
