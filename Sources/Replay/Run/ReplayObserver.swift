public import ScrollModel

/// Receives what happens in a replay: an analysis, a comparison, a file.
///
/// The events come in the order of the replay: the trace's inputs, and what the engine made of them
/// as a recorder would have seen it. Every call has a default that does nothing.
public protocol ReplayObserver {
  /// Whether fingers and wheels of the trace are looked at, and not only what comes of them.
  static var takesGestures: Bool { get }
  /// Whether the call at the mount, which tells that the phase is what it was, makes a difference.
  static var followsMount: Bool { get }
  /// Takes an input of the trace, or an observation of the engine.
  mutating func take(_ event: TraceEvent, at time: TraceTime)
  /// Takes frames of the engine that follow each other, and the visible sets among them.
  mutating func take(_ stretch: FrameRun)
  /// Takes a decision about a rest.
  mutating func take(_ settle: Settle)
  /// Takes a change of a view's transition phase.
  mutating func take(_ transition: TransitionOutcome)
  /// Takes a diagnostic of the engine.
  mutating func take(_ diagnostic: EngineDiagnostic)
}

extension ReplayObserver {
  /// All of the trace is looked at.
  public static var takesGestures: Bool { true }
  /// All that is told is looked at.
  public static var followsMount: Bool { true }
  /// Ignores an event.
  public mutating func take(_ event: TraceEvent, at time: TraceTime) {}
  /// Takes one frame and set after the other, as the observations that they are.
  public mutating func take(_ stretch: FrameRun) {
    stretch.forEach { take(.observation($0), at: $1) }
  }
  /// Ignores a decision.
  public mutating func take(_ settle: Settle) {}
  /// Ignores a transition.
  public mutating func take(_ transition: TransitionOutcome) {}
  /// Ignores a diagnostic.
  public mutating func take(_ diagnostic: EngineDiagnostic) {}
}

/// An observer that wants nothing.
public struct NoObserver: ReplayObserver {
  /// Nothing is looked at.
  public static var takesGestures: Bool { false }
  /// Nothing is looked at.
  public static var followsMount: Bool { false }

  /// Creates an observer.
  public init() {}

  /// Ignores frames and sets.
  public mutating func take(_ stretch: FrameRun) {}
}

/// An observer as a replay calls it: of any type, so that the engine is compiled once and not for each.
///
/// Frames come in runs, so the calls are few.
public protocol ReplayListener: AnyObject {
  /// Whether fingers and wheels of the trace are looked at.
  var takesGestures: Bool { get }
  /// Takes an input of the trace, or an observation of the engine.
  func take(_ event: TraceEvent, at time: TraceTime)
  /// Takes frames of the engine that follow each other, and the visible sets among them.
  func take(_ stretch: FrameRun)
  /// Takes a decision about a rest.
  func take(_ settle: Settle)
  /// Takes a change of a view's transition phase.
  func take(_ transition: TransitionOutcome)
  /// Takes a diagnostic of the engine.
  func take(_ diagnostic: EngineDiagnostic)
}

/// Keeps an observer where a replay can call it and its owner can read it.
public final class ObserverBox<Observer: ReplayObserver>: ReplayListener {
  /// The observer.
  public var observer: Observer

  /// Creates a box.
  public init(_ observer: Observer) { self.observer = observer }

  /// What the type of the observer says.
  public var takesGestures: Bool { Observer.takesGestures }
  /// Hands an event on.
  public func take(_ event: TraceEvent, at time: TraceTime) { observer.take(event, at: time) }
  /// Hands frames on.
  public func take(_ stretch: FrameRun) { observer.take(stretch) }
  /// Hands a decision on.
  public func take(_ settle: Settle) { observer.take(settle) }
  /// Hands a transition on.
  public func take(_ transition: TransitionOutcome) { observer.take(transition) }
  /// Hands a diagnostic on.
  public func take(_ diagnostic: EngineDiagnostic) { observer.take(diagnostic) }
}

@available(*, unavailable) extension ObserverBox: Sendable {}
