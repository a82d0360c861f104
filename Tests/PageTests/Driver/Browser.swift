import Foundation
import Testing

/// The browsers that the page is tested in.
enum Browser: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case chromium = "Chromium"
    case firefox = "Firefox"

    struct Failed: Error, CustomStringConvertible {
        var description: String
    }

    /// Those that are here. Chromium must be; what runs in both says by a test that was skipped if Firefox is not.
    static let installed = allCases.filter { $0 == .chromium || $0.isInstalled }

    var testDescription: String { rawValue }

    /// The program: the one that the environment names, or Debian's.
    var program: String {
        let environment = ProcessInfo.processInfo.environment
        switch self {
        case .chromium: return environment["CHROMIUM"] ?? "chromium"
        case .firefox: return environment["FIREFOX"] ?? "firefox-esr"
        }
    }

    var isInstalled: Bool {
        let folders =
            program.contains("/")
            ? [""] : (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { $0 + "/" }
        return folders.contains { FileManager.default.isExecutableFile(atPath: $0 + program) }
    }

    /// Opens a tab in a private window of its own.
    func open() throws -> any Engine {
        switch self {
        case .chromium: try ChromiumTab()
        case .firefox: try FirefoxTab()
        }
    }
}

/// A tab as its browser gives it: what cannot be said in the JavaScript of its page.
protocol Engine: AnyObject, Sendable {
    var browser: Browser { get }
    /// Opens a tab that shares what the page stores.
    func beside() throws -> any Engine
    func close()
    func show(_ look: Tab.Look) throws

    func go(to address: String) throws
    func reload() throws
    func js(_ expression: String) throws -> Value
    func picture() throws -> Data

    func press(_ key: Tab.Key, _ modifiers: Tab.Modifiers) throws
    func type(_ text: String) throws
    func paste(_ text: String) throws
    func compose(_ text: String) throws
    /// Moves the mouse to a point of the window, and clicks there or not.
    func point(_ x: Double, _ y: Double, clicks: Bool) throws
    /// Presses the mouse at the first point, goes to the others one after the other, and lets go at the last.
    func drag(along points: [(x: Double, y: Double)]) throws
    /// Lets the page at an address store nothing from now on.
    func refuseStorage(at address: String) throws

    var complaints: [String] { get }
    var requests: [String] { get }
    func hold(_ pattern: String, answers: Bool) throws
    var heldBack: Int { get }
    func stopWriting(failing: Bool) throws
    func offline(_ isOffline: Bool) throws
}
