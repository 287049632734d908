import Replay
import ScrollModel
import TestSupport
import Testing

/// Recordings of Chromium scrolling a page with scroll snap, replayed from each release on.
///
/// The page logged the positions of its elements and the end of each scroll, separately from the
/// recordings.
@Suite("Recorded scroll snap, replayed") struct CaptureReplayTests {
  /// A run of a page, and the files that hold it.
  struct Run: Sendable, CustomTestStringConvertible {
    var page: String
    var files: [String]
    /// The page's scroll padding.
    var margins = ""
    /// The number of releases.
    var releases = 7
    var testDescription: String { files[0] }

    var snapping: String { "behavior: view-aligned(limit: never, anchor: top-leading)" + margins }
  }

  private static let padding = ", margins: insets(left: 20, right: 20)"

  static let runs = [
    Run(
      page: "open-snapx-carousel", files: ["chrome-json/open-snapx-carousel.trace.json.gz"],
      margins: padding),
    Run(page: "open-paging-vertical", files: ["perfetto/open-paging-vertical.pftrace"]),
    Run(
      page: "open-snapx-carousel",
      files: ["csv/open-snapx-carousel.offsets.csv", "csv/open-snapx-carousel.touches.csv"],
      margins: padding),
    Run(
      page: "open-snapx-carousel", files: ["rrweb/open-snapx-carousel.rrweb.json"],
      margins: padding),
    Run(page: "open-paging-vertical", files: ["rrweb/open-paging-vertical.rrweb.json"]),
  ]

  /// The recording with the page's layout and container at its start.
  private func session(_ run: Run) throws -> (session: Session, log: PageLog)? {
    let names = run.files + ["truth/\(run.page).truth.jsonl"]
    guard names.allSatisfy(Captures.has) else { return nil }
    let log = try PageLog(run.page)
    var events: [(time: TraceTime, event: TraceEvent)] = [
      (.zero, .input(.container(ContainerChange(size: log.container)))),
      (.zero, .input(.layout(log.layout))),
    ]
    var information: TraceInformation?
    for file in run.files {
      // In some formats the document around the scroller is a trace of its own.
      let trace = try #require(
        try Captures.traces(file).max { $0.events.count < $1.events.count })
      information = information ?? trace.information
      events += zip(trace.times, trace.events).filter { _, event in
        switch event {
        case .input(.container), .input(.layout): false
        default: true
        }
      }
    }
    let order = events.indices.sorted {
      (events[$0].time, $0) < (events[$1].time, $1)
    }
    return (Session(information: try #require(information), order.map { events[$0] }), log)
  }

  private func settles(_ session: Session, _ configuration: String) throws -> [Settle] {
    let result = try session.replay(try Configuration(text: configuration), drive: .release)
    return Array(result.tally.settles)
  }

  private func place(_ settle: Settle, _ log: PageLog, _ index: Int) -> Double {
    let rest = log.rests[index]
    return settle.axis == .horizontal ? rest.x : rest.y
  }

  @Test(
    "under CSS, every release chooses the offset at which the page came to rest", arguments: runs)
  func css(_ run: Run) throws {
    guard let (session, log) = try session(run) else { return }
    let settles = try settles(session, "physics: css, " + run.snapping)
    try #require(settles.count == run.releases && log.rests.count >= run.releases)
    for (index, settle) in settles.enumerated() {
      #expect(settle.rule == .peer)
      #expect(settle.chosen == place(settle, log, index), "release \(index + 1): \(settle)")
      #expect(settle.chosenID != nil)
    }
  }

  @Test("without a behavior, releases end elsewhere and the replay diverges", arguments: runs)
  func none(_ run: Run) throws {
    guard let (session, log) = try session(run) else { return }
    for physics in [PeerPhysics.uikit, .css] {
      let text = "physics: \(physics.rawValue)"
      let result = try session.replay(try Configuration(text: text), drive: .release)
      let settles = Array(result.tally.settles)
      let elsewhere = settles.enumerated().count { abs($1.chosen - place($1, log, $0)) > 20 }
      #expect(settles.count == run.releases && elsewhere >= 5, "\(elsewhere) under \(physics)")
      #expect(try #require(result.comparison).isDivergent)
    }
  }

  @Test(
    "each physics gives the same results for the same releases twice", arguments: runs.prefix(2))
  func peers(_ run: Run) throws {
    guard let (session, log) = try session(run) else { return }
    var answers: [String] = []
    for physics in PeerPhysics.allCases {
      let configuration = try Configuration(text: "physics: \(physics.rawValue), " + run.snapping)
      let first = try session.replay(configuration, drive: .release)
      let second = try session.replay(configuration, drive: .release)
      #expect(first.tally.digest == second.tally.digest && !first.tally.digest.isEmpty)
      let settles = Array(first.tally.settles)
      try #require(settles.count == run.releases)
      let right = settles.enumerated().count { $1.chosen == place($1, log, $0) }
      answers.append("\(physics.rawValue) \(right)")
    }
    print(
      "\(run.page): recorded rests taken of \(run.releases): \(answers.joined(separator: ", "))")
  }
}
