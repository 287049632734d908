import CommandLineKit
import TestSupport
import Testing

/// `explain --counterfactual` as a user runs it.
@Suite("explain --counterfactual")
struct CounterfactualCommandTests {
  private let flings = Repository.path("fixtures/traces/two-flings.jsonl")

  @Test("CF-4: each quantity has its smallest change in both directions and the resulting rest")
  func changes() {
    let run = scrolltrace(
      "explain", flings, "--settle", "2", "--config", "view-aligned", "--counterfactual")
    #expect(run.code == .ok, "\(run.error)")
    #expect(run.output.contains("changed"))
    for quantity in ["offset", "velocity", "item-length", "spacing", "inset"] {
      #expect(run.output.contains("\n\(quantity) "), "\(quantity)")
    }
  }

  @Test("CF-5: without the option, no counterfactual is computed")
  func none() {
    let run = scrolltrace("explain", flings, "--settle", "2", "--json")
    #expect(run.output.contains("\"counterfactuals\": null"))
  }
}
