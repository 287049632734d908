import ScrollModel
import Testing

@testable import ScrollEngine

@Suite("Visible members")
struct VisibleMembersTests {
  @Test("the changes between two runs equal those between two lists, in the same order")
  func runs() {
    let ranges = (0...6).flatMap { low in (low...6).map { low..<$0 } }
    for old in ranges {
      for new in ranges {
        var list = ChangeDetector()
        list.rebase(old)
        list.begin()
        for member in new { list.add(member) }
        _ = list.commit()
        let changes = RunChanges(from: old, to: new)
        let members = [changes.before, changes.after].flatMap { part in
          part.members.map { MemberChange(member: $0, isMember: part.areMembers) }
        }
        #expect(members == list.changes, "\(old) to \(new)")
      }
    }
  }

  @Test("adjacent members are a run, others a list, and both replace each other")
  func lists() throws {
    var visible = VisibleMembers()
    func show(_ members: [Int]) -> [MemberChange] {
      visible.beginList()
      visible.list.begin()
      for member in members { visible.list.add(member) }
      return visible.commitList() ? visible.list.changes : []
    }
    #expect(show([2, 3, 4]).map(\.member) == [2, 3, 4])
    #expect(visible.run == 2..<5)
    let changes = visible.replace(try #require(visible.run), with: 3..<6)
    #expect(changes.before == RunChanges.Part(members: 2..<3, areMembers: false))
    #expect(changes.after == RunChanges.Part(members: 5..<6, areMembers: true))
    #expect(visible.members == [3, 4, 5])
    #expect(show([3, 5]) == [MemberChange(member: 4, isMember: false)])
    #expect(visible.run == nil)
    #expect(visible.members == [3, 5])
    visible.rebase([4, 5])
    #expect(visible.run == 4..<6)
    #expect(show([]).map(\.isMember) == [false, false])
    #expect(visible.run == 0..<0)
  }
}
