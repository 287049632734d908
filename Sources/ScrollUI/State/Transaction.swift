/// The context of a write to a bound position or of a scroll through a proxy.
public struct Transaction {
  /// The animation of the scroll; nil for an immediate scroll.
  public var animation: Animation?
  /// Whether the scroll is immediate although an animation is set.
  public var disablesAnimations = false
  /// The alignment of the scroll's target, if the request itself has no anchor.
  public var scrollTargetAnchor: UnitPoint?
  /// Whether decelerating content continues from the new offset.
  public var scrollPositionUpdatePreservesVelocity = false

  /// Callbacks at the end of the transaction's scrolls.
  private(set) var completions: [Completion] = []

  /// Creates a transaction.
  public init(animation: Animation? = nil) { self.animation = animation }

  /// Calls an action when the scrolls of the transaction have ended.
  public mutating func addAnimationCompletion(
    criteria: AnimationCompletionCriteria = .logicallyComplete, _ completion: @escaping () -> Void
  ) {
    completions.append(Completion(completion))
  }

  /// The animation in effect.
  var usedAnimation: Animation? { disablesAnimations ? nil : animation }

  /// The transaction of the running closure.
  static var current: Transaction { box?.transaction ?? Transaction() }

  @TaskLocal private static var box: TransactionBox?

  /// Runs a closure in the transaction.
  func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    // The outer transaction calls its own completions.
    let result = try Self.$box.withValue(TransactionBox(self), operation: body)
    for completion in completions { completion.endOfBody() }
    return result
  }
}

/// A transaction for the closure that runs in it.
///
/// Unchecked, because a task-local value must be sendable and a completion is any closure. The box
/// exists during one synchronous call and never leaves its thread.
private final class TransactionBox: @unchecked Sendable {
  let transaction: Transaction

  init(_ transaction: Transaction) { self.transaction = transaction }
}

/// The time at which an animation is complete; a scroll ends once, so both criteria are equivalent
/// here.
public struct AnimationCompletionCriteria: Hashable, Sendable {
  private let isRemoved: Bool

  /// The animation has reached its target.
  public static let logicallyComplete = AnimationCompletionCriteria(isRemoved: false)
  /// The animation has been removed.
  public static let removed = AnimationCompletionCriteria(isRemoved: true)
}

/// An action that is called once, when the last scroll of its transaction has ended.
final class Completion {
  private var action: (() -> Void)?
  private var scrollCount = 0

  init(_ action: @escaping () -> Void) { self.action = action }

  /// Records that a scroll of the transaction was requested.
  func begin() { scrollCount += 1 }

  /// Records that a scroll has ended.
  func end() {
    scrollCount -= 1
    if scrollCount == 0 { call() }
  }

  /// Completes a closure without a requested scroll immediately.
  func endOfBody() { if scrollCount == 0 { call() } }

  private func call() {
    action?()
    action = nil
  }
}

/// Animates the scrolls that a closure requests.
public func withAnimation<Result>(
  _ animation: Animation? = .default, _ body: () throws -> Result
) rethrows -> Result {
  try withTransaction(\.animation, animation, body)
}

/// Animates the scrolls that a closure requests, and calls an action when they have ended.
///
/// A closure that requests no scroll of a running scene is complete immediately.
public func withAnimation<Result>(
  _ animation: Animation? = .default,
  completionCriteria: AnimationCompletionCriteria = .logicallyComplete,
  _ body: () throws -> Result, completion: @escaping () -> Void
) rethrows -> Result {
  var transaction = Transaction.current
  transaction.animation = animation
  transaction.addAnimationCompletion(criteria: completionCriteria, completion)
  return try transaction.run(body)
}

/// Runs a closure in a transaction.
public func withTransaction<Result>(
  _ transaction: Transaction, _ body: () throws -> Result
) rethrows -> Result {
  try transaction.run(body)
}

/// Runs a closure in the current transaction with one value changed.
public func withTransaction<Result, Value>(
  _ path: WritableKeyPath<Transaction, Value>, _ value: Value, _ body: () throws -> Result
) rethrows -> Result {
  var transaction = Transaction.current
  transaction[keyPath: path] = value
  return try transaction.run(body)
}
