import ScrollEngine
import ScrollModel
import Simulation

/// Searches for scrolls in which a behavior violates a metamorphic relation.
///
/// ```swift
/// let check = BehaviorCheck(CheckedBehavior(engineBehavior(MySnap())))
/// #expect(check.run(cases: 200).violations.isEmpty)
/// ```
public struct BehaviorCheck: Sendable {
  /// A violated relation with the smallest scroll that was found.
  public struct Violation: Hashable, Sendable {
    /// The relation.
    public var relation: MetamorphicRelation
    /// The scroll, and its changed copy.
    public var original, changed: CheckedScroll
    /// The rest of the original, and the expected and actual rests of the changed scroll.
    public var rest, expected, actual: Double
  }

  /// The result of a run.
  public struct Result: Hashable, Sendable {
    /// At most one violation of each relation.
    public var violations: [Violation] = []
    /// The number of checked scrolls of each relation.
    public var checked: [MetamorphicRelation: Int] = [:]
  }

  /// The largest difference of two equal rests, in points.
  private static let tolerance = 0.5

  /// The behavior under test.
  public let subject: CheckedBehavior

  /// Creates a check of a behavior.
  public init(_ subject: CheckedBehavior) { self.subject = subject }

  /// Checks all relations with random scrolls; equal numbers and seeds use equal scrolls.
  public func run(cases: Int = 200, seed: UInt64 = 1) -> Result {
    run(
      (0..<UInt64(max(0, cases))).map { number in
        CheckedScroll.random(for: subject, seed: seed &+ number)
      })
  }

  /// Checks all relations with scrolls, and reduces violations.
  public func run(_ scrolls: [CheckedScroll]) -> Result {
    var result = Result()
    for scroll in scrolls {
      guard let rest = scroll.rest(subject.configuration, subject.behavior) else { continue }
      for relation in MetamorphicRelation.allCases {
        guard !result.violations.contains(where: { $0.relation == relation }),
          relation.change(scroll, subject, rest: rest) != nil
        else { continue }
        result.checked[relation, default: 0] += 1
        if let found = violation(relation, scroll) {
          result.violations.append(smallest(found))
        }
      }
    }
    return result
  }

  /// Checks one relation with one scroll.
  public func violation(_ relation: MetamorphicRelation, _ scroll: CheckedScroll) -> Violation? {
    guard let rest = scroll.rest(subject.configuration, subject.behavior),
      let change = relation.change(scroll, subject, rest: rest),
      let actual = change.scroll.rest(change.configuration, change.behavior),
      (actual - change.expected).magnitude > Self.tolerance, isSteady(scroll, rest)
    else { return nil }
    return Violation(
      relation: relation, original: scroll, changed: change.scroll, rest: rest,
      expected: change.expected, actual: actual)
  }

  /// Whether slightly longer, shorter, faster, slower or shifted gestures have the same rest.
  ///
  /// Otherwise rounding of samples may change the choice, which is no fault of the behavior.
  private func isSteady(_ scroll: CheckedScroll, _ rest: Double) -> Bool {
    let ways = [-24.0, -8, 8, 24].map { scroll.distance + $0 }
    let times = [92, 97, 103, 108].map { scroll.duration * $0 / 100 }
    var variants: [CheckedScroll] = []
    for way in ways where way.sign == scroll.distance.sign {
      var variant = scroll
      variant.distance = way
      variants.append(variant)
    }
    // Halfway between two rests, the start may be assigned to either of them.
    for shift in [-8.0, 8] {
      var variant = scroll
      variant.start += shift
      variants.append(variant)
    }
    for time in times where time > 0 {
      var variant = scroll
      variant.duration = time
      variants.append(variant)
    }
    return variants.allSatisfy { variant in
      let other = variant.rest(subject.configuration, subject.behavior)
      return other.map { ($0 - rest).magnitude <= Self.tolerance } ?? false
    }
  }

  /// Simplifies a scroll while it violates the same relation.
  private func smallest(_ found: Violation) -> Violation {
    var best = found
    var isChanged = true
    while isChanged {
      isChanged = false
      for simpler in best.original.simpler where simpler.weight < best.original.weight {
        guard let again = violation(best.relation, simpler) else { continue }
        best = again
        isChanged = true
        break
      }
    }
    return best
  }
}

extension CheckedScroll {
  /// The reading effort for people.
  fileprivate var weight: Int {
    let numbers = [container, pitch, spacing, leadingInset, trailingInset, start, distance]
    let digits = numbers.reduce(0) { sum, number in
      sum + "\(number)".count { $0.isNumber && $0 != "0" }
    }
    return 40 * itemCount + 10 * digits + 5 * "\(duration)".count { $0 != "0" }
      + (axis == .horizontal ? 20 : 0) + (isRightToLeft ? 50 : 0)
      + Int(distance.magnitude / 50)
  }

  fileprivate var simpler: [CheckedScroll] {
    var all: [CheckedScroll] = []
    func add(_ change: (inout CheckedScroll) -> Void) {
      var copy = self
      change(&copy)
      if copy != self { all.append(copy) }
    }
    add { $0.isRightToLeft = false }
    add { ($0.axis, $0.isRightToLeft) = (.vertical, false) }
    add { $0.spacing = 0 }
    add { ($0.leadingInset, $0.trailingInset) = (0, 0) }
    for share in [0.25, 0.5, 0.75] {
      let kept = Int(Double(itemCount) * share)
      // The gesture stays in the middle of the content.
      add { copy in
        copy.start -= Double(itemCount - kept) / 2 * pitch
        copy.itemCount = kept
      }
    }
    for length in [100.0, 50, 10] {
      add { $0.distance = (distance / length).rounded() * length }
      add { $0.start = (start / length).rounded() * length }
    }
    for time: Int64 in [500, 200, 100, 50] { add { $0.duration = time } }
    return all.filter { $0.itemCount > 0 && $0.start >= $0.low && $0.start <= $0.high }
  }
}
