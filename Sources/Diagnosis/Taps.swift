import Analysis
import ScrollModel

/// Short touches without movement, each with the target under the finger.
struct Taps: Sendable {
  struct Tap: Hashable, Sendable {
    var time: TraceTime
    var item: ShownItem
    /// The content offset at the tap.
    var offset: Double
  }

  private(set) var all: [Tap] = []
  private var began: (time: TraceTime, position: Point)?
  private static let limit = 500
  private static let longest: Int64 = 500_000_000
  private static let still = 10.0

  mutating func take(
    _ sample: TouchSample, at time: TraceTime, on viewState: borrowing ViewState
  ) {
    guard sample.delivery == .direct else { return }
    switch sample.phase {
    case .began: began = viewState.openTouches.count == 1 ? (time, sample.position) : nil
    case .moved: if !isNear(sample.position) { began = nil }
    case .ended:
      if let began, isNear(sample.position), time.nanoseconds(since: began.time) <= Self.longest {
        add(sample.position, at: time, viewState)
      }
      began = nil
    case .cancelled: began = nil
    case .stationary: break
    }
  }

  private func isNear(_ position: Point) -> Bool {
    guard let start = began?.position else { return false }
    return max((position.x - start.x).magnitude, (position.y - start.y).magnitude) <= Self.still
  }

  private mutating func add(
    _ position: Point, at time: TraceTime, _ viewState: borrowing ViewState
  ) {
    guard all.count < Self.limit, let axis = MainAxis(viewState) else { return }
    let place =
      axis.axis == .vertical
      ? position.y : axis.isMirrored ? axis.frame - position.x : position.x
    let snapshot = SceneSnapshot(viewState)
    guard
      let item = snapshot?.shown.first(where: {
        $0.start <= axis.offset + place && axis.offset + place < $0.start + $0.length
      })
    else { return }
    all.append(Tap(time: time, item: item, offset: axis.offset))
  }
}

extension RequestPatternCauses {
  /// A tap and the scroll that it causes.
  private struct Tapped {
    var tap: Taps.Tap
    var request: ScrollRequest
    /// Where the tapped item then is in the view.
    var place: Double { tap.item.start - (request.laterGoal ?? request.rest) }
  }

  private var tapped: [Tapped] {
    subject.evidence.taps.all.compactMap { tap in
      requests.first {
        $0.time >= tap.time && $0.time.nanoseconds(since: tap.time) <= 300_000_000
          && $0.ending == .rested
      }.map { Tapped(tap: tap, request: $0) }
    }
  }

  /// Taps after which the scroll leads to the neighbor of the tapped item, but not after all taps.
  func neighborOfTap() -> DiagnosedCause? {
    let all = tapped
    let near = grouped(all) { pointsText(($0.place / 2).rounded()) }.sorted { $0.count > $1.count }
    guard near.count >= 2, near[0].count >= 2, near[1].count >= 2, let pitch = scene.pitch,
      let one = near[0].first, let other = near[1].first,
      ((one.place - other.place).magnitude - pitch).magnitude <= max(2, subject.slack)
    else { return nil }
    // A scroll that moves nothing is the wrong one.
    let isFirstStill = near[0].contains { $0.request.travel.magnitude <= subject.slack }
    let isSecondStill = near[1].contains { $0.request.travel.magnitude <= subject.slack }
    guard isFirstStill != isSecondStill else { return nil }
    let (wrong, right) = isFirstStill ? (near[0], near[1]) : (near[1], near[0])
    let first = wrong[0]
    let size = pointsText(pitch)
    let isEarly = first.place > right[0].place
    func fraction(_ tapped: Tapped) -> Double {
      let steps = (tapped.tap.offset - tapped.request.before.low) / pitch
      return (steps - steps.rounded()) * pitch
    }
    let isCut =
      wrong.allSatisfy { (-2.0 ... -0.01).contains(fraction($0)) }
      && right.allSatisfy { fraction($0) > -0.01 }
    return subject.cause(
      .scrollTo,
      [
        "A tap on \(first.tap.item.id.displayText) at \(momentText(first.tap.time)) scrolls to \(first.request.name), one "
          + "\(scene.item) (\(size) pt) too \(isEarly ? "early" : "far"): \(wrong.count) of \(all.count) taps end so.",
        isCut
          ? "Before those taps the offset is \(pointsText(max(0.1, -fraction(first)))) pt less than a multiple of \(size) pt: the "
            + "current index is cut off, not rounded."
          : "After the other taps the tapped \(scene.item) is \(size) pt "
            + "\(isEarly ? "nearer to" : "farther from") the start of the view.",
      ],
      proof: [
        "From \(pointsText(first.request.start)) pt the scroll leads to \(pointsText(first.request.rest)) pt; "
          + "\(right.count) other taps lead to the tapped \(scene.item)."
      ], odds: 200, parameter: CauseParameter(name: "distance", value: pitch, unit: "pt"),
      symbolic: scene.explanation(of: pitch)?.text,
      fix: ("round the index to the nearest \(scene.item)", .roundedIndex(along: subject.axis)))
  }
}
