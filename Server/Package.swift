// swift-tools-version: 6.3
import PackageDescription

// The page's socket, in a package of its own: whoever builds diarylog needs none of this.

/// As in the main package: Swift 6, strict memory safety, every warning an error.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "diarylog-server",
    dependencies: [
        .package(name: "diarylog", path: ".."),
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1", traits: []),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
        // Hummingbird stands on these; they are named because their modules are imported.
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", exact: "1.35.2"),
        .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    ],
    targets: [
        .executableTarget(
            name: "diarylog-web",
            dependencies: [
                .product(name: "DiaryServer", package: "diarylog"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
            ], swiftSettings: strict),

        // The page in a real browser, and attacks at the socket: `make test-page`.
        .testTarget(
            name: "PageTests",
            dependencies: [
                "diarylog-web", .product(name: "diarylog", package: "diarylog"),
                .product(name: "Filler", package: "diarylog"),
                .product(name: "DiaryEngine", package: "diarylog"),
            ], swiftSettings: strict),
    ]
)
