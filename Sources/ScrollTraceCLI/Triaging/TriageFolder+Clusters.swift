import CommandLineKit
import Corpus
import TextKit

/// The contents of `clusters/NAME`: the report of a problem's representative trace, and its minimal
/// case.
///
/// Each is created by a separate process, so a trace that crashes or hangs does not affect the
/// others.
extension TriageFolder {
  private static let report = "report.html"
  private static let reproduction = "reproduction"

  /// Writes the reports of problems that can have one.
  func writeReports(
    _ problems: [Problem], jobs: Int, seconds: Int, _ console: inout Console
  ) throws {
    removeClusters(except: Set(problems.map(\.name)))
    _ = try run("reporting", problems, jobs: jobs, seconds: seconds, &console) { trace, folder in
      let file = folder + "/" + Self.report
      let input = isDatabase(trace.file) ? ["--db", trace.file, "\(trace.trace)"] : [trace.file]
      return ["report"] + input + ["--no-keep", "--html", file]
    }
  }

  /// Reproduces the representative trace of each problem; returns the names of those with a minimal
  /// case.
  func writeReproductions(
    _ problems: [Problem], jobs: Int, seconds: Int, _ console: inout Console
  ) throws -> Set<String> {
    let made = try run("reproducing", problems, jobs: jobs, seconds: seconds, &console) {
      trace, folder in
      let output = ["-o", folder + "/" + Self.reproduction]
      guard isDatabase(trace.file) else { return ["reproduce", trace.file] + output }
      return ["reproduce", "--db", trace.file, "\(trace.trace)"] + output
    }
    return Set(made.map(\.name))
  }

  /// Runs a command of this program for each problem; returns the problems for which it succeeded.
  private func run(
    _ label: String, _ problems: [Problem], jobs: Int, seconds: Int, _ console: inout Console,
    words: (Problem.Member, String) -> [String]
  ) throws -> [Problem] {
    let problems = problems.filter { $0.key.kind != .failure }
    var progress = ProgressLine(
      label, unit: "problems", total: Int64(problems.count), console: console)
    defer { progress.erase(&console) }
    let program = try ChildProcess.ownPath()
    try makeFolder(path + "/clusters")
    let commands = try problems.map { problem in
      let folder = path + "/clusters/" + problem.name
      try makeFolder(folder)
      return [program] + words(problem.representative, folder)
    }
    var count: Int64 = 0
    let isWell = try ChildProcess.run(commands, jobs: jobs, seconds: seconds) { _ in
      count += 1
      progress.advance(to: count, &console)
      try Interruption.check("the rows are kept")
    }
    return zip(problems, isWell).filter(\.1).map(\.0)
  }

  /// Removes the output of an earlier triage for problems that no longer exist, and every minimal
  /// case, because the representative trace may have changed.
  private func removeClusters(except names: Set<String>) {
    let folder = path + "/clusters"
    for name in folderEntries(folder) {
      removeTree("\(folder)/\(name)/\(Self.reproduction)")
      guard !names.contains(name) else { continue }
      _ = FileOperations.system.unlink("\(folder)/\(name)/\(Self.report)")
      removeEmptyFolder("\(folder)/\(name)")
    }
  }
}
