import ScrollModel
import TextKit

/// The three SHA-256 digests of a trace.
///
/// Two traces with equal digests have equal inputs, observations and information, regardless of
/// file, machine or import path.
public struct TraceDigests: Hashable, Sendable {
  /// Digest of all inputs in order.
  public let inputs: [UInt8]
  /// Digest of all observations in order.
  public let observations: [UInt8]
  /// Digest of the trace's information, its stream events, and the order between inputs and
  /// observations.
  public let information: [UInt8]

  /// Creates a set of digests, each of 32 bytes.
  public init(inputs: [UInt8], observations: [UInt8], information: [UInt8]) {
    self.inputs = inputs
    self.observations = observations
    self.information = information
  }
}

/// Computes the digests of a trace from its events in order, in constant memory.
struct TraceDigester {
  /// The number of canonical bytes that are hashed at a time.
  private static let blockSize = 8192

  private var inputs = SHA256()
  private var observations = ObservationDigester()
  private var information = SHA256()
  private var inputBytes = CanonicalBytes()
  private var informationBytes = CanonicalBytes()
  private var runClass: UInt8 = 0
  private var runLength: Int64 = 0

  init(_ information: TraceInformation) {
    inputBytes.add("scrolltrace inputs 1")
    informationBytes.add("scrolltrace information 1")
    informationBytes.add(information)
  }

  /// Adds the next event.
  mutating func add(_ event: TraceEvent, at time: TraceTime) {
    switch event {
    case .input(let input):
      count(class: 1)
      inputBytes.add(time)
      inputBytes.add(input)
      Self.flush(&inputBytes, into: &inputs, above: Self.blockSize)
    case .observation(let observation):
      count(class: 2)
      observations.add(observation, at: time)
    case .stream(let remark):
      count(class: 3)
      informationBytes.add(time)
      informationBytes.add(remark)
      Self.flush(&informationBytes, into: &information, above: Self.blockSize)
    }
  }

  /// The number of buffered bytes, which is bounded.
  var waitingByteCount: Int { inputBytes.count + informationBytes.count }

  /// Returns the digests so far; more events may follow.
  func digests() -> TraceDigests {
    var end = self
    end.endRun()
    Self.flush(&end.inputBytes, into: &end.inputs, above: 0)
    Self.flush(&end.informationBytes, into: &end.information, above: 0)
    return TraceDigests(
      inputs: end.inputs.digest, observations: end.observations.digest,
      information: end.information.digest)
  }

  /// Counts runs of one class, which determine the order between classes; no other digest contains
  /// it.
  private mutating func count(class: UInt8) {
    if `class` == runClass {
      runLength += 1
      return
    }
    endRun()
    runClass = `class`
    runLength = 1
  }

  private mutating func endRun() {
    guard runLength > 0 else { return }
    informationBytes.add(byte: runClass)
    informationBytes.add(runLength)
    runLength = 0
    runClass = 0
    Self.flush(&informationBytes, into: &information, above: Self.blockSize)
  }

  private static func flush(
    _ bytes: inout CanonicalBytes, into hash: inout SHA256, above limit: Int
  ) {
    guard bytes.count > limit else { return }
    hash.update(bytes.bytes)
    bytes.removeAll()
  }
}
