/// The reasons for a janky frame in Chrome's scroll jank v4.
public enum ScrollJankReason: String, CaseIterable, Hashable, Sendable {
  /// Input could have been presented earlier, compared with previous frames.
  case decelerating
  /// A refresh was missed during a fast scroll.
  case fastScroll = "fast-scroll"
  /// A refresh was missed between a fast scroll and its fling.
  case flingStart = "fling-start"
  /// A refresh was missed during a fling.
  case fling
}

/// The constants of Chrome's scroll jank v4.
///
/// The defaults are those of Chromium's feature parameters, which may differ by version.
public struct ScrollJankV4Settings: Hashable, Sendable {
  /// The correction of the past delivery time, in refresh intervals.
  public var stabilityCorrection = 0.05
  /// The discount of past performance per refresh, in refresh intervals.
  public var discountFactor = 0.01
  /// The smallest movement per frame of a fast scroll, in pixels.
  public var fastScroll = 3.0
  /// The smallest movement per frame of a fling that is checked, in pixels.
  public var fling = 0.2

  /// Creates the default numbers.
  public init() {}
}

/// Chrome's scroll jank v4, frame by frame: whether a frame's input could have been presented
/// earlier.
///
/// The rules are those of Chromium's `ScrollJankV4Decider`; times are nanoseconds, movements
/// pixels.
public struct ScrollJankV4: Hashable, Sendable {
  /// One presented frame with its scroll input.
  public struct Frame: Hashable, Sendable {
    /// The time of its first input; nil for momentum without own inputs.
    public var firstInput: Int64?
    /// The time of its last input.
    public var lastInput: Int64?
    /// The presentation time.
    public var presented: Int64
    /// Whether it contains momentum.
    public var isInertial: Bool
    /// The requested movement of its inputs.
    public var movement: Double
    /// The largest movement of one momentum input.
    public var inertialMovement: Double

    /// Creates a frame.
    public init(
      firstInput: Int64?, lastInput: Int64?, presented: Int64, isInertial: Bool,
      movement: Double, inertialMovement: Double
    ) {
      self.firstInput = firstInput
      self.lastInput = lastInput
      self.presented = presented
      self.isInertial = isInertial
      self.movement = movement
      self.inertialMovement = inertialMovement
    }
  }

  /// The decision about a frame.
  public struct Decision: Hashable, Sendable {
    /// The number of refreshes since the previous frame, at least 1.
    public var refreshes = 1
    /// Missed refreshes by reason, in the order of the reasons.
    public var missed = SIMD4<Int32>(repeating: 0)

    /// Whether the frame is janky.
    public var isJanky: Bool { missed.max() > 0 }
  }

  private struct Past: Hashable, Sendable {
    var presented: Int64
    var isInertial: Bool
    var movement: Double
    var cutoff: Double?
  }

  private let settings: ScrollJankV4Settings
  private var past: Past?

  /// Creates a decider at the start of a scroll.
  public init(_ settings: ScrollJankV4Settings = ScrollJankV4Settings()) {
    self.settings = settings
  }

  /// Starts a new scroll.
  public mutating func reset() { past = nil }

  /// Decides about the next frame; nil if its times are inconsistent.
  public mutating func decide(_ frame: Frame, refreshInterval: Double) -> Decision? {
    if let last = frame.lastInput, frame.presented <= last { return nil }
    if let past, frame.presented <= past.presented { return nil }
    var decision = Decision()
    if let past {
      let way = Double(frame.presented &- past.presented)
      let refreshes = ((way + refreshInterval / 2) / refreshInterval).rounded(.down)
      decision.refreshes = max(Int(exactly: min(refreshes, 1e9)) ?? 1, 1)
      if decision.refreshes > 1 { judge(frame, past, refreshInterval, &decision) }
    }
    remember(frame, decision, refreshInterval)
    return decision
  }

  private func judge(
    _ frame: Frame, _ past: Past, _ interval: Double, _ decision: inout Decision
  ) {
    let missed = Int32(clamping: decision.refreshes - 1)
    if let cutoff = past.cutoff, let first = frame.firstInput {
      let adjusted =
        cutoff + Double(missed) * settings.discountFactor * interval
        - settings.stabilityCorrection * interval
      let earlier = Double(frame.presented &- first) - adjusted
      let count = (earlier / ((1 - settings.discountFactor) * interval)).rounded(.towardZero)
      if count > 0 { decision.missed[0] = Int32(exactly: min(count, 1e9)) ?? 0 }
    }
    let wasFast = past.movement >= settings.fastScroll
    if frame.inertialMovement >= settings.fling {
      if past.isInertial {
        decision.missed[3] = missed
      } else if wasFast {
        decision.missed[2] = missed
      }
    } else if wasFast, frame.movement >= settings.fastScroll {
      decision.missed[1] = missed
    }
  }

  private mutating func remember(_ frame: Frame, _ decision: Decision, _ interval: Double) {
    var cutoff = past?.cutoff
    if let last = frame.lastInput {
      let now = Double(frame.presented &- last)
      if let old = cutoff, !decision.isJanky {
        cutoff = min(
          old + Double(decision.refreshes) * settings.discountFactor * interval, now)
      } else {
        cutoff = now
      }
    }
    past = Past(
      presented: frame.presented, isInertial: frame.isInertial, movement: frame.movement,
      cutoff: cutoff)
  }
}

/// Chrome's predictor jank of the middle one of three movements, 0 if there is none.
///
/// The signs of the movements are ignored. A movement that is much larger or smaller than both
/// neighbors was mispredicted; slow scrolls have a larger tolerance (Perfetto's
/// `predictor_error.sql`).
public func predictorJank(_ first: Double, _ middle: Double, _ last: Double) -> Double {
  let (a, b, c) = (first.magnitude, middle.magnitude, last.magnitude)
  let threshold = max(max(a, b), c) <= 7 ? 1.4 : 1.2
  let (larger, smaller) = (max(a, c), min(a, c))
  if larger > 0, b / larger >= threshold { return b / larger - threshold }
  if b > 0, smaller / b >= threshold { return smaller / b - threshold }
  return 0
}
