import CommandLineKit
import Replay
import ScrollModel
import Synchronization
import TraceImport

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The picture of `record --live --scrub`: the view as it is recorded, and the last results below it.
///
/// It does not read keys: the log itself may come from standard input. Ctrl-C ends the recording as
/// without a picture.
final class LiveScreen: Sendable {
  private struct State {
    /// Nil before the first trace.
    var picture: LivePicture?
    var name = ""
    var time = TraceTime.zero
    /// The last results, oldest first.
    var results: [String] = []
    var drawn = ContinuousClock.now
    var isStale = true
  }

  private let state = Mutex(State())
  private let style: Style

  /// The number of results below the picture.
  private static let shownResults = 4
  /// The time between two pictures while events arrive.
  private static let interval = Duration.milliseconds(33)

  /// Takes the terminal; `leave` must follow on every path.
  init(style: Style) {
    self.style = style
    put(RawTerminal.opening)
  }

  /// Gives the terminal back.
  func leave() {
    put(RawTerminal.closing)
  }

  /// Shows a trace from now on: the last one that began.
  func begin(_ information: TraceInformation, _ configuration: Configuration) {
    state.withLock {
      $0.picture = LivePicture(of: information, configuration, BehaviorRegistry())
      $0.name = information.name
      $0.isStale = true
    }
  }

  /// Handles an event, and draws if the last picture is old enough.
  func take(_ event: TraceEvent, at time: TraceTime) {
    state.withLock {
      $0.picture?.take(event, at: time)
      $0.time = time
      $0.isStale = true
      if ContinuousClock.now - $0.drawn >= Self.interval { draw(&$0) }
    }
  }

  /// Shows a result below the picture.
  func add(_ line: String) {
    state.withLock {
      $0.results = $0.results.suffix(Self.shownResults - 1) + [line]
      draw(&$0)
    }
  }

  /// Draws what has changed; called while the recording waits for input.
  func tick() {
    state.withLock { if $0.isStale { draw(&$0) } }
  }

  private func draw(_ state: inout State) {
    let size = RawTerminal.size
    let lines: [String]
    if let moment = state.picture?.moment {
      let playhead = Playhead(
        frames: [], settles: [], end: state.time.nanoseconds, at: state.time.nanoseconds,
        isPlaying: true)
      lines = ScrubScreen(
        name: state.name, moment: moment, playhead: playhead, columns: size.columns,
        rows: size.rows, style: style, results: state.results
      ).lines()
    } else {
      lines = [TerminalText.cut("waiting for the first frame; Ctrl-C ends", to: size.columns)]
    }
    put(RawTerminal.screen(of: lines))
    state.drawn = .now
    state.isStale = false
  }

  private func put(_ text: String) {
    let bytes = Array(text.utf8)
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      // A closed terminal does not end the recording.
      guard count > 0 || (count < 0 && errno == EINTR) else { return }
      sent += max(0, count)
    }
  }
}
