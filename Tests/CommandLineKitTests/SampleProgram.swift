import CommandLineKit

enum SampleFormat: String, CaseIterable, CommandValue {
  case text, json, csv
}

/// A command with one parameter of every kind.
struct SampleReplay: Command {
  static let name = "replay"
  static let abstract = "Replay a trace through the scroll engine."
  static let discussion = """
    The trace drives the engine the way the fingers did. What was observed is compared with what
    the engine did, frame by frame.

      gesture  the engine does everything
      release  the engine takes over at the release

    Start with 'PROGRAM replay a.db'.
    """
  static let examples = [
    Example("sample replay a.db", "Replay everything with the recorded configuration."),
    Example("zcat a.gz | sample replay - -f json > 'a b.json'", "Read from a pipe."),
  ]
  static let parameters: [Parameter<Self>] = [
    .argument("trace", \.trace, "The trace file to read.", completion: .files),
    .argument("other", \.others, "More trace files.", completion: .files),
    .option("format", short: "f", \.format, "How to print the result."),
    .option("jobs", short: "j", \.jobs, "Work on N traces at once.", limits: .range(1...64)),
    .option("offset", short: "o", \.offset, "Shift the content by this many points."),
    .option("seed", \.seed, "The seed of the noise.", shownDefault: "taken from the trace"),
    .option("since", \.since, "Leave out frames before this time, in nanoseconds."),
    .option("bounce", \.bounce, "Whether edges bounce.", valueName: "WHETHER"),
    .option("output", \.output, "Where to write.", valueName: "FILE", completion: .files),
    .option(
      "tag", short: "t", \.tags,
      "Only traces with this tag; a tag is whatever the recorder was told, compared as bytes."),
    .option("debug-step", \.debugStep, "An internal step size.", isHidden: true),
    .flag("verbose", short: "v", \.isVerbose, "Print every step."),
    .flag("quick", short: "q", \.isQuick, "Skip what takes long."),
    .flag("json", \.format, sets: .json, "Print JSON, like '--format json'."),
  ]
  var trace = ""
  var others: [String] = []
  var format = SampleFormat.text
  var jobs = 4
  var offset = 0.0
  var seed: UInt64?
  var since: Int64?
  var bounce: Bool?
  var output: String?
  var tags: [String] = []
  var debugStep = 0.5
  var isVerbose = false
  var isQuick = false

  func run(_ console: inout Console) throws -> ExitCode {
    if isVerbose && isQuick { throw UsageError("'--verbose' and '--quick' exclude each other") }
    console.print("replayed " + console.style(trace, .green))
    return .differences
  }
}

/// A command whose only argument is a number that selects its failure.
struct SampleFail: Command {
  struct Failure: CommandFailure, CustomStringConvertible {
    let exitCode: ExitCode
    let description: String
  }
  struct Bug: Error {}

  static let name = "fail"
  static let abstract = "Fail in one of several ways."
  static let parameters: [Parameter<Self>] = [
    .argument("way", \.way, "Which failure."),
    .option("level", short: "l", \.level, "How badly.", isRequired: true),
  ]
  var way = 0
  var level = SampleFormat.text

  func run(_ console: inout Console) throws -> ExitCode {
    if way < 0 {
      throw Failure(exitCode: .temporary, description: "a.db is locked\nby 'x\u{1B}[31m'")
    }
    throw Bug()
  }
}

/// A command without parameters.
struct SampleDoctor: Command {
  static let name = "doctor"
  static let abstract = "Check that the tool's surroundings are in order: SQLite, zlib, disk."
  func run(_ console: inout Console) -> ExitCode { .ok }
}

/// A verb that works but is hidden.
struct SampleSecret: Command {
  static let name = "secret"
  static let abstract = "Not shown."
  static let isHidden = true
  let answer: String
  func run(_ console: inout Console) -> ExitCode {
    console.print(answer)
    return .ok
  }
}

let sample = Program(
  name: "sample", abstract: "Record, replay and analyze scrolling.", version: "1.2.3",
  groups: [
    CommandGroup("Replay", [SampleReplay(), SampleFail()]),
    CommandGroup("Care", [SampleDoctor(), SampleSecret(answer: "42")]),
  ])

/// The output of one run as a user sees it.
struct Seen: Equatable {
  var code = ExitCode.ok
  var output = ""
  var error = ""
}

/// Collects output, also from closures that outlive the caller.
final class Transcript {
  var output = ""
  var error = ""

  func console(width: Int = 80, isTerminal: Bool = false, bufferBytes: Int = 0) -> Console {
    Console(
      output: { self.output += $0 }, error: { self.error += $0 }, width: width,
      isOutputTerminal: isTerminal, isErrorTerminal: isTerminal, bufferBytes: bufferBytes)
  }
}

func run(_ words: [String], isTerminal: Bool = false) -> Seen {
  let transcript = Transcript()
  var console = transcript.console(isTerminal: isTerminal)
  let code = sample.main(words, console: &console)
  return Seen(code: code, output: transcript.output, error: transcript.error)
}
