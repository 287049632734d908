public import ScrollModel

/// Receives the events of a replay: an analysis, a comparison, a file.
///
/// The events are the trace's inputs and the engine's outcome as observations, in order. Every
/// method has a default that does nothing.
public protocol ReplayObserver {
  /// Whether touches and wheel steps of the trace are needed, and not only their outcome.
  static var takesGestures: Bool { get }
  /// Whether the initial phase callback, without a phase change, is needed.
  static var followsMount: Bool { get }
  /// Handles an input of the trace, or an observation of the engine.
  mutating func take(_ event: TraceEvent, at time: TraceTime)
  /// Handles consecutive frames of the engine and the visible sets among them.
  mutating func take(_ stretch: FrameRun)
  /// Handles a decision about a resting offset.
  mutating func take(_ settle: Settle)
  /// Handles a change of a view's transition phase.
  mutating func take(_ transition: TransitionOutcome)
  /// Handles a diagnostic of the engine.
  mutating func take(_ diagnostic: EngineDiagnostic)
}

extension ReplayObserver {
  /// The default: all inputs are needed.
  public static var takesGestures: Bool { true }
  /// The default: all calls are needed.
  public static var followsMount: Bool { true }
  /// Ignores an event.
  public mutating func take(_ event: TraceEvent, at time: TraceTime) {}
  /// Handles frames and sets one by one, as observations.
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

/// An observer that ignores everything.
public struct NoObserver: ReplayObserver {
  /// No inputs are needed.
  public static var takesGestures: Bool { false }
  /// No calls are needed.
  public static var followsMount: Bool { false }

  /// Creates an observer.
  public init() {}

  /// Ignores frames and sets.
  public mutating func take(_ stretch: FrameRun) {}
}

/// A type-erased observer, so that the engine is compiled once and not for each observer type.
///
/// Frames arrive in runs, so there are few calls.
public protocol ReplayListener: AnyObject {
  /// Whether touches and wheel steps of the trace are needed.
  var takesGestures: Bool { get }
  /// Handles an input of the trace, or an observation of the engine.
  func take(_ event: TraceEvent, at time: TraceTime)
  /// Handles consecutive frames of the engine and the visible sets among them.
  func take(_ stretch: FrameRun)
  /// Handles a decision about a resting offset.
  func take(_ settle: Settle)
  /// Handles a change of a view's transition phase.
  func take(_ transition: TransitionOutcome)
  /// Handles a diagnostic of the engine.
  func take(_ diagnostic: EngineDiagnostic)
}

/// A reference to an observer that a replay calls and its owner reads.
public final class ObserverBox<Observer: ReplayObserver>: ReplayListener {
  /// The observer.
  public var observer: Observer

  /// Creates a box.
  public init(_ observer: Observer) { self.observer = observer }

  /// The value of the observer's type.
  public var takesGestures: Bool { Observer.takesGestures }
  /// Forwards an event.
  public func take(_ event: TraceEvent, at time: TraceTime) { observer.take(event, at: time) }
  /// Forwards frames.
  public func take(_ stretch: FrameRun) { observer.take(stretch) }
  /// Forwards a decision.
  public func take(_ settle: Settle) { observer.take(settle) }
  /// Forwards a transition.
  public func take(_ transition: TransitionOutcome) { observer.take(transition) }
  /// Forwards a diagnostic.
  public func take(_ diagnostic: EngineDiagnostic) { observer.take(diagnostic) }
}

@available(*, unavailable) extension ObserverBox: Sendable {}
