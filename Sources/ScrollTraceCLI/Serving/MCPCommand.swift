import CommandLineKit
import TextKit
import TraceStore

/// `mcp`: serves the commands as tools for an assistant.
struct MCPCommand: CommandLineKit.Command {
  static let name = "mcp"
  static let abstract = "Serve the verbs as tools for an assistant (Model Context Protocol)."
  static let discussion = """
    Reads JSON-RPC messages from standard input and answers them on standard output, one line each, \
    until the input ends. An assistant starts this command itself; docs/mcp.md shows how.

    Captures are imported into a temporary store, which is removed at the end. Only files below \
    --root are read; links that lead out of it are refused. Without --write nothing below it changes. \
    With --write, 'import' can fill a store below the root, and analyses are kept in stores.
    """
  static let examples = [
    Example("scrolltrace mcp --root captures", "tools that read one folder")
  ]
  static let parameters: [Parameter<Self>] = [
    .option(
      "root", \.root, "The folder that tools may read.", valueName: "FOLDER",
      completion: .directories),
    .flag("write", \.isWritable, "Let tools write stores below the root, too."),
  ]

  var root = "."
  var isWritable = false
  /// The program whose commands are served.
  var program: @Sendable () -> Program

  func run(_ console: inout Console) throws -> ExitCode {
    try failing {
      _ = Interruption.install()
      let paths = try ConfinedPaths(root: root)
      return try TemporaryStore.inFolder { folder in
        try TraceStore(path: ToolServer.storePath(in: folder), mode: .create).close()
        let input = ByteSource(
          descriptor: 0, name: "standard input", limit: .max,
          operations: Interruption.operations())
        let lines = LineReader(input, limit: ToolServer.messageLimit)
        var server = ToolServer(program(), paths, isWritable: isWritable, folder: folder)
        while console.outputFailure == nil, let line = try lines.next() {
          guard let answer = server.answer(line) else { continue }
          console.write(String(decoding: answer, as: UTF8.self))
          console.flush()
        }
        return .ok
      }
    }
  }
}
