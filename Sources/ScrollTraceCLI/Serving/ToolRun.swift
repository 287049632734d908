import CommandLineKit
import TextKit

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The result of a tool call.
struct ToolResult {
  /// Texts for people and models.
  var texts: [String] = []
  /// The document that the command prints with --json.
  var document: [UInt8]?

  init() {}

  init(failure: String) { texts = [failure] }

  func write(_ json: inout JSONWriter) {
    json.key("content")
    json.beginArray()
    for text in texts {
      json.beginObject()
      json.member("type", "text")
      json.member("text", text)
      json.endObject()
    }
    json.endArray()
    if let document {
      json.key("structuredContent")
      json.raw(document[...])
    }
    json.member("isError", document == nil)
  }
}

/// Runs one command, and collects its output.
struct ToolRun {
  private let program: Program
  private let folder: String

  init(_ program: Program, folder: String) {
    self.program = program
    self.folder = folder
  }

  func run(_ tool: ServedTool, _ options: [String], _ arguments: [String]) throws -> ToolResult {
    guard tool.verb == "report" else {
      let printed = try print(options + ["--json"] + arguments)
      return result(printed, document: printed.output, text: nil)
    }
    // A report is a file; the command prints only its path.
    let (json, markdown) = ("\(folder)/report.json", "\(folder)/report.md")
    defer { for path in [json, markdown] { unlink(path) } }
    let files = ["--json-out=\(json)", "--markdown=\(markdown)"]
    let printed = try print(options + files + arguments)
    let document = try? wholeFile(json, limit: Int64(ToolServer.resultLimit))
    let text = try? wholeFile(markdown, limit: Int64(ToolServer.resultLimit))
    return result(printed, document: document ?? [], text: text)
  }

  private func result(_ printed: Printed, document: [UInt8], text: [UInt8]?) -> ToolResult {
    var result = ToolResult()
    // 1, 3 and 4 are results, too, if there is a document.
    let isAnswer = [.ok, .differences, .partial, .nothingMatched].contains(printed.code)
    if isAnswer, !document.isEmpty {
      let line = RPCResponse.oneLine(document)
      result.document = line
      result.texts = [String(decoding: text ?? line, as: UTF8.self)]
    }
    let messages = printed.messages.trimmed
    if !messages.isEmpty { result.texts.append(messages) }
    if result.texts.isEmpty {
      result.texts = ["the verb ended with exit code \(printed.code.rawValue) and no result"]
    }
    return result
  }

  private func print(_ words: [String]) throws -> Printed {
    let printed = Printed()
    var console = Console(
      output: { try printed.append($0) }, error: { printed.appendMessage($0) }, width: 100)
    printed.code = program.main(words, console: &console)
    guard !printed.isTooLong else {
      throw ToolFailure(
        "the result has more than \(ToolServer.resultLimit >> 20) MiB; ask for one trace, or for "
          + "fewer rows")
    }
    return printed
  }
}

/// The output of a command.
private final class Printed {
  var code = ExitCode.ok
  private(set) var output: [UInt8] = []
  private(set) var messages = ""
  private(set) var isTooLong = false

  func append(_ text: String) throws {
    guard output.count + text.utf8.count <= ToolServer.resultLimit else {
      isTooLong = true
      throw WriteFailure(code: EFBIG)
    }
    output += text.utf8
  }

  func appendMessage(_ text: String) {
    if messages.utf8.count < 1 << 16 { messages += text }
  }
}

extension String {
  /// The text without trailing line breaks.
  fileprivate var trimmed: String {
    var text = self[...]
    while text.last?.isNewline == true { text.removeLast() }
    return String(text)
  }
}
