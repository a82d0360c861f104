import Foundation

/// One tab of a browser: what a person does in it, and what they see. The same words for every browser.
final class Tab: Sendable {
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

        /// As browsers say it.
        var languages: String { language == "ko" ? "ko-KR,ko" : "en-US,en" }
    }

    let engine: any Engine

    /// Opens a tab in a private window of its own, or beside another, with which it shares what the page stores.
    init(_ look: Look = .desktop, in browser: Browser = .chromium, beside other: Tab? = nil) throws {
        engine = try other?.engine.beside() ?? browser.open()
        try show(look)
    }

    func close() { engine.close() }

    /// Looks at the world another way.
    func show(_ look: Look) throws { try engine.show(look) }

    var browser: Browser { engine.browser }

    /// What only Chromium can be asked.
    var chromium: ChromiumTab {
        get throws {
            guard let tab = engine as? ChromiumTab else { throw Failed(description: "\(browser) cannot be asked that") }
            return tab
        }
    }

    // MARK: Looking

    /// Goes to an address, and does not wait for what the page makes of it.
    func go(to address: String) throws { try engine.go(to: address) }
    func reload() throws { try engine.reload() }

    /// The value of a JavaScript expression; a promise is waited for.
    @discardableResult
    func js(_ expression: String) throws -> Value { try engine.js(expression) }

    /// A picture of what is seen.
    func picture() throws -> Data { try engine.picture() }

    /// Waits until an expression is true.
    func until(_ expression: String) throws {
        var last = Value.null
        do {
            try wait(expression) {
                // While a page is replaced there may be nothing to ask.
                last = (try? js(expression)) ?? .null
                return last.isTrue ? () : nil
            }
        } catch {
            let state = (try? js(Self.account).string) ?? "no page"
            throw Failed(description: "\(error) (last \(last.json)); \(state)")
        }
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

    /// What the page complained of: exceptions, errors on the console, answers that could not be loaded.
    var complaints: [String] { engine.complaints }

    /// The requests of the page since it was opened: method and path.
    var requests: [String] { engine.requests }

    // MARK: The network between

    /// Holds back requests to URLs of a pattern: before they are sent, or their answers.
    func hold(_ pattern: String, answers: Bool = false) throws { try engine.hold(pattern, answers: answers) }

    /// How many are held back now.
    var heldBack: Int { engine.heldBack }

    /// Lets what is held back go on, and holds nothing more.
    func stopWriting() throws { try engine.stopWriting(failing: false) }

    /// Drops what is held back, as a connection that breaks does, and holds nothing more.
    func failHeld() throws { try engine.stopWriting(failing: true) }

    func offline(_ isOffline: Bool) throws { try engine.offline(isOffline) }
}
