@testable import Corpus
import TestSupport
import Testing

@Suite("shares and chance") struct ExactTestTests {
  /// Two proportions, and the probability that was counted by hand with binomial coefficients.
  struct Table: Sendable {
    let hits: Int
    let count: Int
    let otherHits: Int
    let otherCount: Int
    let wanted: Double
  }

  private static let tables: [Table] = [
    // Of 70 tables with margins 4 and 4, those with 1, 3, 0 and 4 hits: 16 + 16 + 1 + 1.
    Table(hits: 3, count: 4, otherHits: 1, otherCount: 4, wanted: 34.0 / 70.0),
    Table(hits: 4, count: 4, otherHits: 0, otherCount: 4, wanted: 2.0 / 70.0),
    Table(hits: 2, count: 4, otherHits: 2, otherCount: 4, wanted: 1),
    // C(20, 5) = 15504 of C(40, 5) = 658008, twice.
    Table(hits: 0, count: 20, otherHits: 5, otherCount: 20, wanted: 31_008.0 / 658_008.0),
    Table(hits: 0, count: 0, otherHits: 3, otherCount: 9, wanted: 1),
    Table(hits: 0, count: 9, otherHits: 0, otherCount: 9, wanted: 1),
  ]

  @Test("the probability sums all tables that are at most as probable", arguments: tables)
  func probability(_ table: Table) {
    let found = ExactTest(
      hits: table.hits, of: table.count, otherHits: table.otherHits, of: table.otherCount
    ).probability
    #expect((found - table.wanted).magnitude < 1e-9, "\(found)")
  }

  @Test("a table of any size gives a probability that is equal from both sides")
  func sizes() {
    for (hits, count, other, otherCount) in [
      (0, 100_000, 100_000, 100_000), (50_000, 100_000, 49_000, 100_000), (1, 1, 0, 100_000),
      (999, 1000, 1, 1000),
    ] {
      let one = ExactTest(hits: hits, of: count, otherHits: other, of: otherCount).probability
      let two = ExactTest(hits: other, of: otherCount, otherHits: hits, of: count).probability
      #expect(0...1 ~= one && (one - two).magnitude <= 1e-9 * max(one, two))
    }
  }

  @Test("Wilson's interval contains the share and stays within 0 and 1")
  func intervals() {
    for (hits, count) in [(0, 10), (10, 10), (3, 7), (1, 100_000)] {
      let share = Share(hits, of: count)
      #expect(share.interval.contains(share.value))
      #expect(share.interval.lowerBound >= 0 && share.interval.upperBound <= 1)
    }
    // 8 of 10 by hand: (0.8 + 0.19207 ± 1.959964 · √(0.016 + 0.0096037)) / 1.384146.
    let share = Share(8, of: 10)
    #expect((share.interval.lowerBound - 0.490162).magnitude < 1e-5)
    #expect((share.interval.upperBound - 0.943318).magnitude < 1e-5)
  }

  @Test("Holm's correction never lowers a probability and keeps their order")
  func correction() {
    #expect(CorpusComparison.corrected([0.01, 0.04, 0.03, 0.005]) == [0.03, 0.06, 0.06, 0.02])
    #expect(CorpusComparison.corrected([]) == [])
    #expect(CorpusComparison.corrected([0.9, 0.8]) == [1, 1])
  }
}
