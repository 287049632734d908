import Analysis
import Replay
import ScrollModel
import Simulation
import TestSupport
import Testing
import Triage

extension GalleryCase {
  static let folder = Repository.path("fixtures/gallery")

  /// The origin of the defect, in a word or two.
  var how: String {
    if defect.fault != nil { return "planted" }
    if defect.ran != nil { return "other configuration ran" }
    if defect.configuration != near.configuration { return "configuration" }
    return defect.scene != near.scene ? "scene" : "script"
  }

  /// The first suggested change that removes all findings of the case without a new warning, as
  /// configuration text; nil if there is none or the defect is not in the configuration.
  func repair(_ shelf: TraceShelf) throws -> String? {
    guard defect.fault == nil, defect.ran == nil else { return nil }
    let configuration = try Configuration(text: defect.configuration)
    let names = Set(defect.expected.map { $0.prefix(3) })
    let outcome = try outcome(of: defect, shelf)
    var search = RepairSearch(
      outcome.trace, in: outcome.store, configuration: configuration, registry: BehaviorRegistry(),
      options: findingOptions)
    for finding in try findings(of: outcome, configuration)
    where names.contains(finding.detector.prefix(3)) {
      guard let repaired = try search.triage(finding).repaired else { continue }
      var variant = defect
      variant.configuration = repaired.text
      let left = try findings(variant, shelf)
      let isGone = !left.contains {
        defect.expected.contains("\($0.detector) \($0.severity.name)")
      }
      if isGone, !left.contains(where: { $0.severity >= .warning }) {
        return configuration.changes(to: repaired)
      }
    }
    return nil
  }

  /// Records a variant and returns its findings, as the tool computes them for a stored trace.
  func findings(_ variant: Variant, _ shelf: TraceShelf) throws -> [Finding] {
    try findings(
      of: outcome(of: variant, shelf), Configuration(text: variant.configuration))
  }

  private func findings(
    of outcome: Outcome, _ configuration: Configuration
  ) throws -> [Finding] {
    try outcome.findings(under: configuration, BehaviorRegistry(), options: findingOptions)
  }

  private func outcome(of variant: Variant, _ shelf: TraceShelf) throws -> Outcome {
    try shelf.outcome(of: recording(of: variant))
  }

  /// Records a variant.
  private func recording(of variant: Variant) throws -> Recording {
    try Recording(GalleryRun(self, variant))
  }

  /// Returns the findings of a variant as another recorder would have recorded it.
  func findings(
    _ variant: Variant, _ shelf: TraceShelf, changed: (Recording) -> Recording
  ) throws -> [Finding] {
    try findings(
      of: shelf.outcome(of: changed(recording(of: variant))),
      Configuration(text: variant.configuration))
  }
}

extension GalleryCase {
  /// Writes the findings of both variants into the case's file.
  func record(_ found: [String], _ near: [String]) throws {
    let path = Self.folder + "/cases/\(name).tsv"
    let kept = try Files.text(path).split(separator: "\n").filter {
      !$0.hasPrefix("expect") && !$0.hasPrefix("near-expect")
    }
    let lines =
      kept.map(String.init) + found.map { "expect\t" + $0 } + near.map { "near-expect\t" + $0 }
    try Files.write(Array((lines.joined(separator: "\n") + "\n").utf8), to: path)
  }
}

struct CaseError: Error, CustomStringConvertible {
  let description: String
}
