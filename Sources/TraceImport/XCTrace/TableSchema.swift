import ScrollModel

/// The columns of one exported table, and the conversion of its rows.
struct TableSchema {
  /// One column.
  struct Column {
    var mnemonic = ""
    var type = ""
  }

  var name: String
  var columns: [Column] = []

  /// The column types that contain a time; the first such column is used.
  private static let timeTypes = ["start-time", "event-time", "sample-time"]

  /// The column types with text for people, besides names and types.
  private static let textTypes = [
    "string", "narrative", "process", "event-concept", "subsystem", "category", "os-log-metadata",
  ]

  /// The column with a row's time.
  var timeColumn: Int? {
    columns.firstIndex { Self.timeTypes.contains($0.type) }
  }

  /// The column with a row's duration, if the table has a meaningful one.
  var durationColumn: Int? {
    // Every interval of this table lasts one nanosecond: its rows are ticks.
    name == "display-vsyncs-interval" ? nil : columns.firstIndex { $0.type == "duration" }
  }

  /// Whether a row begins or ends an interval, or is a point in time; nil if unknown.
  func side(_ cells: [ReferencedValues.Value?]) -> SignpostPairs.Side? {
    guard kind == "signpost", durationColumn == nil else { return nil }
    return text("event-type", cells).flatMap(SignpostPairs.Side.init)
  }

  /// The common key of an interval's two rows.
  func pairKey(_ cells: [ReferencedValues.Value?]) -> SignpostPairs.Key {
    SignpostPairs.Key(
      process: text("process", cells) ?? "",
      thread: text("scope", cells) == "Thread" ? text("thread", cells) : nil,
      subsystem: text("subsystem", cells) ?? "", category: text("category", cells) ?? "",
      name: text("name", cells) ?? "", identifier: text("identifier", cells) ?? "")
  }

  /// The kind of annotation of a row.
  var kind: String {
    switch name {
    case "hitches": "hitch"
    case "potential-hangs": "hang"
    case "display-vsyncs-interval", "display-vsync-interval": "vsync"
    case "OSSignpostIntervals", "os-signpost", "os-signpost-interval", "PointsOfInterestEvents":
      "signpost"
    default: name
    }
  }

  /// The columns of a row's text, in this order.
  var textColumns: [Int] {
    let wanted: [String]
    switch kind {
    case "hitch": wanted = ["narrative-description", "process", "label", "display"]
    case "hang": wanted = ["hang-type", "process"]
    case "vsync": wanted = ["display-name"]
    case "signpost": wanted = ["name", "category", "subsystem", "start-message", "message"]
    default:
      return columns.indices.filter {
        let type = columns[$0].type
        return Self.textTypes.contains(type) || type.hasSuffix("-name") || type.hasSuffix("-type")
      }
    }
    return wanted.compactMap { word in columns.firstIndex { $0.mnemonic == word } }
  }

  /// The scroll phase of a row about an interval of UIKit's own signposts.
  ///
  /// The names are those of XCTest's metrics: the subsystem `com.apple.UIKit`, category
  /// `ScrollView`.
  func scrollPhase(_ cells: [ReferencedValues.Value?]) -> ScrollPhase? {
    guard kind == "signpost", text("subsystem", cells) == "com.apple.UIKit" else { return nil }
    return switch text("name", cells) {
    case "Scroll_Dragging": .interacting
    case "Scroll_Deceleration": .decelerating
    default: nil
    }
  }

  private func text(_ mnemonic: String, _ cells: [ReferencedValues.Value?]) -> String? {
    guard let place = columns.firstIndex(where: { $0.mnemonic == mnemonic }),
      cells.indices.contains(place)
    else { return nil }
    return cells[place]?.shown
  }
}
