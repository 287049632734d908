import ScrollModel
import TestSupport
import TextKit

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Prints one line for each fixture and each 200 random traces: a name, a tab, the digest of its
/// replays.
///
///     outcome-digest [--traces N] [--threads N] [--cases FOLDER [--rounds N]]
///
/// With a folder it writes the inputs of every trace there instead, for
/// Scripts/check-engine-module.sh. With rounds these are a small and a large view, whose replays
/// are timed.
///
/// Every build prints the same lines, on every processor and with any number of threads.
@main
struct OutcomeDigest {
  /// The number of random traces per line.
  static let block = 200

  static func main() async throws {
    let words = Array(CommandLine.arguments.dropFirst())
    func number(_ name: String, _ usual: Int) -> Int {
      guard let place = words.firstIndex(of: name), place + 1 < words.count else { return usual }
      return Int(words[place + 1]) ?? usual
    }
    let traces = number("--traces", block)
    let threads = max(1, number("--threads", 1))
    var jobs = try Job.fixtures() + Job.random(1...UInt64(max(1, traces)))
    if let place = words.firstIndex(of: "--cases"), place + 1 < words.count {
      let (folder, rounds) = (words[place + 1], number("--rounds", 0))
      if rounds > 0 { jobs = Job.timed() }
      for (number, job) in jobs.enumerated() {
        let lines = try job.writeCases(folder, from: number, rounds: rounds)
        for line in lines { print(line) }
      }
      return
    }
    for (name, digest) in lines(jobs, try await digests(of: jobs, threads)) {
      print("\(name)\t\(digest)")
    }
  }

  /// The digests of all jobs in their order, computed by the given number of tasks.
  private static func digests(of jobs: [Job], _ threads: Int) async throws -> [[UInt8]] {
    var results = [[UInt8]](repeating: [], count: jobs.count)
    try await withThrowingTaskGroup(of: [(Int, [UInt8])].self) { group in
      for first in 0..<threads {
        group.addTask {
          try stride(from: first, to: jobs.count, by: threads).map { ($0, try jobs[$0].digest()) }
        }
      }
      for try await part in group {
        for (place, digest) in part { results[place] = digest }
      }
    }
    return results
  }

  /// One line for each name, over the digests of all jobs of that name.
  private static func lines(_ jobs: [Job], _ digests: [[UInt8]]) -> [(String, String)] {
    var lines: [(String, String)] = []
    var place = 0
    while place < jobs.count {
      let name = jobs[place].line
      var hash = SHA256()
      while place < jobs.count, jobs[place].line == name {
        hash.update(digests[place])
        place += 1
      }
      lines.append((name, hash.hexDigest))
    }
    return lines
  }
}
