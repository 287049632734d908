import CommandLineKit
import TestSupport
import Testing

@testable import ScrollTraceCLI

@Suite("Connections to a recording")
struct ConnectionTests {
  /// Starts a recording on any port, runs a client, and interrupts the recording.
  private func run(_ options: String, _ talk: String) throws -> Run {
    try #require(Shell.toolFolder != nil, "the tool was not built beside the tests")
    let folder = try TemporaryDirectory()
    let script = """
      set -m
      scrolltrace record --db a.sqlite --listen 0 \(options) 2>said &
      recorder=$!
      for try in $(seq 300); do grep -q '^listening' said && break; sleep 0.05; done
      port=$(sed -n 's/^listening on 127.0.0.1:\\([0-9]*\\),.*/\\1/p' said)
      recorded() {
        for try in $(seq 300); do grep -q "$1" said && return; sleep 0.05; done
        echo "nothing says $1" >&2
      }
      send() { cat >/dev/tcp/127.0.0.1/$port; }
      log() { printf '{"scrolltrace":1,"name":"%s"%s}\\n{"t":0,"k":"frame","x":0,"y":0}\\n' "$1" "$2"; }
      \(talk)
      kill -INT $recorder
      wait $recorder
      code=$?
      cat said >&2
      [ ! -e live ] || cat live
      scrolltrace list --db a.sqlite
      grep -c secret-word a.sqlite
      exit $code
      """
    try folder.write(Array(script.utf8), to: "talk.sh")
    return try Shell.run("bash talk.sh", in: folder.path)
  }

  @Test("a connection without a header line is refused and counted, and leaves no trace")
  func refusals() throws {
    let run = try run(
      "",
      """
      { printf 'POST / HTTP/1.1\\r\\nHost: a\\r\\nContent-Length: 99\\r\\n\\r\\n'; log evil; } | send
      recorded 'HTTP'
      printf '\\x16\\x03\\x01\\x02\\x00' | send
      recorded 'TLS'
      printf '' | send
      recorded 'no complete header line'
      { echo; log evil; } | send
      recorded 'does not begin'
      log good | send
      recorded 'event recorded'
      """)
    #expect(run.code == .ok, "\(run.error)")
    #expect(
      run.error.contains(
        "4 connections refused: 1 HTTP, 1 TLS, 1 without a header line, 1 silent or broken"),
      "\(run.error)")
    #expect(run.output.contains("good") && !run.output.contains("evil"), "\(run.output)")
    #expect(!run.error.contains("nothing says"))
  }

  @Test("silent and slow connections do not delay a log, and a slow header line is accepted")
  func slowConnections() throws {
    let run = try run(
      "",
      """
      exec 5<>/dev/tcp/127.0.0.1/$port 6<>/dev/tcp/127.0.0.1/$port
      printf '{"scroll' >&6
      log quick | send
      recorded 'event recorded'
      printf 'trace":1,"name":"slow"}\\n{"t":0,"k":"frame","x":0,"y":0}\\n{"t":1,"k":"frame","x":0,"y":1}\\n' >&6
      exec 6>&- 6<&-
      recorded '2 events recorded'
      """)
    #expect(run.code == .ok, "\(run.error)")
    #expect(run.output.contains("quick") && run.output.contains("slow"), "\(run.output)")
    #expect(!run.error.contains("nothing says"), "\(run.error)")
  }

  @Test("with a token, only a header line with it is accepted, and the store does not contain it")
  func tokens() throws {
    let run = try run(
      "--token secret-word",
      """
      log bare | send
      recorded 'has no "token"'
      log wrong ',"token":"secret-werd"' | send
      recorded 'another "token"'
      log right ',"token":"secret-word"' | send
      recorded 'event recorded'
      """)
    #expect(run.code == .ok, "\(run.error)")
    #expect(run.output.contains("right"), "\(run.output)")
    #expect(!run.output.contains("bare") && !run.output.contains("wrong"), "\(run.output)")
    #expect(run.output.hasSuffix("\n0\n"), "\(run.output)")
    #expect(run.error.contains("2 connections refused: 1 without a token, 1 with a wrong token"))
  }

  @Test("a random token is printed once, and a lost layout ends the recording with 3")
  func randomToken() throws {
    let run = try run(
      "--token auto",
      """
      recorded '^token: [0-9a-f]\\{32\\} '
      token=$(sed -n 's/^token: \\([0-9a-f]*\\) .*/\\1/p' said)
      { log right ",\\"token\\":\\"$token\\""; printf '{"t":1,"k":"layout","items":[1]}\\n'; } | send
      recorded 'line of layouts'
      """)
    #expect(run.code == .partial, "\(run.error)")
    #expect(!run.error.contains("nothing says"), "\(run.error)")
  }

  @Test("live: a slow client is shown while it sends, and a reset one keeps its events")
  func liveClients() throws {
    let run = try run(
      "--live >live",
      """
      # Lingering for no time at all resets a connection when it is closed.
      head -n 500 \(Repository.path("fixtures/traces/card-carousel.jsonl")) |
        perl -MSocket -e '
          socket(my $s, PF_INET, SOCK_STREAM, 0) or die;
          setsockopt($s, SOL_SOCKET, SO_LINGER, pack("ii", 1, 0)) or die;
          connect($s, pack_sockaddr_in($ARGV[0], INADDR_LOOPBACK)) or die;
          while (<STDIN>) { syswrite($s, $_) or die; select(undef, undef, undef, 0.05) if $. % 60 == 0; }
          for (1..300) { last if -s "live"; select(undef, undef, undef, 0.05); }
        ' $port
      echo "connected: $(grep -c 'settle 1: ' live) settle"
      recorded 'Connection reset by peer'
      log next | send
      recorded ' 1 event recorded'
      """)
    #expect([.ok, .differences].contains(run.code), "\(run.error)")
    #expect(run.output.contains("connected: 1 settle"), "\(run.output) \(run.error)")
    // The diagnosis comes at the end and lists the settle once.
    #expect(run.output.ranges(of: "settle 1: ").count == 1, "\(run.output)")
    #expect(run.output.ranges(of: "\ntrace 1 ").count == 1, "\(run.output) \(run.error)")
    #expect(run.output.contains("next") && !run.error.contains("nothing says"), "\(run.error)")
  }
}
