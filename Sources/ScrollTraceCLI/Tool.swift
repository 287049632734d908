public import CommandLineKit
public import Replay
import SQLite

/// The command-line tool as a library, so that other tools can add commands.
public enum Tool {
  /// The version of this program.
  public static let version = "1.0.0"

  /// The program with all commands, followed by the user's own.
  ///
  /// Registered behaviors can be used in every configuration.
  public static func program(
    name: String = "scrolltrace", adding own: [any Command] = [],
    behaviors registry: BehaviorRegistry = BehaviorRegistry()
  ) -> Program {
    var groups = [
      CommandGroup(
        "Traces in and out",
        [
          ImportCommand(), FormatsCommand(), RecordCommand(), SimulateCommand(registry: registry),
          ExportCommand(),
        ]),
      CommandGroup("Completing traces", [AttachCommand(), InferLayoutCommand()]),
      CommandGroup(
        "Looking at traces", [ListCommand(), ShowCommand(registry: registry), QueryCommand()]),
      CommandGroup(
        "Asking why",
        [
          DiagnoseCommand(registry: registry), ReproduceCommand(registry: registry),
          BisectCommand(registry: registry), CoverageCommand(registry: registry),
          CheckCommand(registry: registry),
          ReplayCommand(registry: registry), CompareCommand(registry: registry),
          AnalyzeCommand(registry: registry), ExplainCommand(registry: registry),
          LintCommand(registry: registry), ReportCommand(registry: registry),
          TriageCommand(registry: registry),
        ]),
      CommandGroup(
        "First steps and assistants",
        [
          DemoCommand(), PlaygroundCommand(registry: registry),
          MCPCommand { program(name: name, adding: own, behaviors: registry) },
        ]),
      CommandGroup(
        "Trust",
        [
          VerifyCommand(registry: registry), RecoverCommand(), ConformanceCommand(),
          CalibrateCommand(),
        ]),
    ]
    if !own.isEmpty { groups.append(CommandGroup("Own", own)) }
    return Program(
      name: name, abstract: "Shows why a scroll view came to rest where it did.",
      version: "\(version) (SQLite \(Database.libraryVersion))", groups: groups,
      manNotes: notes,
      synonyms: [
        "diff": "compare", "info": "show",
        "inspect": "show", "ls": "list", "open": "show", "run": "replay", "sql": "query",
        "test": "replay --golden", "why": "diagnose",
      ])
  }

  private static let notes = [
    ManSection(
      "Environment",
      """
        SCROLLTRACE_DB  the store, where --db is not given
        NO_COLOR        if it is not empty, no color is used
      """),
    ManSection(
      "Files",
      """
        scrolltrace.sqlite       the default store: one SQLite file
        scrolltrace.sqlite.lock  names the process that writes to the store
      """),
  ]
}
