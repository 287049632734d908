import CommandLineKit
import ScrollTraceCLI
import TestSupport
import Testing

/// A user's working folder: a store of three traces, and their files.
final class ExampleFolder: Sendable {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    let run = try Shell.run(Self.script, in: folder.path)
    guard run.code == .ok else { throw Unprepared(reason: run.error + run.output) }
  }

  private struct Unprepared: Error { let reason: String }

  /// Returns a copy, which an example may change.
  func copy() throws -> TemporaryDirectory {
    let copy = try TemporaryDirectory()
    let run = try Shell.run("cp -R '\(folder.path)/.' '\(copy.path)'", in: copy.path)
    guard run.code == .ok else { throw Unprepared(reason: run.error) }
    return copy
  }

  private static func seed(_ name: String) -> String {
    Repository.path("Tests/TraceImportTests/Seeds/\(name)")
  }

  private static let script = """
    set -e
    ln -s '\(Repository.path("fixtures"))' fixtures
    ln -s fixtures/vectors vectors
    mkdir captures
    cp fixtures/traces/*.jsonl captures
    cp fixtures/traces/two-flings.jsonl session.jsonl
    cp fixtures/bugs/cards-stop-between.jsonl carousel.jsonl
    mkdir suite
    gunzip -c fixtures/profiles/chromium-156-linux.jsonl.gz > suite/probes.jsonl
    cp fixtures/profiles/chromium-156-linux.json chromium.json
    gzip -c session.jsonl > capture.bin
    cp '\(Repository.path("Tests/TraceImportTests/Seeds/getevent/single-with-listing.txt"))' finger.txt
    grep -v '^\\[' finger.txt > device.txt
    gzip -c '\(seed("chrome-trace/object.json"))' > trace.json.gz
    cp '\(seed("rrweb/small.json"))' session.rrweb.json
    cp fixtures/scenes/feed-irregular.json scene.json
    cp fixtures/scripts/feed-irregular.script day.script
    sed 's/"name": *"[^"]*"/"name": "feed"/' fixtures/scenes/feed-irregular.json > feed.json
    sed 's/"name": *"[^"]*"/"name": "cards"/' fixtures/scenes/cards-paging.json > cards.json
    fling="--do 'fling left 900' --do 'wait 2s'"
    eval "scrolltrace simulate cards.json $fling $fling $fling $fling $fling $fling -o cards.jsonl"
    scrolltrace simulate feed.json --script day.script -o feed.jsonl
    scrolltrace import cards.jsonl fixtures/traces/card-carousel.jsonl feed.jsonl
    scrolltrace triage captures --no-reports -o before || [ $? -eq 1 ]
    # A recording whose writer was killed: the store is cut off while its writer has it open.
    (cat session.jsonl
      for try in $(seq 300); do
        scrolltrace list --db run.sqlite 2>/dev/null | grep -q 'Two flings' && break; sleep 0.05
      done
      kill -9 $(cat pid)) | sh -c \
      'echo $$ > pid; exec scrolltrace record --db run.sqlite --batch-ms 50' || true
    printf '#!/bin/sh\\ncat session.jsonl\\necho "{\\\\"t\\\\":9000,\\\\"k\\\\":\\\\"note\\\\",\\\\"name\\\\":\\\\"jump\\\\"}"\\n' > my-app
    chmod +x my-app
    """
}

@Suite("examples of the help screens")
struct ExampleTests {
  private static let folder = Result { try ExampleFolder() }

  /// The start of lines that wait for a connection until they are interrupted.
  private static let listening = "scrolltrace record --listen 7007"

  private static let lines = Tool.program().examples.map(\.line).filter {
    !$0.hasPrefix(listening)
  }

  /// Lines whose exit code is neither 0 nor 1.
  private static let codes: [String: ExitCode] = [
    // Lines that need a terminal fail without one; Scripts/check-terminal.sh provides one.
    "scrolltrace show feed --scrub": .usage,
    // The feed is healthy.
    "scrolltrace reproduce feed --finding S01 -o repro": .nothingMatched,
  ]

  @Test("every verb has an example")
  func everyVerb() {
    let verbs = Set(Tool.program().examples.map(\.verb))
    #expect(Tool.program().verbNames.filter { !verbs.contains($0) } == [])
  }

  @Test("examples run as printed", arguments: lines)
  func run(line: String) throws {
    try #require(Shell.toolFolder != nil, "the tool was not built beside the tests")
    let folder = try Self.folder.get().copy()
    let run = try Shell.run(line, in: folder.path)
    if let code = Self.codes[line] {
      #expect(run.code == code, "\(run.error)")
    } else {
      #expect(run.code == .ok || run.code == .differences, "\(run.code) \(run.error)")
    }
    #expect(!run.error.contains("Fatal error"))
  }

  @Test("a connection to the port of an example is recorded until Ctrl-C")
  func listens() throws {
    try #require(Shell.toolFolder != nil, "the tool was not built beside the tests")
    try #require(Tool.program().examples.contains { $0.line == Self.listening })
    let folder = try Self.folder.get().copy()
    try Files.write(Array(Self.conversation.utf8), to: folder.file("talk.sh"))
    let run = try Shell.run("bash talk.sh", in: folder.path)
    // Another process may use the port.
    if run.error.contains("cannot listen on port 7007") { return }
    #expect(run.code == .ok, "\(run.error)\(run.output)")
    #expect(run.output.contains("Two flings"), "\(run.error)\(run.output)")
  }

  /// Starts the recorder as a terminal does, sends a log to it, and interrupts it.
  private static let conversation = """
    set -m
    rm -f scrolltrace.sqlite
    \(listening) >recorded 2>said &
    recorder=$!
    for try in $(seq 300); do grep -q ' port 7007 \\|^listening' said && break; sleep 0.05; done
    grep 'cannot listen' said >&2 && exit 69
    cat session.jsonl >/dev/tcp/127.0.0.1/7007
    for try in $(seq 300); do scrolltrace list 2>/dev/null | grep -q 'Two flings' && break; sleep 0.05; done
    kill -INT $recorder
    wait $recorder
    cat said >&2
    scrolltrace list
    """
}
