import Analysis
import Replay
import ScrollModel
import Simulation
import TestSupport
import Testing
import Triage

@testable import Diagnosis

/// How numbers, pages and units are named, and what a guard counts.
@Suite("names of lengths, pages and units")
struct WordingTests {
  @Test("a number is explained by twice or half of a length")
  func multiples() {
    let lengths = [KnownLength("the height of the bar", 90)]
    func text(_ number: Double) -> String? {
      KnownLengths().explanation(of: number, within: 0.5, lengths)?.text
    }
    #expect(text(180) == "twice the height of the bar (90)")
    #expect(text(45) == "half of the height of the bar (90)")
    #expect(text(90) == "the height of the bar (90)")
    #expect(text(200) == nil)
  }

  @Test("offsets in pixels of a display of scale 2 are divided by 2")
  func pixels() throws {
    var hidden = try CarouselTests.carousel(
      declared: "behavior: view-aligned", ran: "behavior: view-aligned")
    hidden.scene.scale = 2
    hidden.misreading = HiddenCase.Misreading(scale: 2)
    let cause = try #require(CarouselTests.diagnosis(hidden).causes.first)
    #expect(cause.cause == .units)
    #expect(cause.sentences.first == "The recorded offsets are device pixels, 2 per point.")
    #expect(cause.sentences[1].hasPrefix("In points: the app "))
    #expect(cause.fix?.code == "let offset = contentOffset.x / 2")
  }

  @Test("a page's length says whether it counts the insets")
  func pages() throws {
    func action(_ length: String) throws -> String? {
      let found = try CarouselTests.diagnosis(
        CarouselTests.carousel(
          declared: nil, ran: "behavior: paging, page-length: \(length)"))
      return found.causes.first?.sentences.first
    }
    let start = "The app turns pages of "
    #expect(try action("frame") == start + "390 pt (the container with its insets).")
    #expect(try action("container") == start + "350 pt (the container within its insets).")
  }

  @Test("a guard counts the traces that it replayed")
  func guarded() throws {
    let shelf = try TraceShelf()
    let healthy = try CarouselTests.carousel(
      declared: "behavior: view-aligned", ran: "behavior: view-aligned")
    let outcome = try shelf.outcome(of: healthy.recording())
    var check = GuardCheck([("one", outcome), ("two", outcome)], BehaviorRegistry())
    let result = try check.check(
      from: Configuration(text: "behavior: interval(300)"),
      to: Configuration(text: "behavior: view-aligned"))
    #expect(result.checkedCount == 2 && result.worse.isEmpty)
  }

  /// The diagnosis of cards that snap every 300 pt, with a likely cause, another one and a next gesture.
  private func likely() throws -> TraceDiagnosis {
    var diagnosis = try CarouselTests.diagnosis(
      CarouselTests.carousel(declared: "behavior: view-aligned", ran: "behavior: interval(300)"))
    var other = try #require(diagnosis.causes.first)
    other.proof = ["At 1 s."]
    diagnosis.causes[0].certainty = .likely
    diagnosis.causes[0].separatingGesture = "a fling"
    var twin = Alternative(
      cause: .paging, summary: "turns pages", configuration: Configuration(), explained: 4, odds: 1,
      isSameOutcome: true)
    twin.odds = 1
    diagnosis.causes[0].alternatives = [twin]
    let finding = try #require(diagnosis.causes[0].effects.first)
    diagnosis.causes[0].effects = [finding, finding]
    other.certainty = .likely
    diagnosis.causes.append(other)
    return diagnosis
  }

  @Test("a likely cause is called likely, alone and after another one")
  func certainty() throws {
    var diagnosis = try likely()
    func texts(_ label: String) -> [String] {
      diagnosis.lines().filter { $0.label == label }.map(\.text)
    }
    #expect(texts("Cause").first?.hasPrefix("Likely: The app snaps every 300 pt") == true)
    #expect(texts("Also").first?.hasPrefix("Likely: The app snaps") == true)
    diagnosis.causes[0].certainty = .certain
    diagnosis.causes[1].certainty = .certain
    #expect(!(texts("Cause") + texts("Also")).contains { $0.contains("Likely") })
    // The same word before a cause that is not about rests.
    diagnosis.causes.removeFirst()
    diagnosis.causes[0].certainty = .likely
    #expect(texts("Cause").first?.hasPrefix("Likely: ") == true)
  }

  @Test("the next step is the last line, whatever else there is")
  func nextIsLast() throws {
    let lines = try likely().lines()
    #expect(lines.last?.label == "Next" && lines.contains { $0.label == "Also" }, "\(lines)")
    #expect(lines.count <= 10)
  }

  @Test("a detector is listed once, with the number of its findings")
  func effects() throws {
    let diagnosis = try likely()
    let count = diagnosis.causes[0].effects.reduce(0) { $0 + $1.count }
    let text = diagnosis.lines().first { $0.label == "Effects" }?.text
    #expect(text == "S01 ×\(count) are consequences of this cause.")
  }
}
