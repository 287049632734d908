// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "gallery",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "scrolltrace", path: "../..")],
  targets: [
    .testTarget(
      name: "GalleryTests",
      dependencies: [
        .product(name: "ScrollTrace", package: "scrolltrace"),
        .product(name: "ScrollUI", package: "scrolltrace"),
      ],
      resources: [.copy("fling.jsonl")])
  ]
)
