import CommandLineKit
import Diagnosis
import Replay
import Report
import ScrollModel
import TextKit
import TraceStore
import Triage

/// The diagnosis as lines for the terminal.
enum DiagnosisText {
  /// The largest number of lines for one trace.
  private static let lineLimit = 10

  /// Prints the diagnosis of a trace and the next command.
  static func print(
    _ diagnosis: TraceDiagnosis, of trace: TraceRecord, declared: Configuration?,
    next command: String?, _ console: inout Console
  ) {
    let style = console.style
    let name = DisplayText.escaped(trace.information.name)
    let lines = diagnosis.lines()
    let heading = style("trace \(trace.id) ", .dim) + style(name, .bold)
    // A trace without a cause is one line.
    if diagnosis.causes.isEmpty, let line = lines.first {
      let ink: Style.Emphasis = diagnosis.verdict == .asDeclared ? .green : .yellow
      console.print("\(heading): \(style(DisplayText.escaped(line.text), ink))")
      if let command { print([ReportDiagnosis.Line(label: "Next", text: command)], &console) }
      return
    }
    console.print(heading)
    var shown = ReportDiagnosis(diagnosis, declared: declared).lines
    if diagnosis.verdict == .cause, let command, shown.count < lineLimit {
      let label = shown.contains { $0.label == "Next" } ? "" : "Next"
      shown.append(ReportDiagnosis.Line(label: label, text: command))
    }
    print(shown, &console)
  }

  /// Prints each line after its label, in columns.
  static func print(
    _ lines: [ReportDiagnosis.Line], indent: String = "", labelWidth: Int = 8,
    _ console: inout Console
  ) {
    for line in lines {
      let label = line.label + String(repeating: " ", count: max(0, labelWidth - line.label.count))
      console.print(
        "\(indent)\(console.style(label, .bold))\(DisplayText.escaped(line.text))")
    }
  }
}

extension ReportDiagnosis {
  /// Diagnoses a stored trace under its declaration; an obstacle is printed instead.
  static func said(
    of trace: TraceRecord, in store: TraceStore, _ registry: BehaviorRegistry
  ) -> ReportDiagnosis {
    do {
      let declared = try ConfigurationOptions.chosen(
        nil, declared: trace.information.declaredConfiguration, registry)
      let found = try Diagnoser(
        Outcome(of: trace, in: store), declared: declared, registry
      ).diagnose()
      return ReportDiagnosis(found, declared: declared)
    } catch {
      let obstacle = Failure(error).description
      var diagnosis = ReportDiagnosis(
        verdict: .noEvidence, isDeclared: false,
        lines: [Line(label: "Result", text: "Not diagnosed: \(obstacle)")])
      diagnosis.obstacle = obstacle
      return diagnosis
    }
  }
}
