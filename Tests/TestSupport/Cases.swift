#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The number of random cases that a suite tries, and their seeds.
public enum Cases {
  /// The number in `SCROLLTRACE_CASES`; 100 unless it is set.
  public static let count: Int = {
    guard let text = getenv("SCROLLTRACE_CASES"), let count = Int(String(cString: text)) else {
      return 100
    }
    return max(1, count)
  }()

  /// The value of `SCROLLTRACE_SEED`, which is added to every seed.
  ///
  /// Thresholds are fixed on seeds that the published figures do not use.
  public static let firstSeed: UInt64 = {
    guard let text = getenv("SCROLLTRACE_SEED"), let seed = UInt32(String(cString: text)) else {
      return 0
    }
    return UInt64(seed)
  }()

  /// The seeds of a suite: one per case, or fewer if a case is slow.
  public static func seeds(oneIn share: Int = 1, from first: UInt64 = 1) -> Range<UInt64> {
    (first + firstSeed)..<(first + firstSeed + UInt64(max(1, count / share)))
  }

  /// One in a number of cases that are not random, such as files; all of them where the random suites try 100.
  public static func sample<Case>(_ all: [Case], oneIn share: Int) -> [Case] {
    count >= 100 ? all : stride(from: 0, to: all.count, by: share).map { all[$0] }
  }
}

/// Whether approved files are written again; never in CI.
public var isRecordingGolden: Bool { getenv("RECORD_GOLDEN") != nil && getenv("CI") == nil }
