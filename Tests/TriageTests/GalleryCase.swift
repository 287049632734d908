import Analysis
import Replay
import ScrollModel
import Simulation
import TestSupport
import Testing
import Triage

/// One report of the gallery: what reproduces it, what repairs it, and all findings of both.
struct GalleryCase: CustomTestStringConvertible, Sendable {
  /// One way of running the case.
  struct Variant: Sendable {
    var scene = ""
    var script = ""
    /// The declared configuration.
    var configuration = ""
    /// The configuration that the view really had, where it is another one.
    var ran: String?
    var fault: String?
    /// `detector severity`, sorted.
    var expected: [String] = []
  }

  var name: String
  var reports: [(name: String, link: String)] = []
  var symptom = ""
  var defect = Variant()
  var near = Variant()
  var options = FindingOptions()

  var testDescription: String { name }

  static let folder = Repository.path("fixtures/gallery")

  static let all: [GalleryCase] = {
    Files.names(in: folder + "/cases").filter { $0.hasSuffix(".tsv") }.sorted().map { file in
      do {
        return try GalleryCase(
          String(file.dropLast(4)), try Files.text(folder + "/cases/" + file))
      } catch {
        preconditionFailure("\(file): \(error)")
      }
    }
  }()

  private init(_ name: String, _ text: String) throws {
    self.name = name
    var nearKeys: Set<String> = []
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      let value = cells.dropFirst().first ?? ""
      switch cells[0] {
      case "report": reports.append((value, cells.count > 2 ? cells[2] : ""))
      case "symptom": symptom = value
      case "scene": defect.scene = value
      case "script": defect.script = value
      case "configuration": defect.configuration = value
      case "ran": defect.ran = value
      case "fault": defect.fault = value
      case "expect": defect.expected.append(value)
      case "near-scene": near.scene = value
      case "near-script": near.script = value
      case "near-configuration": near.configuration = value
      case "near-ran": near.ran = value
      case "near-fault": near.fault = value
      case "near-expect": near.expected.append(value)
      case "option": try set(value)
      default: throw CaseError(description: "'\(cells[0])' is no key")
      }
      if cells[0].hasPrefix("near-") { nearKeys.insert(cells[0]) }
    }
    if !nearKeys.contains("near-scene") { near.scene = defect.scene }
    if !nearKeys.contains("near-script") { near.script = defect.script }
    if !nearKeys.contains("near-configuration") { near.configuration = defect.configuration }
    defect.expected.sort()
    near.expected.sort()
  }

  private mutating func set(_ text: String) throws {
    let words = text.split(separator: " ").map(String.init)
    let number = words.count > 1 ? Double(words[1]) : nil
    switch (words.first, number) {
    case ("minimum-view-time", let value?): options.minimumViewTime = value
    case ("effect-travel", let value?): options.effectTravel = value
    case ("threshold", let value?): options.visibilityThreshold = value
    case ("waits-for-interaction", nil): options.waitsForInteraction = true
    default: throw CaseError(description: "'\(text)' is no option")
    }
  }

  /// Where the defect comes from, in a word or two.
  var how: String {
    if defect.fault != nil { return "planted" }
    if defect.ran != nil { return "other configuration ran" }
    if defect.configuration != near.configuration { return "configuration" }
    return defect.scene != near.scene ? "scene" : "script"
  }

  /// The first suggested change that makes all findings of the case disappear and no new warning
  /// appear, as configuration text; nil if there is none or the defect is not in the configuration.
  func repair(_ shelf: Shelf) throws -> String? {
    guard defect.fault == nil, defect.ran == nil else { return nil }
    let configuration = try Configuration(text: defect.configuration)
    let names = Set(defect.expected.map { $0.prefix(3) })
    let outcome = try outcome(of: defect, shelf)
    var search = RepairSearch(
      outcome.trace, in: outcome.store, configuration: configuration, registry: BehaviorRegistry(),
      options: options)
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

  /// Records a variant and returns its findings, as the tool makes them of a stored trace.
  func findings(_ variant: Variant, _ shelf: Shelf) throws -> [Finding] {
    try findings(
      of: outcome(of: variant, shelf), Configuration(text: variant.configuration))
  }

  private func findings(
    of outcome: Outcome, _ configuration: Configuration
  ) throws -> [Finding] {
    try outcome.findings(under: configuration, BehaviorRegistry(), options: options)
  }

  private func outcome(of variant: Variant, _ shelf: Shelf) throws -> Outcome {
    try shelf.outcome(of: recording(of: variant))
  }

  /// Records a variant.
  private func recording(of variant: Variant) throws -> Recording {
    let scene = try SceneFile(
      json: Array(Files.text(Self.folder + "/scenes/\(variant.scene).json").utf8),
      name: variant.scene)
    let script = try GestureScript(
      Files.text(Self.folder + "/scripts/\(variant.script).script"))
    let ran = try Configuration(text: variant.ran ?? variant.configuration)
    var recording = try Recording(
      ObservedSimulation(try Simulator(scene: scene, script: script), configuration: ran))
    recording.information.declaredConfiguration = variant.configuration
    if let text = variant.fault {
      let fault = try #require(PlantedFault(text), "\(name): '\(text)' is no fault")
      recording.events = fault.applied(to: recording.events)
    }
    return recording
  }

  /// Returns the findings of a variant as another recorder would have seen it.
  func findings(
    _ variant: Variant, _ shelf: Shelf, changed: (Recording) -> Recording
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
