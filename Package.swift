// swift-tools-version: 6.2
import PackageDescription

// Each arrow of docs/design/0001-layers.md is a dependency here; a test reads the import lines
// against the same table.

let package = Package(
  name: "scrolltrace",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .executable(name: "scrolltrace", targets: ["scrolltrace"]),
    .library(name: "ScrollTraceCLI", targets: ["CommandLineKit", "Replay", "ScrollTraceCLI"]),
    .library(name: "ScrollUI", targets: ["ScrollUI"]),
    .library(name: "TraceRecorder", targets: ["TraceRecorder"]),
    .library(name: "ScrollProbe", targets: ["ScrollProbe"]),
    .library(
      name: "ScrollTrace",
      targets: [
        "ScrollModel", "ScrollEngine", "TextKit", "TraceStore", "TraceRecorder", "TraceImport",
        "Simulation", "Replay", "Analysis", "Triage", "Diagnosis", "Reproduction", "Corpus",
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
    .target(name: "CGallery"),
    .target(name: "CSchemas"),
    .target(name: "SQLite", dependencies: ["CSQLite"]),
    .target(name: "TextKit", dependencies: ["CSHA256", "CZlib"]),
    .target(name: "ScrollModel"),
    .target(name: "ScrollEngine", dependencies: ["ScrollModel"]),
    .target(name: "ScrollUI", dependencies: ["ScrollEngine", "ScrollModel"]),
    .target(
      name: "Simulation", dependencies: ["CGallery", "ScrollEngine", "ScrollModel", "TextKit"]),
    .target(name: "Analysis", dependencies: ["ScrollModel"]),
    .target(
      name: "Triage",
      dependencies: ["Analysis", "Replay", "ScrollEngine", "ScrollModel", "TraceStore"]),
    .target(
      name: "Diagnosis",
      dependencies: ["Analysis", "Replay", "ScrollModel", "TextKit", "TraceStore", "Triage"]),
    .target(
      name: "Reproduction",
      dependencies: [
        "Analysis", "Diagnosis", "Replay", "ScrollEngine", "ScrollModel", "Simulation",
        "TraceStore", "Triage",
      ]),
    .target(
      name: "Calibration",
      dependencies: [
        "Replay", "ScrollEngine", "ScrollModel", "Simulation", "TextKit", "TraceStore",
      ]),
    .target(name: "CReportAssets"),
    .target(name: "Corpus", dependencies: ["TextKit"]),
    .target(name: "Report", dependencies: ["Corpus", "CReportAssets", "ScrollModel", "TextKit"]),
    .target(name: "Conformance", dependencies: ["ScrollEngine", "ScrollModel", "TextKit"]),
    .target(name: "ScrollProbe", dependencies: ["ScrollModel", "TraceRecorder"]),
    .target(
      name: "Replay", dependencies: ["ScrollEngine", "ScrollModel", "TraceStore"]),
    .target(name: "TraceStore", dependencies: ["ScrollModel", "SQLite", "TextKit"]),
    .target(name: "TraceRecorder", dependencies: ["ScrollModel", "TraceStore"]),
    .target(name: "TraceImport", dependencies: ["ScrollModel", "TextKit"]),
    .target(name: "CommandLineKit"),
    .target(
      name: "ScrollTraceCLI",
      dependencies: [
        "Analysis", "CSchemas", "Calibration", "CommandLineKit", "Conformance", "Corpus",
        "Diagnosis", "Replay", "Report", "Reproduction", "ScrollEngine", "ScrollModel",
        "Simulation", "SQLite", "TextKit", "TraceImport", "TraceRecorder", "TraceStore", "Triage",
      ]),
    .executableTarget(name: "scrolltrace", dependencies: ["CommandLineKit", "ScrollTraceCLI"]),

    // Test support: a SQLite file layer whose calls can fail, and what several suites share.
    .target(
      name: "CFaultVFS", path: "Tests/CFaultVFS", linkerSettings: [.linkedLibrary("sqlite3")]),
    .target(
      name: "TestSupport",
      dependencies: [
        "Analysis", "ScrollModel", "Simulation", "TextKit", "TraceImport", "TraceStore",
      ],
      path: "Tests/TestSupport"),
    // Prints the digests of fixtures/outcomes.digest; Scripts/promises/outcomes.sh compares them.
    .executableTarget(
      name: "outcome-digest",
      dependencies: [
        "Replay", "ScrollEngine", "ScrollModel", "Simulation", "TestSupport", "TextKit",
        "TraceImport", "TraceStore",
      ], path: "Tests/OutcomeDigest"),
    .testTarget(
      name: "ScrollEngineTests",
      dependencies: ["ScrollEngine", "ScrollModel", "Simulation", "TestSupport"]),
    .testTarget(
      name: "ScrollUITests",
      dependencies: [
        "ScrollEngine", "ScrollModel", "ScrollUI", "Simulation", "TestSupport", "TextKit",
        "TraceImport",
      ]),
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
      dependencies: ["ScrollModel", "Simulation", "TestSupport", "TextKit", "TraceImport"],
      exclude: ["Seeds"]),
    .testTarget(
      name: "CalibrationTests",
      dependencies: [
        "Calibration", "Reproduction", "ScrollModel", "ScrollProbe", "Simulation", "TestSupport",
        "TraceRecorder", "TraceStore", "Triage",
      ]),
    .testTarget(name: "CorpusTests", dependencies: ["Corpus", "TestSupport", "TextKit"]),
    .testTarget(
      name: "ReportTests", dependencies: ["Report", "ScrollModel", "TestSupport", "TextKit"]),
    .testTarget(
      name: "ConformanceTests",
      dependencies: [
        "CommandLineKit", "Conformance", "ScrollEngine", "ScrollModel", "ScrollTraceCLI",
        "TestSupport", "TextKit",
      ]),
    .testTarget(
      name: "ScrollProbeTests",
      dependencies: [
        "ScrollModel", "ScrollProbe", "TestSupport", "TextKit", "TraceImport", "TraceRecorder",
        "TraceStore",
      ], exclude: ["Stubs", "web-page.html"]),
    .testTarget(
      name: "AnalysisTests",
      dependencies: [
        "Analysis", "ScrollEngine", "ScrollModel", "Simulation", "TestSupport", "TextKit",
      ]),
    .testTarget(
      name: "ReplayTests",
      dependencies: [
        "Replay", "Report", "ScrollEngine", "ScrollModel", "Simulation", "TestSupport", "TextKit",
        "TraceImport",
        "TraceStore",
      ]),
    .testTarget(
      name: "TriageTests",
      dependencies: [
        "Analysis", "Replay", "ScrollEngine", "ScrollModel", "Simulation", "TestSupport",
        "TraceStore", "Triage",
      ]),
    .testTarget(
      name: "DiagnosisTests",
      dependencies: [
        "Analysis", "Diagnosis", "Replay", "ScrollModel", "Simulation", "TestSupport", "TextKit",
        "TraceImport", "TraceStore", "Triage",
      ]),
    .testTarget(
      name: "ReproductionTests",
      dependencies: [
        "Analysis", "Diagnosis", "Replay", "Reproduction", "ScrollModel", "Simulation",
        "TestSupport", "TextKit", "TraceImport", "TraceStore", "Triage",
      ]),
    .testTarget(
      name: "TraceStoreTests",
      dependencies: [
        "CFaultVFS", "ScrollModel", "Simulation", "SQLite", "TestSupport", "TextKit",
        "TraceImport", "TraceStore",
      ]),
    .testTarget(
      name: "TraceRecorderTests",
      dependencies: [
        "CFaultVFS", "Replay", "ScrollModel", "Simulation", "SQLite", "TestSupport", "TextKit",
        "TraceImport", "TraceRecorder", "TraceStore",
      ]),
    .testTarget(
      name: "ScrollTraceCLITests",
      dependencies: [
        "CommandLineKit", "Replay", "SQLite", "ScrollEngine", "ScrollModel", "ScrollTraceCLI",
        "TestSupport", "TextKit", "TraceImport", "TraceStore",
      ], exclude: ["Provocations"]),
  ],
  swiftLanguageModes: [.v6],
  cLanguageStandard: .c2x
)

let swiftSettings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
  // Typed reads across the SQLite boundary take a third of the time with the first. The second leaves
  // the checks for overlapping accesses to debug builds, in which all tests run: they took a tenth of
  // the time of loading a trace.
  .unsafeFlags(
    ["-cross-module-optimization", "-enforce-exclusivity=unchecked"],
    .when(configuration: .release)),
]

// Nothing waits for these: a fifth less code is worth more than their speed. Commands
// call other modules for what takes time.
let cold = [
  "Calibration", "CommandLineKit", "Conformance", "Corpus", "Report", "Reproduction",
  "ScrollTraceCLI", "Simulation",
]

// Tests replay far more than they compile: optimized, these modules run all tests in half of the time.
// Their assertions stay. For a debugger, set SCROLLTRACE_UNOPTIMIZED.
let hot = [
  "Analysis", "Diagnosis", "Replay", "SQLite", "ScrollEngine", "ScrollModel", "Simulation",
  "TextKit", "TraceStore", "Triage",
]
let isUnoptimized = Context.environment["SCROLLTRACE_UNOPTIMIZED"] != nil

let withoutSwift = [
  "CGallery", "CReportAssets", "CSHA256", "CSQLite", "CSchemas", "CZlib", "CFaultVFS",
]
for target in package.targets where !withoutSwift.contains(target.name) {
  target.swiftSettings = swiftSettings
  if hot.contains(target.name), !isUnoptimized {
    target.swiftSettings?.append(
      .unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug)))
  }
  if cold.contains(target.name) {
    target.swiftSettings?.append(.unsafeFlags(["-Osize"], .when(configuration: .release)))
  }
}
