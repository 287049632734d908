import Foundation
import CommandLineKit
import TestSupport
import Testing

/// `reproduce` as a user runs it.
@Suite("reproduce")
struct ReproduceTests {
  private let folder: TemporaryDirectory
  private let capture = Repository.path("fixtures/bugs/cards-stop-between.jsonl")

  init() throws { folder = try TemporaryDirectory() }

  @Test(
    "REPRO-6: a cause is reproduced in a folder whose log has the same cause and stable bytes"
  )
  func folderOfCause() throws {
    let (one, two) = (folder.file("one"), folder.file("two"))
    let run = scrolltrace("reproduce", capture, "-o", one)
    #expect(run.code == .ok, "\(run.error)")
    #expect(run.output.contains("Defect  cause paging\n"))
    #expect(scrolltrace("reproduce", capture, "-o", two).code == .ok)
    let names = Files.names(in: one)
    #expect(
      Set(names) == [
        "README.md", "scene.json", "gesture.script", "trace.jsonl", "report.html", "Package.swift",
        "ReproTests.swift", "ReproView.swift",
      ])
    for name in names {
      #expect(try Files.text("\(one)/\(name)") == Files.text("\(two)/\(name)"), "\(name)")
    }
    let diagnosis = scrolltrace("diagnose", "\(one)/trace.jsonl", "--no-guard")
    #expect(diagnosis.output.contains("The app turns pages of "))
    let made = scrolltrace(
      "simulate", "\(one)/scene.json", "--script", "\(one)/gesture.script", "-o",
      folder.file("again.jsonl"))
    #expect(made.code == .ok, "\(made.error)")
    #expect(try Files.text("\(one)/ReproTests.swift").contains("import ScrollUI"))
    // The script describes the gesture in a line or two.
    let lines = try Files.text("\(one)/gesture.script").split(separator: "\n")
    #expect(lines.count { !$0.hasPrefix("#") } <= 2)
  }

  @Test("REPRO-7: a defect of one configuration that another does not have is reproduced")
  func twoConfigurations() throws {
    let out = folder.file("repro")
    let run = scrolltrace(
      "reproduce", Repository.path("fixtures/traces/two-flings.jsonl"), "--config", "paging",
      "--fixed", "view-aligned", "-o", out, "--json")
    #expect(run.code == .ok, "\(run.error)")
    #expect(run.output.contains("\"two_sided\": true"))
    #expect(run.output.contains("\"ran\": \"profile: ios18, behavior: paging\""))
    #expect(try Files.text(out + "/ReproTests.swift").contains("REPRO_FIXED"))
  }

  @Test("REPRO-8: a fault of the recording is reproduced as a part of the recording")
  func recorded() throws {
    let log = folder.file("B04.jsonl")
    #expect(scrolltrace("simulate", "--case", "B04", "-o", log).code == .ok)
    let out = folder.file("repro")
    let run = scrolltrace("reproduce", log, "--finding", "S02", "-o", out)
    #expect(run.code == .ok, "\(run.error)")
    #expect(run.output.contains("because no replay shows the defect"))
    let found = scrolltrace("analyze", "findings", out + "/trace.jsonl")
    #expect(found.output.contains("S02"))
  }

  @Test("REPRO-9: without the chosen defect no folder is written")
  func nothing() {
    let out = folder.file("repro")
    let run = scrolltrace("reproduce", capture, "--finding", "S40", "-o", out)
    #expect(run.code == .nothingMatched)
    #expect(run.error.contains("has no finding 'S40', so there is nothing to reproduce"))
    #expect(!Files.exists(out))
    let both = scrolltrace("reproduce", capture, "--cause", "--divergence", "1", "-o", out)
    #expect(both.code == .usage)
  }

  @Test("REPRO-15: a folder has the text of an issue only if every other file is of the same case")
  func interrupted() throws {
    let (whole, torn) = (folder.file("whole"), folder.file("torn"))
    #expect(scrolltrace("reproduce", capture, "-o", whole).code == .ok)
    let names = Files.names(in: whole)
    for name in ["README.md", "repro.html", "trace.jsonl"] {
      try Files.write(Array("| scrolltrace | of an earlier case |".utf8), to: "\(whole)/\(name)")
    }
    try Files.write(Array("kept".utf8), to: "\(whole)/notes.txt")
    #expect(scrolltrace("reproduce", capture, "-o", whole).code == .ok)
    #expect(Set(Files.names(in: whole)) == Set(names + ["notes.txt"]))
    // A folder in the place of a file ends the writing.
    #expect(scrolltrace("reproduce", capture, "-o", torn).code == .ok)
    Files.remove("\(torn)/ReproTests.swift")
    #expect(scrolltrace("reproduce", capture, "-o", "\(torn)/ReproTests.swift").code == .ok)
    let run = scrolltrace("reproduce", capture, "-o", torn)
    #expect(run.code == .inputOutput || run.code == .cannotCreate, "\(run.error)")
    #expect(!Files.names(in: torn).contains("README.md"))
    #expect(Files.names(in: torn).contains("trace.jsonl"))
  }

  @Test("REPRO-15: the files of a project are not replaced")
  func project() throws {
    for name in ["README.md", "Package.swift"] {
      let project = folder.file(name)
      try FileManager.default.createDirectory(
        atPath: project, withIntermediateDirectories: false)
      try Files.write(Array("// the app's own".utf8), to: "\(project)/\(name)")
      let run = scrolltrace("reproduce", capture, "-o", project)
      #expect(run.code == .cannotCreate)
      #expect(run.error.contains("has a \(name) that no reproduction wrote"), "\(run.error)")
      #expect(Files.names(in: project) == [name])
    }
  }

  @Test("REPRO-10: a diagnosis prints the command that reproduces it")
  func next() {
    let run = scrolltrace("diagnose", capture, "--no-guard")
    #expect(run.output.contains("scrolltrace reproduce \(capture) -o repro/\n"))
  }

  @Test("REPRO-11: a page snaps along the axes and with the padding of the complete recording")
  func page() throws {
    for (name, type, padding) in [
      ("x-padding", "x mandatory", "0px 0px 0px 24px"),
      ("x-padding-end", "x mandatory", "0px 32px 0px 0px"),
      ("y-margin", "y mandatory", "20px 0px 0px 0px"),
      ("grid-y", "y mandatory", "0px 0px 0px 0px"),
      ("grid-both", "both mandatory", "0px 0px 0px 0px"),
    ] {
      let out = folder.file(name)
      let run = scrolltrace(
        "reproduce", Repository.path("fixtures/chromium-snap/\(name).jsonl.gz"), "-o", out)
      #expect(run.code == .ok, "\(run.error)")
      let page = try Files.text(out + "/repro.html")
      #expect(page.contains("scroll-snap-type: \(type);"), "\(name)")
      #expect(page.contains("scroll-padding: \(padding);"), "\(name)")
    }
  }

  @Test("REPRO-12: a part of a recording ends at rest")
  func restingEnd() throws {
    let out = folder.file("y-tall")
    let run = scrolltrace(
      "reproduce", Repository.path("fixtures/chromium-snap/y-tall.jsonl.gz"), "-o", out)
    #expect(run.code == .ok, "\(run.error)")
    // Before this rest the content moves by 1 or 2 px a frame.
    let last = try Files.text(out + "/trace.jsonl").split(separator: "\n").last
    #expect(last?.contains("\"y\":1230") == true, "\(last ?? "")")
  }

  @Test("REPRO-13: every trace of the shared captures reproduces or has no defect")
  func sharedCaptures() throws {
    guard let captures = Reference.path("captures") else { return }
    var counts: [String: Int] = [:]
    for kind in Files.names(in: captures).sorted() where kind != "truth" {
      for name in Files.names(in: "\(captures)/\(kind)").sorted() {
        let store = folder.file("\(kind)-\(name).sqlite")
        _ = scrolltrace("import", "--db", store, "\(captures)/\(kind)/\(name)")
        guard Files.exists(store) else { continue }
        let traces = scrolltrace("list", "--db", store, "--json").output
          .matches(of: /"trace": ([0-9]+)/).map { String($0.output.1) }
        for trace in traces {
          let out = folder.file("\(kind)-\(name)-\(trace)")
          let run = scrolltrace("reproduce", "--db", store, trace, "-o", out, "--json")
          counts["\(run.code)", default: 0] += 1
          if run.code == .nothingMatched {
            #expect(run.error.contains("there is nothing to reproduce"), "\(name): \(run.error)")
            #expect(!Files.exists(out))
          } else {
            #expect(run.code == .ok, "\(name), trace \(trace): \(run.error)")
            #expect(Files.names(in: out).contains("trace.jsonl"), "\(name), trace \(trace)")
          }
        }
      }
    }
    print("reproductions of the shared captures: \(counts.sorted { $0.key < $1.key })")
  }

  @Test("REPRO-14: the test omits the target layout if adding it is the fix")
  func targetLayout() throws {
    let log = folder.file("C04.jsonl")
    #expect(scrolltrace("simulate", "--case", "C04", "-o", log).code == .ok)
    let out = folder.file("C04")
    let run = scrolltrace("reproduce", log, "-o", out)
    #expect(run.code == .ok, "\(run.error)")
    #expect(
      try Files.text(out + "/ReproTests.swift")
        .contains(".scrollTargetLayout(isEnabled: running.hasTargetLayout)"))
    #expect(
      try Files.text(out + "/ReproView.swift").contains(".scrollTargetLayout(isEnabled: false)"))
  }

  /// A recording of a scene in which `ran` runs, but `declared` is declared.
  private func recording(
    _ name: String, _ scene: String, _ script: String, ran: String, declared: String?
  ) throws -> String {
    let (file, log) = (folder.file("\(name).json"), folder.file("\(name).jsonl"))
    try Files.write(Array(scene.utf8), to: file)
    try Files.write(Array(script.utf8), to: folder.file("\(name).script"))
    let run = scrolltrace(
      "simulate", file, "--script", folder.file("\(name).script"), "--config", ran, "-o", log)
    #expect(run.code == .ok, "\(run.error)")
    let declaration = declared.map { "\"configuration\":\"\($0)\"" } ?? "\"app\":\"a\""
    let text = try Files.text(log).replacing(
      /"configuration":"[^"]*"/, with: declaration, maxReplacements: 1)
    try Files.write(Array(text.utf8), to: log)
    return log
  }

  private static let chat = """
    {"container": {"width": 390, "height": 844}, "insets": {"top": 97, "bottom": 83},
     "stack": {"spacing": 6}, "items": {"count": 40, "prefix": "m", "size": 90}}
    """
  private static let cards = """
    {"axis": "horizontal", "container": {"width": 393, "height": 240}, "insets": {"left": 16, "right": 16},
     "stack": {"spacing": 12}, "items": {"count": 14, "prefix": "card-", "size": 280}}
    """

  @Test(
    "REPRO-16: what triggers a defect stays in the steps, which make the same cause again",
    arguments: [
      (
        "keyboard", "scroll to edge bottom via offset\nwait 800ms\ninsets 97,0,385,0\nwait 1s",
        "profile: ios18", "profile: ios18, default-anchor: bottom", "insets "
      ),
      (
        "message",
        "scroll to edge bottom via offset\nwait 1s\ninsert \"new\" at 40 size 80\nwait 1s",
        "profile: ios18", "profile: ios18, default-anchor: bottom", "insert "
      ),
      (
        "resize",
        "wait 300ms\nfling left 900\nwait 1s\nfling left 900\nwait 1s\nresize 320,240\nwait 1s",
        "profile: ios18, behavior: view-aligned(anchor: center), behavior-on-resize: ignored",
        "profile: ios18, behavior: view-aligned(anchor: center)", "resize "
      ),
    ])
  func trigger(
    _ name: String, _ script: String, _ ran: String, _ declared: String, _ step: String
  ) throws {
    let log = try recording(
      name, name == "resize" ? Self.cards : Self.chat, script, ran: ran, declared: declared)
    let out = folder.file("\(name)-repro")
    let run = scrolltrace("reproduce", log, "-o", out, "--json")
    #expect(run.code == .ok, "\(run.error)")
    #expect(run.output.contains("\"kind\": \"simulated\""))
    #expect(try Files.text(out + "/gesture.script").contains("\n\(step)"))
    let issue = try Files.text(out + "/README.md")
    #expect(issue.contains(". `\(step)") && !issue.contains("Wait."), "\(issue)")
    // The commands of the text make the recording and the cause again.
    let commands = issue.matches(of: /`(scrolltrace (?:simulate|diagnose again)[^`]*)`/)
      .map { String($0.output.1) }
    #expect(commands.count == 2, "\(issue)")
    func cause(_ text: String) -> Substring? { text.split(separator: "\n").dropFirst().first }
    let made = try Shell.run(commands.joined(separator: " && "), in: out)
    let right = scrolltrace("diagnose", out + "/trace.jsonl", "--no-guard")
    #expect(cause(made.output) == cause(right.output), "\(made.output) \(made.error)")
    #expect(right.output.contains("Cause   "))
  }

  @Test("REPRO-17: a trace without a defect is refused, and its diagnosis suggests no reproduction")
  func healthy() throws {
    let flings = [900, 1500, 700].map { "fling left \($0)\nwait 2s\n" }.joined()
    for declared in ["profile: ios18, behavior: view-aligned", nil] {
      let log = try recording(
        "healthy", Self.cards, flings, ran: "profile: ios18, behavior: view-aligned",
        declared: declared)
      let diagnosis = scrolltrace("diagnose", log, "--no-guard")
      #expect(!diagnosis.output.contains("scrolltrace reproduce"), "\(diagnosis.output)")
      guard declared != nil else { continue }
      let out = folder.file("healthy-repro")
      let run = scrolltrace("reproduce", log, "-o", out)
      #expect(run.code == .nothingMatched, "\(run.output)")
      #expect(run.error.contains("no finding above 'info', so there is nothing to reproduce"))
      #expect(!Files.exists(out))
    }
  }

  @Test("REPRO-18: the code of a fix is that of the change that was checked")
  func checkedFix() throws {
    let log = try recording(
      "interval", Self.cards, "wait 300ms\nfling left 900\nwait 2s\nfling left 1500\nwait 2s",
      ran: "profile: ios18, behavior: interval(280)",
      declared: "profile: ios18, behavior: interval(280)")
    let out = folder.file("interval-repro")
    #expect(scrolltrace("reproduce", log, "-o", out).code == .ok)
    let issue = try Files.text(out + "/README.md")
    let fix = try #require(issue.split(separator: "## Fix").last)
    let parts = fix.split(separator: "Not checked with this case:")
    #expect(parts.count == 2 && parts[0].contains("`behavior: interval(292)`: checked"), "\(fix)")
    #expect(!parts[0].contains(".viewAligned"), "\(fix)")
  }
}
