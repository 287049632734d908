import CSchemas
import CommandLineKit
import TextKit

/// A command as a tool of the Model Context Protocol, with the parameters that a client may set.
struct ServedTool: Sendable {
  let name: String
  let verb: String
  /// The schema of the result: a file of docs/json, or `report`.
  let schema: String
  /// The offered parameters of the command, besides the store.
  let parameters: [String]
  /// Parameters that are optional for the command, but required for this tool.
  var required: [String] = []
  /// Arguments before those of the client.
  var arguments: [String] = []
  /// Options of every call.
  var options: [String] = []
  /// The tool's description, if the command's own sentence is too general.
  var sentence: String?

  private static let replays = ["trace", "config", "declared"]
  private static let app = [
    "minimum-view-time", "threshold", "waits-for-interaction", "effect-travel",
  ]
  private static let differences = ["drive", "tolerance-pt", "tolerance-ms", "policy"]
  private static let configurations = ["behavior", "anchor", "profile", "set", "config"]

  static let all = [
    ServedTool(
      name: "import", verb: "import", schema: "import",
      parameters: ["file", "with", "screen", "panel", "as", "again"]),
    ServedTool(name: "formats", verb: "formats", schema: "formats", parameters: []),
    ServedTool(
      name: "recognize", verb: "formats", schema: "formats-files", parameters: ["file"],
      required: ["file"], sentence: "Name the format of each file, and the reason."),
    ServedTool(name: "list", verb: "list", schema: "list", parameters: []),
    ServedTool(name: "show", verb: "show", schema: "show", parameters: ["trace"]),
    ServedTool(
      name: "show_at", verb: "show", schema: "show-at",
      parameters: ["trace", "at", "config", "drive"], required: ["trace", "at"],
      sentence: "Show the full state of a replay at a moment."),
    ServedTool(
      name: "diagnose", verb: "diagnose", schema: "diagnose",
      parameters: ["trace", "config", "no-guard"] + app),
    ServedTool(
      name: "replay", verb: "replay", schema: "replay",
      parameters: ["trace", "declared", "edit"] + configurations + differences),
    ServedTool(
      name: "compare", verb: "compare", schema: "compare", parameters: ["side"] + differences),
    analysis("findings", ["severity", "no-repair"] + app, "Find defects in a trace."),
    analysis("settles", [], "List the settles: each release and the stop that follows."),
    analysis("impressions", ["policy", "sensitivity"], "Count the impressions of targets."),
    analysis("smoothness", [], "Measure dropped frames and how smooth the motion was."),
    analysis(
      "transitions", [], "List the phases of scroll transitions; 'config' declares the transition."),
    analysis(
      "probe", ["expression"], "List when an expression over the scroll geometry changes.",
      required: ["expression"]),
    ServedTool(
      name: "explain", verb: "explain", schema: "explain",
      parameters: ["trace", "settle", "config", "replay", "counterfactual"]),
    ServedTool(
      name: "lint", verb: "lint", schema: "lint",
      parameters: ["trace", "config", "code", "waits-for-interaction"]),
    ServedTool(
      name: "detectors", verb: "lint", schema: "lint-list", parameters: [], options: ["--list"],
      sentence: "List all detectors."),
    ServedTool(
      name: "detector", verb: "lint", schema: "lint-explain", parameters: ["explain"],
      required: ["explain"], sentence: "Return the page of one detector."),
    ServedTool(
      name: "query", verb: "query", schema: "query", parameters: ["sql", "timeout"],
      sentence: "Ask the store in SQL, read-only. Without 'sql', list its tables and views."),
    ServedTool(
      name: "verify", verb: "verify", schema: "verify", parameters: ["trace", "replay", "digest"]),
    ServedTool(
      name: "report", verb: "report", schema: "report",
      parameters: ["trace", "policy", "redact"] + configurations + app, required: ["trace"],
      sentence: "Report everything about one trace: Markdown as text, and the results as JSON."),
  ]

  private static func analysis(
    _ name: String, _ more: [String], _ sentence: String, required: [String] = []
  ) -> ServedTool {
    ServedTool(
      name: name, verb: "analyze", schema: "analyze-\(name)", parameters: replays + more,
      required: required, arguments: [name], sentence: sentence)
  }

  /// The schema of the result; nil only for a name that is not in the table of `CSchemas`.
  var outputSchema: [UInt8]? {
    scrolltrace_schema(schema).map { RPCResponse.oneLine(String(cString: $0).utf8) }
  }

  /// The parameters that a client may set, with the store if the command reads one.
  func declarations(of verb: [Declaration], offersStore: Bool) -> [Declaration] {
    verb.filter { parameters.contains($0.name) || (offersStore && $0.name == "db") }
  }

  func isRequired(_ declaration: Declaration) -> Bool {
    required.contains(declaration.name) || declaration.isRequired
  }
}

extension ServedTool {
  /// Writes the schema of the arguments.
  func writeInputSchema(_ declarations: [Declaration], _ json: inout JSONWriter) {
    json.key("inputSchema")
    json.beginObject()
    json.member("type", "object")
    json.key("properties")
    json.beginObject()
    for declaration in declarations {
      json.key(declaration.name)
      json.beginObject()
      Self.write(declaration, &json)
      json.endObject()
    }
    json.endObject()
    json.texts("required", declarations.filter(isRequired).map(\.name))
    json.key("additionalProperties")
    json.value(false)
    json.endObject()
  }

  private static func write(_ declaration: Declaration, _ json: inout JSONWriter) {
    json.member("description", description(of: declaration))
    if declaration.kind == .flag { return json.member("type", "boolean") }
    if declaration.isRepeated {
      json.member("type", "array")
      json.key("items")
      json.beginObject()
    }
    json.member("type", declaration.isNumeric ? "number" : "string")
    if !declaration.choices.isEmpty { json.texts("enum", declaration.choices) }
    if declaration.isRepeated { json.endObject() }
  }

  private static func description(of declaration: Declaration) -> String {
    switch declaration.name {
    case "db": "A store below the root folder; without it, the temporary store of this session."
    case "trace": "Traces of the store: a number (3), a range (1-20) or a name (feed, feed*)."
    default: declaration.details
    }
  }
}
