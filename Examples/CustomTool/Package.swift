// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "custom-tool",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "scrolltrace", path: "../..")],
  targets: [
    .executableTarget(
      name: "my-scrolltrace",
      dependencies: [
        .product(name: "ScrollTraceCLI", package: "scrolltrace"),
        .product(name: "ScrollUI", package: "scrolltrace"),
      ])
  ]
)
