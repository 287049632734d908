import Testing

@testable import CommandLineKit

/// A clock that a test advances.
private final class HandClock {
  var now = Duration.seconds(1000)
}

@Suite("The progress line")
struct ProgressLineTests {
  private let clock = HandClock()
  private let transcript = Transcript()

  private func line(total: Int64? = 1000, _ console: Console) -> ProgressLine {
    ProgressLine("Importing", unit: "frames", total: total, console: console) { [clock] in
      clock.now
    }
  }

  @Test("a progress line shows share, rate and time left")
  func text() {
    var console = transcript.console(isTerminal: true)
    var progress = line(console)
    clock.now += .seconds(2)
    progress.advance(to: 250, &console)
    #expect(transcript.error == "\rImporting  25%  125 frames/s  6 s left\u{1B}[K")
    #expect(transcript.output.isEmpty)
  }

  @Test("a progress line without a total shows only the rate")
  func noTotal() {
    var console = transcript.console(isTerminal: true)
    var progress = line(total: nil, console)
    clock.now += .seconds(1)
    progress.advance(to: 1_234_567, &console)
    #expect(transcript.error == "\rImporting  1.2M frames/s\u{1B}[K")
  }

  @Test("a progress line is drawn at most ten times a second")
  func rate() {
    var console = transcript.console(isTerminal: true)
    var progress = line(console)
    for step in 1...10_000 {
      clock.now += .milliseconds(1)
      progress.advance(to: Int64(step), &console)
    }
    let drawn = transcript.error.split(separator: "\r").count
    #expect(drawn == 100)
  }

  @Test("a progress line is erased and shown again when work continues")
  func erase() {
    var console = transcript.console(isTerminal: true)
    var progress = line(console)
    progress.erase(&console)
    #expect(transcript.error.isEmpty, "what was never shown needs no erasing")
    clock.now += .seconds(1)
    progress.advance(to: 1, &console)
    transcript.error = ""
    progress.erase(&console)
    progress.erase(&console)
    #expect(transcript.error == "\r\u{1B}[K")
    clock.now += .seconds(1)
    progress.advance(to: 2, &console)
    #expect(transcript.error.contains("Importing"))
  }

  @Test("a progress line is not drawn when messages go to a file")
  func silent() {
    var console = transcript.console(isTerminal: false)
    var progress = line(console)
    clock.now += .seconds(1)
    progress.advance(to: 1, &console)
    progress.erase(&console)
    #expect(transcript.error.isEmpty)
  }

  @Test("a progress line never fills the last column", arguments: [1, 2, 10, 20, 200])
  func width(width: Int) {
    var console = transcript.console(width: width, isTerminal: true)
    var progress = line(console)
    clock.now += .seconds(1)
    progress.advance(to: 1, &console)
    let shown = transcript.error.dropFirst().prefix { $0 != "\u{1B}" }
    #expect(TerminalText.width(of: String(shown)) <= max(width - 1, 1))
  }

  @Test(
    "a progress line handles counts that are out of range",
    arguments: [
      (-5, 1000), (2000, 1000), (.max, 1), (1, .max), (.min, .max), (.max, .min), (5, 0),
    ] as [(Int64, Int64)])
  func odd(done: Int64, total: Int64) {
    var console = transcript.console(isTerminal: true)
    var progress = line(total: total, console)
    clock.now += .seconds(1)
    progress.advance(to: done, &console)
    #expect(transcript.error.contains("frames/s"))
    #expect(done < total || !transcript.error.contains("left"))
  }

  @Test("a progress line shows 100% only when everything is done")
  func lastPercent() {
    let progress = line(total: 1000, transcript.console(isTerminal: true))
    #expect(progress.text(done: 999, after: .seconds(1)).contains("99%"))
    #expect(progress.text(done: 1000, after: .seconds(1)) == "Importing  100%  1.0k frames/s")
  }

  @Test(
    "counts are abbreviated",
    arguments: [
      (0, "0"), (999.4, "999"), (999.5, "1.0k"), (1250, "1.3k"), (999_949, "999.9k"),
      (999_951, "1.0M"), (2.5e9, "2.5G"), (1e300, "1000000000.0G"), (-1, "0"),
    ] as [(Double, String)])
  func counts(value: Double, text: String) {
    #expect(ProgressLine.count(value) == text)
  }

  @Test(
    "times have two units",
    arguments: [
      (0, "0 s"), (0.1, "1 s"), (59, "59 s"), (59.5, "1 min 0 s"), (3599, "59 min 59 s"),
      (3600, "1 h 0 min"), (90_061, "25 h 1 min"), (1e300, "8760 h 0 min"),
    ] as [(Double, String)])
  func times(seconds: Double, text: String) {
    #expect(ProgressLine.time(seconds) == text)
  }
}
