import CommandLineKit
import TestSupport
import Testing

/// A fenced block of a page.
private struct Fence {
  let language: String
  let lines: [String]

  static func all(in text: String) -> [Fence] {
    var fences: [Fence] = []
    var open: (language: String, lines: [String])?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      guard line.hasPrefix("```") else {
        open?.lines.append(line)
        continue
      }
      if let fence = open {
        fences.append(Fence(language: fence.language, lines: fence.lines))
        open = nil
      } else {
        open = (String(line.dropFirst(3)), [])
      }
    }
    return fences
  }
}

@Suite("the README")
struct ReadmeTests {
  @Test("the commands of the README run in order and print what it shows")
  func commands() throws {
    try #require(Shell.toolFolder != nil, "the tool was not built beside the tests")
    let folder = try TemporaryDirectory()
    // Files that a clone has and the commands name.
    _ = try Shell.run("ln -s '\(Repository.path("fixtures"))' fixtures", in: folder.path)
    let fences = Fence.all(in: try Files.text(Repository.path("README.md")))
    var commands = 0
    var shown = 0
    for fence in fences {
      switch fence.language {
      case "sh":
        for line in fence.lines {
          try run(line, in: folder)
          commands += 1
        }
      case "console":
        let command = try #require(fence.lines.first.flatMap { $0.hasPrefix("$ ") ? $0 : nil })
        let output = try run(String(command.dropFirst(2)), in: folder)
        let expected = fence.lines.dropFirst().map { $0 + "\n" }.joined()
        #expect(output == expected, "the README shows another output of \(command)")
        shown += 1
      default: break
      }
    }
    #expect(commands == 6, "the story has six commands")
    #expect(shown >= 1)
    #expect(folder.exists("bug.html"))
    #expect(folder.exists("repro/README.md"))
  }

  @discardableResult
  private func run(_ line: String, in folder: TemporaryDirectory) throws -> String {
    let run = try Shell.run(line, in: folder.path)
    // Exit code 1 reports differences or findings, which the story is about.
    #expect(run.code == .ok || run.code == .differences, "\(line): \(run.error)")
    return run.output
  }

  @Test("the links of the README point to existing files")
  func links() throws {
    let text = try Files.text(Repository.path("README.md"))
    var checked = 0
    for part in text.split(separator: "](").dropFirst() {
      let target = String(part.prefix { $0 != ")" && $0 != "#" })
      guard !target.isEmpty, !target.hasPrefix("http") else { continue }
      #expect(Files.exists(Repository.path(target)), "\(target)")
      checked += 1
    }
    #expect(checked > 10)
  }
}
