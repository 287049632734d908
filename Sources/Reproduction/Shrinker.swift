/// A case that passes can reduce.
protocol Reducible {
  /// The reading effort for people.
  var weight: Int { get }
  /// The case as bytes; equal bytes mean equal cases.
  var key: [UInt8] { get }
  /// The names of the passes in order.
  static var passNames: [String] { get }
  /// The cases after a single step of a pass; each has a smaller weight.
  func candidates(ofPass index: Int) -> [Self]
}

/// The statistics of a pass.
public struct PassCount: Hashable, Sendable {
  /// Its name.
  public var name: String
  /// The number of candidates that the oracle checked.
  public var tried = 0
  /// The number of candidates with the defect, which were kept.
  public var kept = 0
}

/// Reduces a case until no single step of any pass keeps the defect.
struct Shrinker<Case: Reducible> {
  private let isShown: (Case) throws -> Bool
  private(set) var counts: [PassCount]
  private var known: Set<[UInt8]> = []

  /// Creates a shrinker; `isShown` calls the oracle.
  init(_ isShown: @escaping (Case) throws -> Bool) {
    self.isShown = isShown
    counts = Case.passNames.map { PassCount(name: $0) }
  }

  /// Returns the smallest case that the passes reach from one with the defect.
  mutating func shrink(_ start: Case) throws -> Case {
    var smallest = start
    var isChanged = true
    while isChanged {
      isChanged = false
      for pass in Case.passNames.indices {
        if let smaller = try apply(pass, to: smallest) {
          smallest = smaller
          isChanged = true
        }
      }
    }
    return smallest
  }

  /// Applies one pass as long as it reduces the case; nil if it does not.
  private mutating func apply(_ pass: Int, to start: Case) throws -> Case? {
    var smallest: Case?
    var candidates = start.candidates(ofPass: pass)
    var index = 0
    while index < candidates.count {
      let candidate = candidates[index]
      guard try isKept(candidate, pass) else {
        index += 1
        continue
      }
      smallest = candidate
      candidates = candidate.candidates(ofPass: pass)
    }
    return smallest
  }

  private mutating func isKept(_ candidate: Case, _ pass: Int) throws -> Bool {
    // Kept cases never recur, because weights decrease: known cases are those without the defect.
    guard known.insert(candidate.key).inserted else { return false }
    counts[pass].tried += 1
    guard try isShown(candidate) else { return false }
    counts[pass].kept += 1
    return true
  }
}
