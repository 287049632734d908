import CommandLineKit
import ScrollTraceCLI
import TestSupport
import Testing

@Suite("the verb conformance")
struct ConformanceCommandTests {
  private struct Run {
    var output = ""
    var error = ""
    var code = ExitCode.ok
  }

  private func run(_ words: String...) -> Run {
    final class Collected: @unchecked Sendable {
      // Unchecked is safe: one run writes, on one thread.
      var output = ""
      var error = ""
    }
    let collected = Collected()
    var console = Console(
      output: { collected.output += $0 }, error: { collected.error += $0 })
    let code = Tool.program().main(["conformance"] + words, console: &console)
    return Run(output: collected.output, error: collected.error, code: code)
  }

  private let vector = """
    {"id": "a", "input": {"overscroll": 5, "dimension": 960}, "expect": {"offset": 2.74}, \
    "tolerance": 0.01}
    """

  @Test("a folder of vectors prints a row for each family and mode")
  func table() {
    let run = run("--vectors", Vectors.fixtures)
    #expect(run.code == .ok && run.error.isEmpty)
    let lines = run.output.split(separator: "\n").map(String.init)
    #expect(lines.count == 32)
    #expect(lines[1].hasPrefix("uikit-decay-measured ") && lines[1].contains(" decay-target "))
    #expect(lines.last?.contains("every case that must pass does") == true)
  }

  @Test("the JSON has exactly the documented members in their order")
  func json() throws {
    let folder = try TemporaryDirectory()
    try Files.write(Vectors.file(vectors: vector), to: folder.file("a.json"))
    let run = run("--vectors", folder.path, "--json")
    #expect(run.code == .ok)
    let compact = run.output.filter { $0 != " " && $0 != "\n" }
    #expect(
      compact.hasPrefix(
        #"{"families":[{"name":"uikit-rubber-band-published","kind":"rubber-band","mode":"uikit","#
          + #""must":true,"cases":1,"passed":1,"failed":0,"notRun":0,"worstError":"#))
    #expect(compact.hasSuffix(#"}],"complete":true}"#))
  }

  @Test("a failed must case ends with 1, any other with 0, and both are named")
  func failures() throws {
    let folder = try TemporaryDirectory()
    let wrong = vector.replacing("2.74", with: "3")
    try Files.write(Vectors.file(vectors: wrong), to: folder.file("a.json"))
    let must = run("--vectors", folder.path)
    #expect(must.code == .differences)
    #expect(must.output.contains("a: failed: offset: expected 3, got 2.74"))
    let fling =
      #"{"id": "b", "model": "snap-fling", "input": {"start": [0, 0], "target": [5, 5]}, "expect": {"finished": true}}"#
    try Files.write(
      Vectors.file(
        name: "chromium-fling-curves", kind: "fling-curve", relevance: "no", vectors: fling),
      to: folder.file("a.json"))
    #expect(run("--vectors", folder.path).code == .ok)
  }

  @Test("two files of one family may reuse an id, and equal cases run once")
  func twice() throws {
    let folder = try TemporaryDirectory()
    try Files.write(Vectors.file(vectors: vector), to: folder.file("a.json"))
    try Files.write(
      Vectors.file(vectors: vector.replacing(#""id""#, with: #""must": true, "id""#)),
      to: folder.file("b.json"))
    let alike = run("--vectors", folder.path, "--json")
    #expect(alike.code == .ok && alike.output.contains(#""cases": 1,"#))
    try Files.write(
      Vectors.file(vectors: vector.replacing("2.74", with: "3")), to: folder.file("c.json"))
    let other = run("--vectors", folder.path)
    #expect(other.code == .differences)
    #expect(other.output.contains("a: failed: offset: expected 3, got 2.74"))
  }

  @Test("an unknown family is listed as not run")
  func unknown() throws {
    let folder = try TemporaryDirectory()
    try Files.write(
      Vectors.file(name: "other", kind: "velocity", vectors: vector), to: folder.file("a.json"))
    let run = run("--vectors", folder.path)
    #expect(run.code == .partial && run.output.contains("other, none, a: not run"))
    #expect(run.output.contains("1 case that must pass did not run"))
  }

  @Test("the JSON names each miss and its reason")
  func misses() throws {
    let folder = try TemporaryDirectory()
    try Files.write(
      Vectors.file(vectors: vector.replacing("2.74", with: "3")), to: folder.file("a.json"))
    let run = run("--vectors", folder.path, "--json")
    #expect(run.code == .differences)
    let compact = run.output.filter { $0 != " " && $0 != "\n" }
    #expect(compact.contains(#""misses":[{"id":"a","run":true,"must":true,"reason":"offset:"#))
  }

  @Test("invalid files and folders have their exit codes and one line each")
  func problems() throws {
    let folder = try TemporaryDirectory()
    #expect(run("--vectors", folder.path).code == .nothingMatched)
    let missing = run("--vectors", folder.file("none"))
    #expect(missing.code == .noInput)
    #expect(missing.error.split(separator: "\n").count == 1)
    try Files.write(Array("{".utf8), to: folder.file("bad.json"))
    #expect(run("--vectors", folder.path).code == .badData)
    try Files.write(Vectors.file(vectors: vector), to: folder.file("good.json"))
    let partial = run("--vectors", folder.path)
    #expect(partial.code == .partial && partial.error.contains("bad.json"))
    let json = run("--vectors", folder.path, "--json")
    #expect(json.code == .partial && json.output.contains(#""complete": false"#))
    #expect(run("--json", "--markdown").code == .usage)
  }
}

extension String {
  /// The text with one part changed.
  fileprivate func replacing(_ part: String, with other: String) -> String {
    var bytes = Array(utf8)
    let (old, new) = (Array(part.utf8), Array(other.utf8))
    for start in bytes.indices where bytes[start...].starts(with: old) {
      bytes.replaceSubrange(start..<(start + old.count), with: new)
      break
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
