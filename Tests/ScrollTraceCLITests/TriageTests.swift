import CommandLineKit
import Foundation
import TestSupport
import Testing

/// `triage` with its worker processes, as a user runs it.
@Suite("Triage of a folder", .enabled(if: Shell.toolFolder != nil))
struct TriageTests {
  /// Captures of known problems, a healthy one, a copy, damaged data and a file that is not a
  /// capture.
  private func corpus(in folder: TemporaryDirectory) throws -> String {
    let captures = folder.file("captures")
    try FileManager.default.createDirectory(atPath: captures, withIntermediateDirectories: true)
    let reports = Repository.path("fixtures/reports")
    let names = Files.names(in: reports).filter { $0.first?.isNumber ?? false }
    for (number, name) in names.prefix(12).enumerated() {
      let bytes = try Files.read("\(reports)/\(name)/capture.jsonl")
      try Files.write(bytes, to: "\(captures)/\(name).jsonl")
      if number == 0 { try Files.write(bytes, to: "\(captures)/a-copy.jsonl") }
    }
    try Files.write(Array("not a capture\n".utf8), to: "\(captures)/notes.txt")
    try Files.write([0x1F, 0x8B, 8, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9], to: "\(captures)/damaged.jsonl")
    return captures
  }

  private static let outputs = [
    "index.html", "rows.jsonl", "triage.sqlite", "summary.md", "junit.xml",
  ]

  private func contents(_ folder: String) throws -> [[UInt8]] {
    try Self.outputs.map { try Files.read("\(folder)/\($0)") }
  }

  @Test("a triage does not depend on the number of workers or the order of files")
  func bytes() throws {
    let folder = try TemporaryDirectory()
    _ = try corpus(in: folder)
    let one = try Shell.run("scrolltrace triage captures -j 1 -o one", in: folder.path)
    #expect(one.code == .differences, "\(one.error)")
    #expect(one.output.contains("problem"))
    let three = try Shell.run(
      "ls -r captures/* | scrolltrace triage - -j 3 -o three", in: folder.path)
    #expect(three.code == .differences, "\(three.error)")
    #expect(try contents(folder.file("one")) == contents(folder.file("three")))
    let rows = try Files.text(folder.file("one/rows.jsonl"))
    #expect(rows.contains("\"verdict\":\"skipped\"") && rows.contains("\"verdict\":\"failed\""))
    #expect(try Files.text(folder.file("one/summary.md")).contains("1 copy not counted"))
    #expect(!Files.exists(folder.file("one/rows.unfinished")))
    let again = try Shell.run("scrolltrace triage captures -o one", in: folder.path)
    #expect(again.error.contains("were judged before"))
    #expect(try contents(folder.file("one")) == contents(folder.file("three")))
  }

  @Test("an output below the captures is not read as a capture, and TMPDIR stays empty")
  func outputBelowCaptures() throws {
    let folder = try TemporaryDirectory()
    _ = try corpus(in: folder)
    let line = "mkdir -p tmp && TMPDIR=$PWD/tmp scrolltrace triage captures -o captures/triage"
    let first = try Shell.run(line, in: folder.path)
    let rows = try Files.read(folder.file("captures/triage/rows.jsonl"))
    let second = try Shell.run(line, in: folder.path)
    #expect(first.output == second.output)
    #expect(try Files.read(folder.file("captures/triage/rows.jsonl")) == rows)
    #expect(Files.names(in: folder.file("tmp")).isEmpty)
  }

  @Test("the folders of earlier triages are not read as captures, but a named one is")
  func earlierOutput() throws {
    let folder = try TemporaryDirectory()
    _ = try corpus(in: folder)
    let line = "scrolltrace triage captures --no-reports"
    let first = try Shell.run("\(line) -o captures/monday", in: folder.path)
    let second = try Shell.run("\(line) -o tuesday", in: folder.path)
    #expect(second.output.contains(first.output.split(separator: "\n").dropLast().last ?? "none"))
    let rows = try Files.text(folder.file("tuesday/rows.jsonl"))
    #expect(!rows.isEmpty && !rows.contains("monday"))
    _ = try Shell.run(
      "mv captures/monday/rows.jsonl captures/monday/rows.unfinished", in: folder.path)
    _ = try Shell.run("\(line) -o wednesday", in: folder.path)
    #expect(try Files.text(folder.file("wednesday/rows.jsonl")) == rows)
    let imported = try Shell.run("scrolltrace import captures --db s.sqlite", in: folder.path)
    #expect(!(imported.output + imported.error).contains("monday"))
    let named = try Shell.run("\(line)/monday -o named", in: folder.path)
    #expect(named.code != .nothingMatched, "\(named.error)")
  }

  @Test("the text and the JSON of a triage agree on traces without a problem")
  func withoutProblem() throws {
    let folder = try TemporaryDirectory()
    let fling = Repository.path("fixtures/traces/two-flings.jsonl")
    let line = "mkdir captures; cp '\(fling)' captures; scrolltrace triage captures --no-reports"
    let text = try Shell.run("\(line) -o out", in: folder.path)
    #expect(text.code == .ok, "\(text.error)")
    #expect(
      text.output.contains(
        "1 without a problem (0 as declared, 1 without a declared configuration)"))
    let json = try Shell.run("\(line) -o out --json", in: folder.path).output
    let counts = json.split(separator: "\"without_problem\"").last?.prefix { $0 != "}" } ?? ""
    #expect(counts.contains("\"cause\": 1,") && counts.contains("\"no-evidence\": 0"))
  }

  @Test("the details of a failure in JUnit have real line breaks")
  func lineBreaks() throws {
    let folder = try TemporaryDirectory()
    _ = try corpus(in: folder)
    _ = try Shell.run("scrolltrace triage captures --no-reports -o out", in: folder.path)
    let xml = try Files.text(folder.file("out/junit.xml"))
    #expect(!xml.contains("\\x0a") && xml.contains("\nFix: "))
  }

  @Test("a killed triage continues where it stopped and ends with the same bytes")
  func kills() throws {
    let folder = try TemporaryDirectory()
    _ = try corpus(in: folder)
    _ = try Shell.run("scrolltrace triage captures --no-reports -o whole", in: folder.path)
    for round in 1...max(3, min(100, Cases.count / 25)) {
      _ = try Shell.run(
        "timeout -s KILL \(Double(round % 25) * 0.11) scrolltrace triage captures --no-reports -o cut",
        in: folder.path)
    }
    let last = try Shell.run("scrolltrace triage captures --no-reports -o cut", in: folder.path)
    #expect(last.code == .differences, "\(last.error)")
    #expect(try contents(folder.file("whole")) == contents(folder.file("cut")))
  }

  @Test("a capture that hangs does not affect the others")
  func hang() throws {
    let folder = try TemporaryDirectory()
    _ = try corpus(in: folder)
    let run = try Shell.run(
      "mkfifo pipe && scrolltrace triage pipe captures --timeout 2 --no-reports -o out",
      in: folder.path)
    #expect(run.code == .differences, "\(run.error)")
    let rows = try Files.text(folder.file("out/rows.jsonl"))
    #expect(rows.contains("\"error_kind\":\"timeout\""))
    #expect(rows.contains("\"verdict\":\"cause\""))
  }

  @Test("each problem gets its smallest case, and the page links to it")
  func reproduce() throws {
    let folder = try TemporaryDirectory()
    let captures = folder.file("captures")
    try FileManager.default.createDirectory(atPath: captures, withIntermediateDirectories: true)
    _ = try Shell.run(
      "scrolltrace simulate --case B05 -o captures/b.jsonl; "
        + "scrolltrace simulate --case BUG-16 -o captures/c.jsonl", in: folder.path)
    let run = try Shell.run("scrolltrace triage captures -o out --reproduce", in: folder.path)
    #expect(run.code == .differences, "\(run.error)")
    let page = try Files.text(folder.file("out/index.html"))
    let problems = Files.names(in: folder.file("out/clusters"))
    #expect(problems.count == 2)
    for problem in problems {
      #expect(Files.exists(folder.file("out/clusters/\(problem)/report.html")))
      #expect(Files.exists(folder.file("out/clusters/\(problem)/reproduction/README.md")))
      #expect(page.contains("./clusters/\(problem)/reproduction/README.md"))
    }
    _ = try Shell.run("scrolltrace triage captures -o out", in: folder.path)
    #expect(!Files.exists(folder.file("out/clusters/\(problems[0])/reproduction")))
  }

  @Test("a baseline of the same captures passes, other captures are compared")
  func baseline() throws {
    let folder = try TemporaryDirectory()
    let captures = try corpus(in: folder)
    _ = try Shell.run("scrolltrace triage captures --no-reports -o before", in: folder.path)
    let same = try Shell.run(
      "scrolltrace triage captures --no-reports --baseline before -o same", in: folder.path)
    #expect(same.output.contains("same: "))
    // One capture is damaged, which no baseline excuses.
    #expect(same.code == .partial)
    Files.remove("\(captures)/damaged.jsonl")
    let json = try Shell.run(
      "scrolltrace triage captures --no-reports --baseline before -o less --json", in: folder.path)
    #expect(json.code == .ok)
    #expect(json.output.contains("\"change\": \"gone\""))
  }

  @Test(
    "mistakes are refused with the reason",
    arguments: [
      ("triage -o out", ExitCode.usage, "name the captures"),
      ("triage captures", .usage, "-o FOLDER"),
      ("triage none -o out", .partial, ""),
      ("triage empty -o out", .nothingMatched, "there is no file"),
      ("triage captures -o notes", .cannotCreate, "cannot be made"),
      ("triage captures -o out --baseline nowhere", .noInput, "nowhere/rows.jsonl"),
      ("triage --rows - captures", .usage, "standard input"),
      ("triage captures -o before --baseline before", .usage, "are one folder"),
      ("triage captures -o before --baseline link/../link", .usage, "are one folder"),
    ])
  func mistakes(_ line: String, _ code: ExitCode, _ text: String) throws {
    let folder = try TemporaryDirectory()
    let run = try Shell.run(
      "mkdir captures empty before; ln -s before link; echo x >captures/x; echo x >notes; scrolltrace \(line)",
      in: folder.path)
    #expect(run.code == code, "\(run.error)")
    #expect(text.isEmpty || run.error.contains(text), "\(run.error)")
  }

  @Test("a worker refuses invalid requests and answers valid ones")
  func worker() throws {
    let folder = try TemporaryDirectory()
    let captures = try corpus(in: folder)
    let bad = try Shell.run("echo nonsense | scrolltrace triage --rows -", in: folder.path)
    #expect(bad.code == .badData && bad.error.contains("standard input:1"))
    let name = Files.names(in: captures).first { $0.hasPrefix("0") } ?? ""
    let count = try Files.read("\(captures)/\(name)").count
    let run = try Shell.run(
      """
      { printf '{"file":"captures/\(name)"}\\n{"file":"captures/\(name)","bytes":\(count)}\\n'; \
      cat captures/\(name); } | scrolltrace triage --rows -
      """, in: folder.path)
    #expect(run.code == .ok, "\(run.error)")
    let answers = run.output.split(separator: "\n")
    #expect(answers.count == 2 && answers.first == answers.last)
    let elsewhere = try Shell.run(
      """
      { printf '{"file":"name","bytes":0}\\n{"file":"lost","error_kind":"crash","error":"it died"}\\n'; \
      } | scrolltrace triage --rows -
      """, in: folder.path)
    let lines = elsewhere.output.split(separator: "\n").map(String.init)
    #expect(lines.count == 2 && lines[0].contains("'name' is empty"), "\(elsewhere.output)")
    #expect(lines[1].contains("\"error\":\"it died\",\"error_kind\":\"crash\""))
    let cut = try Shell.run(
      "printf '{\"file\":\"x\",\"bytes\":9}\\nabc' | scrolltrace triage --rows -", in: folder.path)
    #expect(cut.code == .badData && cut.error.contains("6 bytes"))
  }
}
