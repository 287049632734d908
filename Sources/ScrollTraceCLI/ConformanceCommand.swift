import CommandLineKit
import Conformance
import TextKit

/// `conformance`: compares the engine and its toolkit physics with vector files.
struct ConformanceCommand: CommandLineKit.Command {
  static let name = "conformance"
  static let abstract = "Run vector files against the engine and its peer modes."
  static let discussion = """
    A vector file holds inputs and the results of a source: measurements of real scroll views, \
    other projects' test suites, real strokes (format scroll-vectors/1). Every family of a folder is \
    run under the rules it belongs to. Rows that must pass decide the exit code: families whose \
    source applies to a UIKit-like engine, vectors marked "must", and the CSS rows that the mode \
    has to meet. A family or kind that is not known is listed as not run; a case that must pass and \
    did not run ends the command with 3. Without --vectors the folder is fixtures/vectors.
    """
  static let examples = [
    Example("scrolltrace conformance", "run fixtures/vectors"),
    Example("scrolltrace conformance --vectors vectors --json", "run a folder, for programs"),
  ]
  static let parameters: [Parameter<Self>] = [
    .option(
      "vectors", \.folders, "A folder of vector files.",
      valueName: "FOLDER", completion: .files, shownDefault: "fixtures/vectors"),
    .flag("json", \.isJSON, "Print the result as JSON."),
    .flag("markdown", \.isMarkdown, "Print the result as a document."),
  ]

  private static let defaultFolder = "fixtures/vectors"

  var folders: [String] = []
  var isJSON = false
  var isMarkdown = false

  func run(_ console: inout Console) throws -> ExitCode {
    try failing {
      guard !(isJSON && isMarkdown) else {
        throw UsageError("give either --json or --markdown")
      }
      let report = try readReport()
      for problem in report.problems { console.printError(problem) }
      if isJSON {
        try console.printJSON(isComplete: report.problems.isEmpty) { json in
          try report.write(to: &json)
        }
      } else if isMarkdown {
        console.write(report.markdown)
      } else {
        print(report, &console)
      }
      if !report.meetsMust { return .differences }
      // A vector that could not be compared has not passed.
      if !report.problems.isEmpty || report.mustNotRun > 0 { return .partial }
      return report.rows.isEmpty ? .nothingMatched : .ok
    }
  }

  /// Reads every file; an unusable one is a problem, unless it is the only one.
  private func readReport() throws -> ConformanceReport {
    var families: [VectorFamily] = []
    var errors: [VectorError] = []
    for path in try files() {
      do throws(VectorError) {
        families.append(try VectorFolder.family(at: path))
      } catch {
        errors.append(error)
      }
    }
    if families.isEmpty, let first = errors.first { throw Self.failure(first) }
    return ConformanceReport(families, problems: errors.map(\.description))
  }

  private func files() throws -> [String] {
    if folders.isEmpty, !VectorFolder.exists(Self.defaultFolder) {
      throw Failure(
        .noInput, "there is no folder '\(Self.defaultFolder)' here; give one with --vectors FOLDER")
    }
    var files: [String] = []
    for folder in folders.isEmpty ? [Self.defaultFolder] : folders {
      do throws(VectorError) {
        files += try VectorFolder.files(in: folder)
      } catch {
        throw Self.failure(error)
      }
    }
    return files
  }

  private static func failure(_ error: VectorError) -> Failure {
    Failure(error.isMissing ? .noInput : .badData, error.description)
  }

  private func print(_ report: ConformanceReport, _ console: inout Console) {
    guard !report.rows.isEmpty else {
      return console.print("no vector file was found")
    }
    var table = TextTable([
      .init("family"), .init("kind"), .init("mode"), .init("must"), .init("cases", .right),
      .init("passed", .right), .init("failed", .right), .init("not run", .right),
      .init("worst error", .right),
    ])
    for row in report.rows {
      table.add([
        TextTable.Cell(row.name), TextTable.Cell(row.kind), TextTable.Cell(row.modeText),
        row.isMust ? "yes" : "", "\(row.cases)", "\(row.passed)",
        row.failed > 0 ? TextTable.Cell("\(row.failed)", .red) : "0",
        row.notRun > 0 ? TextTable.Cell("\(row.notRun)", .yellow) : "0",
        TextTable.Cell(row.errorText),
      ])
    }
    table.print(to: &console)
    for row in report.rows {
      for miss in row.misses {
        let what = miss.isRun ? "failed" : "not run"
        console.print(
          DisplayText.escaped("\(row.name), \(row.modeText), \(miss.id): \(what): \(miss.reason)"))
      }
    }
    console.print(verdict(report, console.style))
  }

  private func verdict(_ report: ConformanceReport, _ style: Style) -> String {
    if !report.meetsMust { return style("a case that must pass does not", .red) }
    let count = report.mustNotRun
    guard count > 0 else { return style("every case that must pass does", .green) }
    let cases = count == 1 ? "1 case" : "\(count) cases"
    return style("no case that must pass failed; \(cases) that must pass did not run", .yellow)
  }
}
