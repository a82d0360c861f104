import DiarylogTestSupport
import Foundation

/// One Firefox, driven by its own Marionette, with a profile that is gone with it.
///
/// A shell stands between. When the pipe to it closes, be it that these tests crashed, it ends the browser and removes
/// the profile. It is bash: others wait in vain for a child where the signal of its end is blocked, as it is here.
final class Firefox: @unchecked Sendable {
    /// The one that all tests share: each page has a container of its own, which nothing of another is stored in.
    static let shared = Result { try Firefox() }

    let folder: URL
    private let process = Process()
    private let leash = Pipe()
    private let marionette: Marionette
    /// Commands go to the tab that was chosen before them: what belongs together is done in one piece.
    private let lock = NSRecursiveLock()
    private var chosen: String?
    private var containers = 100

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "diarylog-firefox-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let settings = Self.settings.map { "user_pref(\"\($0)\", \($1.json));\n" }.joined()
        try settings.write(to: folder.appending(path: "user.js"), atomically: true, encoding: .utf8)
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = [
            "-c",
            """
            \(untilTrue)"$0" "$@" > "$HOME/said" 2>&1 & browser=$!
            read -r line; kill -KILL $browser; wait $browser; until_true 'rm -rf "$HOME"'
            """,
            Browser.firefox.program, "--headless", "--marionette", "--remote-allow-system-access", "--no-remote",
            "--profile", folder.path,
        ]
        process.environment = ProcessInfo.processInfo.environment.merging([
            "HOME": folder.path, "TZ": "Asia/Seoul", "MOZ_HEADLESS_WIDTH": "1600", "MOZ_HEADLESS_HEIGHT": "1200",
        ]) { $1 }
        process.standardInput = leash
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        let file = folder.appending(path: "MarionetteActivePort")
        let said = folder.appending(path: "said")
        do {
            let port = try wait("the port of Firefox") {
                (try? String(contentsOf: file, encoding: .utf8)).flatMap { Int($0) }
            }
            marionette = try Marionette(port: port)
            try marionette.call("WebDriver:NewSession")
        } catch {
            let text = (try? String(contentsOf: said, encoding: .utf8)) ?? ""
            leash.fileHandleForWriting.closeFile()
            process.waitUntilExit()
            throw Browser.Failed(description: "\(error); Firefox said \(text)")
        }
        atexit { try? Firefox.shared.get().end() }
    }

    /// A free port; a person's window as far as the page can see; nothing asked of the world outside.
    private static let settings: [(String, Value)] = [
        ("marionette.port", 0), ("focusmanager.testmode", true),
        ("network.proxy.type", 1), ("network.proxy.http", "127.0.0.1"), ("network.proxy.http_port", 9),
        ("network.proxy.ssl", "127.0.0.1"), ("network.proxy.ssl_port", 9),
        ("services.settings.server", "data:,#nothing"),
    ]

    func end() {
        _ = try? marionette.call("Marionette:Quit", ["flags": ["eForceQuit"]], patience: 5)
        unleash()
    }

    /// What happens when these tests are gone: the shell ends the browser.
    func unleash() {
        leash.fileHandleForWriting.closeFile()
        process.waitUntilExit()
    }

    /// Opens a window in a container; its handle. A window and no tab: a page in a tab behind is hidden.
    func open(in container: Int) throws -> String {
        try lock.withLock {
            let before = try handles
            guard let any = before.first(where: { $0 == chosen }) ?? before.first else {
                throw Browser.Failed(description: "Firefox has no window")
            }
            try inside(
                any,
                """
                window.openTrustedLinkIn('about:blank', 'window', {userContextId: arguments[0], forceForeground: true})
                """, [.number(Double(container))])
            return try wait("a window of Firefox") { try handles.first { !before.contains($0) } }
        }
    }

    /// A container that no tab was in.
    func newContainer() -> Int {
        lock.withLock {
            containers += 1
            return containers
        }
    }

    private var handles: [String] { get throws { try marionette.call("WebDriver:GetWindowHandles").strings } }

    private func choose(_ handle: String, toFront: Bool = false) throws {
        if chosen != handle || toFront {
            try marionette.call("WebDriver:SwitchToWindow", ["handle": .string(handle), "focus": .bool(toFront)])
        }
        chosen = handle
    }

    /// Commands to one tab. A hand needs it in front.
    @discardableResult
    func call(
        _ handle: String, _ command: String, _ parameters: Value = [:], toFront: Bool = false
    ) throws -> Value {
        try lock.withLock {
            try choose(handle, toFront: toFront)
            return try marionette.call(command, parameters)
        }
    }

    /// Runs a script in the browser itself, beside the tab: `window` is the browser's.
    @discardableResult
    func inside(
        _ handle: String, _ script: String, _ values: [Value] = [], toFront: Bool = false
    ) throws -> Value {
        try lock.withLock {
            try choose(handle, toFront: toFront)
            try marionette.call("Marionette:SetContext", ["value": "chrome"])
            defer { _ = try? marionette.call("Marionette:SetContext", ["value": "content"]) }
            return try marionette.call(
                "WebDriver:ExecuteScript", ["script": .string(script), "args": .array(values)])["value"]
        }
    }
}
