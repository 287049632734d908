public import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The promises of `docs/promises.md`: the number of rounds of each, and their results.
///
/// A test of a promise has the trait `.promise(n)`. If `SCROLLTRACE_PROMISES` names a file, each of
/// its cases appends one line there: promise, rounds, lost, trapped, wrong. A trapped case appends
/// nothing; the caller of the tests counts it.
public enum Promise {
  /// The rounds of a promise: a few, or with `SCROLLTRACE_ROUNDS=full` those of a nightly run.
  ///
  /// The numbers are in `Scripts/promises/promises.tsv`, because scripts read them, too.
  public static func rounds(_ number: Int) -> Int {
    guard let row = table[number] else {
      preconditionFailure("promise \(number) is not in promises.tsv")
    }
    return isFull ? row.full : row.quick
  }

  /// The seeds of a promise: one per round, or a part of them if several tests share the promise.
  public static func seeds(_ number: Int, oneIn share: Int = 1) -> Range<UInt64> {
    1..<(1 + UInt64(max(1, rounds(number) / share)))
  }

  /// Counts rounds of the current test; a test that counts none is one round.
  public static func count(_ rounds: Int = 1) { Tally.current?.add(rounds: rounds) }

  /// Whether the rounds of a nightly run are requested.
  public static var isFull: Bool {
    guard let text = getenv("SCROLLTRACE_ROUNDS") else { return false }
    return String(cString: text) == "full"
  }

  private static let table: [Int: (quick: Int, full: Int)] = {
    var table: [Int: (quick: Int, full: Int)] = [:]
    let text = try? Files.text(Repository.path("Scripts/promises/promises.tsv"))
    for line in (text ?? "").split(separator: "\n") where !line.hasPrefix("#") {
      let cells = line.split(separator: "\t").prefix(3).compactMap { Int($0) }
      if cells.count == 3 { table[cells[0]] = (cells[1], cells[2]) }
    }
    return table
  }()

  /// The totals of one case of a test.
  fileprivate final class Tally: @unchecked Sendable {
    @TaskLocal static var current: Tally?
    private var lock = pthread_mutex_t()
    private var rounds = 0
    private var issues = 0

    init() { pthread_mutex_init(&lock, nil) }

    deinit { pthread_mutex_destroy(&lock) }

    func add(rounds more: Int = 0, issues found: Int = 0) {
      pthread_mutex_lock(&lock)
      defer { pthread_mutex_unlock(&lock) }
      rounds += more
      issues += found
    }

    var line: (rounds: Int, issues: Int) {
      pthread_mutex_lock(&lock)
      defer { pthread_mutex_unlock(&lock) }
      return (max(1, rounds), issues)
    }
  }
}

/// Counts the results of a test for one of the promises.
public struct PromiseTrait: TestTrait, TestScoping {
  let number: Int

  /// Runs a case of the test and appends its line to the file of `SCROLLTRACE_PROMISES`.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let tally = Promise.Tally()
    let listener = IssueHandlingTrait.compactMapIssues { issue in
      tally.add(issues: 1)
      return issue
    }
    defer { append(tally.line) }
    try await listener.provideScope(for: test, testCase: testCase) {
      do {
        try await Promise.Tally.$current.withValue(tally) { try await function() }
      } catch {
        tally.add(issues: 1)
        throw error
      }
    }
  }

  private func append(_ line: (rounds: Int, issues: Int)) {
    guard let path = getenv("SCROLLTRACE_PROMISES") else { return }
    let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    let text = Array("\(number)\t\(line.rounds)\t0\t0\t\(line.issues)\n".utf8)
    // One call, so that the lines of concurrent tests are not interleaved.
    _ = text.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
  }
}

extension Trait where Self == PromiseTrait {
  /// The test checks one of the promises of `docs/promises.md`.
  public static func promise(_ number: Int) -> Self { PromiseTrait(number: number) }
}
