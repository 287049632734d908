import CommandLineKit
import Synchronization
import TextKit
import TraceImport

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Waits for connections, and accepts only those that begin with the header line of a log.
///
/// Connections without a complete header line wait concurrently, each with a time limit, so that a
/// silent or slow one does not block the others.
struct ConnectionGate {
  /// A connection that began with a header line.
  struct Connection {
    let descriptor: Int32
    /// The bytes that were read from it.
    let received: [UInt8]
  }

  private struct Pending {
    let descriptor: Int32
    var header: ConnectionHeader
    var deadline: ContinuousClock.Instant
  }

  /// The time limit for the header line.
  private static let patience = Duration.seconds(10)
  /// The largest number of pending connections; a new one replaces the oldest.
  private static let capacity = 64
  /// The number of lines about rejected connections, after which they are only counted.
  private static let shownRefusals = 20

  private let listener: LoopbackListener
  private let token: ConnectionToken?
  private var pending: [Pending] = []
  private var refused: [ConnectionHeader.Refusal: Int] = [:]
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)

  init(_ listener: LoopbackListener, token: ConnectionToken?) {
    self.listener = listener
    self.token = token
  }

  /// Returns the next connection with a header line; nil when the tool is interrupted.
  mutating func next(_ console: inout Console) -> Connection? {
    // Pending connections were not read while another one was recorded.
    for index in pending.indices { pending[index].deadline = .now + Self.patience }
    while true {
      let descriptors = [listener.descriptor] + pending.map(\.descriptor)
      let (outcome, isReadable) = Interruption.wait(forAnyOf: descriptors, milliseconds: 200)
      if outcome == .interrupted {
        for connection in pending { close(connection.descriptor) }
        pending = []
        return nil
      }
      if let connection = readPending(isReadable.dropFirst(), &console) { return connection }
      if isReadable.first == true { accept(&console) }
    }
  }

  /// Reads pending data, up to the first connection with a complete header line.
  private mutating func readPending(
    _ isReadable: ArraySlice<Bool>, _ console: inout Console
  ) -> Connection? {
    var waiting: [Pending] = []
    defer { pending = waiting }
    let now = ContinuousClock.now
    var accepted: Connection?
    for (var connection, isReadable) in zip(pending, isReadable) {
      guard accepted == nil else {
        waiting.append(connection)
        continue
      }
      var verdict = ConnectionHeader.Verdict.undecided
      if isReadable { verdict = read(&connection) }
      if verdict == .undecided, connection.deadline < now { verdict = .refused(.silent) }
      switch verdict {
      case .undecided: waiting.append(connection)
      case .accepted:
        accepted = Connection(
          descriptor: connection.descriptor, received: connection.header.bytes)
      case .refused(let reason): refuse(connection, reason, &console)
      }
    }
    return accepted
  }

  private mutating func read(_ connection: inout Pending) -> ConnectionHeader.Verdict {
    let count = buffer.withUnsafeMutableBytes {
      recv(connection.descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT))
    }
    if count < 0 {
      // No data is available after all; any other error means a broken connection.
      return [EAGAIN, EWOULDBLOCK, EINTR].contains(errno) ? .undecided : .refused(.silent)
    }
    return connection.header.take(buffer.prefix(count))
  }

  private mutating func accept(_ console: inout Console) {
    guard let descriptor = listener.accept() else { return }
    if pending.count >= Self.capacity {
      refuse(pending.removeFirst(), .silent, &console)
    }
    pending.append(
      Pending(
        descriptor: descriptor, header: ConnectionHeader(token: token.map { Array($0.text.utf8) }),
        deadline: .now + Self.patience))
  }

  // MARK: Refused connections

  private mutating func refuse(
    _ connection: Pending, _ reason: ConnectionHeader.Refusal, _ console: inout Console
  ) {
    close(connection.descriptor)
    refused[reason, default: 0] += 1
    let total = refused.values.reduce(0, +)
    guard total <= Self.shownRefusals else { return }
    console.printError("refused a connection: \(Self.explanation(reason))")
    if total == Self.shownRefusals {
      console.printError("further refused connections are only counted")
    }
  }

  private static func explanation(_ reason: ConnectionHeader.Refusal) -> String {
    switch reason {
    case .http:
      "it is an HTTP request, such as from a web page; send the log over a plain TCP connection"
    case .tls: "it is TLS; send the log over a plain TCP connection"
    case .noHeader:
      "it does not begin with the header line of a log; send {\"scrolltrace\":1} first, see "
        + "docs/format.md"
    case .silent: "it sent no complete header line"
    case .noToken: "its header line has no \"token\"; add the one of --token"
    case .wrongToken: "its header line has another \"token\" than --token"
    }
  }

  /// The numbers of rejected connections by reason; nil if there are none.
  var refusedText: String? {
    guard !refused.isEmpty else { return nil }
    let reasons = ConnectionHeader.Refusal.allCases.compactMap { reason in
      refused[reason].map { "\($0) \(Self.name(reason))" }
    }
    let total = refused.values.reduce(0, +)
    return "\(counted(total, "connection")) refused: " + reasons.joined(separator: ", ")
  }

  private static func name(_ reason: ConnectionHeader.Refusal) -> String {
    switch reason {
    case .http: "HTTP"
    case .tls: "TLS"
    case .noHeader: "without a header line"
    case .silent: "silent or broken"
    case .noToken: "without a token"
    case .wrongToken: "with a wrong token"
    }
  }
}

extension FileOperations {
  /// File operations that return these bytes before reading a descriptor.
  func reading(_ received: [UInt8], before descriptor: Int32) -> FileOperations {
    guard !received.isEmpty else { return self }
    let rest = ReceivedBytes(received)
    var operations = self
    let read = operations.read
    operations.read = { asked, buffer in
      let count = asked == descriptor ? rest.move(into: buffer) : 0
      return count > 0 ? count : read(asked, buffer)
    }
    return operations
  }
}

/// Bytes that were read from a connection before its recording began.
private final class ReceivedBytes: Sendable {
  private let bytes: Mutex<ArraySlice<UInt8>>

  init(_ bytes: [UInt8]) {
    self.bytes = Mutex(bytes[...])
  }

  func move(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    bytes.withLock { bytes in
      let next = bytes.prefix(buffer.count)
      buffer.copyBytes(from: next)
      bytes = bytes.dropFirst(next.count)
      return next.count
    }
  }
}
