import CommandLineKit
import Corpus

/// Distributes captures to worker processes and returns their responses as they arrive.
struct WorkerPool {
  /// The number of concurrent workers.
  let jobs: Int
  /// The time limit for one capture, in seconds.
  let timeout: Int
  /// The memory limit of a worker, in bytes.
  let memory: Int64
  /// The folder for the workers' stores.
  let temporaryFolder: String

  private struct Slot {
    var worker: WorkerProcess
    /// The current capture; nil if the worker is idle.
    var capture: Int?
    var start = ContinuousClock.now
  }

  /// Analyzes captures; `done` receives the index and the rows as JSON of each, in any order.
  ///
  /// A worker that dies is replaced, and its capture is tried once more, because the cause may be
  /// something else.
  func judge(
    _ captures: [String], done: (Int, [UInt8]) throws -> Void
  ) throws {
    let program = try ChildProcess.ownPath()
    var slots: [Slot] = []
    var next = 0
    var again: [Int] = []
    var tried: Set<Int> = []
    var left = captures.count
    while left > 0 {
      try Interruption.check("the rows of \(captures.count - left) captures are kept")
      // Assigns work to all idle workers.
      while next < captures.count || !again.isEmpty {
        let free = slots.firstIndex { $0.capture == nil }
        guard free != nil || slots.count < jobs else { break }
        let capture = again.popLast() ?? next
        if capture == next { next += 1 }
        if let free {
          slots[free].capture = capture
          slots[free].start = .now
          _ = slots[free].worker.ask(captures[capture])
        } else {
          let worker = try WorkerProcess(
            program: program, memory: memory, temporaryFolder: temporaryFolder)
          _ = worker.ask(captures[capture])
          slots.append(Slot(worker: worker, capture: capture))
        }
      }
      let ready = Interruption.wait(
        forAnyOf: slots.map(\.worker.output), milliseconds: 250
      ).isReadable
      for index in slots.indices.reversed() {
        guard let capture = slots[index].capture else { continue }
        var failure: (kind: String, reason: String)?
        if ready[index] {
          switch slots[index].worker.receive() {
          case .nothing: break
          case .answer(let rows):
            try done(capture, rows)
            left -= 1
            slots[index].capture = nil
            continue
          case .end: failure = ("crash", slots[index].worker.wait())
          }
        }
        if failure == nil, slots[index].start.duration(to: .now) > .seconds(timeout) {
          slots[index].worker.end()
          failure = ("timeout", "it was not judged within \(timeout) s")
          tried.insert(capture)
        }
        guard let failure else { continue }
        slots.remove(at: index)
        if tried.insert(capture).inserted {
          again.append(capture)
        } else {
          let row = RowMaker.failed(captures[capture], kind: failure.kind, failure.reason)
          try done(capture, try RowFile.line([row]))
          left -= 1
        }
      }
    }
  }
}
