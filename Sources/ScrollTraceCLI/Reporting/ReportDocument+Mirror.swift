import Report
import ScrollModel

extension ReportDocument {
  /// Converts the positions of horizontal settles from leading coordinates to offsets from the
  /// left, as in the tracks.
  mutating func mirrorSettles() {
    for track in tracks.indices {
      for place in tracks[track].settles.indices where tracks[track].settles[place].isHorizontal {
        let time = tracks[track].settles[place].releaseTime
        guard let width = contentWidth(at: time), let container = containerWidth(at: time) else {
          continue
        }
        tracks[track].settles[place].mirror(at: width - container)
      }
      for place in tracks[track].rests.indices where tracks[track].rests[place].isHorizontal {
        let time = tracks[track].rests[place].time
        guard let width = contentWidth(at: time), let container = containerWidth(at: time) else {
          continue
        }
        tracks[track].rests[place].mirror(at: width - container)
      }
    }
    for place in diagnosis?.expectations.indices ?? 0..<0 {
      guard let expectation = diagnosis?.expectations[place], expectation.isHorizontal,
        let width = contentWidth(at: expectation.releaseTime),
        let container = containerWidth(at: expectation.releaseTime)
      else { continue }
      diagnosis?.expectations[place].rest = width - container - expectation.rest
      diagnosis?.expectations[place].place = width - container - expectation.place
    }
  }

  private func contentWidth(at time: Int64) -> Double? {
    (layouts.last { $0.time <= time } ?? layouts.first)?.contentSize?.width
  }

  private func containerWidth(at time: Int64) -> Double? {
    (containers.last { $0.time <= time } ?? containers.first)?.size.width
  }
}

extension ReportRest {
  fileprivate mutating func mirror(at end: Double) {
    place = end - place
    range = (end - range.upperBound)...(end - range.lowerBound)
    for place in candidates.indices { candidates[place].place = end - candidates[place].place }
  }
}

extension ReportSettle {
  fileprivate mutating func mirror(at end: Double) {
    releaseOffset = end - releaseOffset
    rest = end - rest
    projected = projected.map { end - $0 }
    velocity = velocity.map { 0 - $0 }
    for place in candidates.indices { candidates[place].place = end - candidates[place].place }
    guard var mirrored = plane else { return }
    mirrored.offsets = mirrored.offsets.reversed().map { end - $0 }
    mirrored.velocities = mirrored.velocities.reversed().map { 0 - $0 }
    mirrored.cells = mirrored.cells.reversed().map { $0.reversed() }
    plane = mirrored
  }
}
