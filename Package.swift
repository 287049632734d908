// swift-tools-version: 6.2
import PackageDescription

// Each arrow of docs/design/0001-layers.md is a dependency here; a test reads the import lines
// against the same table.

let package = Package(
  name: "scrolltrace",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "scrolltrace", targets: ["scrolltrace"]),
    .library(name: "ScrollTraceCLI", targets: ["ScrollTraceCLI"]),
    .library(name: "TraceRecorder", targets: ["TraceRecorder"]),
    .library(
      name: "ScrollTrace",
      targets: [
        "ScrollModel", "ScrollEngine", "TextKit", "TraceStore", "TraceRecorder", "TraceImport",
        "Simulation",
      ]
    ),
  ],
  targets: [
    .target(
      name: "CSQLite",
      // libm behind it: a fully static executable needs it there.
      linkerSettings: [
        .linkedLibrary("sqlite3"), .linkedLibrary("m", .when(platforms: [.linux])),
      ]),
    .target(name: "CZlib", linkerSettings: [.linkedLibrary("z")]),
    .target(name: "CSHA256"),
    .target(name: "SQLite", dependencies: ["CSQLite"]),
    .target(name: "TextKit", dependencies: ["CSHA256", "CZlib"]),
    .target(name: "ScrollModel"),
    .target(name: "ScrollEngine", dependencies: ["ScrollModel"]),
    .target(name: "Simulation", dependencies: ["ScrollModel", "TextKit"]),
    .target(name: "TraceStore", dependencies: ["ScrollModel", "SQLite", "TextKit"]),
    .target(name: "TraceRecorder", dependencies: ["ScrollModel", "TraceStore"]),
    .target(name: "TraceImport", dependencies: ["ScrollModel", "TextKit"]),
    .target(name: "CommandLineKit"),
    .target(
      name: "ScrollTraceCLI",
      dependencies: [
        "CommandLineKit", "ScrollModel", "Simulation", "SQLite", "TextKit", "TraceImport",
        "TraceRecorder", "TraceStore",
      ]),
    .executableTarget(name: "scrolltrace", dependencies: ["CommandLineKit", "ScrollTraceCLI"]),

    // Test support: a SQLite file layer whose calls can fail, and what several suites share.
    .target(
      name: "CFaultVFS", path: "Tests/CFaultVFS", linkerSettings: [.linkedLibrary("sqlite3")]),
    .target(
      name: "TestSupport", dependencies: ["ScrollModel", "TextKit"], path: "Tests/TestSupport"),
    .testTarget(
      name: "ScrollEngineTests",
      dependencies: ["ScrollEngine", "ScrollModel", "Simulation", "TestSupport"]),
    .testTarget(name: "LayeringTests", dependencies: ["TestSupport"]),
    .testTarget(name: "TextKitTests", dependencies: ["Simulation", "TestSupport", "TextKit"]),
    .testTarget(
      name: "SQLiteTests", dependencies: ["CFaultVFS", "SQLite", "Simulation", "TestSupport"]),
    .testTarget(
      name: "CommandLineKitTests", dependencies: ["CommandLineKit", "Simulation", "TestSupport"],
      exclude: ["Golden"]),
    .testTarget(
      name: "SimulationTests", dependencies: ["ScrollModel", "Simulation", "TestSupport"]),
    .testTarget(
      name: "TraceImportTests",
      dependencies: ["ScrollModel", "Simulation", "TestSupport", "TextKit", "TraceImport"]),
    .testTarget(
      name: "TraceStoreTests",
      dependencies: [
        "CFaultVFS", "ScrollModel", "Simulation", "SQLite", "TestSupport", "TextKit",
        "TraceImport", "TraceStore",
      ]),
    .testTarget(
      name: "TraceRecorderTests",
      dependencies: [
        "CFaultVFS", "ScrollModel", "Simulation", "SQLite", "TestSupport", "TraceRecorder",
        "TraceStore",
      ]),
    .testTarget(
      name: "ScrollTraceCLITests",
      dependencies: ["CommandLineKit", "SQLite", "ScrollTraceCLI", "TestSupport"]),
  ],
  swiftLanguageModes: [.v6],
  cLanguageStandard: .c2x
)

let swiftSettings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
  // Typed reads across the SQLite boundary take a third of the time with it.
  .unsafeFlags(["-cross-module-optimization"], .when(configuration: .release)),
]

for target in package.targets
where !["CSHA256", "CSQLite", "CZlib", "CFaultVFS"].contains(target.name) {
  target.swiftSettings = swiftSettings
}
