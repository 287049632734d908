import Testing

@testable import TextKit

@Suite("searching in texts")
struct SearchTests {
  @Test("the first occurrence of a text is found, even after a partial match")
  func finds() {
    let text = "aab aabaab é"
    #expect(
      text.range(of: "aaba").map { text.distance(from: text.startIndex, to: $0.lowerBound) } == 4)
    #expect(text.includes("é") && text.includes("aab aabaab é") && !text.includes("aabb"))
    #expect(!text.includes("") && !"".includes("a") && text.dropFirst(9).range(of: "aab") == nil)
  }

  @Test("each occurrence is replaced once, and replacements are not searched again")
  func replaces() {
    #expect("a--b---".replacing(every: "--", with: "- -") == "a- -b- --")
    #expect("aaa".replacing(every: "aa", with: "aaa") == "aaaa")
    #expect("none".replacing(every: "x", with: "y") == "none")
  }
}
