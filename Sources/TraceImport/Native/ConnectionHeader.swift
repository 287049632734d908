/// Decides by its first bytes whether a connection is a log.
///
/// A web page can send almost anything to a port of this machine, but it cannot choose the first
/// bytes: those are of HTTP or of TLS. So a connection is a log only if it begins with the header
/// line, without an empty line or a mark in front.
public struct ConnectionHeader: Sendable {
  /// What the bytes so far say.
  public enum Verdict: Hashable, Sendable {
    /// The header line is not complete yet.
    case undecided
    /// A log begins here.
    case accepted
    /// It is no log that is let in.
    case refused(Refusal)
  }

  /// Why a connection is refused.
  public enum Refusal: Hashable, Sendable, CaseIterable {
    /// A request of HTTP, of which a browser makes every byte that comes first.
    case http
    /// A greeting of TLS, as `https` begins with.
    case tls
    /// Something else that is no header line.
    case noHeader
    /// Nothing, until the connection was closed or the time was over.
    case silent
    /// The header line has no token, and one is asked for.
    case noToken
    /// The header line has another token.
    case wrongToken
  }

  /// The bytes that came so far.
  public private(set) var bytes: [UInt8] = []
  private let token: [UInt8]?

  /// Creates the check of a new connection; `token` is asked for if there is one.
  public init(token: [UInt8]?) {
    self.token = token
  }

  /// Takes in the next bytes; none are the end of the connection.
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

  /// Compares in a time that depends on the length of the expected bytes alone.
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
