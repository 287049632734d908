import CommandLineKit
import ScrollModel
import TextKit
import TraceImport
import TraceRecorder
import TraceStore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// `record`: records a live stream into the store.
struct RecordCommand: CommandLineKit.Command {
  static let name = "record"
  static let abstract = "Record a live stream into the store."
  static let discussion = """
    Reads our own log format from standard input, or with --listen from connections to a port of \
    this machine, one after the other. A connection must begin with the header line of a log; \
    everything else, such as a request from a web page, is refused and counted. With --token the \
    header line must contain that token, too. What arrives is durable a quarter of a second later; if the \
    tool is killed, everything that was committed is kept and the file is marked as not closed. \
    Ctrl-C and the end of the input end a recording cleanly. If a layout could not be read, the \
    exit code is 3.

    With --ring only the last seconds are kept until a note named by --trigger arrives or the \
    process gets SIGUSR1; then they and everything after them are kept.

    With --live each settle and each finding is printed when it is decided. At the end of each stream \
    its traces are diagnosed as 'diagnose' does, and results that only the whole trace shows are added. \
    The exit code is 1 if a trace has a cause or is undecided. With --scrub the terminal shows the \
    recorded view as it moves, with the last results below it.
    """
  static let examples = [
    Example("my-app | scrolltrace record --db run.sqlite", "record what a program prints"),
    Example("scrolltrace record --listen 7007", "record what connects to port 7007"),
    Example("scrolltrace record --listen 7007 --live", "print findings while the app runs"),
    Example("my-app | scrolltrace record --ring 30 --trigger jump", "keep 30 s around a jump"),
  ]
  static let parameters: [Parameter<Self>] = [
    .store(\.database),
    .option("listen", \.port, "Listen on this port; 0 takes any.", valueName: "PORT"),
    .option(
      "token", \.token,
      "With --listen: the header line must contain this token; 'auto' makes a random one.",
      valueName: "TOKEN"),
    .option(
      "ring", \.ringSeconds, "Keep only this many seconds until the trigger.",
      limits: .range(1...86_400)),
    .option(
      "trigger", \.triggerName, "With --ring: the name of the note that triggers.",
      valueName: "NAME", shownDefault: Self.usualTrigger),
    .option(
      "batch-ms", \.batchMilliseconds, "The longest an event waits for its commit.",
      limits: .range(1...60_000)),
    .flag("live", \.isLive, "Print settles and findings at once, and diagnose at the end."),
    .flag("scrub", \.isScrubbing, "With --live: draw the view in the terminal while it records."),
    .flag("ack", \.acknowledges, "Print the last committed seq after each commit."),
    .flag("wait", \.waits, "Wait while another program writes to the store."),
    .flag("json", \.isJSON, "Print the result as JSON."),
  ]

  private static let usualTrigger = "trigger"

  var database: String?
  var port: Int?
  var token: String?
  var ringSeconds: Double?
  var triggerName: String?
  var batchMilliseconds = 250.0
  var isLive = false
  var isScrubbing = false
  var acknowledges = false
  var waits = false
  var isJSON = false

  func run(_ console: inout Console) throws -> ExitCode {
    try failing {
      guard Interruption.install() else {
        throw Failure(.unavailable, "the system gives no pipe to wait for signals with")
      }
      guard ringSeconds != nil || triggerName == nil else {
        throw UsageError("--trigger belongs to --ring; without it everything is kept")
      }
      if acknowledges && isJSON {
        throw UsageError("--ack and --json both print to standard output; use one of them")
      }
      if isLive, let other = acknowledges ? "--ack" : isJSON ? "--json" : nil {
        throw UsageError("--live and \(other) both print to standard output; use one of them")
      }
      guard !isLive || ringSeconds == nil else {
        throw UsageError("--live needs the whole recording; leave out --ring")
      }
      guard isLive || !isScrubbing else {
        throw UsageError(
          "--scrub belongs to --live; 'scrolltrace show --scrub' shows a stored trace")
      }
      guard !isScrubbing || RawTerminal.canDraw(console) else {
        throw UsageError("--scrub needs a terminal; --live alone prints to anything")
      }
      let token = try token.map { try ConnectionToken(word: $0) }
      guard let port else {
        guard token == nil else {
          throw UsageError("--token belongs to --listen; standard input needs none")
        }
        var recorded = RecordedStreams()
        try record(from: 0, named: "standard input", into: &recorded, &console)
        return recorded.exitCode
      }
      guard let number = UInt16(exactly: port) else {
        throw UsageError("the port \(port) is not between 0 and 65535")
      }
      return try listen(on: number, token, &console)
    }
  }

  private func listen(
    on port: UInt16, _ token: ConnectionToken?, _ console: inout Console
  ) throws -> ExitCode {
    let listener = try LoopbackListener(port: port)
    console.printError("listening on 127.0.0.1:\(listener.port), Ctrl-C ends")
    if let token, token.isRandom {
      console.printError("token: \(token.text) (the value of \"token\" in the header line)")
    }
    var gate = ConnectionGate(listener, token: token)
    var recorded = RecordedStreams()
    while let connection = gate.next(&console) {
      defer { close(connection.descriptor) }
      do {
        try record(
          from: connection.descriptor, after: connection.received, named: "the connection",
          into: &recorded, &console)
      } catch let error where error is ImportError || error is InputError {
        // A broken connection, or a newer log, must not end the recording of the others.
        console.printError("scrolltrace record: \(Failure(error).description)")
      }
    }
    if let text = gate.refusedText { console.printError(text) }
    return recorded.exitCode
  }

  /// The results of all streams.
  private struct RecordedStreams {
    /// Whether data was stored; false if a ring was never triggered.
    var isKept = false
    var lostLayouts: Int64 = 0
    /// Whether a trace has a cause or is undecided.
    var hasDifferences = false

    var exitCode: ExitCode {
      if lostLayouts > 0 { return .partial }
      if hasDifferences { return .differences }
      return isKept ? .ok : .nothingMatched
    }
  }

  /// Records one stream to its end; `received` contains the bytes that were already read.
  private func record(
    from descriptor: Int32, after received: [UInt8] = [], named name: String,
    into recorded: inout RecordedStreams, _ console: inout Console
  ) throws {
    let path = StorePath.resolve(database)
    let recorder = try TraceRecorder(path: path, options: recorderOptions)
    if isScrubbing { console.flush() }
    let screen = isScrubbing ? LiveScreen(style: console.style) : nil
    let status = StatusLine(recorder: recorder, console: console, screen: screen)
    var sink = RecorderSink(
      recorder: recorder, triggerName: ringSeconds == nil ? nil : triggerName ?? Self.usualTrigger)
    if isLive {
      console.flush()
      sink.live = LiveReport(console, screen) { status.erase() }
    }
    var readerOptions = NativeReader.Options()
    readerOptions.confirmsJumps = false
    let source = ByteSource(
      descriptor: descriptor, name: name,
      operations: status.operations().reading(received, before: descriptor))
    var failure: (any Error)?
    var summary = ImportSummary()
    do {
      summary = try NativeImport.read(source, options: readerOptions, into: &sink)
    } catch {
      failure = error
    }
    sink.live?.endPicture()
    status.erase()
    let end = try recorder.close()
    if let failure, end.recordedEvents == 0 {
      // After an interruption, an empty recording is no error.
      try Interruption.check("nothing was recorded")
      throw failure
    }
    try report(end, path, &console)
    if let lost = lostLayoutsText(summary) { console.printError(lost) }
    if try sink.live?.finish(path, &console) == .differences { recorded.hasDifferences = true }
    recorded.lostLayouts += summary.lostLayouts
    if ringSeconds == nil || end.isTriggered { recorded.isKept = true }
    // Earlier events are stored; after an interruption, the read error is expected.
    if let failure, !Interruption.isPending { throw failure }
  }

  private var recorderOptions: TraceRecorder.Options {
    var options = TraceRecorder.Options()
    options.batchSeconds = batchMilliseconds / 1000
    options.ringSeconds = ringSeconds
    options.format = NativeFormat.name
    options.toolVersion = Tool.version
    if waits { options.patience = { true } }
    if acknowledges {
      options.didCommit = { committed in
        var text = ""
        for last in committed {
          text += last.trace == 1 ? "\(last.seq)\n" : "\(last.seq) \(last.trace)\n"
        }
        // Writes directly to the descriptor: an acknowledgement must not be buffered.
        let bytes = Array(text.utf8)
        _ = bytes.withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
      }
    }
    return options
  }

  private func report(
    _ status: TraceRecorder.Status, _ path: String, _ console: inout Console
  ) throws {
    if isJSON {
      return try console.printJSON { json in
        json.member("store", path)
        json.member("events", status.recordedEvents)
        json.member("dropped", status.droppedEvents)
        json.member("refused", status.refusedEvents)
        json.member("is_triggered", status.isTriggered)
      }
    }
    guard ringSeconds == nil || status.isTriggered else {
      console.printError("no trigger came, nothing was kept")
      return
    }
    var text =
      "\(DisplayText.escaped(path)): \(counted(Int(status.recordedEvents), "event")) recorded"
    if status.droppedEvents > 0 { text += ", \(status.droppedEvents) dropped" }
    if status.refusedEvents > 0 { text += ", \(status.refusedEvents) refused" }
    console.printError(text)
  }
}

/// The recorder as the sink of a reader; it waits for space.
private struct RecorderSink: TraceSink {
  let recorder: TraceRecorder
  /// The name of the mark that triggers a ring; nil without a ring.
  let triggerName: String?
  /// Prints results during the recording; nil without `--live`.
  var live: LiveReport?

  mutating func beginTrace(_ information: TraceInformation) throws -> TraceNumber {
    live?.begin(information)
    return recorder.beginTrace(information)
  }

  mutating func append(
    _ event: TraceEvent, at time: TraceTime, to trace: TraceNumber
  ) throws {
    try recorder.appendWaiting(event, at: time, to: trace)
    live?.take(event, at: time, of: trace)
    if let triggerName, case .observation(.annotation(let note)) = event,
      note.kind.utf8.elementsEqual(triggerName.utf8)
    {
      recorder.trigger()
    }
  }

  mutating func report(_ diagnostic: Diagnostic) throws {
    recorder.report(diagnostic)
    live?.report(diagnostic)
  }
}

/// The live status line on a terminal, redrawn while the recording waits for input.
private final class StatusLine: Sendable {
  private let recorder: TraceRecorder
  private let isVisible: Bool
  /// The picture that takes the place of the line; nil without one.
  private let screen: LiveScreen?
  private let start = ContinuousClock.now

  init(recorder: TraceRecorder, console: Console, screen: LiveScreen?) {
    self.recorder = recorder
    self.screen = screen
    isVisible = console.isErrorTerminal && screen == nil
  }

  /// File operations whose reads wait for input, for Ctrl-C and for the next redraw.
  func operations() -> FileOperations {
    Interruption.operations { [self] in
      if Interruption.takeTrigger() { recorder.trigger() }
      draw()
    }
  }

  private func draw() {
    screen?.tick()
    guard isVisible else { return }
    let status = recorder.status
    let seconds = (ContinuousClock.now - start).components.seconds
    put(
      "\rrecording  \(seconds) s  \(status.recordedEvents) events"
        + (status.droppedEvents > 0 ? "  \(status.droppedEvents) dropped" : "") + "\u{1B}[K")
  }

  func erase() {
    if isVisible { put("\r\u{1B}[K") }
  }

  private func put(_ text: String) {
    let bytes = Array(text.utf8)
    _ = bytes.withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
  }
}

/// The consequence of lost layouts; nil if none was lost.
private func lostLayoutsText(_ summary: ImportSummary) -> String? {
  guard summary.lostLayouts > 0 else { return nil }
  return
    "\(counted(Int(summary.lostLayouts), "line")) of layouts could not be read: nothing about "
    + "targets can be judged until the next layout; correct the log and import it again"
}
