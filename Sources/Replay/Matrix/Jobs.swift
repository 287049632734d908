import Dispatch

/// Parallel jobs: the steps of each job run in order, and jobs do not wait for each other.
struct Jobs {
  /// The number of jobs.
  var count: Int
  /// The number of steps of each job.
  var steps: Int

  /// Executes every step of every job on a number of threads.
  ///
  /// A free thread takes the next step of the slowest job. No thread waits until fewer steps than
  /// threads are left.
  func work(on workers: Int, _ work: (_ lane: Int, _ step: Int) -> Void) {
    guard workers > 1, count > 1 else {
      for step in 0..<steps {
        for lane in 0..<count { work(lane, step) }
      }
      return
    }
    // Only one worker executes a job at a time, and the work only modifies data of its job.
    nonisolated(unsafe) let work = work
    // The scheduler is only used on this queue. ThreadSanitizer sees the order of a queue's work
    // and not that of `Mutex`, which it reports even where two threads only add 1 to a number.
    let queue = DispatchQueue(label: "scrolltrace.jobs")
    nonisolated(unsafe) var scheduler = Scheduler(lanes: count, steps: steps)
    DispatchQueue.concurrentPerform(iterations: min(workers, count)) { _ in
      var place = queue.sync { scheduler.take(after: nil) }
      while let (lane, step) = place {
        work(lane, step)
        place = queue.sync { scheduler.take(after: lane) }
      }
    }
  }

  /// The progress of all jobs.
  private struct Scheduler {
    private var done: [Int]
    private var isTaken: [Bool]
    private let steps: Int

    init(lanes: Int, steps: Int) {
      done = Array(repeating: 0, count: lanes)
      isTaken = Array(repeating: false, count: lanes)
      self.steps = steps
    }

    /// Returns a finished job and takes the slowest one; nil if none is left.
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
