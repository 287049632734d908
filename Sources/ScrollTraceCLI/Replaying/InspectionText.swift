import CommandLineKit
import Replay
import ScrollEngine
import ScrollModel
import TextKit

/// Times as people write them.
enum MomentText {
  /// Parses `1.25s`, `1250ms`, `1.25`; nil for other text.
  static func time(_ text: String) -> TraceTime? {
    var number = text
    var factor = 1e9
    if number.hasSuffix("ms") {
      number = String(number.dropLast(2))
      factor = 1e6
    } else if number.hasSuffix("s") {
      number = String(number.dropLast())
    }
    guard let value = Double(number), value >= 0, value * factor < 9e18 else { return nil }
    return TraceTime(nanoseconds: Int64((value * factor).rounded(.toNearestOrAwayFromZero)))
  }
}

/// The state at one time as text.
struct InspectionText {
  let inspection: Inspection
  let plan: ReplayPlan

  func print(_ console: inout Console) {
    let style = console.style
    let state = inspection.state
    func row(_ name: String, _ text: String) {
      let padded = name + String(repeating: " ", count: max(0, 12 - name.count))
      console.print("  \(style(padded, .dim))\(DisplayText.escaped(text))")
    }
    row("time", secondsText(state.time.nanoseconds))
    row("drive", "\(plan.drive.drive.rawValue) (\(plan.drive.reason))")
    row("offset", "\(pointsText(state.offset.x)), \(pointsText(state.offset.y))")
    row("velocity", "\(pointsText(state.velocity.dx)), \(pointsText(state.velocity.dy)) pt/s")
    row("phase", "\(state.phase)")
    row(
      "position",
      (state.id?.displayText ?? "nothing") + (state.isPositionedByUser ? ", by the user" : ""))
    let geometry = state.geometry
    row("container", plan.hasContainerSize ? Self.size(geometry.visibleRect.size) : "not known")
    if plan.hasContainerSize, geometry.contentInsets != .zero {
      row("inset area", Self.size(geometry.containerSize))
    }
    row("content", plan.tellsContent ? Self.size(geometry.contentSize) : "not known")
    if inspection.isScrollDisabled { row("scrolling", "disabled") }
    for settle in inspection.candidates {
      row("would rest", "at " + Self.rest(settle))
    }
    printTargets(&console)
  }

  private static func size(_ size: Size) -> String {
    "\(pointsText(size.width)) × \(pointsText(size.height))"
  }

  /// The resting offset, and the candidates nearest to the current offset.
  static func rest(_ settle: Settle) -> String {
    let nearest = settle.candidates.prefix(3).map { candidate in
      "\(candidate.id?.displayText ?? pointsText(candidate.offset)) "
        + "(\(pointsText(candidate.distance)) pt)"
    }
    return (settle.chosenID?.displayText ?? pointsText(settle.chosen))
      + (nearest.isEmpty ? "" : "; nearest \(nearest.joined(separator: ", "))")
  }

  private func printTargets(_ console: inout Console) {
    guard !inspection.targets.isEmpty else { return }
    var table = TextTable([
      .init("target"), .init("x", .right), .init("y", .right), .init("width", .right),
      .init("height", .right), .init("visible %", .right), .init("transition"),
    ])
    for target in inspection.targets {
      table.add([
        .init(target.id.displayText), .init(pointsText(target.place.origin.x)),
        .init(pointsText(target.place.origin.y)), .init(pointsText(target.place.size.width)),
        .init(pointsText(target.place.size.height)),
        .init(pointsText(target.visibleFraction * 100)),
        .init(target.transition.map { "\($0.phase) \(pointsText($0.progress * 100)) %" } ?? ""),
      ])
    }
    table.print(to: &console)
  }
}

/// The state at one time as JSON.
enum InspectionJSON {
  static func write(_ inspection: Inspection, _ json: inout JSONWriter) throws {
    let state = inspection.state
    json.member("time_ns", state.time.nanoseconds)
    try json.member("offset_x_pt", state.offset.x)
    try json.member("offset_y_pt", state.offset.y)
    try json.member("velocity_x_pt_s", state.velocity.dx)
    try json.member("velocity_y_pt_s", state.velocity.dy)
    json.member("phase", "\(state.phase)")
    json.member("position_id", state.id?.displayText)
    json.member("is_positioned_by_user", state.isPositionedByUser)
    json.member("is_scroll_disabled", inspection.isScrollDisabled)
    json.key("targets")
    json.beginArray()
    for target in inspection.targets {
      json.beginObject()
      json.member("id", target.id.displayText)
      try json.member("x_pt", target.place.origin.x)
      try json.member("y_pt", target.place.origin.y)
      try json.member("width_pt", target.place.size.width)
      try json.member("height_pt", target.place.size.height)
      try json.member("visible_fraction", target.visibleFraction)
      json.member("transition_phase", target.transition.map { "\($0.phase)" })
      try json.member("transition_progress", target.transition?.progress)
      json.endObject()
    }
    json.endArray()
    json.key("would_rest")
    json.beginArray()
    for settle in inspection.candidates { try MatrixJSON.write(settle, &json) }
    json.endArray()
  }
}
