import ScrollModel
import TextKit

/// The three SHA-256 digests of a trace.
///
/// Two traces with equal digests drove a scroll view alike, were observed alike, and say the same
/// about themselves, whatever file, machine or route they came by.
public struct TraceDigests: Hashable, Sendable {
  /// Over all inputs in order.
  public let inputs: [UInt8]
  /// Over all observations in order.
  public let observations: [UInt8]
  /// Over the trace's information, its remarks, and how inputs and observations alternate.
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
  /// How many canonical bytes are gathered before they are hashed.
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

  /// Takes in the next event.
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

  /// How many bytes wait to be hashed, which does not grow with the trace.
  var waitingByteCount: Int { inputBytes.count + informationBytes.count }

  /// Returns the digests of what was taken in; the digester can go on afterwards.
  func digests() -> TraceDigests {
    var end = self
    end.endRun()
    Self.flush(&end.inputBytes, into: &end.inputs, above: 0)
    Self.flush(&end.informationBytes, into: &end.information, above: 0)
    return TraceDigests(
      inputs: end.inputs.digest, observations: end.observations.digest,
      information: end.information.digest)
  }

  /// Counts runs of one class: that is the order between the classes, which no other digest holds.
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
