import ScrollModel

/// The alignment of one trace's clock with another's.
public struct ClockAlignment: Hashable, Sendable {
  /// The evidence of an alignment.
  public enum Basis: Hashable, Sendable {
    /// The user specified it.
    case stated
    /// Common marks of both traces, and their number.
    case marks(Int)
    /// The clock of a page that wrote the second trace; the first one recorded its browser.
    case pageClock
    /// The first touch in both traces.
    case firstTouch
    /// The first movement of a finger in one trace and of the offset in the other.
    case firstMovement
  }

  /// The evidence of the alignment.
  public var basis: Basis
  /// The shift from times of the second trace to the first, in nanoseconds.
  public var shift: Int64
  /// The possible error in nanoseconds; nil if unknown.
  public var error: Int64?

  /// Creates an alignment.
  public init(basis: Basis, shift: Int64, error: Int64?) {
    self.basis = basis
    self.shift = shift
    self.error = error
  }

  /// Aligns a second trace with a first one by the best common evidence; nil if there is none.
  ///
  /// Marks come first, then the clock of the page, then common touches. Otherwise the first
  /// movement of the finger is aligned with the first movement of the offset; the delay of the view
  /// is part of the error.
  public init?(of second: ClockProbe, on first: ClockProbe) {
    if let marks = Self.byMarks(second, first) {
      self = marks
    } else if let page = Self.byPageClock(second, first) {
      self = page
    } else if let here = second.firstTouch, let there = first.firstTouch {
      self.init(
        basis: .firstTouch, shift: there.nanoseconds(since: here),
        error: max(
          second.secondSample?.nanoseconds(since: here) ?? 0,
          first.secondSample?.nanoseconds(since: there) ?? 0))
    } else if let here = second.firstMovement, let there = first.firstOffsetChange {
      let travel = second.firstTravel?.nanoseconds(since: here) ?? 0
      self.init(
        basis: .firstMovement, shift: there.time.nanoseconds(since: here),
        error: Self.sum(travel, there.time.nanoseconds(since: there.before)))
    } else {
      return nil
    }
  }

  /// The median shift of all common marks; the error is their disagreement.
  private static func byMarks(_ second: ClockProbe, _ first: ClockProbe) -> ClockAlignment? {
    var times: [ClockProbe.Mark: TraceTime] = [:]
    for (mark, time) in first.marks { times[mark] = time }
    var shifts = second.marks.compactMap { entry in
      times[entry.mark].map { $0.nanoseconds(since: entry.time) }
    }
    guard !shifts.isEmpty else { return nil }
    shifts.sort()
    let median = shifts[shifts.count / 2]
    guard shifts.count > 1 else {
      return ClockAlignment(basis: .marks(1), shift: median, error: nil)
    }
    let spread = max(distance(shifts[0], median), distance(shifts[shifts.count - 1], median))
    return ClockAlignment(basis: .marks(shifts.count), shift: median, error: spread)
  }

  /// The shift from the page's own clock, if both traces contain it.
  private static func byPageClock(_ second: ClockProbe, _ first: ClockProbe) -> ClockAlignment? {
    guard let zero = first.pageZero, let last = first.lastFrame?.time,
      let reading = second.pageReading, let start = second.firstGesture,
      let end = second.lastGesture
    else { return nil }
    let shift = sum(zero, reading)
    // A touch before or after all other events belongs to another visit of the page, with a new
    // page clock.
    let isSeen =
      start.advanced(byNanoseconds: shift) <= last && end.advanced(byNanoseconds: shift) >= .zero
    guard isSeen else { return nil }
    return ClockAlignment(basis: .pageClock, shift: shift, error: nil)
  }

  private static func distance(_ first: Int64, _ second: Int64) -> Int64 {
    TraceTime(nanoseconds: max(first, second))
      .nanoseconds(since: TraceTime(nanoseconds: min(first, second)))
  }

  private static func sum(_ first: Int64, _ second: Int64) -> Int64 {
    TraceTime(nanoseconds: first).advanced(byNanoseconds: second).nanoseconds
  }
}

extension ClockAlignment.Basis {
  /// The evidence as text.
  public var text: String {
    switch self {
    case .stated: "as stated"
    case .marks(1): "by one mark that both have"
    case .marks(let count): "by \(count) marks that both have"
    case .pageClock: "by the page's own clock"
    case .firstTouch: "by the first finger of both"
    case .firstMovement: "by the first movement of finger and offset"
    }
  }

  /// The evidence as one word.
  public var word: String {
    switch self {
    case .stated: "stated"
    case .marks: "marks"
    case .pageClock: "page-clock"
    case .firstTouch: "first-touch"
    case .firstMovement: "first-movement"
    }
  }
}
