import SQLite
import ScrollModel
import TestSupport
import Testing

@testable import TraceStore

/// `schema.sql` is documentation, and it repeats the bounds of the model.
@Suite("The schema")
struct SchemaTests {
  /// One column as declared in the schema's text, with the text of its lines.
  struct Column {
    let table: String
    let name: String
    var text: String
  }

  /// One table or view with the first line inside it, which `.schema` shows, too.
  struct Object {
    let name: String
    let isTable: Bool
    var firstLine = ""
    var columns: [Column] = []
  }

  private static func objects() throws -> [Object] {
    var objects: [Object] = []
    var isInside = false
    var altered: String?
    var added: [Column] = []
    for line in try Files.text(Repository.path("schema.sql")).split(
      separator: "\n", omittingEmptySubsequences: false)
    {
      let words = line.split(whereSeparator: { $0 == " " || $0 == "(" }).map(String.init)
      if line.hasPrefix("DROP "), words.count > 2 {
        // A later version creates it again.
        objects.removeAll { words[2] == "\($0.name);" }
      } else if line.hasPrefix("ALTER TABLE "), words.count > 2 {
        // The lines that follow add a column to a table of an earlier version.
        altered = words[2]
        isInside = true
      } else if let table = altered, isInside, let first = words.first, line.hasPrefix("  ") {
        if line.hasPrefix("   "), let last = added.indices.last {
          added[last].text += "\n" + line
        } else {
          added.append(Column(table: table, name: first, text: String(line)))
        }
        if line.hasSuffix(";") { (altered, isInside) = (nil, false) }
      } else if line.hasPrefix("CREATE "), words.count > 2 {
        isInside = words[1] == "TABLE"
        objects.append(Object(name: words[2], isTable: isInside))
      } else if let place = objects.indices.last, objects[place].firstLine.isEmpty {
        objects[place].firstLine = String(line)
      } else if line.hasPrefix(")") {
        isInside = false
      } else if isInside, let first = words.first, let place = objects.indices.last {
        let isColumn =
          line.hasPrefix("  ") && !line.hasPrefix("   ") && first == first.lowercased()
          && first != "--"
        if isColumn {
          objects[place].columns.append(
            Column(table: objects[place].name, name: first, text: String(line)))
        } else if line.hasPrefix("    "), let last = objects[place].columns.indices.last {
          objects[place].columns[last].text += "\n" + line
        }
      }
    }
    for column in added {
      guard let place = objects.firstIndex(where: { $0.name == column.table }) else { continue }
      objects[place].columns.append(column)
    }
    return objects
  }

  private static func open() throws -> Database {
    let database = try Database(path: ":memory:", mode: .memory)
    try database.execute(EmbeddedSQL.schema)
    return database
  }

  @Test("the program's schema equals schema.sql")
  func embedding() throws {
    #expect(try Files.text(Repository.path("schema.sql")) == EmbeddedSQL.schema)
  }

  @Test("every table and view starts with a comment")
  func objectComments() throws {
    let database = try Self.open()
    let names = try database.rows(
      "SELECT name FROM sqlite_schema WHERE name NOT LIKE 'sqlite%' ORDER BY name", as: String.self)
    let objects = try Self.objects()
    #expect(objects.map(\.name).sorted() == names)
    for object in objects {
      #expect(object.firstLine.hasPrefix("  -- "), "\(object.name)")
    }
  }

  @Test("every column of every table has a comment that names its writer")
  func columnComments() throws {
    let database = try Self.open()
    for object in try Self.objects() where object.isTable {
      let names = try database.rows(
        "SELECT name FROM pragma_table_info(?)", object.name, as: String.self)
      #expect(object.columns.map(\.name) == names, "\(object.name)")
      for column in object.columns {
        let comment = column.text.split(separator: "-- ").dropFirst().first ?? ""
        let writers = ["store", "source", "importer", "recorder", "replayer", "analyzer"]
        #expect(
          writers.contains { comment.hasPrefix($0) },
          "\(column.table).\(column.name) has the comment '\(comment)'")
      }
    }
  }

  @Test("every table is strict")
  func strictness() throws {
    let strict = try Self.open().rows(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND strict = 0 AND type = 'table' AND name NOT LIKE 'sqlite%'",
      as: String.self)
    #expect(strict.isEmpty)
  }

  @Test("every reference points to an existing table and column")
  func references() throws {
    let database = try Self.open()
    #expect(try database.rows("PRAGMA foreign_key_check", as: String.self).isEmpty)
    for object in try Self.objects()
    where object.isTable && object.columns.contains(where: { $0.name == "trace_id" }) {
      let targets = try database.rows(
        "SELECT \"table\" FROM pragma_foreign_key_list(?)", object.name, as: String.self)
      #expect(object.name == "trace" || !targets.isEmpty, "\(object.name) refers to nothing")
    }
  }

  /// A column with a quantity of the model, and its bounds; `isOpen` if the lower one is excluded.
  struct Bound: Sendable, CustomTestStringConvertible {
    let columns: [String]
    let low: Double
    let high: Double
    var isOpen = false
    var testDescription: String { columns.joined(separator: ", ") }
  }

  static let bounds: [Bound] = {
    let far = ModelLimits.coordinate
    let places = [
      "touch_sample.x", "touch_sample.y", "wheel_sample.dx", "wheel_sample.dy", "wheel_sample.x",
      "wheel_sample.y", "command.x", "command.y", "command.anchor_x", "command.anchor_y",
      "layout_target.x", "layout_target.y", "frame.x", "frame.y", "phase_change.velocity_x",
      "phase_change.velocity_y", "release.velocity_x", "release.velocity_y", "release.proposed_x",
      "release.proposed_y", "release.chosen_x", "release.chosen_y",
    ]
    let insets = ["container", "geometry"].flatMap { table in
      ["top", "left", "bottom", "right"].map { "\(table).inset_\($0)" }
    }
    let lengths = [
      "touch_sample.pressure", "layout.content_width", "layout.content_height",
      "layout_target.width", "layout_target.height", "content_edit.width", "content_edit.height",
      "container.width", "container.height", "geometry.content_width", "geometry.content_height",
      "geometry.container_width", "geometry.container_height",
    ]
    return [
      Bound(columns: places + insets, low: -far, high: far),
      Bound(columns: lengths + ["content_edit.position"], low: 0, high: far),
      Bound(
        columns: ["container.scale", "trace.scale"], low: 0, high: ModelLimits.scale, isOpen: true),
      Bound(columns: ["container.refresh_hz"], low: 0, high: ModelLimits.refreshRate, isOpen: true),
      Bound(columns: ["command.animation_s"], low: 0, high: 3600),
      Bound(columns: ["command.bounce"], low: -1, high: 1),
      Bound(
        columns: ["visibility.threshold", "visibility.fraction", "visible_set.threshold"], low: 0,
        high: 1),
      Bound(columns: ["quality.interval_ms"], low: 0, high: 3_600_000, isOpen: true),
    ]
  }()

  @Test("the bounds of columns equal those of the model at both ends", arguments: bounds)
  func columnBounds(_ bound: Bound) throws {
    let columns = try Self.objects().flatMap(\.columns)
    let database = try Self.open()
    for name in bound.columns {
      let column = try #require(columns.first { "\($0.table).\($0.name)" == name }, "\(name)")
      let check = try #require(Self.check(of: column), "\(name) has no CHECK")
      func allows(_ value: Double) throws -> Bool {
        // Only the check, on a table of one value: other columns have no effect.
        try database.first(
          "SELECT \(check) FROM (SELECT ?1 AS \"\(column.name)\")", value, as: Bool.self) ?? true
      }
      #expect(try allows(bound.high), "\(name)")
      #expect(try !allows(bound.high.nextUp), "\(name)")
      #expect(try allows(bound.low) == !bound.isOpen, "\(name)")
      #expect(try allows(bound.low.nextUp), "\(name)")
      #expect(try !allows(bound.low.nextDown), "\(name)")
    }
  }

  /// The expression of a column's CHECK.
  private static func check(of column: Column) -> String? {
    let code = column.text.split(separator: "\n").map { line -> Substring in
      line.split(separator: "-- ", omittingEmptySubsequences: false).first ?? ""
    }
    let parts = code.joined(separator: " ").split(separator: "CHECK (", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    var depth = 1
    return String(
      parts[1].prefix { character in
        if character == "(" { depth += 1 }
        if character == ")" { depth -= 1 }
        return depth > 0
      })
  }

  @Test("every real column has bounds that this suite tests")
  func completeness() throws {
    let known = Set(Self.bounds.flatMap(\.columns))
    // Results of replays and analyses come from entries within these bounds, so they need no check.
    let entries = try Self.objects().prefix { $0.name != "outcome" }
    for column in entries.flatMap(\.columns) where column.text.contains(" REAL") {
      #expect(known.contains("\(column.table).\(column.name)"), "\(column.table).\(column.name)")
    }
  }

  @Test("the words of columns equal those of the model")
  func words() throws {
    let columns = try Self.objects().flatMap(\.columns)
    let tables: [(String, [String])] = [
      ("trace.axes", ScrollAxes.allCases.map(\.rawValue)),
      ("trace.coordinate_space", CoordinateSpace.allCases.map(\.rawValue)),
      ("quality.quantity", Quantity.allCases.map(\.rawValue)),
      ("command.edge", Edge.allCases.map(\.rawValue)),
      ("command.curve", AnimationCurve.allCases.map(\.rawValue)),
      ("command.route", CommandRoute.allCases.map(\.rawValue)),
      ("container.layout_direction", LayoutDirection.allCases.map(\.rawValue)),
      ("diagnostic.severity", Severity.allCases.map(\.name)),
      ("diagnostic_count.severity", Severity.allCases.map(\.name)),
      ("transition_change.old_phase", TransitionPhase.allCases.map { "\($0)" }),
      ("transition_change.new_phase", TransitionPhase.allCases.map { "\($0)" }),
    ]
    for (name, words) in tables {
      let column = try #require(columns.first { "\($0.table).\($0.name)" == name }, "\(name)")
      let check = try #require(Self.check(of: column), "\(name)")
      let listed = check.split(separator: "'").enumerated().filter { $0.offset % 2 == 1 }
      #expect(listed.map { String($0.element) } == words, "\(name)")
    }
  }

  @Test("the codes of columns equal those of the model")
  func codes() throws {
    let columns = try Self.objects().flatMap(\.columns)
    let tables: [(String, Int)] = [
      ("touch_sample.phase", TouchPhase.allCases.count),
      ("touch_sample.delivery", SampleDelivery.allCases.count),
      ("wheel_sample.phase", WheelPhase.allCases.count),
      ("wheel_sample.momentum_phase", WheelPhase.allCases.count),
      ("frame.phase", ScrollPhase.allCases.count),
      ("phase_change.old_phase", ScrollPhase.allCases.count),
      ("phase_change.new_phase", ScrollPhase.allCases.count),
    ]
    for (name, count) in tables {
      let column = try #require(columns.first { "\($0.table).\($0.name)" == name }, "\(name)")
      #expect(Self.check(of: column) == "\(column.name) BETWEEN 0 AND \(count - 1)")
    }
  }

  @Test("every view is readable over all kinds of events and shows each of them")
  func views() throws {
    let stores = try Stores()
    try stores.make("a.sqlite", OneTrace.ofEveryKind)
    let raw = try stores.raw()
    for object in try Self.objects() where !object.isTable {
      #expect(throws: Never.self) {
        try raw.rows("SELECT count(*) FROM \"\(object.name)\"", as: Int.self)
      }
    }
    let events = OneTrace.ofEveryKind.events.count
    let seqs = try raw.rows("SELECT seq FROM event WHERE trace_id = 1 ORDER BY seq", as: Int.self)
    #expect(seqs == Array(0..<events))
    #expect(try raw.first("SELECT state FROM traces", as: String.self) == "sealed")
    #expect(try raw.first("SELECT event_count FROM traces", as: Int.self) == events)
  }
}
