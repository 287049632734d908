import Dispatch
import Synchronization

/// Work in lanes: the steps of a lane follow each other, lanes do not wait for each other.
struct Jobs {
  /// How many lanes there are.
  var count: Int
  /// How many steps each of them has.
  var steps: Int

  /// Does every step of every lane on some threads.
  ///
  /// A free thread takes the next step of the job that is farthest behind: no thread waits for
  /// another until less is left than one step for each.
  func work(on workers: Int, _ work: (_ lane: Int, _ step: Int) -> Void) {
    guard workers > 1, count > 1 else {
      for step in 0..<steps {
        for lane in 0..<count { work(lane, step) }
      }
      return
    }
    // One worker at a time is in a lane, and what the work touches belongs to its lane.
    nonisolated(unsafe) let work = work
    let scheduler = Mutex(Scheduler(lanes: count, steps: steps))
    DispatchQueue.concurrentPerform(iterations: min(workers, count)) { _ in
      var place = scheduler.withLock { $0.take(after: nil) }
      while let (lane, step) = place {
        work(lane, step)
        place = scheduler.withLock { $0.take(after: lane) }
      }
    }
  }

  /// Who is where.
  private struct Scheduler {
    private var done: [Int]
    private var isTaken: [Bool]
    private let steps: Int

    init(lanes: Int, steps: Int) {
      done = Array(repeating: 0, count: lanes)
      isTaken = Array(repeating: false, count: lanes)
      self.steps = steps
    }

    /// Gives a finished lane back and takes the one that is farthest behind; nil if none is left.
    mutating func take(after finished: Int?) -> (lane: Int, step: Int)? {
      if let finished {
        done[finished] += 1
        isTaken[finished] = false
      }
      let free = done.indices.filter { !isTaken[$0] && done[$0] < steps }
      guard let lane = free.min(by: { done[$0] < done[$1] }) else { return nil }
      isTaken[lane] = true
      return (lane, done[lane])
    }
  }
}
