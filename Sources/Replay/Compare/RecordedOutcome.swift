public import ScrollModel

/// A complete outcome in memory, for comparing outcomes with different clocks.
public struct RecordedOutcome: ReplayObserver, Sendable {
  /// One event and its time.
  public typealias Entry = (time: TraceTime, event: TraceEvent)

  /// All events in order.
  public private(set) var entries: [Entry] = []
  /// The decisions.
  public private(set) var settles: [Settle] = []
  /// Times that another outcome of the same session should contain too: touches, holds known from
  /// phases, rests.
  public private(set) var landmarks: [Landmark] = []
  /// Times and offsets of the frames.
  public private(set) var frames: [(time: TraceTime, offset: Point)] = []
  private var fingers = 0
  private var phase: ScrollPhase?

  /// A time that exists on both clocks.
  public struct Landmark: Hashable, Sendable {
    /// The kind of event.
    public enum Kind: Hashable, Sendable {
      /// The first finger came down.
      case down
      /// The last finger went up.
      case up
      /// The phases begin a hold of the content.
      case held
      /// The phases end the hold.
      case released
      /// The content came to rest.
      case rest
    }

    /// The kind of event.
    public var kind: Kind
    /// The time.
    public var time: TraceTime
  }

  /// Creates an empty track.
  public init() {}

  /// Appends an event.
  public mutating func take(_ event: TraceEvent, at time: TraceTime) {
    entries.append((time, event))
    switch event {
    case .input(.touch(let sample)): note(sample, at: time)
    case .observation(.frame(let frame)):
      frames.append((time, frame.offset))
      if let phase = frame.phase { enter(phase, at: time) }
    case .observation(.phase(let change)): enter(change.new, at: time)
    default: break
    }
  }

  /// Appends a decision.
  public mutating func take(_ settle: Settle) { settles.append(settle) }

  private mutating func note(_ sample: TouchSample, at time: TraceTime) {
    guard sample.delivery == .direct else { return }
    switch sample.phase {
    case .began:
      if fingers == 0 { landmarks.append(Landmark(kind: .down, time: time)) }
      fingers += 1
    case .ended, .cancelled:
      fingers = max(0, fingers - 1)
      if fingers == 0 { landmarks.append(Landmark(kind: .up, time: time)) }
    case .moved, .stationary: break
    }
  }

  private mutating func enter(_ new: ScrollPhase, at time: TraceTime) {
    let (wasHeld, isHeld) = (phase?.isHeld ?? false, new.isHeld)
    if wasHeld != isHeld, phase != nil {
      landmarks.append(Landmark(kind: isHeld ? .held : .released, time: time))
    }
    if new == .idle, let phase, phase != .idle {
      landmarks.append(Landmark(kind: .rest, time: time))
    }
    phase = new
  }
}

extension ScrollPhase {
  /// Whether fingers hold the content.
  fileprivate var isHeld: Bool { self == .tracking || self == .interacting }
}
