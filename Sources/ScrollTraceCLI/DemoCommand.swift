import CommandLineKit
import TextKit

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// `demo`: creates a sample store and its report, without a capture.
struct DemoCommand: CommandLineKit.Command {
  static let name = "demo"
  static let abstract = "Write a sample store, and open its report."
  static let discussion = """
    Simulates a pager whose page is longer than the distance of its pages, imports the log into a \
    store, and writes the report. The folder then contains the log, the store and the page. Where no \
    desktop is running, the page is written and not opened.
    """
  static let examples = [
    Example("scrolltrace demo --no-open", "without a browser"),
    Example("scrolltrace demo tour --no-open", "into another folder"),
  ]
  static let parameters: [Parameter<Self>] = [
    .argument(
      "folder", \.folder, "The folder to write to.", isRequired: false, completion: .directories),
    .flag("no-open", \.staysClosed, "Do not open the report."),
  ]

  /// A page is as long as the container with its insets, but pages repeat without them.
  private static let example = "A01"

  var folder = "scrolltrace-demo"
  var staysClosed = false

  func run(_ console: inout Console) throws -> ExitCode {
    try failing {
      let path = folder.utf8.first == UInt8(ascii: "-") ? "./\(folder)" : folder
      try makeFolder(path)
      let (log, store, page) = ("\(path)/demo.jsonl", "\(path)/demo.sqlite", "\(path)/report.html")
      var simulation = SimulateCommand()
      simulation.example = Self.example
      simulation.output = log
      try Self.runQuietly(simulation)
      var imports = ImportCommand()
      imports.files = [log]
      imports.database = store
      try Self.runQuietly(imports)
      var report = ReportCommand()
      report.traces = ["1"]
      report.database = store
      report.html = page
      try Self.runQuietly(report)
      console.print("log     \(console.style.link(toFile: log))")
      console.print("store   \(console.style.link(toFile: store))")
      console.print("report  \(console.style.link(toFile: page))")
      console.print("next    scrolltrace diagnose 1 --db \(ShellWord.quoted(store))")
      if !staysClosed { BrowserPage.open(page, &console) }
      return .ok
    }
  }

  /// Runs another command and shows its messages only if it fails.
  private static func runQuietly(_ command: some CommandLineKit.Command) throws {
    var messages = ""
    var quiet = Console(output: { _ in }, error: { messages += $0 })
    var command = command
    let code = try command.run(&quiet)
    guard code == .ok || code == .differences else {
      throw Failure(code, messages.split(whereSeparator: \.isNewline).joined(separator: "; "))
    }
  }
}
