import CommandLineKit
import TextKit

/// Answers the messages of one client of the Model Context Protocol.
struct ToolServer {
  /// The supported versions of the protocol, newest first.
  static let protocolVersions = ["2025-11-25", "2025-06-18", "2024-11-05"]
  /// The longest message that is read.
  static let messageLimit = 4 << 20
  /// The longest result that is returned.
  static let resultLimit = 16 << 20

  let program: Program
  let paths: ConfinedPaths
  let isWritable: Bool
  /// A folder of this session, for its store and for reports.
  let folder: String
  private var isInitialized = false

  init(_ program: Program, _ paths: ConfinedPaths, isWritable: Bool, folder: String) {
    self.program = program
    self.paths = paths
    self.isWritable = isWritable
    self.folder = folder
  }

  static func storePath(in folder: String) -> String { "\(folder)/traces.sqlite" }

  /// Returns the response to a message as one line; nil if it has none.
  mutating func answer(_ line: LineReader.Line) -> [UInt8]? {
    guard !line.isTooLong else {
      return RPCResponse.failure(
        .invalidRequest("a message has at most \(Self.messageLimit >> 20) MiB"), nil)
    }
    return answer(line.bytes)
  }

  /// Returns the response to a message as one line; nil if it has none.
  mutating func answer(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    var id: ArraySlice<UInt8>?
    do throws(RPCFailure) {
      guard let message = try RPCMessage(text), let asked = message.id else { return nil }
      id = asked
      return try answer(message, asked)
    } catch {
      return RPCResponse.failure(error, id)
    }
  }

  private mutating func answer(
    _ message: RPCMessage, _ id: ArraySlice<UInt8>
  ) throws(RPCFailure) -> [UInt8] {
    switch message.method {
    case "ping": return try RPCResponse.result(id) { (_) throws(RPCFailure) in }
    case "initialize":
      let wanted = try ParameterTexts(message.parameters, ["protocolVersion"])
      guard let version = wanted["protocolVersion"] else {
        throw .invalid(
          "'protocolVersion' is missing; it is one of "
            + Self.protocolVersions.joined(separator: ", "))
      }
      isInitialized = true
      return try initialize(id, version)
    case "tools/list", "tools/call":
      guard isInitialized else { throw .invalidRequest("'initialize' comes first") }
      return message.method == "tools/list"
        ? try list(id, message.parameters) : try call(id, message.parameters)
    default: throw RPCFailure(.unknownMethod, "there is no method '\(message.method)'")
    }
  }

  private func initialize(
    _ id: ArraySlice<UInt8>, _ wanted: String
  ) throws(RPCFailure) -> [UInt8] {
    let version = Self.protocolVersions.contains(wanted) ? wanted : Self.protocolVersions[0]
    return try RPCResponse.result(id) { (json) throws(RPCFailure) in
      json.member("protocolVersion", version)
      json.key("capabilities")
      json.beginObject()
      json.key("tools")
      json.beginObject()
      json.endObject()
      json.endObject()
      json.key("serverInfo")
      json.beginObject()
      json.member("name", program.name)
      json.member("version", Tool.version)
      json.endObject()
      json.member(
        "instructions",
        "Import a capture first; its traces are then in the store of this session. 'diagnose' finds "
          + "why a scroll view came to rest where it did.")
    }
  }

  private func list(
    _ id: ArraySlice<UInt8>, _ parameters: ArraySlice<UInt8>?
  ) throws(RPCFailure) -> [UInt8] {
    // All tools are on one page.
    guard try ParameterTexts(parameters, ["cursor"])["cursor"] == nil else {
      throw .invalid("there is no page with this 'cursor'")
    }
    return try RPCResponse.result(id) { (json) throws(RPCFailure) in
      json.key("tools")
      json.beginArray()
      for tool in ServedTool.all {
        guard let (abstract, _) = program.description(ofVerb: tool.verb) else { continue }
        json.beginObject()
        json.member("name", tool.name)
        json.member("description", tool.sentence ?? abstract)
        tool.writeInputSchema(declarations(of: tool), &json)
        if let schema = tool.outputSchema {
          json.key("outputSchema")
          json.raw(schema[...])
        }
        json.key("annotations")
        json.beginObject()
        json.member("readOnlyHint", !isWritable)
        json.member("openWorldHint", false)
        json.endObject()
        json.endObject()
      }
      json.endArray()
    }
  }

  private func call(
    _ id: ArraySlice<UInt8>, _ parameters: ArraySlice<UInt8>?
  ) throws(RPCFailure) -> [UInt8] {
    let request = try ParameterTexts(parameters, ["name"], raw: "arguments")
    guard let name = request["name"] else { throw .invalid("the 'name' of a tool is missing") }
    guard let tool = ServedTool.all.first(where: { $0.name == name }) else {
      throw .invalid("there is no tool '\(name)'; 'tools/list' lists them")
    }
    let result = try run(tool, try ToolArguments(request.raw))
    return try RPCResponse.result(id) { (json) throws(RPCFailure) in result.write(&json) }
  }

  /// The parameters of a tool; an import may only choose its store if the server may write.
  private func declarations(of tool: ServedTool) -> [Declaration] {
    let all = program.description(ofVerb: tool.verb)?.parameters ?? []
    return tool.declarations(of: all, offersStore: isWritable || tool.verb != "import")
  }

  private func run(_ tool: ServedTool, _ arguments: ToolArguments) throws(RPCFailure) -> ToolResult
  {
    do {
      let words = try arguments.words(for: tool, declarations(of: tool)) {
        (declaration, path) throws(ToolFailure) in
        declaration.name == "db" && tool.verb == "import"
          ? try paths.writableFile(path) : try paths.file(path)
      }
      let all = program.description(ofVerb: tool.verb)?.parameters ?? []
      var line = [tool.verb] + tool.options + words.options
      if all.contains(where: { $0.name == "db" }) {
        if !arguments.namesStore {
          line.append("--db=\(Self.storePath(in: folder))")
        } else if !isWritable, all.contains(where: { $0.name == "no-keep" }) {
          line.append("--no-keep")
        }
      }
      return try ToolRun(program, folder: folder).run(
        tool, line, ["--"] + tool.arguments + words.arguments)
    } catch let failure as RPCFailure {
      throw failure
    } catch let failure as ToolFailure {
      return ToolResult(failure: failure.message)
    } catch {
      return ToolResult(failure: Failure(error).description)
    }
  }
}

/// The text parameters of a method; other members are ignored.
private struct ParameterTexts {
  private var texts: [String: String] = [:]
  /// One member as JSON.
  private(set) var raw: ArraySlice<UInt8>?

  init(
    _ json: ArraySlice<UInt8>?, _ names: [String], raw rawName: String? = nil
  ) throws(RPCFailure) {
    guard let json else { return }
    do throws(JSONError) {
      var scanner = JSONScanner(json)
      try scanner.beginObject()
      while try scanner.nextKey() != nil {
        let name = scanner.keyText
        if try scanner.nullIfPresent() { continue }
        if names.contains(name) {
          texts[name] = try scanner.string()
        } else if name == rawName {
          raw = try scanner.rawValue()
        }
      }
      try scanner.end()
    } catch {
      throw .invalid("'params' does not fit the method: \(error)")
    }
  }

  subscript(_ name: String) -> String? { texts[name] }
}
