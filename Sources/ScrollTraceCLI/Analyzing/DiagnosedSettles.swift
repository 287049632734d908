import Analysis
import CommandLineKit
import Diagnosis
import Replay
import ScrollModel
import TextKit
import Triage

/// The rest of each release under the diagnosed configuration.
struct DiagnosedSettles {
  /// The configuration in the text form.
  let configuration: String
  /// Its behavior, named as in the diagnosis.
  private let name: String
  private let settles: [Int: SettleReport]

  /// Diagnoses a recording; nil without a cause, or if the cause is not that another configuration ran.
  init?(
    _ outcome: Outcome, declared: Configuration?, _ registry: BehaviorRegistry
  ) throws {
    let found = try Diagnoser(outcome, declared: declared, registry).diagnose()
    guard let cause = found.causes.first, cause.configuration != declared else { return nil }
    configuration = cause.configuration.text
    name = cause.shortName
    let reports = try SettlesResult(
      outcome, configuration: cause.configuration, registry
    ).reports
    settles = Dictionary(reports.map { ($0.number, $0) }) { first, _ in first }
  }

  /// The rest of one settle as a sentence; nil if the engine cannot decide it.
  func sentence(of number: Int) -> String? {
    guard let settle = settles[number], let configured = settle.configured else { return nil }
    let id = configured.chosenID.map { " (\($0.displayText))" } ?? ""
    let place = "\(pointsText(configured.chosen)) pt\(id)"
    let agreement =
      switch settle.agrees {
      case true?: ", as recorded"
      case false?: ", but the recording rests at \(pointsText(settle.rest)) pt"
      case nil: ""
      }
    return "under the diagnosed configuration: \(name) chooses \(place)\(agreement)"
  }

  /// Writes the same as an object; null if the engine cannot decide the settle.
  func write(_ number: Int, _ json: inout JSONWriter) throws {
    json.key("diagnosed")
    guard let settle = settles[number], let configured = settle.configured else {
      return json.null()
    }
    json.beginObject()
    json.member("configuration", configuration)
    try json.member("chosen_pt", configured.chosen as Double?)
    json.member("chosen_id", configured.chosenID?.displayText)
    json.member("agrees", settle.agrees)
    json.endObject()
  }
}
