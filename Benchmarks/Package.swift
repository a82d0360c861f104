// swift-tools-version: 6.3
import PackageDescription

// Measurements, in a package of their own: whoever builds diarylog needs none of this.
let package = Package(
    name: "diarylog-benchmarks",
    dependencies: [
        .package(name: "diarylog", path: ".."),
        .package(url: "https://github.com/ordo-one/benchmark", exact: "1.38.1", traits: []),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    ],
    targets: [
        .systemLibrary(name: "CSQLite", path: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        // A careful SQLite user's diary, and the two side by side.
        .target(name: "SQLitePeer", dependencies: ["CSQLite"], path: "SQLitePeer"),
        .executableTarget(name: "sqlite-add", dependencies: ["SQLitePeer"], path: "sqlite-add"),
        .executableTarget(
            name: "compare",
            dependencies: [
                "SQLitePeer", .product(name: "DiaryEngine", package: "diarylog"),
                .product(name: "Filler", package: "diarylog"),
            ], path: "compare"),
        // Reading alone: statistics, lists, replay, blame of many versions.
        .executableTarget(
            name: "reading",
            dependencies: [
                .product(name: "DiaryEngine", package: "diarylog"),
                .product(name: "Filler", package: "diarylog"),
            ], path: "reading"),
        .executableTarget(
            name: "grdb",
            dependencies: [
                .product(name: "GRDB", package: "GRDB.swift"), .product(name: "Filler", package: "diarylog"),
            ], path: "grdb"),
        .executableTarget(
            name: "functions",
            dependencies: [
                .product(name: "Benchmark", package: "benchmark"), .product(name: "DiaryEngine", package: "diarylog"),
                .product(name: "Filler", package: "diarylog"),
            ], path: "functions", plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
    ]
)
