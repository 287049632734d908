/// What accompanies a write to a bound position or a scroll through a proxy.
public struct Transaction {
  /// How the scroll moves; nil for at once.
  public var animation: Animation?
  /// Whether the scroll moves at once although an animation is set.
  public var disablesAnimations = false
  /// Where the target of the scroll is aligned, if the request itself names no anchor.
  public var scrollTargetAnchor: UnitPoint?
  /// Whether content that is decelerating goes on from the new offset.
  public var scrollPositionUpdatePreservesVelocity = false

  /// What is called when the scrolls of the transaction have ended.
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

  /// The transaction of the closure that runs now.
  static var current: Transaction { box?.transaction ?? Transaction() }

  @TaskLocal private static var box: TransactionBox?

  /// Runs a closure in the transaction.
  func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    // Completions of an outer transaction are its own to call.
    let result = try Self.$box.withValue(TransactionBox(self), operation: body)
    for completion in completions { completion.endOfBody() }
    return result
  }
}

/// A transaction for the closure that runs in it.
///
/// Unchecked, because a task-local value must be sendable and a completion is any closure. The box is set for
/// the time of one synchronous call and never leaves its thread.
private final class TransactionBox: @unchecked Sendable {
  let transaction: Transaction

  init(_ transaction: Transaction) { self.transaction = transaction }
}

/// When an animation counts as complete; a scroll ends once, so both mean the same here.
public struct AnimationCompletionCriteria: Hashable, Sendable {
  private let isRemoved: Bool

  /// When the animation has come to where it goes.
  public static let logicallyComplete = AnimationCompletionCriteria(isRemoved: false)
  /// When nothing of it is left.
  public static let removed = AnimationCompletionCriteria(isRemoved: true)
}

/// An action that is called once, when the last scroll of its transaction has ended.
final class Completion {
  private var action: (() -> Void)?
  private var scrollCount = 0

  init(_ action: @escaping () -> Void) { self.action = action }

  /// Notes that a scroll of the transaction was asked for.
  func begin() { scrollCount += 1 }

  /// Notes that a scroll has ended.
  func end() {
    scrollCount -= 1
    if scrollCount == 0 { call() }
  }

  /// A closure that asked for no scroll is complete at once.
  func endOfBody() { if scrollCount == 0 { call() } }

  private func call() {
    action?()
    action = nil
  }
}

/// Animates the scrolls that a closure asks for.
public func withAnimation<Result>(
  _ animation: Animation? = .default, _ body: () throws -> Result
) rethrows -> Result {
  try withTransaction(\.animation, animation, body)
}

/// Animates the scrolls that a closure asks for, and calls an action when they have ended.
///
/// A closure that asks for no scroll of a running scene is complete at once.
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

/// Runs a closure in the present transaction with one value changed.
public func withTransaction<Result, Value>(
  _ path: WritableKeyPath<Transaction, Value>, _ value: Value, _ body: () throws -> Result
) rethrows -> Result {
  var transaction = Transaction.current
  transaction[keyPath: path] = value
  return try transaction.run(body)
}
