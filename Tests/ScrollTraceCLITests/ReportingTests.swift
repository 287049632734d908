import CommandLineKit
import ScrollTraceCLI
import TestSupport
import Testing

@Suite("report and export --redact, as a user runs them")
struct ReportingTests {
  let folder: TemporaryDirectory
  let store: String

  init() throws {
    folder = try TemporaryDirectory()
    store = folder.file("s.sqlite")
    let log = folder.file("cards.jsonl")
    let made = scrolltrace(
      "simulate", Repository.path("fixtures/scenes/cards-paging.json"), "--script",
      Repository.path("fixtures/scripts/cards-paging.script"), "-o", log)
    try #require(made.code == .ok)
    try #require(scrolltrace("import", "--db", store, log).code == .ok)
  }

  @Test("a redacted trace says what was removed, names nothing, and replays as recorded")
  func redactedTrace() throws {
    let (log, other) = (folder.file("redacted.jsonl"), folder.file("other.sqlite"))
    let run = scrolltrace("export", "1", "--db", store, "--redact", "--salt", "a", "-o", log)
    #expect(run.code == .ok)
    #expect(run.error.contains("redacted: "))
    let text = try Files.text(log)
    #expect(!text.contains("card-"))
    #expect(!text.contains("Paging"))
    #expect(scrolltrace("import", "--db", other, log).code == .ok)
    let replay = scrolltrace("replay", "1", "--db", other)
    #expect(replay.code == .ok)
    #expect(replay.output.contains("repeats the recording bit for bit"))
  }

  @Test("a redacted report and a redacted trace agree about ids under one salt")
  func salts() throws {
    let (log, page) = (folder.file("redacted.jsonl"), folder.file("redacted.html"))
    let export = scrolltrace("export", "1", "--db", store, "--redact", "--salt", "a", "-o", log)
    #expect(export.code == .ok)
    let report = scrolltrace(
      "report", "1", "--db", store, "--redact", "--salt", "a", "--html", page)
    #expect(report.code == .ok)
    let text = try Files.text(page)
    #expect(!text.contains("card-"))
    let start = try #require(try Files.text(log).split(separator: "[[\"").dropFirst().first)
    let id = String(start.prefix { $0 != "\"" })
    #expect(id.hasPrefix("#") && text.contains(id), "\(id)")
  }

  @Test("a page holds where the content would come to rest and what its configuration looks at")
  func drawing() throws {
    let page = folder.file("page.html")
    let run = scrolltrace(
      "report", "1", "--db", store, "--config",
      "behavior: view-aligned, position: id, "
        + "position-anchor: center, transition: sides(top-leading: animated(centered), bottom-trailing: identity)",
      "--html", page)
    #expect(run.code == .ok || run.code == .differences)
    let text = try Files.text(page)
    #expect(text.contains("\"anchor\":[0.5,0.5]"))
    #expect(text.contains("\"threshold\":[\"centered\"]"))
    #expect(text.contains("\"rests\":[["))
  }

  @Test("the verdict names the worst finding in words, and the repair that was checked")
  func verdict() throws {
    let (log, cards) = (folder.file("drift.jsonl"), folder.file("drift.sqlite"))
    let made = scrolltrace(
      "simulate", Repository.path("fixtures/gallery/scenes/pages-landscape.json"), "--script",
      Repository.path("fixtures/gallery/scripts/five-left.script"), "--config", "behavior: paging",
      "-o", log)
    try #require(made.code == .ok)
    try #require(scrolltrace("import", "--db", cards, log).code == .ok)
    let run = scrolltrace("report", "1", "--db", cards, "--json-out", folder.file("drift.json"))
    #expect(run.code == .differences)
    let line = try #require(run.error.split(separator: "\n").first { $0.hasPrefix("warning: ") })
    #expect(line.contains("(S03 drift-with-index)"))
    #expect(line.contains("Repaired by behavior: view-aligned"))
    #expect(line.contains("2 other findings below"))
  }
}
