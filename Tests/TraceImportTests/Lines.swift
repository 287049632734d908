import Testing

/// One valid line of every kind, with every key that it may have.
struct Lines: Sendable, CustomTestStringConvertible {
  /// The required form of a value.
  enum Form: Sendable {
    case number
    case length
    case integer
    case flag
    case text
    case word
    case id
    case numbers
    case object
    case items
    case ids
  }

  /// One key of a line with a valid value.
  struct Field: Sendable {
    let key: String
    let value: String
    let form: Form
    let isRequired: Bool
    /// The key that this one needs; without it, it makes no sense.
    let partner: String?
    /// Whether null has another meaning than a missing key.
    let nullHasMeaning: Bool
  }

  let name: String
  let fields: [Field]
  var testDescription: String { name }

  var optionalFields: [Field] { fields.filter { !$0.isRequired && $0.partner == nil } }

  /// Returns the line with changes; `extra` is inserted between the other keys.
  func text(
    isReversed: Bool = false, without: String? = nil, replacing: String? = nil,
    with value: String = "", extra: String? = nil
  ) -> String {
    var members = fields.filter { $0.key != without }.map { field in
      "\"\(field.key)\":" + (field.key == replacing ? value : field.value)
    }
    if let extra { members.insert(extra, at: members.count / 2) }
    if isReversed { members.reverse() }
    return "{" + members.joined(separator: ",") + "}"
  }

  private static func line(_ name: String, _ kind: String, _ fields: Field...) -> Lines {
    let shared = [
      field("t", "10", .number, isRequired: true),
      field("k", "\"\(kind)\"", .word, isRequired: true),
    ]
    return Lines(name: name, fields: shared + fields)
  }

  private static func field(
    _ key: String, _ value: String, _ form: Form, isRequired: Bool = false,
    with partner: String? = nil,
    nullHasMeaning: Bool = false
  ) -> Field {
    Field(
      key: key, value: value, form: form, isRequired: isRequired, partner: partner,
      nullHasMeaning: nullHasMeaning)
  }

  static let all = [
    line(
      "touch", "touch", field("id", "7", .integer),
      field("phase", #""moved""#, .word, isRequired: true),
      field("x", "1.5", .number, isRequired: true), field("y", "-2.5", .number, isRequired: true),
      field("from", #""coalesced""#, .word), field("p", "0.5", .length)),
    line(
      "wheel", "wheel", field("dx", "1.5", .number), field("dy", "-2.5", .number),
      field("phase", #""began""#, .word), field("momentum", #""none""#, .word),
      field("precise", "true", .flag), field("x", "1", .number, with: "y"),
      field("y", "2", .number, with: "x")),
    line(
      "scroll to an id", "command", field("do", #""scroll""#, .word, isRequired: true),
      field("to", #"{"id":"card-3"}"#, .object, isRequired: true),
      field("anchor", "[0.5,0.25]", .numbers),
      field("animation", #"{"seconds":0.5,"curve":"ease-in"}"#, .object),
      field("via", #""reader""#, .word), field("keeps_velocity", "true", .flag)),
    line(
      "write", "command", field("do", #""write""#, .word, isRequired: true),
      field("id", "3", .id), field("anchor", #""top""#, .numbers),
      field("animation", #"{"seconds":0.5,"bounce":0.25}"#, .object)),
    line(
      "layout", "layout", field("cw", "10", .length, with: "ch"),
      field("ch", "20", .length, with: "cw"),
      field("items", #"[[1,0,0,10,10],["b",0,10,10,10,"estimated"]]"#, .items, isRequired: true),
      field("more", "false", .flag)),
    line(
      "insert", "edit", field("op", #""insert""#, .word, isRequired: true),
      field("id", #"{"uuid":"00000000-0000-0000-0000-00000000000A"}"#, .id, isRequired: true),
      field("index", "3", .integer, isRequired: true), field("w", "10", .length, with: "h"),
      field("h", "20", .length, with: "w")),
    line(
      "container", "container", field("w", "390", .length, with: "h"),
      field("h", "844", .length, with: "w"), field("insets", "[1,2,3,4]", .numbers),
      field("direction", #""rtl""#, .word), field("scale", "3", .length),
      field("hz", "120", .length),
      field("tick_ns", "5", .integer)),
    line(
      "frame", "frame", field("x", "0", .number, isRequired: true),
      field("y", "-12.5", .number, isRequired: true), field("phase", #""idle""#, .word),
      field("cw", "390", .length, with: "ch", nullHasMeaning: true),
      field("ch", "9000", .length, with: "cw", nullHasMeaning: true),
      field("vw", "390", .length, with: "vh", nullHasMeaning: true),
      field("vh", "844", .length, with: "vw", nullHasMeaning: true),
      field("insets", "[1,2,3,4]", .numbers, nullHasMeaning: true)),
    line(
      "phase", "phase", field("from", #""tracking""#, .word),
      field("to", #""interacting""#, .word, isRequired: true),
      field("vx", "1", .number, with: "vy"),
      field("vy", "2", .number, with: "vx")),
    line("position", "position", field("id", #""3""#, .id), field("by_user", "true", .flag)),
    line(
      "visibility", "visibility",
      field("id", #"{"type":"Card","text":"3"}"#, .id, isRequired: true),
      field("on", "true", .flag, isRequired: true), field("threshold", "0.5", .length),
      field("fraction", "0.75", .length)),
    line(
      "visible set", "visible",
      field("ids", #"[1,"b",{"int":3,"optional":true}]"#, .ids, isRequired: true),
      field("threshold", "0.5", .length)),
    line(
      "release", "release", field("vx", "1", .number, with: "vy"),
      field("vy", "2", .number, with: "vx"),
      field("proposed", "[1,2]", .numbers), field("chosen", "[3,4]", .numbers),
      field("id", "4", .id)),
    line(
      "note", "note", field("name", #""mark""#, .text, isRequired: true),
      field("text", #""hello""#, .text), field("duration_ns", "5", .integer)),
    line(
      "gap", "gap", field("from_ns", "1", .integer, isRequired: true),
      field("to_ns", "2", .integer, isRequired: true), field("count", "3", .integer)),
    line(
      "repair", "repair", field("what", #""mark""#, .text, isRequired: true),
      field("text", #""hello""#, .text)),
    line("keyframe", "keyframe", field("count", "3", .integer, isRequired: true)),
  ]
}
