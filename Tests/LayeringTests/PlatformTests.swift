import TestSupport
import Testing

@Suite("platforms")
struct PlatformTests {
  private static let words = [
    "Darwin", "Glibc", "Musl", "os(", "UIKit", "SwiftUI", "__APPLE__", "__linux__", "__aarch64__",
    "__x86_64__", "arch(",
  ]

  /// The number of platform conditions in a file, except those of imports.
  private static func conditions(in file: String) throws -> Int {
    let lines = try Files.text(file).split(separator: "\n").map { $0.drop { $0 == " " } }
    return lines.indices.count { index in
      let line = lines[index]
      guard ["#if", "#elseif", "#elif"].contains(where: { line.hasPrefix($0) }),
        words.contains(where: { line.contains($0) }), index + 1 < lines.count
      else { return false }
      return ![" Darwin", " Glibc", " Musl"].contains {
        lines[index + 1].hasSuffix("import\($0)")
      }
    }
  }

  private static func files(in folder: String) -> [String] {
    Files.names(in: Repository.path(folder)).flatMap { name -> [String] in
      let path = "\(folder)/\(name)"
      if [".swift", ".c", ".h"].contains(where: { name.hasSuffix($0) }) { return [path] }
      return name.contains(".") ? [] : files(in: path)
    }
  }

  @Test("docs/design/0011-platforms.md has a row for every file that differs by platform")
  func table() throws {
    var found: [String: Int] = [:]
    for file in Self.files(in: "Sources") {
      let count = try Self.conditions(in: Repository.path(file))
      if count > 0 { found[file] = count }
    }
    var rows: [String: Int] = [:]
    let note = try Files.text(Repository.path("docs/design/0011-platforms.md"))
    for line in note.split(separator: "\n") where line.hasPrefix("| `Sources/") {
      let cells = line.split(separator: "|").map { $0.filter { $0 != " " && $0 != "`" } }
      #expect(cells.count == 5, "\(line)")
      rows[cells[0]] = Int(cells[1])
    }
    #expect(rows == found)
  }

  @Test("availability annotations match the platforms of Package.swift")
  func availability() throws {
    let package = try Files.text(Repository.path("Package.swift"))
    #expect(
      package.contains(
        "platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)]"))
    let allowed: Set<String> = [
      "iOS 18, macOS 15, *", "iOS 18, *", "*, unavailable",
    ]
    for file in Self.files(in: "Sources") {
      for line in try Files.text(Repository.path(file)).split(separator: "\n") {
        guard let start = line.firstRange(of: "@available(")?.upperBound,
          let end = line[start...].firstIndex(of: ")")
        else { continue }
        #expect(allowed.contains(String(line[start..<end])), "\(file): \(line)")
      }
    }
  }
}
