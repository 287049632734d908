import ScrollModel
import TestSupport
import Testing
import TraceImport

@Suite("The first bytes of a connection")
struct ConnectionHeaderTests {
  /// The verdict over bytes that arrive in pieces, and over their end.
  private func verdict(
    _ text: String, token: String? = nil, piece: Int = .max
  ) -> ConnectionHeader.Verdict {
    var header = ConnectionHeader(token: token.map { Array($0.utf8) })
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let verdict = header.take(rest.prefix(piece))
      if verdict != .undecided { return verdict }
      rest = rest.dropFirst(piece)
    }
    return header.take([])
  }

  private static let log = Log.header + "\n" + touchLine(1, at: "1") + "\n"

  private static let table: [(String, ConnectionHeader.Verdict)] = [
    (log, .accepted), (Log.header, .accepted), (Log.header + "\r\n", .accepted),
    (#"{"name":"a","scrolltrace":2}"# + "\n", .accepted),
    ("", .refused(.silent)),
    ("POST / HTTP/1.1\r\nHost: a\r\n\r\n" + log, .refused(.http)),
    ("GET /chat HTTP/1.1\r\nUpgrade: websocket\r\n\r\n", .refused(.http)),
    ("\u{16}\u{3}\u{1}\u{2}", .refused(.tls)),
    ("\n" + log, .refused(.noHeader)), (" " + log, .refused(.noHeader)),
    ("\u{FEFF}" + log, .refused(.noHeader)), ("\u{0}", .refused(.noHeader)),
    (touchLine(1, at: "1") + "\n" + log, .refused(.noHeader)),
    (#"{"scrolltrace":1"# + "\n", .refused(.noHeader)),
    (#"{"scrolltrace":1} GET"# + "\n", .refused(.noHeader)),
    (#"{"a":{"scrolltrace":1}}"# + "\n", .refused(.noHeader)),
    ("{" + String(repeating: " ", count: 1 << 20), .refused(.noHeader)),
  ]

  @Test("a connection starts with the header line of a log or is refused", arguments: table)
  func logsOnly(_ text: String, _ expected: ConnectionHeader.Verdict) {
    #expect(verdict(text) == expected)
  }

  @Test("other bytes are refused one at a time, and no later than in one piece")
  func pieces() {
    for (text, expected) in Self.table where text.utf8.count < 10_000 {
      let verdict = verdict(text, piece: 1)
      #expect((verdict == .accepted) == (expected == .accepted), "\(text)")
    }
  }

  @Test("a connection must contain the required token and no other")
  func tokens() {
    func line(_ token: String) -> String { #"{"scrolltrace":1,"token":\#(token)}"# + "\n" }
    #expect(verdict(line(#""0123456789""#), token: "0123456789") == .accepted)
    #expect(verdict(line(#""01234\u00356789""#), token: "0123456789") == .accepted)
    #expect(verdict(Self.log, token: "0123456789") == .refused(.noToken))
    #expect(verdict(line("123456789"), token: "123456789") == .refused(.noToken))
    for wrong in ["", "012345678", "01234567890", "1123456789", "0123456788"] {
      #expect(
        verdict(line("\"\(wrong)\""), token: "0123456789") == .refused(.wrongToken), "\(wrong)")
    }
    #expect(verdict(line(#""anything""#)) == .accepted)
  }

  @Test("a token is not part of any trace")
  func forgotten() throws {
    let sink = try Log.read([
      #"{"scrolltrace":1,"name":"a","token":"secret-word"}"#,
      #"{"k":"trace","trace":2,"name":"b","token":"secret-word"}"#,
      #"{"scrolltrace":1,"name":"c","token":["secret-word"]}"#,
    ])
    #expect(sink.traces.count == 3)
    #expect(sink.traces.allSatisfy { $0.information.metadata.isEmpty })
    #expect(!"\(sink.diagnostics)".contains("secret-word"))
    let again = try Log.write(
      OneTrace(information: try #require(sink.traces.first).information, events: []))
    #expect(!String(decoding: again, as: UTF8.self).contains("token"))
  }
}
