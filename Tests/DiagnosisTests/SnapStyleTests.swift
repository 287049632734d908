import Replay
import ScrollModel
import TestSupport
import TraceStore
import Testing
import Triage

@testable import Diagnosis

/// Recordings of Chromium's pages, whose styles are known.
@Suite("Snap styles of pages")
struct SnapStyleTests {
  private static func cause(_ name: String) throws -> DiagnosedCause? {
    try diagnosis(name).causes.first
  }

  private static func diagnosis(_ name: String, declared: String? = nil) throws -> TraceDiagnosis {
    let folder = name.hasPrefix("random") ? "chromium-random" : "chromium-snap"
    let shelf = try TraceShelf()
    let (trace, store) = try shelf.put(
      LoggedTraces(path: Repository.path("fixtures/\(folder)/\(name).jsonl.gz")))
    return try Diagnoser(
      Outcome(of: trace, in: store), declared: declared.map { try Configuration(text: $0) },
      BehaviorRegistry()
    ).diagnose()
  }

  private static func style(_ name: String) throws -> ScrollSnap {
    let cause = try #require(try cause(name))
    guard case .scrollSnap(let snap) = cause.configuration.behavior else {
      throw Unexpected(name: name)
    }
    return snap
  }

  private struct Unexpected: Error { var name: String }

  @Test(
    "a page that scrolls both ways snaps along the axes whose rests are aligned",
    arguments: [
      ("grid-x", SnapAlignment.none, SnapAlignment.start), ("grid-y", .start, .none),
      ("grid-both", .start, .start),
    ])
  func axes(_ name: String, vertical: SnapAlignment, horizontal: SnapAlignment) throws {
    let snap = try Self.style(name)
    #expect(snap.vertical == vertical && snap.horizontal == horizontal)
    #expect(snap.strictness == .mandatory)
  }

  @Test("a style of one axis is named with its axis")
  func sentence() throws {
    let cause = try #require(try Self.cause("grid-x"))
    #expect(
      cause.sentences.first == "The app snaps its items horizontally by their start (mandatory).")
  }

  @Test(
    "areas that a fling may pass are not said to stop each fling",
    arguments: [
      "x-mandatory-start", "x-mandatory-end", "y-mandatory-start", "y-mandatory-center",
      "y-mandatory-end", "x-proximity-start", "x-proximity-center", "x-mixed-start", "x-mixed-end",
      "x-padding", "x-scale-3", "x-rtl-start", "y-zoom-0.8", "y-mixed-proximity", "random-117",
    ])
  func stops(_ name: String) throws {
    #expect(try Self.style(name).stop == .normal)
  }

  @Test("areas that stop each fling are stated where the odds are more than undecided")
  func always() throws {
    #expect(try Self.style("random-104").stop == .always)
    // Both of these pages stop each fling, and their flings would hardly pass an area.
    for name in ["y-always-end", "random-102"] {
      let cause = try #require(try Self.cause(name))
      #expect(try Self.style(name).stop == .normal)
      #expect(cause.alternatives.contains { $0.summary.contains("one at a time") }, "\(name)")
    }
  }

  @Test("padding at the end moves areas beyond the start to it, not past it")
  func padding() throws {
    for name in ["random-112", "random-116"] {
      let cause = try #require(try Self.cause(name))
      guard case .scrollSnap(let snap) = cause.configuration.behavior else {
        Issue.record("\(name): \(cause.sentences)")
        continue
      }
      #expect(snap.vertical == .end, "\(name)")
      #expect(snap.padding.start == 0, "\(name)")
      let end = pointsText(snap.padding.end)
      #expect(
        cause.sentences.contains { $0.contains("\(end) pt inside the container's end") }, "\(name)")
    }
  }

  @Test(
    "items fill the view within a padding, so that content also rests between its positions",
    arguments: [
      ("random-206", SnapAlignment.end, SnapPadding(start: 48, end: 48)),
      ("random-207", .center, SnapPadding(start: 20, end: 20)),
      ("random-218", .center, SnapPadding(start: 48, end: 48)),
    ])
  func filled(_ name: String, align: SnapAlignment, padding: SnapPadding) throws {
    let snap = try Self.style(name)
    #expect(snap.alignment(name == "random-218" ? .vertical : .horizontal) == align)
    #expect(snap.padding == padding)
  }

  @Test(
    "a page behaves as its style, whatever the version of the browser and its load",
    arguments: [
      ("y-mixed-start", "mandatory"), ("y-tall", "mandatory"),
      ("x-padding", "mandatory, padding: 24"),
      ("random-118", "proximity, align: end, stop: always"),
      ("random-125", "mandatory, align: end"),
      ("random-122", "proximity, align: center, padding: 12"),
      ("random-206", "mandatory, align: end, padding: 48"), ("random-212", "mandatory, align: end"),
      ("random-227", "proximity"),
    ])
  func declared(_ name: String, style: String) throws {
    let declared = "behavior: scroll-snap(\(style)), physics: chromium"
    #expect(try Self.diagnosis(name, declared: declared).verdict == .asDeclared)
  }

  @Test("a style that misses the padding is contradicted by the one that has it")
  func misdeclared() throws {
    let declared = "behavior: scroll-snap(mandatory), physics: chromium"
    let cause = try #require(try Self.diagnosis("x-padding", declared: declared).causes.first)
    #expect(cause.cause == .scrollSnap)
    #expect(
      cause.sentences.first
        == "The app snaps its items by their start (mandatory), 24 pt inside the container's start "
        + "(scroll-padding plus scroll-margin); it declares that it snaps its items by their start "
        + "(mandatory).")
  }

  @Test("the fix of a page without its declared padding contains the padding")
  func paddingFix() throws {
    let declared = "behavior: scroll-snap(mandatory, padding: [24, 0]), physics: chromium"
    let found = try Self.diagnosis("x-mandatory-start", declared: declared)
    let fix = try #require(found.causes.first?.fix)
    #expect(fix.code.contains("scroll-padding-inline: 24px 0;"), "\(fix)")
  }

  @Test("no padding moves the starts of items on, or their ends back")
  func sides() {
    #expect(SnapPadding(moving: .start, by: -12) == SnapPadding(start: 12))
    #expect(SnapPadding(moving: .start, by: 12) == nil)
    #expect(SnapPadding(moving: .end, by: 12) == SnapPadding(end: 12))
    #expect(SnapPadding(moving: .end, by: -12) == nil)
    #expect(SnapPadding(moving: .center, by: -12) == SnapPadding(start: 24))
    #expect(SnapPadding(moving: .center, by: 12) == SnapPadding(end: 24))
    #expect(SnapPadding(moving: .start, by: 0) == SnapPadding())
  }
}
