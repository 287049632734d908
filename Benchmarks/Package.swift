// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that the libraries build without it. The other side of each ratio is the
// C target `CBaseline`, or Foundation, which nothing else in the repository uses.

let package = Package(
  name: "benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "scrolltrace", path: "..")],
  targets: [
    .target(
      name: "CBaseline",
      linkerSettings: [
        .linkedLibrary("sqlite3"), .linkedLibrary("m", .when(platforms: [.linux])),
      ]),
    .executableTarget(
      name: "benchmarks",
      dependencies: ["CBaseline", .product(name: "ScrollTrace", package: "scrolltrace")],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .treatAllWarnings(as: .error),
        .unsafeFlags(["-cross-module-optimization"], .when(configuration: .release)),
      ]),
  ],
  swiftLanguageModes: [.v6],
  cLanguageStandard: .c2x
)
