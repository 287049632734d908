import CommandLineKit
import Replay
import ScrollModel
import TraceStore

extension ShowCommand {
  /// Plays a trace in the terminal, or waits for keys, until the user quits.
  func scrub(
    _ trace: TraceRecord, _ plan: ReplayPlan, _ recordedPlan: ReplayPlan?,
    from start: TraceTime, _ store: TraceStore, _ console: inout Console
  ) throws -> ExitCode {
    guard RawTerminal.isThere(console) else {
      throw UsageError(
        "--watch and --scrub need a terminal; '--at 1.25s' prints one moment anywhere")
    }
    let index = try ScrubIndex(of: trace, plan, in: store)
    let source = try ScrubSource(of: trace, plan, recordedPlan, in: store)
    var playhead = Playhead(
      frames: index.frames, settles: index.settles, divergences: index.divergences,
      end: index.end, at: start.nanoseconds, isPlaying: isWatching)
    guard Interruption.install(withHangup: true) else {
      throw Failure(.unavailable, "the system gives no pipe to wait for signals with")
    }
    let terminal = RawTerminal()
    guard terminal.enter(&console) else {
      throw Failure(.unavailable, "the terminal cannot be read key by key")
    }
    defer { terminal.leave(&console) }
    return try loop(source, &playhead, terminal, &console)
  }

  private func loop(
    _ source: ScrubSource, _ playhead: inout Playhead, _ terminal: RawTerminal,
    _ console: inout Console
  ) throws -> ExitCode {
    var typed: [UInt8] = []
    var last = ContinuousClock.now
    var shown: (playhead: Playhead, columns: Int, rows: Int)?
    while console.outputFailure == nil {
      let size = RawTerminal.size
      if shown.map({ $0.playhead != playhead || ($0.columns, $0.rows) != size }) ?? true {
        try draw(source, playhead, size, &console)
        shown = (playhead, size.columns, size.rows)
      }
      // Thirty pictures a second during playback; else often enough to follow a resize.
      let wait = Interruption.wait(for: 0, milliseconds: playhead.isPlaying ? 33 : 100)
      let now = ContinuousClock.now
      playhead.play(for: Self.nanoseconds(now - last))
      last = now
      switch wait {
      case .interrupted: throw Failure(.interrupted, "interrupted")
      case .timeout: continue
      case .readable: break
      }
      guard let bytes = terminal.read() else { return .ok }
      typed += bytes
      for key in Key.take(from: &typed) {
        if key == .quit { return .ok }
        if key == .suspend {
          guard terminal.suspend(&console) else { return .ok }
          last = .now
          shown = nil
        }
        playhead.take(key)
      }
    }
    return .ok
  }

  private func draw(
    _ source: ScrubSource, _ playhead: Playhead, _ size: (columns: Int, rows: Int),
    _ console: inout Console
  ) throws {
    let screen = ScrubScreen(
      name: "trace \(source.trace.id) \(source.trace.information.name)",
      moment: try source.moment(at: TraceTime(nanoseconds: playhead.time)), playhead: playhead,
      columns: size.columns, rows: size.rows, style: console.style)
    console.write(RawTerminal.screen(of: screen.lines()))
  }

  private static func nanoseconds(_ duration: Duration) -> Int64 {
    let (seconds, attoseconds) = duration.components
    let (whole, isOver) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    return isOver ? .max : whole &+ attoseconds / 1_000_000_000
  }
}
