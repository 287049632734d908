import CommandLineKit
import TextKit
import TraceStore

/// `recover`: recovers a store that was not closed or is damaged.
struct RecoverCommand: CommandLineKit.Command {
  static let name = "recover"
  static let abstract = "Recover a store that was not closed or is damaged."
  static let discussion = """
    A store whose writer was killed is sealed in place. Of a damaged one, everything that can \
    be read is written to a new file, with gaps where events are missing; the damaged file is left \
    as it is.
    """
  static let examples = [Example("scrolltrace recover run.sqlite", "seal a killed recording")]
  static let parameters: [Parameter<Self>] = [
    .argument("file", \.file, "The store to recover.", isRequired: true, completion: .files),
    .option(
      "to", \.newFile, "The new file, where one is needed.", valueName: "FILE",
      completion: .files, shownDefault: "FILE.recovered.sqlite"),
    .flag("json", \.isJSON, "Print the result as JSON."),
  ]

  var file = ""
  var newFile: String?
  var isJSON = false

  func run(_ console: inout Console) throws -> ExitCode {
    try failing {
      let recovery = try TraceStore.recover(file, to: newFile ?? file + ".recovered.sqlite")
      if isJSON {
        try console.printJSON { json in
          json.member("path", recovery.path)
          json.member("traces", Int64(recovery.traces))
          json.member("events", recovery.events)
          json.member("lost_events", recovery.lostEvents)
          json.member("lost_traces", Int64(recovery.lostTraces))
        }
      } else {
        console.print(
          "\(DisplayText.escaped(recovery.path)): \(counted(recovery.traces, "trace")) with "
            + "\(recovery.events) events kept")
        if recovery.lostEvents > 0 || recovery.lostTraces > 0 {
          console.print(
            "lost: \(recovery.lostEvents) events, \(counted(recovery.lostTraces, "trace"))")
        }
      }
      return recovery.lostEvents > 0 || recovery.lostTraces > 0 ? .partial : .ok
    }
  }
}
