/// A case that passes can make smaller.
protocol Reducible {
  /// How much a person has to read.
  var weight: Int { get }
  /// The case as bytes: two cases with the same ones are the same.
  var key: [UInt8] { get }
  /// The names of the passes in their order.
  static var passNames: [String] { get }
  /// What a pass makes of the case in a single step; each is lighter.
  func candidates(ofPass index: Int) -> [Self]
}

/// What a pass of a reduction did.
public struct PassCount: Hashable, Sendable {
  /// Its name.
  public var name: String
  /// How many candidates the oracle looked at.
  public var tried = 0
  /// How many of them still showed the defect and were kept.
  public var kept = 0
}

/// Makes a case smaller until no single step of any pass leaves the defect.
struct Shrinker<Case: Reducible> {
  private let isShown: (Case) throws -> Bool
  private(set) var counts: [PassCount]
  private var known: Set<[UInt8]> = []

  /// Creates a shrinker; `isShown` asks the oracle.
  init(_ isShown: @escaping (Case) throws -> Bool) {
    self.isShown = isShown
    counts = Case.passNames.map { PassCount(name: $0) }
  }

  /// Returns the smallest case that the passes reach from one that shows the defect.
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

  /// Applies one pass as often as it gains; nil if it gains nothing.
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
    // What was kept is never met again, for weights only fall: known cases are those without the defect.
    guard known.insert(candidate.key).inserted else { return false }
    counts[pass].tried += 1
    guard try isShown(candidate) else { return false }
    counts[pass].kept += 1
    return true
  }
}
