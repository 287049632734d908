public import ScrollModel
import TextKit

/// The digest of a stream of observations, in constant memory.
///
/// It equals the observations digest of a trace with these observations, so an outcome that exactly
/// repeats a recording has the recording's digest.
public struct ObservationDigester: Sendable {
  private static let blockSize = 8192

  private var hash = SHA256()
  /// The hash of the stream without the separate observations, if requested.
  private var other: SHA256?
  private var bytes = CanonicalBytes()
  private var geometry: FrameGeometry?

  /// Creates a digester; `hasOther` also computes the digest without the separate observations.
  public init(hasOther: Bool = false) {
    bytes.add("scrolltrace observations 1")
    if hasOther { other = hash }
  }

  /// Adds an observation that the other stream does not contain.
  public mutating func addApart(_ observation: Observation, at time: TraceTime) {
    flush()
    let kept = other
    other = nil
    add(observation, at: time)
    flush()
    other = kept
  }

  /// Adds the next observation.
  public mutating func add(_ observation: Observation, at time: TraceTime) {
    bytes.add(time)
    bytes.add(observation, after: geometry)
    if case .frame(let frame) = observation { geometry = frame.geometry }
    if bytes.count > Self.blockSize { flush() }
  }

  /// Adds the next frames and the sets between them, as if added individually.
  public mutating func add(_ stretch: FrameRun) {
    var place = 0
    // Iterates over indices, because extracting a set retains it.
    for number in stretch.sets.indices {
      add(stretch, place..<stretch.sets[number].place)
      bytes.add(stretch.sets[number].set.time)
      bytes.add(visible: stretch.sets[number].set.targets, threshold: stretch.threshold)
      if bytes.count > Self.blockSize { flush() }
      place = stretch.sets[number].place
    }
    add(stretch, place..<stretch.steps.count)
  }

  private mutating func add(_ stretch: FrameRun, _ steps: Range<Int>) {
    var rest = steps
    if let first = rest.first, first == 0, stretch.like.geometry != geometry {
      var frame = stretch.like
      frame.offset = stretch.steps[first].offset
      add(.frame(frame), at: stretch.steps[first].time)
      rest.removeFirst()
    }
    while !rest.isEmpty {
      let some = rest.prefix(Self.blockSize / 32)
      bytes.add(stretch.steps[some], phase: stretch.like.phase)
      if bytes.count > Self.blockSize { flush() }
      rest = some.upperBound..<rest.upperBound
    }
  }

  /// The digest of all observations.
  public var digest: [UInt8] {
    var end = self
    end.flush()
    return end.hash.digest
  }

  /// The digest without the separate observations, if requested.
  public var otherDigest: [UInt8]? {
    var end = self
    end.flush()
    return end.other?.digest
  }

  private mutating func flush() {
    if var twin = other {
      other = nil
      SHA256.update(&hash, &twin, bytes.bytes)
      other = twin
    } else {
      hash.update(bytes.bytes)
    }
    bytes.removeAll()
  }
}
