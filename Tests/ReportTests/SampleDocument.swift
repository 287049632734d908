import ScrollModel

@testable import Report

/// Texts with markup, invisible characters and text direction changes.
let hostileTexts = [
  "</script><script>window.harm=1</script>", "<img src=x onerror=\"window.harm=1\">",
  "\"><svg onload=window.harm=1>", "<!--<script>", "]]>&lt;&amp;", "\u{202E}live\u{200B}",
  "| a |\n| - |", "@octocat #1 https://example.com www.example.com", "`` ``` `",
  "![x](https://example.com) [a](javascript:alert(1))", "\0\u{1B}[31m\u{FFFE}\u{7F}",
]

extension ReportDocument {
  /// A document with something in every part; every text in it comes from `text`.
  static func sample(frames: Int = 40, _ text: (String) -> String = { $0 }) -> ReportDocument {
    var information = TraceInformation(name: text("feed"))
    information.device = text("iPhone17,1")
    information.app = text("Example 1.0")
    information.declaredConfiguration = "behavior: custom(\"snap\")"
    information.axes = .vertical
    let duration = Int64(frames) * 8_000_000
    var document = ReportDocument(
      verdict: ReportVerdict(
        text("rests elsewhere"), repair: [.init("remove the behavior", isCode: false)]),
      severity: .warning, information: information, traceID: 7,
      durationNanoseconds: duration, toolVersion: "0.1.0", engineVersion: "1")
    document.judgedTrack = 1
    document.digests = [("inputs", "00ff")]
    document.commands = [text("scrolltrace replay 7"), "scrolltrace show 7"]
    document.tracks = [
      track("recording", frames, text), track("declared", frames, text, shift: 12),
    ]
    document.tracks[0].reportsVisibility = true
    document.layouts = [
      ReportLayout(
        time: 0, contentSize: Size(width: 300, height: 9000),
        targets: [(text("a"), Rect(x: 0, y: 0, width: 300, height: 200))])
    ]
    document.containers = [
      ReportContainer(time: 0, size: Size(width: 300, height: 600), insets: .zero)
    ]
    document.gestures = [
      ReportGesture(kind: "touch", from: 0, to: 90_000_000, path: [(0, 10, 10)]),
      ReportGesture(kind: "touch", from: 40_000_000, to: 80_000_000, path: []),
    ]
    document.marks = [ReportEvent(time: 5_000_000, kind: "command", text: text("scroll to a"))]
    document.addResults(text)
    return document
  }

  /// A document of a trace with only a finger.
  static func unchecked() -> ReportDocument {
    var document = sample()
    let notChecked = NotChecked(
      "the trace has input, but no scroll offsets",
      nextCommand: "scrolltrace attach OFFSETS --gestures 7")
    document.tracks = []
    document.judgedTrack = nil
    document.divergences = []
    document.findings = []
    document.matrix = []
    document.verdict = ReportVerdict(
      document.statement(of: notChecked), notChecked: notChecked)
    document.severity = .notChecked
    return document
  }

  private static func track(
    _ name: String, _ frames: Int, _ text: (String) -> String, shift: Double = 0
  ) -> ReportOutcome {
    var track = ReportOutcome(name: name, configuration: "behavior: paging", drive: "gesture")
    track.times = (0..<frames).map { Int64($0) * 8_000_000 }
    track.xs = Array(repeating: 0, count: frames)
    track.ys = (0..<frames).map { Double($0 % 977) * 1.37 + shift }
    track.phases = [(0, 90_000_000, "interacting"), (90_000_000, 200_000_000, "decelerating")]
    track.ids = [(0, text("a")), (100_000_000, nil)]
    var settle = ReportSettle(
      number: 1, isHorizontal: false, releaseTime: 90_000_000, restTime: 200_000_000,
      releaseOffset: 10, rest: 30 + shift, ending: "rest", sentence: text("nearest to a"))
    settle.velocity = 900
    settle.projected = 31
    settle.candidates = [
      ReportSettle.Candidate(id: text("a"), place: 30, distance: 1, verdict: "chosen")
    ]
    settle.plane = ReportSettle.Plane(
      offsets: [0, 1], velocities: [-1, 1], choices: [.target(text("a")), .target(text("b"))],
      cells: [[0, 1], [1, 1]])
    track.settles = [settle]
    return track
  }

  private mutating func addResults(_ text: (String) -> String) {
    divergences = [
      ReportDivergence(
        track: 1, kind: "offset", verdict: "settles-elsewhere", headline: text("rests at a"),
        stage: "motion", cause: text("the two sides"), from: 90_000_000, to: 200_000_000,
        maximum: 12)
    ]
    findings = [
      ReportFinding(
        detector: "S05", name: "snap-back", severity: .warning, from: 1_000_000, to: 2_000_000,
        target: text("a"), count: 2, message: text("it snaps back"), cause: text("the layout"),
        measures: [.init(name: "distance", value: 12, unit: "pt")],
        links: ["https://example.org/1", "javascript:alert(1)"],
        repair: "behavior: custom(\"snap\")",
        repairObstacle: nil, fingerprint: "0123456789abcdef")
    ]
    findings[0].repairLines = [.init(".scrollTargetBehavior(.paging)", isCode: true)]
    policies = [
      ReportPolicy(
        name: "feed.default", settings: ["fraction: 0.5"],
        impressions: [
          .init(
            id: text("a"), from: 0, to: 100_000_000, qualified: 50_000_000, peakFraction: 1,
            lack: nil, certainty: "exact"),
          .init(
            id: text("b"), from: 0, to: 50_000_000, qualified: nil, peakFraction: 0.4,
            lack: "10 % short", certainty: "exact"),
        ])
    ]
    figures = [
      ReportFigure(name: "longest hitch", value: .infinity, unit: "ms", detail: "n = 3"),
      ReportFigure(name: "jank", value: nil, unit: "%", detail: "no display times"),
    ]
    matrix = [
      ReportCell(
        name: "declared", group: 0, settles: text("a"), firstDivergence: "0.090 s motion", worst: 12
      ),
      ReportCell(name: text("other"), group: nil, settles: "", firstDivergence: "", worst: nil),
    ]
    notes = [text("nothing says how long the content is")]
  }
}

/// The formats of one document, by name.
func faces(of document: ReportDocument) throws -> [(name: String, text: String)] {
  let all: [(String, any ReportRenderer)] = [
    ("html", HTMLReport(document)), ("markdown", MarkdownReport(document)),
    ("json", JSONReport(document)), ("junit", JUnitReport(document)),
    ("sarif", SARIFReport(document)), ("events", TraceEventReport(document)),
  ]
  return try all.map { ($0, String(decoding: try $1.bytes(), as: UTF8.self)) }
}

extension String {
  /// The number of occurrences of a text.
  func count(of piece: String) -> Int {
    let (text, part) = (Array(utf8), Array(piece.utf8))
    guard !part.isEmpty, text.count >= part.count else { return 0 }
    return (0...(text.count - part.count)).count { start in
      text[start] == part[0] && text[start..<(start + part.count)].elementsEqual(part)
    }
  }

  /// The text between the first `start` and the next `end`.
  func between(_ start: String, _ end: String) -> String? {
    guard let from = range(of: start), let to = self[from.upperBound...].range(of: end) else {
      return nil
    }
    return String(self[from.upperBound..<to.lowerBound])
  }
}

extension StringProtocol {
  /// The first occurrence of a text.
  func range(of piece: String) -> Range<String.Index>? {
    let part = Array(piece.utf8)
    var start = utf8.startIndex
    while start < utf8.endIndex {
      if utf8[start] == part.first, utf8[start...].starts(with: part) {
        return start..<utf8.index(start, offsetBy: part.count)
      }
      start = utf8.index(after: start)
    }
    return nil
  }
}
