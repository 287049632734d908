public import ScrollModel
import TextKit

/// The digest of a stream of observations, in constant memory.
///
/// It is the observations digest that a trace with these observations would have, so an outcome
/// that repeats a recording bit for bit has the recording's digest.
public struct ObservationDigester: Sendable {
  private static let blockSize = 8192

  private var hash = SHA256()
  /// The hash of the stream without what was added apart, if that is asked for.
  private var other: SHA256?
  private var bytes = CanonicalBytes()
  private var geometry: FrameGeometry?

  /// Starts a digest; `hasOther` asks for that of the stream without what is added apart as well.
  public init(hasOther: Bool = false) {
    bytes.add("scrolltrace observations 1")
    if hasOther { other = hash }
  }

  /// Takes in an observation that the other stream does not have.
  public mutating func addApart(_ observation: Observation, at time: TraceTime) {
    flush()
    let kept = other
    other = nil
    add(observation, at: time)
    flush()
    other = kept
  }

  /// Takes in the next observation.
  public mutating func add(_ observation: Observation, at time: TraceTime) {
    bytes.add(time)
    bytes.add(observation, after: geometry)
    if case .frame(let frame) = observation { geometry = frame.geometry }
    if bytes.count > Self.blockSize { flush() }
  }

  /// Takes in the next frames, as if each were added alone.
  public mutating func add(_ run: FrameRun) {
    var (start, end) = (run.steps.startIndex, run.steps.endIndex)
    if run.geometry != geometry, start < end {
      add(.frame(run.frame(run.steps[start])), at: run.steps[start].time)
      start += 1
    }
    while start < end {
      let next = min(start + Self.blockSize / 32, end)
      bytes.add(run.steps[start..<next], phase: run.phase)
      if bytes.count > Self.blockSize { flush() }
      start = next
    }
  }

  /// The digest of what was taken in.
  public var digest: [UInt8] {
    var end = self
    end.flush()
    return end.hash.digest
  }

  /// The digest of what was not taken in apart, if that was asked for.
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
