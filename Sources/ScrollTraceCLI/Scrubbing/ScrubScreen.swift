import CommandLineKit
import ScrollEngine
import ScrollModel
import TextKit

/// A picture of a trace at one time, fitted to a terminal.
struct ScrubScreen {
  let name: String
  let moment: ScrubSource.Moment
  let playhead: Playhead
  let columns: Int
  let rows: Int
  let style: Style
  /// The last results of a current recording; nil for a stored trace, which keys move through.
  var results: [String]?

  /// The smallest size with space for the texts.
  static let smallest = (columns: 30, rows: 10)

  /// Returns the lines of the picture, at most as many as the terminal's rows.
  func lines() -> [String] {
    guard columns >= Self.smallest.columns, rows >= Self.smallest.rows else {
      return Array(["the window is too small", "q quits"].prefix(max(rows, 0)))
        .map { TerminalText.cut($0, to: max(columns, 0)) }
    }
    // A current recording is always at its end.
    let head = [title] + (results == nil ? [timeline] : []) + [motion, position] + rests
    let foot =
      results.map { $0.map { line($0) } + [line("Ctrl-C ends the recording", .dim)] } ?? [
        line("←→ frame  n p settle  d D divergence  space play  ? keys  q quit", .dim)
      ]
    let room = max(0, rows - head.count - foot.count)
    let body = playhead.showsHelp ? help(rows: room) : pictures(rows: room)
    return Array((head + body + foot).prefix(rows))
  }

  private func help(rows: Int) -> [String] {
    let keys = [
      "←→  h l      the frame before, the next one", "PgUp PgDn    a second back, a second on",
      "Home End     the start, the end",
      "n p          the next decision about a rest, the one before",
      "d D          the next divergence from the recording, the one before",
      "space        play, pause", "+ -          faster, slower", "?            back",
      "q            quit",
    ]
    let lines = keys.prefix(max(0, rows)).map { line($0) }
    return lines + Array(repeating: "", count: max(0, rows - lines.count))
  }

  private func line(_ text: String, _ inks: Style.Emphasis...) -> String {
    style.paint(TerminalText.cut(TerminalText.visible(text), to: columns), inks)
  }

  private var title: String {
    let clock =
      results != nil
      ? "\(secondsText(playhead.time))  recording"
      : "\(secondsText(playhead.time)) of \(secondsText(playhead.end))"
        + (playhead.isPlaying ? "  playing" : "  paused")
        + (playhead.speed == 20 ? "" : " × \(pointsText(Double(playhead.speed) / 20))")
    let name = TerminalText.cut(
      TerminalText.visible(name), to: max(0, columns - TerminalText.width(of: clock) - 2))
    let gap = columns - TerminalText.width(of: name) - TerminalText.width(of: clock)
    return style(name, .bold) + String(repeating: " ", count: max(1, gap)) + clock
  }

  /// The whole trace as a line, with the current time (●), settle decisions (◆) and the starts of
  /// divergences (▲).
  private var timeline: String {
    var canvas = Canvas(columns: columns, rows: 1)
    canvas.write(String(repeating: "─", count: columns), at: 0, 0, limit: columns, .dim)
    for settle in playhead.settles {
      canvas.write("◆", at: place(of: settle), 0, limit: 1, .yellow)
    }
    for divergence in playhead.divergences {
      canvas.write("▲", at: place(of: divergence), 0, limit: 1, .red)
    }
    canvas.write("●", at: place(of: playhead.time), 0, limit: 1, .green)
    return canvas.lines(style).joined()
  }

  private func place(of time: Int64) -> Int {
    guard playhead.end > 0 else { return 0 }
    let share = Double(time) / Double(playhead.end)
    return Int(min(max(share, 0), 1) * Double(columns - 1))
  }

  private var motion: String {
    let state = moment.inspection.state
    return line(
      "phase \(state.phase)   offset \(pointsText(state.offset.x)), \(pointsText(state.offset.y))   "
        + "velocity \(pointsText(state.velocity.dx)), \(pointsText(state.velocity.dy)) pt/s")
  }

  private var position: String {
    let state = moment.inspection.state
    var text =
      "id \(state.id?.displayText ?? "none")\(state.isPositionedByUser ? ", by the user" : "")"
    if let offset = moment.recorded?.offset {
      text += "   recorded \(pointsText(offset.x)), \(pointsText(offset.y))"
    }
    return line(text)
  }

  /// The rest of a release now, and the nearest candidates, one line per scrolling axis.
  private var rests: [String] {
    moment.inspection.candidates.map { settle in
      line("let go here: rests at " + InspectionText.rest(settle), .green)
    }
  }
}

extension ScrubScreen {
  /// The minimum number of columns for two pictures; with fewer, only the replay is shown.
  private static let widthOfTwo = 60
  /// The number of columns between two pictures.
  private static let gap = 2

  /// The replay, and next to it the recording, if there is room for both.
  private func pictures(rows: Int) -> [String] {
    guard let recorded = moment.recording, columns >= Self.widthOfTwo, rows > 3 else {
      return padded(picture(of: moment.inspection, columns: columns, rows: rows), to: rows)
    }
    let width = (columns - Self.gap) / 2
    let replay = picture(of: moment.inspection, columns: width, rows: rows - 1)
    let recording = picture(of: recorded, columns: width, rows: rows - 1)
    // Both have the same size, because they show one container.
    let edge = replay.first.map { TerminalText.width(of: TerminalText.visible($0)) } ?? 0
    let space = String(repeating: " ", count: Self.gap)
    let title = "replay" + String(repeating: " ", count: max(1, edge + Self.gap - 6)) + "recording"
    return padded([line(title, .bold)] + zip(replay, recording).map { $0 + space + $1 }, to: rows)
  }

  private func padded(_ lines: [String], to rows: Int) -> [String] {
    lines + Array(repeating: "", count: max(0, rows - lines.count))
  }

  /// The frame of the scroll view with its targets, in the proportions of the screen.
  private func picture(of inspection: Inspection, columns: Int, rows: Int) -> [String] {
    let container = inspection.state.geometry.containerSize
    let inside = (columns: columns - 2, rows: rows - 2)
    guard inside.columns > 0, inside.rows > 0, container.width > 0, container.height > 0 else {
      return []
    }
    // A cell is about twice as high as it is wide.
    let across = max(
      container.width / Double(inside.columns), container.height / Double(inside.rows * 2))
    let down = across * 2
    let size = (
      columns: Self.cell(container.width / across, 1...inside.columns),
      rows: Self.cell(container.height / down, 1...inside.rows)
    )
    var canvas = Canvas(columns: size.columns, rows: size.rows)
    for target in inspection.targets {
      draw(target, of: inspection, on: &canvas, across: across, down: down)
    }
    let edge = String(repeating: "═", count: size.columns)
    let body = canvas.lines(style).map { "║\($0)║" }
    return ["╔\(edge)╗"] + body + ["╚\(edge)╝"]
  }

  private func draw(
    _ target: InspectedTarget, of inspection: Inspection, on canvas: inout Canvas,
    across: Double, down: Double
  ) {
    let limit = -1_000_000...1_000_000
    let place = target.place
    let left = Self.cell(place.origin.x / across, limit)
    let top = Self.cell(place.origin.y / down, limit)
    let right = max(left, Self.cell((place.origin.x + place.size.width) / across, limit) - 1)
    let bottom = max(top, Self.cell((place.origin.y + place.size.height) / down, limit) - 1)
    let isPosition = target.id == inspection.state.id
    let isRest = inspection.candidates.contains { $0.chosenID == target.id }
    let ink: Style.Emphasis? =
      isRest ? .green : isPosition ? .cyan : target.visibleFraction < 1 ? .dim : nil
    canvas.box(left...right, top...bottom, ink)
    // The labels repeat the meaning of the colors, for terminals without color.
    let label =
      (isRest ? "→" : "") + (isPosition ? "*" : "") + target.id.displayText
      + " \(Self.cell(target.visibleFraction * 100, 0...100))%"
    let first = max(left + 1, 0)
    let room = min(right, canvas.columns) - first
    let row = min(max(top + (bottom > top ? 1 : 0), 0), canvas.rows - 1)
    canvas.write(TerminalText.visible(label), at: first, row, limit: max(0, room), ink)
  }

  /// The nearest cell index, clamped to a range; NaN becomes its start.
  private static func cell(_ value: Double, _ range: ClosedRange<Int>) -> Int {
    guard value > Double(range.lowerBound) else { return range.lowerBound }
    guard value < Double(range.upperBound) else { return range.upperBound }
    return Int((value).rounded(.toNearestOrAwayFromZero))
  }
}
