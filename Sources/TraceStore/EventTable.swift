import SQLite

/// The tables of trace entries, with one row per entry.
///
/// Every table is clustered on (trace_id, seq), so a trace is read by merging all of them in the
/// order of `seq`.
enum EventTable: Int, CaseIterable {
  case touch
  case wheel
  case command
  case layout
  case edit
  case container
  case frame
  case phase
  case position
  case visibility
  case visibleSet
  case release
  case annotation
  case gap
  case repair
  case keyframe

  /// The table's name.
  var name: String {
    switch self {
    case .touch: "touch_sample"
    case .wheel: "wheel_sample"
    case .command: "command"
    case .layout: "layout"
    case .edit: "content_edit"
    case .container: "container"
    case .frame: "frame"
    case .phase: "phase_change"
    case .position: "position_report"
    case .visibility: "visibility"
    case .visibleSet: "visible_set"
    case .release: "release"
    case .annotation: "annotation"
    case .gap: "gap"
    case .repair: "repair"
    case .keyframe: "keyframe"
    }
  }

  /// The columns after trace_id, seq and time_ns, in the order of binding and reading.
  var columns: [String] {
    switch self {
    case .touch: ["pointer", "phase", "delivery", "x", "y", "pressure"]
    case .wheel: ["dx", "dy", "phase", "momentum_phase", "is_precise", "x", "y"]
    case .command:
      [
        "kind", "target", "edge", "x", "y", "anchor_x", "anchor_y", "animation", "animation_s",
        "curve", "bounce", "route", "preserves_velocity",
      ]
    case .layout: ["content_width", "content_height"]
    case .edit: ["kind", "target", "position", "width", "height"]
    case .container:
      [
        "width", "height", "inset_top", "inset_left", "inset_bottom", "inset_right",
        "layout_direction", "scale", "refresh_hz", "refresh_origin_ns", "is_scroll_disabled",
      ]
    case .frame: ["x", "y", "phase", "geometry_id"]
    case .phase: ["old_phase", "new_phase", "velocity_x", "velocity_y"]
    case .position: ["target", "is_by_user"]
    case .visibility: ["target", "is_visible", "threshold", "fraction"]
    case .visibleSet: ["threshold"]
    case .release:
      [
        "velocity_x", "velocity_y", "proposed_x", "proposed_y", "chosen_x", "chosen_y", "target",
      ]
    case .annotation: ["kind", "text", "duration_ns"]
    case .gap: ["from_ns", "to_ns", "event_count"]
    case .repair: ["kind", "text"]
    case .keyframe: ["event_count"]
    }
  }

  /// The statement that inserts a number of rows.
  func insertion(rows: Int = 1) -> String {
    let names = ["trace_id", "seq", "time_ns"] + columns
    let row = "(" + Array(repeating: "?", count: names.count).joined(separator: ", ") + ")"
    let marks = Array(repeating: row, count: rows).joined(separator: ", ")
    return "INSERT INTO \(name) (\(names.joined(separator: ", "))) VALUES \(marks)"
  }

  /// The statement that reads the rows of a trace from a seq, in either direction.
  func selection(isDescending: Bool = false) -> String {
    let names = (["seq", "time_ns"] + columns).joined(separator: ", ")
    return
      "SELECT \(names) FROM \(name) WHERE trace_id = ? AND seq >= ? "
      + "ORDER BY seq \(isDescending ? "DESC" : "ASC")"
  }

  /// The bulk reader of a trace's rows from a seq, in either direction, for tables with a row per
  /// display frame; nil for others.
  func numberRows(isDescending: Bool, in database: Database) throws(DatabaseError) -> BulkRowReader?
  {
    guard self == .frame || self == .touch else { return nil }
    return try BulkRowReader(
      ["seq", "time_ns"] + columns, from: name, where: "trace_id = ?1 AND seq >= ?2",
      order: isDescending ? "seq DESC" : "seq", in: database)
  }

  /// Returns the tables in which a trace has rows.
  ///
  /// One cached statement queries all tables. Compiling a cursor for every table took about a tenth
  /// of the time of loading a trace of 15,000 rows.
  static func filled(for trace: Int64, in database: Database) throws -> [EventTable] {
    try database.rows(filledQuery, trace) { row throws(DatabaseError) in
      var filled: [EventTable] = []
      for table in allCases where try row.next(Bool.self) { filled.append(table) }
      return filled
    }.first ?? []
  }

  private static let filledQuery: String = {
    let questions = allCases.map { "EXISTS (SELECT 1 FROM \($0.name) WHERE trace_id = ?1)" }
    return "SELECT " + questions.joined(separator: ", ")
  }()
}
