import Diagnosis
import ScrollModel
import Simulation
import TestSupport
import Testing

/// Programmatic scrolls and size changes: the causes of gallery cases and of drawn recordings.
@Suite("causes of scrolls and size changes")
struct ScrollToCauseTests {
  /// The expected classes, written from the reports.
  static let classes: [(name: String, cause: CauseClass)] = [
    ("A01", .design), ("B01", .design), ("B05", .design), ("C02", .design), ("B09", .design),
    ("BUG-44", .design), ("VIS-28", .design), ("BUG-23", .sizeChange),
    ("A03", .scrollTo), ("A07", .sizeChange), ("A11", .scrollTo), ("B08", .scrollTo),
    ("B13", .scrollTo), ("BUG-22", .scrollTo), ("BUG-29", .scrollTo), ("BUG-39", .scrollTo),
    ("BUG-42", .scrollTo), ("BUG-46", .scrollTo), ("BUG-47", .scrollTo),
    ("BUG-03", .sizeChange), ("BUG-16", .sizeChange), ("BUG-19", .sizeChange),
    ("BUG-20", .sizeChange), ("A12", .insets), ("BUG-26", .insets),
    ("BUG-27", .sizeChange), ("B12", .sizeChange), ("D03", .sizeChange),
    ("A02", .ownership), ("BUG-38", .ownership), ("BUG-14", .ownership), ("E03", .ownership),
    ("BUG-40", .position), ("C12", .visibility), ("C14", .visibility), ("F06", .visibility),
    ("A04", .position), ("BUG-36", .position), ("BUG-37", .position), ("BUG-43", .visibility),
    ("BUG-24", .scrollTo), ("BUG-45", .scrollTo), ("A02-id", .ownership), ("D07", .design),
    ("C09", .limit), ("C10", .deceleration), ("B03", .customBehavior), ("D01", .offsets),
    ("B04", .customBehavior), ("B07", .customBehavior), ("A05", .sizeChange),
  ]

  @Test("the first cause of a gallery case is of the right class", arguments: classes.map(\.name))
  func gallery(_ name: String) throws {
    let wanted = try #require(Self.classes.first { $0.name == name }?.cause)
    let found = try FalseCauseTests.diagnosis(of: GalleryRecording.of(name), try TraceShelf())
    #expect(found.causes.first?.cause == wanted, "\(found.lines().map(\.text))")
    #expect(found.verdict == .cause)
    #expect(found.causes.count <= 3)
  }

  @Test("a cause outside the recording is not reported", arguments: ["BUG-04", "BUG-05", "BUG-18"])
  func outside(_ name: String) throws {
    let found = try FalseCauseTests.diagnosis(of: GalleryRecording.of(name), try TraceShelf())
    #expect(found.verdict != .cause, "\(found.lines().map(\.text))")
  }

  @Test("numbers are explained by equal lengths of the scene")
  func names() throws {
    for (name, symbol) in [
      ("BUG-03", "the change of the container's height (292)"),
      ("BUG-19", "the height of the 1 new item (90)"), ("A01", "the insets at both ends (118)"),
      ("B05", "the spacing (16)"), ("B01", "the insets at both ends (93)"),
    ] {
      let found = try FalseCauseTests.diagnosis(of: GalleryRecording.of(name), try TraceShelf())
      #expect(found.causes.first?.symbolic?.contains(symbol) == true, "\(name) \(found.causes)")
    }
  }

  @Test("a scroll through an unbound position has no effect, whatever else moves")
  func unbound() throws {
    let path = Repository.path("fixtures/scenes/chat-from-bottom.json")
    let scene = try SceneFile(json: Array(Files.read(path)), name: "chat")
    let configuration = try Configuration(text: scene.labels.configuration ?? "")
    let id = "uuid:6F1C2E58-0B0E-4B32-9A5E-3C1D6A0F000A"
    for (route, isUnbound) in [("", true), (" via reader", false)] {
      let script = """
        wait 600ms
        insert \(id) at 9 size 228,64
        scroll to id \(id) anchor bottom over 0.25s\(route)
        wait 2s
        """
      let recording = try HiddenCase(
        name: "chat", hidden: configuration, declared: configuration, scene: scene, script: script
      ).recording()
      let found = try FalseCauseTests.diagnosis(of: recording, try TraceShelf())
      let text = found.lines().map(\.text).joined(separator: "\n")
      #expect(text.contains("nothing binds the request") == isUnbound, "\(text)")
    }
  }

  /// At 1 s the feed decelerates, with item 11 at its top.
  @Test(
    "what changes above moving items is named, and what changes below them is not",
    arguments: [
      ("insert x at 0 size 361,150", "jump 158 pt down", "1 item was inserted above"),
      ("remove 2", "jump 141 pt up", "1 item was removed above"),
      ("grow 2 to 361,233", "jump 100 pt down", "above them became 100 pt longer"),
      ("append 3", nil, nil), ("grow 30 to 361,233", nil, nil),
      ("insert x at 38 size 361,150", nil, nil),
    ] as [(String, String?, String?)], ["", "position: id, position-anchor: top"])
  func movingItems(edit: (step: String, size: String?, what: String?), text: String) throws {
    let path = Repository.path("fixtures/scenes/feed-irregular.json")
    let scene = try SceneFile(json: Array(Files.read(path)), name: "feed")
    let configuration = try Configuration(text: text)
    let recording = try HiddenCase(
      name: "feed", hidden: configuration, declared: configuration, scene: scene,
      script: "wait 200ms\nfling up 3000\nwait 600ms\n\(edit.step)\nwait 3s"
    ).recording()
    let found = try FalseCauseTests.diagnosis(of: recording, try TraceShelf())
    let lines = found.lines().map(\.text).joined(separator: "\n")
    guard let size = edit.size, let what = edit.what else {
      #expect(found.causes.isEmpty, "\(lines)")
      return
    }
    #expect(found.causes.map(\.cause) == [.sizeChange], "\(lines)")
    #expect(lines.contains(size) && lines.contains(what), "\(lines)")
    #expect(found.causes.first?.certainty == .certain)
  }

  @Test("an inset that moves the content after a scroll has arrived is not blamed on the scroll")
  func movedByInset() throws {
    let path = Repository.path("fixtures/scenes/large-title.json")
    let scene = try SceneFile(json: Array(Files.read(path)), name: "mailboxes")
    let configuration = try Configuration(text: scene.labels.configuration ?? "")
    let recording = try HiddenCase(
      name: "mailboxes", hidden: configuration, declared: configuration, scene: scene,
      script: Files.text(Repository.path("fixtures/scripts/large-title.script"))
    ).recording()
    let found = try FalseCauseTests.diagnosis(of: recording, try TraceShelf())
    let text = found.lines().map(\.text).joined(separator: "\n")
    #expect(found.causes.first?.cause == .sizeChange, "\(text)")
    #expect(!found.causes.contains { $0.cause == .scrollTo }, "\(text)")
  }

  @Test("an animated scroll that the recording cuts off is not judged, whatever the noise")
  func cutOff() throws {
    func file(_ name: String) -> String { Repository.path("fixtures/gallery/\(name)") }
    let scene = try SceneFile(json: Array(Files.read(file("scenes/rows.json"))), name: "rows")
    let configuration = try Configuration(text: "position: id")
    for jitter in [0, 0.05] {
      var example = HiddenCase(
        name: "rows", hidden: configuration, declared: configuration, scene: scene,
        script: try Files.text(file("scripts/prepend-and-follow.script")))
      example.noise.offsetJitter = jitter
      let found = try FalseCauseTests.diagnosis(of: example.recording(), try TraceShelf())
      let text = found.lines().map(\.text).joined(separator: "\n")
      #expect(!text.contains("moves nothing"), "\(jitter): \(text)")
      #expect(text.contains("older content was treated as new content"), "\(jitter): \(text)")
    }
  }
}
