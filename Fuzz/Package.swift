// swift-tools-version: 6.2
import PackageDescription

// A package of its own: its executable has no `main` but libFuzzer's, and builds only with
// `--sanitize=fuzzer`. Scripts/fuzz.sh builds and runs it.

let package = Package(
  name: "fuzz",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "scrolltrace", path: "..")],
  targets: [
    .executableTarget(
      name: "Fuzz",
      dependencies: [.product(name: "ScrollTrace", package: "scrolltrace")],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .treatAllWarnings(as: .error),
        .unsafeFlags(["-parse-as-library"]),
      ])
  ],
  swiftLanguageModes: [.v6]
)
