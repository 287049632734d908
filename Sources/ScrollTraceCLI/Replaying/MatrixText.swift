import Analysis
import CommandLineKit
import Replay
import ScrollModel
import TextKit
import TraceStore

/// A matrix as text.
struct MatrixText {
  private let matrix: TraceMatrix
  private var trace: TraceRecord { matrix.trace }
  private var result: MatrixResult { matrix.result }

  init(_ matrix: TraceMatrix) {
    self.matrix = matrix
  }

  func print(_ console: inout Console) {
    let style = console.style
    console.print(
      style("trace \(trace.id) ", .dim)
        + style(DisplayText.escaped(trace.information.name), .bold))
    if let drive = result.cells.lazy.compactMap({ $0.result?.plan.drive }).first {
      console.print(
        "  \(style("drive", .dim))      \(drive.drive.rawValue): \(drive.drive.summary)"
          + " (\(drive.reason))")
    }
    if let first = result.cells.lazy.compactMap({ $0.result }).first {
      console.print("  \(style("compared", .dim))   \(compared(first))")
    }
    if result.cells.count == 1, let cell = result.cells.first {
      printSingle(cell, &console)
    } else {
      MatrixTable(matrix).print(&console)
      printContrasts(&console)
    }
  }

  private func compared(_ result: ReplayResult) -> String {
    guard let comparison = result.comparison else {
      return result.obstacle ?? "nothing"
    }
    return ComparisonText.frames(comparison)
  }

  private func printSingle(_ cell: MatrixCell, _ console: inout Console) {
    let style = console.style
    console.print("  \(style("under", .dim))      \(DisplayText.escaped(cell.configuration.name))")
    guard let replay = cell.result else {
      console.printError("scrolltrace replay: " + DisplayText.escaped(cell.obstacle ?? ""))
      return
    }
    let text = replay.plan.configuration.text
    if text != cell.configuration.name, !text.isEmpty {
      console.print("             \(style(DisplayText.escaped(text), .dim))")
    }
    console.print("  \(style("settles", .dim))    \(MatrixTable.settles(replay.tally))")
    if let seen = matrix.seen(0) {
      console.print(
        "  \(style("seen", .dim))       \(counted(seen.impressions.count, "impression")) by the "
          + "policy \(seen.policy.name)")
    }
    NestedText.print(replay.tally.nestedEvents, label: "nested     ", &console)
    printInferred(replay.tally, &console)
    if !replay.plan.isPortable {
      console.print(
        "  \(style("portable", .dim))   no: a behavior of this program may compute differently elsewhere"
      )
    }
    if replay.tally.gaps > 0 {
      console.print(
        "  \(style("gaps", .dim))       \(counted(Int(replay.tally.gaps), "gap")): the lost events "
          + "were not replayed")
    }
    if replay.tally.assumesContent {
      console.print(
        "  \(style("assumed", .dim))    content without an end: its length is not recorded, so edges are not checked"
      )
    }
    if cell.configuration.isAssumed {
      console.print(
        "  \(style("verdict", .dim))    not checked: the trace declares no configuration, so the "
          + "defaults are assumed; give the app's own with --config or --behavior")
    }
    guard let comparison = replay.comparison else { return }
    var lines = ComparisonText(comparison, sides: ("recording", "replay"))
    if cell.configuration.isAssumed { lines.label = "assumed" }
    lines.print(&console)
  }

  /// Prints the differences of other physics for the same releases, once for each group.
  private func printContrasts(_ console: inout Console) {
    var said: Set<Int> = []
    var lines: [String] = []
    for cell in result.cells {
      guard let physicsDifferences = cell.physicsDifferences, let group = cell.group,
        said.insert(group).inserted
      else {
        continue
      }
      lines += physicsDifferences.settles.map { ContrastText.line($0) }
    }
    for line in lines.prefix(ContrastText.shown) { console.print(line) }
    let rest = lines.count - ContrastText.shown
    if rest > 0 { console.print("… and \(rest) more; --json lists them") }
  }

  /// Prints inferred velocities with their uncertainty.
  private func printInferred(_ tally: ReplaySummary, _ console: inout Console) {
    guard let first = tally.inferredReleases.first else { return }
    let count = counted(tally.inferredReleases.count, "release velocity", "release velocities")
    let source =
      switch first.source {
      case .fitted: "fitted to the last offsets or touches"
      case .throttledTouches: "from rare touch samples: probably too slow"
      }
    let shown = tally.inferredReleases.prefix(4).map { release in
      let (dx, dy) = (release.velocity.dx, release.velocity.dy)
      let speed = pointsText((dx * dx + dy * dy).squareRoot())
      return speed + (release.uncertainty.map { " ± \(pointsText($0))" } ?? " ± ?")
    }
    let more = tally.inferredReleases.count > shown.count ? ", …" : ""
    console.print(
      "  \(console.style("inferred", .dim))   \(count) \(source): "
        + shown.joined(separator: ", ") + more + " pt/s")
  }
}

/// A comparison as text.
struct ComparisonText {
  /// The largest number of divergences that are printed.
  static let shown = 12

  let comparison: Comparison
  let sides: (String, String)
  /// The label of the first line.
  var label = "verdict"

  init(_ comparison: Comparison, sides: (String, String)) {
    self.comparison = comparison
    self.sides = sides
  }

  func print(_ console: inout Console) {
    let style = console.style
    guard comparison.isDivergent else {
      console.print(
        "  \(style(label, .dim))    "
          + style(
            comparison.isIdentical
              ? "the \(sides.1) equals the \(sides.0) bit for bit"
              : "no difference above \(pointsText(comparison.tolerance.points)) pt", .green)
          + (comparison.isIdentical
            ? "" : ", largest difference \(pointsText(comparison.wouldPassAt)) pt"))
      return
    }
    console.print(
      "  \(style(label, .dim))    "
        + style("\(counted(comparison.divergenceCount, "divergence"))", .yellow)
        + ", passes with \(Self.sufficient(comparison))")
    for divergence in comparison.divergences.prefix(Self.shown) { print(divergence, &console) }
    let rest = comparison.divergenceCount - Self.shown
    if rest > 0 { console.print("  … and \(rest) more; --json lists them") }
  }

  /// The number of compared frames, and the use of the others.
  static func frames(_ comparison: Comparison) -> String {
    let compared = counted(Int(clamping: comparison.comparedFrames), "frame")
    let tolerance = comparison.tolerance.points
    let allowed =
      tolerance > Tolerance.standard.points
      ? "; differences up to \(pointsText(tolerance)) pt count as none" : ""
    guard comparison.excludedFrames > 0 else { return "all \(compared)\(allowed)" }
    return "\(compared); the other \(comparison.excludedFrames) drove the replay\(allowed)"
  }

  /// The tolerance options under which nothing differs, rounded up so that they are sufficient.
  static func sufficient(_ comparison: Comparison) -> String {
    let points = "--tolerance-pt \(pointsText(roundedUp(comparison.wouldPassAt)))"
    let milliseconds = comparison.wouldPassAtMilliseconds
    guard milliseconds > comparison.tolerance.milliseconds else { return points }
    return "\(points) --tolerance-ms \(pointsText(roundedUp(milliseconds)))"
  }

  /// The smallest number with two decimals that is not less.
  private static func roundedUp(_ value: Double) -> Double {
    let nearest = (value * 100).rounded() / 100
    return nearest >= value ? nearest : ((value * 100).rounded() + 1) / 100
  }

  private func print(_ divergence: Divergence, _ console: inout Console) {
    let style = console.style
    let times =
      "\(secondsText(divergence.from.nanoseconds)) to \(secondsText(divergence.to.nanoseconds))"
    console.print("  \(style("•", .yellow)) \(Self.headline(divergence)), \(times)")
    console.print(
      "    \(style("cause", .dim)): \(divergence.onset.stage.summary): "
        + DisplayText.escaped(divergence.onset.sentence))
  }

  /// The difference in a few words.
  static func headline(_ divergence: Divergence) -> String {
    let distance = "\(pointsText(divergence.maximum)) pt"
    switch divergence.verdict {
    case .wrongTarget:
      let first = divergence.firstRest.map { DisplayText.escaped($0.displayText) } ?? "?"
      let second = divergence.secondRest.map { DisplayText.escaped($0.displayText) } ?? "?"
      return
        "stops at \(second) instead of \(first), \(pointsText(divergence.restDifference ?? 0)) pt away"
    case .wrongPlace: return "stops \(pointsText(divergence.restDifference ?? 0)) pt away"
    case .sameRestOtherWay: return "moves differently to the same stop, by up to \(distance)"
    case .unfinished: return "differs until the end, by up to \(distance)"
    case .invisible: return "offsets differ by \(distance), but the screen shows the same"
    case .report: return "\(divergence.kind.rawValue) differs"
    }
  }
}

/// A length as text, with at most two decimals.
func pointsText(_ value: Double) -> String {
  // The sign of a NaN depends on the processor.
  guard value.magnitude < 1e12 else { return value.isNaN ? "nan" : "\(value)" }
  let hundredths = Int64((value.magnitude * 100 + 0.5).rounded(.down))
  let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
  var text = "\(whole)"
  if rest > 0 { text += rest % 10 == 0 ? ".\(rest / 10)" : rest < 10 ? ".0\(rest)" : ".\(rest)" }
  if hundredths == 0, value != 0 { return value < 0 ? "-0.00" : "<0.01" }
  return (value < 0 ? "-" : "") + text
}
