import ScrollModel
import Testing

@testable import ScrollEngine

@Suite("Indices of ids")
struct IDIndexTests {
  @Test(
    "an id has the index of its first target, whether ids ascend or not",
    arguments: [
      [], [TargetID(3)], [TargetID(-5), TargetID(0), TargetID(7)],
      [TargetID(7), TargetID(0), TargetID(-5)], [TargetID(1), TargetID(1), TargetID(2)],
      [TargetID(1), TargetID("2"), TargetID(3)],
      [TargetID(.int(1), isOptional: true), TargetID(.int(2), isOptional: true)],
      [TargetID(1), TargetID(.int(2), isOptional: true)],
      [TargetID(.min), TargetID(.max)], [TargetID("a"), TargetID("b"), TargetID("a")],
    ])
  func indices(ids: [TargetID]) {
    let index = IDIndex(ids)
    let wanted =
      ids + [-5, 0, 1, 2, 3, 7].map { TargetID($0) } + [TargetID("2"), TargetID("c")]
      + [TargetID(.int(1), isOptional: true), TargetID(.uuid(0, 1))]
    for id in wanted {
      #expect(index.index(of: id, in: ids) == ids.firstIndex(of: id), "\(id)")
    }
    #expect(index.hasDuplicates == (Set(ids).count < ids.count))
  }
}
