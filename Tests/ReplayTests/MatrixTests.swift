import ScrollModel
import Simulation
import TestSupport
import Testing
import TraceStore

@testable import Replay

@Suite("matrices")
struct MatrixTests {
  @Test("cells are all combinations, with the first key varying slowest")
  func product() throws {
    let matrix = ConfigurationMatrix(dimensions: [
      .init("behavior", ["none", "paging", "interval(200)"]), .init("profile", ["ios18", "ios26"]),
    ])
    let cells = try matrix.cells()
    #expect(cells.count == 6)
    #expect(
      cells.map(\.name).prefix(2) == [
        "behavior: none, profile: ios18", "behavior: none, profile: ios26",
      ])
    #expect(cells[5].configuration.behavior == .interval(200))
    #expect(cells[5].configuration.profile == .ios26)
  }

  @Test(
    "stated values stay under another profile, omitted values take its defaults",
    arguments: [(", page-length: frame", .frame), ("", .container)]
      as [(String, PageLengthChoice)])
  func stated(part: String, length: PageLengthChoice) throws {
    let matrix = ConfigurationMatrix(
      base: "profile: ios18, behavior: paging" + part,
      dimensions: [.init("profile", ["ios18", "ios26"])])
    let cells = try matrix.cells()
    #expect(cells.map(\.configuration.switches.pageLength) == [.frame, length])
  }

  @Test("an invalid value is refused with its key and column")
  func refused() {
    let matrix = ConfigurationMatrix(dimensions: [.init("behavior", ["pagin"])])
    #expect(throws: MatrixError.self) { try matrix.cells() }
  }

  @Test("results do not depend on the number of threads, and equal outcomes form one group")
  func threads() throws {
    let folder = try TemporaryDirectory()
    let scenario = try RandomScenario(seed: 11)
    let recordings = try Recordings([try scenario.simulation(seed: 11)], in: folder)
    let record = try #require(try recordings.store.traces().first)
    let cells = try ConfigurationMatrix(dimensions: [
      .init("behavior", ["none", "paging", "view-aligned", "interval(200)"]),
      .init("profile", ["ios17", "ios18", "ios26"]),
    ]).cells()
    var seen: [[[UInt8]?]] = []
    for workers in [1, 2, 3] {
      let result = try MatrixRunner(workers: workers).run(cells, of: record, in: recordings.store)
      seen.append(result.cells.map { $0.result?.tally.digest })
      #expect(result.groups.flatMap(\.self).sorted() == Array(cells.indices))
      for (index, group) in result.groups.enumerated() {
        #expect(group.allSatisfy { result.cells[$0].group == index })
      }
    }
    #expect(seen[0] == seen[1] && seen[1] == seen[2])
    try recordings.store.close()
  }
}
