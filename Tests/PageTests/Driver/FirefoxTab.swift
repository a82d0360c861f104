import Foundation

/// A tab of Firefox, alone in its window: Marionette for what a page can be told, and the browser's own JavaScript for
/// what it cannot, the network and the input method.
final class FirefoxTab: Engine, Sendable {
    let browser = Browser.firefox
    let program: Firefox
    let handle: String
    private let container: Int

    /// Opens a tab, in a container of its own or in one that is there.
    init(in container: Int? = nil) throws {
        program = try Firefox.shared.get()
        self.container = container ?? program.newContainer()
        handle = try program.open(in: self.container)
        // Its empty page would take the place of what it is told to show meanwhile.
        _ = try wait("a new window of Firefox") {
            try program.inside(
                handle,
                "return gBrowserInit.delayedStartupFinished && !gBrowser.selectedBrowser.webProgress.isLoadingDocument"
            ).isTrue ? true : nil
        }
        try program.inside(handle, Self.listening)
    }

    func beside() throws -> any Engine { try FirefoxTab(in: container) }

    func close() { _ = try? program.call(handle, "WebDriver:CloseWindow") }

    func show(_ look: Tab.Look) throws {
        guard !look.isPhone else { throw Browser.Failed(description: "a phone is shown in Chromium only") }
        try program.inside(
            handle,
            """
            const [width, height, isDark, isStill, languages] = arguments, page = gBrowser.selectedBrowser;
            Services.prefs.setIntPref('layout.css.prefers-color-scheme.content-override', isDark ? 0 : 1);
            Services.prefs.setIntPref('ui.prefersReducedMotion', isStill ? 1 : 0);
            Services.prefs.setCharPref('intl.accept_languages', languages);
            window.resizeBy(width - page.clientWidth, height - page.clientHeight);
            """,
            [
                .number(Double(look.width)), .number(Double(look.height)), .bool(look.isDark), .bool(look.isStill),
                .string(look.languages),
            ])
        _ = try wait("the size of the window") {
            try js("innerWidth === \(look.width) && innerHeight === \(look.height)").isTrue ? true : nil
        }
    }

    // MARK: Looking

    func go(to address: String) throws { try program.call(handle, "WebDriver:Navigate", ["url": .string(address)]) }
    func reload() throws { try program.call(handle, "WebDriver:Refresh") }

    func js(_ expression: String) throws -> Value {
        let script = """
            const [source, done] = arguments;
            (async () => JSON.stringify({value: await eval(source)}))().then(done, problem => done(`${problem}`))
            """
        let answer = try program.call(
            handle, "WebDriver:ExecuteAsyncScript", ["script": .string(script), "args": [.string(expression)]])
        guard case .object(let found) = Value(json: answer["value"].string.utf8) else {
            throw Browser.Failed(description: "\(expression): \(answer["value"].string)")
        }
        return found["value"] ?? .null
    }

    func picture() throws -> Data {
        let picture = try program.call(handle, "WebDriver:TakeScreenshot", ["full": false])["value"]
        return Data(base64Encoded: picture.string) ?? Data()
    }

    // MARK: Listening, and the network between

    /// Notes what the pages of this window ask for and complain of, and holds back what is to be held. A page's own
    /// words to the console are not heard.
    private static let listening = """
        const requests = [], complaints = [], held = [];
        const isOurs = channel => {
          const whole = channel.loadInfo.browsingContext?.top.embedderElement;
          return whole ? whole === gBrowser.selectedBrowser : false;
        };
        const heard = {observe(channel, topic) {
          channel.QueryInterface(Ci.nsIHttpChannel);
          if (!isOurs(channel)) return;
          const isRequest = topic === 'http-on-modify-request', {pattern, answers} = window.driven;
          if (isRequest) requests.push(`${channel.requestMethod} ${channel.URI.pathQueryRef}`);
          if (pattern?.test(channel.URI.spec) && isRequest !== answers) { channel.suspend(); held.push(channel); }
        }};
        const topics = ['http-on-modify-request', 'http-on-examine-response', 'http-on-examine-cached-response'];
        const console = {observe(message) {
          if (!(message instanceof Ci.nsIScriptError) || message.isFromChromeContext) return;
          if (!(message.flags & (Ci.nsIScriptError.warningFlag | Ci.nsIScriptError.infoFlag)))
            complaints.push(`${message.errorMessage} ${message.sourceName}`);
        }};
        for (const topic of topics) Services.obs.addObserver(heard, topic);
        Services.console.registerListener(console);
        addEventListener('unload', () => {
          for (const topic of topics) Services.obs.removeObserver(heard, topic);
          Services.console.unregisterListener(console);
        }, {once: true});
        window.driven = {requests, complaints, held, pattern: null, answers: false};
        """

    var complaints: [String] { noted("complaints") }
    var requests: [String] { noted("requests") }

    private func noted(_ name: String) -> [String] {
        do { return try program.inside(handle, "return window.driven.\(name)").strings } catch { return ["\(error)"] }
    }

    func hold(_ pattern: String, answers: Bool) throws {
        try program.inside(
            handle,
            """
            const parts = arguments[0].split('*').map(part => part.replace(/[.?+^${}()|[\\]\\\\]/g, '\\\\$&'));
            Object.assign(window.driven, {pattern: new RegExp(`^${parts.join('.*')}$`), answers: arguments[1]});
            """, [.string(pattern), .bool(answers)])
    }

    var heldBack: Int { (try? program.inside(handle, "return window.driven.held.length"))?.int ?? 0 }

    func stopWriting(failing: Bool) throws {
        try program.inside(
            handle,
            """
            window.driven.pattern = null;
            for (const channel of window.driven.held.splice(0)) {
              if (arguments[0]) channel.cancel(Cr.NS_ERROR_NET_RESET);
              channel.resume();
            }
            """, [.bool(failing)])
    }

    func offline(_ isOffline: Bool) throws {
        try program.inside(
            handle, "gBrowser.selectedBrowser.browsingContext.forceOffline = arguments[0]", [.bool(isOffline)])
    }
}
