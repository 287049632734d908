import CommandLineKit
import Foundation
import TestSupport
import Testing

/// The sentence, the table and the JSON of a settle come from one decision.
@Suite("explain agrees in its sentence, table and JSON")
struct ExplainAgreementTests {
  /// All fixtures that contain settles: logs, and scenes with their scripts.
  static let logs = ["bugs/cards-stop-between", "traces/card-carousel", "traces/two-flings"]
  static let scenes = [
    "cards-paging", "cards-right-to-left", "chat-from-bottom", "feed-irregular",
    "grid-two-columns", "keyboard", "lazy-estimates", "map-both-ways", "nested-carousel",
    "pagination", "rotation", "short-content",
  ]
  static let configurations = [
    "behavior: view-aligned", "behavior: view-aligned(limit: never, anchor: center)",
    "behavior: paging", "behavior: interval(130)", "behavior: none",
    "behavior: view-aligned, physics: chromium",
    "behavior: scroll-snap(mandatory, stop: always), physics: css",
  ]

  @Test("the settles of scenes agree in every format", arguments: scenes)
  func scene(name: String) throws {
    let stored = try SimulatedStore(
      scene: "fixtures/scenes/\(name).json", script: "fixtures/scripts/\(name).script")
    try check(stored.store)
  }

  @Test("the settles of logs agree in every format", arguments: logs)
  func log(name: String) throws {
    let folder = try TemporaryDirectory()
    let store = folder.file("s.sqlite")
    let path = Repository.path("fixtures/\(name).jsonl")
    try #require(scrolltrace("import", "--db", store, path).code == .ok)
    try check(store)
  }

  @Test(
    "a sentence names what interrupted a settle",
    arguments: [
      ("resize 390,500", "the new size 390 × 500 pt"),
      ("scroll to point 0,0 via offset", "a scroll of the program"),
    ])
  func interruption(step: String, name: String) throws {
    let folder = try TemporaryDirectory()
    let log = folder.file("cut.jsonl")
    let made = scrolltrace(
      "simulate", Repository.path("fixtures/scenes/feed-irregular.json"), "--do", "fling up 1500",
      "--do", "wait 60ms",
      "--do", step, "--do", "wait 1s", "-o", log)
    try #require(made.code == .ok, "\(made.error)")
    let shown = scrolltrace("explain", log).output
    #expect(shown.contains(" pt \(name) interrupted it"), "\(shown)")
  }

  /// The sentence used to call the area that stopped the scroll the one nearest its end.
  @Test("a scroll that an area stopped is not said to rest nearest its end")
  func stops() throws {
    let stored = try SimulatedStore(
      scene: "fixtures/scenes/feed-irregular.json", script: "fixtures/scripts/feed-irregular.script"
    )
    func sentences(_ stop: String) throws -> [String] {
      let shown = scrolltrace(
        "explain", "1", "--db", stored.store, "--config",
        "behavior: scroll-snap(mandatory, stop: \(stop)), physics: css")
      try #require(shown.code == .ok, "\(shown.error)")
      return shown.output.split(separator: "\n").map(String.init).filter { $0.hasPrefix("settle ") }
    }
    let stopped = try sentences("always").filter { $0.contains("which no scroll may pass") }
    #expect(!stopped.isEmpty)
    for sentence in stopped {
      #expect(sentence.contains("is the nearest to the projected rest ("), "\(sentence)")
      #expect(!sentence.contains("takes the candidate ahead that is nearest"))
    }
    #expect(try sentences("normal").allSatisfy { !$0.contains("which no scroll may pass") })
  }

  private func check(_ store: String) throws {
    try check(store, [])
    for configuration in Self.configurations { try check(store, ["--config", configuration]) }
  }

  private func check(_ store: String, _ options: [String]) throws {
    let words = ["explain", "1", "--db", store] + options
    let json = scrolltrace(words + ["--json"])
    // A script may contain no release.
    if json.code == .nothingMatched { return }
    try #require(json.code == .ok, "\(json.error)")
    let text = scrolltrace(words).output.split(separator: "\n").map(String.init)
    let whole = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
    let settles = try #require(whole?["settles"] as? [[String: Any]])
    for settle in settles {
      let number = try #require(settle["number"] as? Int)
      let sentence = try #require(settle["sentence"] as? String)
      let candidates = try #require(settle["candidates"] as? [[String: Any]])
      let context: Comment = "settle \(number) of \(options): \(sentence)"
      let verdicts = candidates.compactMap { $0["verdict"] as? String }
      #expect(verdicts.count { $0 == "chosen" } <= 1, context)
      // The table has the rows of the JSON.
      let start = try #require(text.firstIndex { $0.hasPrefix("settle \(number) at ") }, context)
      let rows = text[start...].dropFirst().prefix { !$0.hasPrefix("settle ") }
        .drop { !$0.hasPrefix("candidate ") }.dropFirst().prefix(verdicts.count)
      let shown = rows.map { row in
        row.hasSuffix("expected, not chosen")
          ? "expected" : row.hasSuffix("nearest, not chosen") ? "passed-over" : row.lastWord
      }
      #expect(shown == Array(verdicts.prefix(8)), context)
      #expect(text[start].hasSuffix(sentence), context)
      try checkChoice(sentence, candidates, settle["rule"] as? String, context)
    }
  }

  /// The choice in the sentence equals the choice among the candidates, and is not rejected there.
  private func checkChoice(
    _ sentence: String, _ candidates: [[String: Any]], _ rule: String?, _ context: Comment
  ) throws {
    guard let rule, !["natural", "left-alone", "custom"].contains(rule) else { return }
    func picked(_ verdict: String) -> [String: Any]? {
      candidates.first { $0["verdict"] as? String == verdict }
    }
    let marker = "the configuration leads to "
    let isDissent = sentence.hasPrefix(marker)
    let pick = try #require(picked(isDissent ? "expected" : "chosen"), context)
    #expect(isDissent == (picked("expected") != nil), context)
    if let id = pick["id"] as? String {
      #expect(sentence.contains("\(id) at "), context)
      if isDissent { #expect(sentence.dropFirst(marker.count).hasPrefix("\(id): "), context) }
    } else {
      #expect(sentence.contains(" pt ("), context)
    }
    guard isDissent, let chosen = picked("chosen")?["id"] as? String else { return }
    #expect(sentence.contains("the recording chose \(chosen) at "), context)
  }
}

extension String {
  fileprivate var lastWord: String { split(separator: " ").last.map(String.init) ?? "" }
}
