/// Decides by its first bytes whether a connection is a log.
///
/// A web page can send almost anything to a local port, but it cannot choose the first bytes, which
/// are those of HTTP or TLS. So a connection is accepted only if it begins with the header line,
/// without an empty line or a byte order mark before it.
public struct ConnectionHeader: Sendable {
  /// The decision about the bytes so far.
  public enum Verdict: Hashable, Sendable {
    /// The header line is not complete yet.
    case undecided
    /// A log begins here.
    case accepted
    /// The connection is rejected.
    case refused(Refusal)
  }

  /// The reason for a rejection.
  public enum Refusal: Hashable, Sendable, CaseIterable {
    /// An HTTP request, whose first bytes a browser determines.
    case http
    /// A TLS handshake, as at the start of `https`.
    case tls
    /// No header line.
    case noHeader
    /// No data before the connection was closed or timed out.
    case silent
    /// The header line has no token, but one is required.
    case noToken
    /// The header line has another token.
    case wrongToken
  }

  /// The bytes so far.
  public private(set) var bytes: [UInt8] = []
  private let token: [UInt8]?

  /// Creates the check of a new connection; `token` is required if it is not nil.
  public init(token: [UInt8]?) {
    self.token = token
  }

  /// Handles the next bytes; an empty collection is the end of the connection.
  public mutating func take(_ next: some Collection<UInt8>) -> Verdict {
    let start = bytes.count
    bytes += next
    guard let first = bytes.first else { return .refused(.silent) }
    guard first == UInt8(ascii: "{") else { return .refused(Self.reason(bytes)) }
    if let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) { return judge(bytes[..<end]) }
    if next.isEmpty { return judge(bytes[...]) }
    return bytes.count > NativeFormat.lineLimit ? .refused(.noHeader) : .undecided
  }

  private func judge(_ line: ArraySlice<UInt8>) -> Verdict {
    let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    guard HeaderLine.isHeader(line),
      let header = try? HeaderLine(line, defaultName: "", defaultUnit: .milliseconds)
    else { return .refused(.noHeader) }
    guard let token else { return .accepted }
    guard let given = header.token else { return .refused(.noToken) }
    return Self.areEqual(token, Array(given.utf8)) ? .accepted : .refused(.wrongToken)
  }

  /// Compares in a time that depends only on the length of the expected bytes.
  private static func areEqual(_ expected: [UInt8], _ given: [UInt8]) -> Bool {
    var difference: UInt8 = expected.count == given.count ? 0 : 1
    for (index, byte) in expected.enumerated() {
      difference |= byte ^ (index < given.count ? given[index] : ~byte)
    }
    return difference == 0
  }

  private static func reason(_ bytes: [UInt8]) -> Refusal {
    if bytes.starts(with: [0x16, 0x03]) { return .tls }
    let words = [
      "GET ", "POST ", "PUT ", "HEAD ", "DELETE ", "OPTIONS ", "PATCH ", "CONNECT ", "TRACE ",
      "PRI ",
    ]
    return words.contains { bytes.starts(with: $0.utf8) } ? .http : .noHeader
  }
}
