import Synchronization
import Testing

@testable import Replay

@Suite("scheduled jobs")
struct LanesTests {
  @Test(
    "every step of every job runs once, in order, and never concurrently with its own job",
    arguments: [1, 2, 3, 8, 40])
  func order(_ workers: Int) {
    for (count, steps) in [(0, 3), (3, 0), (1, 1), (1, 50), (7, 20), (13, 4)] {
      let seen = Mutex([[Int]](repeating: [], count: count))
      let inside = Mutex([Bool](repeating: false, count: count))
      Jobs(count: count, steps: steps).work(on: workers) { lane, step in
        inside.withLock {
          #expect(!$0[lane])
          $0[lane] = true
        }
        seen.withLock { $0[lane].append(step) }
        inside.withLock { $0[lane] = false }
      }
      #expect(seen.withLock { $0 } == Array(repeating: Array(0..<steps), count: count))
    }
  }
}
