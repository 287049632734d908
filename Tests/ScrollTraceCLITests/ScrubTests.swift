import CommandLineKit
import TestSupport
import Testing

@testable import ScrollTraceCLI

@Suite("stepping through a trace with keys")
struct ScrubTests {
  @Test(
    "keys are recognized in every encoding, whatever bytes are between them",
    arguments: [
      ("\u{1B}[D", [Key.left]), ("\u{1B}OC", [.right]), ("h\u{1B}[Cl", [.left, .right, .right]),
      ("\u{1B}[5~\u{1B}[6~", [.pageUp, .pageDown]), ("\u{1B}[1~\u{1B}[4~", [.home, .end]),
      ("\u{1B}[H\u{1B}OF", [.home, .end]), ("np q", [.next, .previous, .space, .quit]),
      ("\u{3}\u{4}\u{1A}", [.quit, .quit, .suspend]), ("\u{1B}[1;5D x", [.space]),
      ("\u{1B}q", [.quit]), ("äöü", []),
      (
        "dD+=-?",
        [
          .nextDivergence, .previousDivergence, .faster, .faster, .slower, .help,
        ]
      ),
    ])
  func keys(typed: String, keys: [Key]) {
    var bytes = Array(typed.utf8)
    #expect(Key.take(from: &bytes) == keys)
    #expect(bytes.isEmpty)
    // The same input, one byte at a time.
    var found: [Key] = []
    for byte in typed.utf8 {
      bytes.append(byte)
      found += Key.take(from: &bytes)
    }
    // An escape before a letter is complete only with the letter.
    #expect(found == keys && bytes.isEmpty)
  }

  @Test("an unterminated escape sequence is discarded")
  func endless() {
    var bytes = [UInt8](repeating: 0x30, count: 5000)
    bytes.insert(contentsOf: Array("\u{1B}[".utf8), at: 0)
    #expect(Key.take(from: &bytes) == [] && bytes.isEmpty)
  }

  private func playhead(at time: Int64 = 0, playing: Bool = false) -> Playhead {
    Playhead(
      frames: [0, 10, 20, 30], settles: [15, 25], divergences: [12, 33], end: 40, at: time,
      isPlaying: playing)
  }

  @Test(
    "each key moves to its time",
    arguments: [
      (20, Key.left, 10), (20, .right, 30), (21, .left, 20), (0, .left, 0), (30, .right, 40),
      (0, .next, 15), (15, .next, 25), (25, .next, 40), (25, .previous, 15), (15, .previous, 0),
      (20, .home, 0), (20, .end, 40), (20, .pageUp, 0), (20, .pageDown, 40), (20, .quit, 20),
      (99, .quit, 40), (0, .nextDivergence, 12), (12, .nextDivergence, 33),
      (33, .nextDivergence, 40), (33, .previousDivergence, 12), (12, .previousDivergence, 0),
    ] as [(Int64, Key, Int64)])
  func moves(from: Int64, key: Key, to: Int64) {
    var playhead = playhead(at: from)
    playhead.take(key)
    #expect(playhead.time == to)
  }

  @Test("playback advances with time, stops at the end and at a step, and can restart")
  func playing() {
    var playhead = playhead(playing: true)
    playhead.play(for: 12)
    #expect(playhead.time == 12 && playhead.isPlaying)
    playhead.take(.right)
    #expect(playhead.time == 20 && !playhead.isPlaying)
    playhead.play(for: 5)
    #expect(playhead.time == 20)
    playhead.take(.space)
    playhead.play(for: .max)
    #expect(playhead.time == 40 && !playhead.isPlaying)
    playhead.take(.space)
    #expect(playhead.time == 0 && playhead.isPlaying)
  }

  @Test("time goes on at the chosen speed, and the list of keys closes with any key")
  func speeds() {
    var playhead = playhead(playing: true)
    playhead.take(.slower)
    playhead.play(for: 20)
    #expect(playhead.time == 10 && playhead.isPlaying)
    for _ in 0..<9 { playhead.take(.faster) }
    playhead.play(for: 5)
    #expect(playhead.time == 30)
    for _ in 0..<9 { playhead.take(.slower) }
    playhead.play(for: 20)
    #expect(playhead.time == 31)
    playhead.take(.help)
    #expect(playhead.showsHelp)
    playhead.take(.help)
    #expect(!playhead.showsHelp)
    playhead.take(.help)
    playhead.take(.right)
    #expect(!playhead.showsHelp)
  }

  @Test("without frames, a step is one tick of 60 Hz")
  func steps() {
    var playhead = Playhead(frames: [], settles: [], end: 1_000_000_000, isPlaying: false)
    playhead.take(.right)
    #expect(playhead.time == 16_666_667)
    playhead.take(.left)
    #expect(playhead.time == 0)
  }

  @Test("boxes far outside the canvas are clipped")
  func canvas() {
    var canvas = Canvas(columns: 4, rows: 3)
    canvas.box(-1_000_000...2, -1_000_000...1, nil)
    canvas.write("日本", at: 0, 0, limit: 4, nil)
    #expect(canvas.lines(Style(isEnabled: false)) == ["日本", "──┘ ", "    "])
    #expect(Canvas(columns: -1, rows: 5).lines(Style(isEnabled: false)).count == 5)
  }

  @Test("without a terminal, scrubbing is refused with an alternative")
  func refused() throws {
    let folder = try TemporaryDirectory()
    let store = folder.file("s.sqlite")
    _ = scrolltrace(
      "import", "--db", store, Repository.path("fixtures/traces/card-carousel.jsonl"))
    for option in ["--watch", "--scrub"] {
      let run = scrolltrace("show", "1", "--db", store, option)
      #expect(run.code == .usage && run.error.contains("--at"))
    }
    #expect(scrolltrace("show", "1", "--db", store, "--watch", "--scrub").code == .usage)
  }
}
