// swift-tools-version: 6.3
import PackageDescription

/// Swift 6, strict memory safety, every warning an error.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableExperimentalFeature("Lifetimes"),
]

/// `DIARYLOG_TESTS_OPTIMISED`: one optimised build for all tests, and for the program that they run. What computes is
/// optimised; what only calls it, and the tests, are compiled plainly, which takes half the time. A package with such
/// flags cannot be depended upon, so they stand only in a build for tests.
let isForTests = Context.environment["DIARYLOG_TESTS_OPTIMISED"] != nil
let plainly: [SwiftSetting] = isForTests ? [.unsafeFlags(["-Onone"])] : []

/// The floors that other packages import.
let open: Set = ["EventStore", "DiaryEngine", "DiaryModel", "Interchange", "DiaryServer"]

/// The module of a floor. Names of targets are shared by all packages that a program is built of, so a floor that is
/// not for others has a name that no other package has; its folder keeps the short one.
func module(_ folder: String) -> String { open.contains(folder) ? folder : "Diarylog" + folder }

func modules(_ folders: [String]) -> [Target.Dependency] { folders.map { .byName(name: module($0)) } }

/// A floor of the house: it may import only the floors named as its dependencies.
func floor(_ folder: String, _ below: [String] = [], isPlain: Bool = false) -> Target {
    .target(
        name: module(folder), dependencies: modules(below), path: "Sources/" + folder,
        swiftSettings: isPlain ? strict + plainly : strict)
}

/// A library of the system under a floor.
func library(_ folder: String, _ pkgConfig: String, apt: String) -> Target {
    .systemLibrary(
        name: module(folder), path: "Sources/" + folder, pkgConfig: pkgConfig, providers: [.apt([apt])])
}

/// The tests of one floor, with what all tests share.
func tests(_ name: String, _ below: [String], _ programs: [Target.Dependency] = []) -> Target {
    .testTarget(name: name, dependencies: modules(below + ["TestSupport"]) + programs, swiftSettings: strict + plainly)
}

/// `make dist` says which commit is built, so that `--version` can.
let commit: [CSetting] =
    Context.environment["DIARYLOG_COMMIT"].map { [.define("DIARYLOG_COMMIT", to: "\"\($0)\"")] } ?? []

/// The page's program and its tests, and nobody else, stand on SwiftNIO: whoever does not ask for them fetches nothing.
let isForPage = Context.environment["DIARYLOG_PAGE"] != nil
let nio = ["NIOCore", "NIOPosix", "NIOHTTP1"]

let package = Package(
    name: "diarylog",
    products: [
        // With the modules whose types stand in its signatures.
        .library(name: "DiaryEngine", targets: ["DiaryEngine", "DiaryModel", "EventStore"]),
        .executable(name: "diarylog", targets: ["diarylog"]),
    ],
    targets: [
        // The floors, lowest first.
        .target(name: module("CLMDB"), path: "Sources/CLMDB", linkerSettings: [.linkedLibrary("lmdb")]),
        floor("LMDB", ["CLMDB"]),
        .target(name: module("CHost"), path: "Sources/CHost", cSettings: [.define("_GNU_SOURCE")] + commit),
        floor("Host", ["CHost"]),
        library("CZlib", "zlib", apt: "zlib1g-dev"),
        floor("Zlib", ["CZlib"]),
        floor("Archives", ["Zlib", "Host"], isPlain: true),
        library("CYAML", "yaml-0.1", apt: "libyaml-dev"),
        library("CCMark", "libcmark-gfm", apt: "libcmark-gfm-extensions-dev"),
        floor("Markup", ["CYAML", "CCMark"], isPlain: true),
        library("CCrypto", "libcrypto", apt: "libssl-dev"),
        floor("Hashes", ["CCrypto"]),
        floor("EventStore", ["LMDB", "Host", "Hashes"]),
        floor("Words"),
        floor("DiaryModel", ["Words"]),
        floor("TextSearch"),
        floor("Arguments", ["Words"], isPlain: true),
        floor("SearchIndex", ["EventStore", "TextSearch", "Host"]),
        floor("DiaryEngine", ["SearchIndex", "EventStore", "DiaryModel", "TextSearch", "Host"]),
        floor(
            "Interchange", ["DiaryModel", "EventStore", "DiaryEngine", "Archives", "Markup", "Hashes", "Host"],
            isPlain: true),
        floor("Exchange", ["Interchange", "DiaryEngine", "EventStore", "DiaryModel", "Zlib", "Host"], isPlain: true),
        .target(
            name: "DiaryServer",
            dependencies: modules([
                "Interchange", "DiaryEngine", "EventStore", "DiaryModel", "TextSearch", "Markup", "Zlib", "Host",
            ]),
            resources: [.embedInCode("Page")], swiftSettings: strict + plainly),
        .executableTarget(
            name: "diarylog",
            dependencies: modules([
                "Words", "Arguments", "DiaryEngine", "EventStore", "DiaryModel", "TextSearch", "Exchange",
                "Interchange", "Archives", "Markup", "Host",
            ]),
            resources: [.embedInCode("Help/cli-schema.json")], swiftSettings: strict + plainly),

        // A seeded diary of any size, for tests and measurements; and the program that writes one.
        .target(
            name: module("Filler"), dependencies: modules(["DiaryEngine", "EventStore", "DiaryModel", "Host"]),
            path: "Benchmarks/Filler", swiftSettings: strict),
        .executableTarget(
            name: "diarylog-fill", dependencies: modules(["Filler", "DiaryEngine", "EventStore", "Host"]),
            path: "Benchmarks/fill", swiftSettings: strict + plainly),
        // What a program does with a diary on an ordinary day.
        .executableTarget(
            name: "diarylog-everyday", dependencies: ["DiaryEngine"], path: "Docs/Examples/Everyday",
            packageAccess: false),

        // What tests share. It knows the lowest floor and no other, so that the tests of every floor may have it.
        .target(
            name: module("TestSupport"), dependencies: modules(["Host"]), path: "Tests/TestSupport",
            swiftSettings: strict + plainly),
        // What the guard refuses, for its tests as for those at the page's socket.
        .target(name: module("RefusedRequests"), path: "Tests/RefusedRequests", swiftSettings: strict + plainly),

        // The floors' tests, in the same order.
        tests("LMDBTests", ["LMDB", "Host"]),
        tests("HostTests", ["Host"]),
        tests("ZlibTests", ["Zlib"]),
        tests("ArchivesTests", ["Archives", "Zlib", "Host"]),
        tests("HashesTests", ["Hashes"]),
        tests("MarkupTests", ["Markup"]),
        tests("EventStoreTests", ["EventStore", "LMDB", "Host"]),
        tests("WordsTests", ["Words"]),
        tests("DiaryModelTests", ["DiaryModel"]),
        tests("TextSearchTests", ["TextSearch"]),
        tests("ArgumentsTests", ["Arguments"]),
        tests("SearchIndexTests", ["SearchIndex", "TextSearch", "EventStore", "Host"]),
        tests(
            "DiaryEngineTests",
            ["Filler", "DiaryEngine", "SearchIndex", "EventStore", "DiaryModel", "TextSearch", "LMDB", "Host"]),
        tests("ExchangeTests", ["Exchange", "DiaryEngine", "EventStore", "DiaryModel", "Zlib", "Host"]),
        tests("InterchangeTests", ["Interchange", "Archives", "DiaryEngine", "EventStore", "DiaryModel", "Host"]),
        tests(
            "DiaryServerTests",
            [
                "RefusedRequests", "DiaryServer", "Interchange", "DiaryEngine", "EventStore", "DiaryModel", "Zlib",
                "Host",
            ]),
        tests(
            "ProgramTests",
            ["Exchange", "Interchange", "Archives", "DiaryEngine", "TextSearch", "DiaryModel", "EventStore", "Host"],
            ["diarylog", "diarylog-everyday"]),
    ]
)

// Measurements, a package of their own (Benchmarks), fill diaries with it; nobody else asks for it.
if Context.environment["DIARYLOG_BENCHMARKS"] != nil {
    package.products.append(.library(name: "Filler", targets: [module("Filler")]))
}

if isForPage {
    package.dependencies = [.package(url: "https://github.com/apple/swift-nio", exact: "2.101.2")]
    package.targets.removeAll { $0.type == .test }
    package.targets += [
        // The page's socket.
        .executableTarget(
            name: "diarylog-web",
            dependencies: modules(["DiaryServer", "Arguments", "Words", "Host"])
                + nio.map { .product(name: $0, package: "swift-nio") },
            swiftSettings: strict + plainly),
        // The page in a real browser, and attacks at the socket: `make test-page`.
        .testTarget(
            name: "PageTests",
            dependencies: ["diarylog-web", "diarylog"]
                + modules(["Filler", "DiaryEngine", "Host", "TestSupport", "RefusedRequests"]),
            swiftSettings: strict + plainly),
    ]
}

// `DIARYLOG_TESTS="HashesTests MarkupTests" swift test` builds these tests and the floors below them, and nothing else.
if let wanted = Context.environment["DIARYLOG_TESTS"] {
    var needed = Set(wanted.split(separator: " ").map(String.init))
    // A target stands behind all that it depends on.
    for target in package.targets.reversed() where needed.contains(target.name) {
        for case .byNameItem(let name, _) in target.dependencies { needed.insert(name) }
    }
    package.products = []
    package.targets.removeAll { !needed.contains($0.name) }
}
