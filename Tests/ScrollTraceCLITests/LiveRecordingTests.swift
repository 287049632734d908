import CommandLineKit
import TestSupport
import Testing

@testable import ScrollTraceCLI

@Suite("record --live")
struct LiveRecordingTests {
  private static let capture = Repository.path("fixtures/traces/card-carousel.jsonl")

  @Test("a recording ends with the diagnosis of its stored trace and prints the settles")
  func end() throws {
    let folder = try TemporaryDirectory()
    let run = try Shell.run(
      """
      scrolltrace record --db a.sqlite --live <\(Self.capture) >live
      echo $?
      scrolltrace diagnose --no-guard --db a.sqlite | grep -v '^Next' >later
      tail -n $(grep -c . later) live | cmp - later && echo same diagnosis
      grep -c ' settle [0-9]*: ' live
      scrolltrace analyze settles --no-keep --json --db a.sqlite | grep -c '"rest_ns"'
      grep -c ' S02 warning: ' live
      """, in: folder.path)
    #expect(run.output == "1\nsame diagnosis\n2\n2\n1\n", "\(run.output) \(run.error)")
  }

  @Test("a line that is no event is not counted as one")
  func foreignLines() throws {
    let folder = try TemporaryDirectory()
    let run = try Shell.run(
      """
      scrolltrace record --db a.sqlite <\(Self.capture)
      { head -n 5 \(Self.capture); echo foreign; tail -n +6 \(Self.capture); } >log
      scrolltrace record --db b.sqlite <log
      echo hello | scrolltrace record --db c.sqlite
      """, in: folder.path)
    let lines = run.error.split(separator: "\n").map(String.init)
    let counts = lines.filter { $0.contains("recorded") }.map { $0.drop { $0 != " " } }
    #expect(counts.count == 2 && counts.first == counts.last, "\(run.error)")
    #expect(lines.last?.contains("holds no header and no event") == true, "\(run.error)")
  }

  @Test("a settle is printed while the client is still connected")
  func whileRecording() throws {
    let folder = try TemporaryDirectory()
    let run = try Shell.run(
      """
      mkfifo log
      scrolltrace record --db a.sqlite --live <log >live 2>said &
      exec 3>log
      head -n 500 \(Self.capture) >&3
      for try in $(seq 300); do grep -q 'settle 1' live && break; sleep 0.05; done
      grep -c 'settle 1: ' live
      grep -c '^trace 1 ' live
      exec 3>&-
      wait
      grep -c '^trace 1 ' live
      """, in: folder.path)
    #expect(run.output == "1\n0\n1\n", "\(run.output) \(run.error)")
  }

  @Test("a broken recording ends with a message, and its earlier events are diagnosed")
  func damage() throws {
    let folder = try TemporaryDirectory()
    let run = try Shell.run(
      """
      head -c 20000 \(Self.capture) | scrolltrace record --db a.sqlite --live >live 2>said
      echo $?
      grep -c '^line [0-9]*: the log ends inside this line' said
      grep -c '^trace 1 ' live
      { head -n 300 \(Self.capture); seq 40; } | scrolltrace record --db b.sqlite --live >live 2>said
      echo $?
      grep -c '^line [0-9]*: expected an object' said
      grep 'damage\\|lines of the log' said
      seq 5 | scrolltrace record --db c.sqlite --live >live 2>said
      echo $?
      tail -n 1 said
      """, in: folder.path)
    #expect(
      run.output == """
        1
        1
        1
        1
        20
        further damage is only counted
        40 lines of the log could not be read
        65
        scrolltrace record: 'standard input' holds no header and no event of the scrolltrace log \
        format; 'scrolltrace help import' names the formats

        """, "\(run.output) \(run.error)")
  }

  @Test("a closed output pipe does not end the recording")
  func closedOutput() throws {
    let folder = try TemporaryDirectory()
    let run = try Shell.run(
      """
      scrolltrace record --db a.sqlite --live <\(Self.capture) 2>said | true
      scrolltrace list --db a.sqlite | grep -c 671
      """, in: folder.path)
    #expect(run.output == "1\n", "\(run.output) \(run.error)")
  }
}
