import ScrollModel
import Testing

@testable import ScrollEngine

/// Events in a chat, with the default anchor at the bottom and no bound position.
struct ChatTests {
  /// Forty messages in a view of 400 pt, at the bottom.
  private func chat(isLazy: Bool) -> Rig {
    Rig(.rows(40, length: 50, viewport: 400, isLazy: isLazy, estimate: 50)) {
      $0.defaultAnchors = DefaultAnchors(Anchor.bottom)
    }
  }

  private func end(_ rig: Rig) -> Double { rig.engine.restRange(.vertical).upperBound }

  private func place(of row: Int64, in rig: Rig) -> Double {
    (rig.engine.frame(of: TargetID(row))?.origin.y ?? .nan) - rig.y
  }

  @Test(
    "ANCH-14 the view follows a streamed answer through each of 60 growths",
    arguments: [true, false])
  func streaming(isLazy: Bool) {
    var rig = chat(isLazy: isLazy)
    for step in 1...60 {
      rig.apply(
        .edit(.resize(TargetID(39), size: Size(width: 120, height: 50 + Double(step) * 12))))
      #expect(rig.y == end(rig))
    }
    // A longer row increases the estimates of rows that were not measured, too.
    #expect(isLazy ? end(rig) > 1600 + 720 : end(rig) == 1600 + 720)
  }

  @Test("ANCH-13 a streamed answer does not move a reader's view", arguments: [true, false])
  func streamingAway(isLazy: Bool) {
    var rig = chat(isLazy: isLazy)
    rig.drag(-300)
    rig.rest()
    let y = rig.y
    for step in 1...60 {
      rig.apply(
        .edit(.resize(TargetID(39), size: Size(width: 120, height: 50 + Double(step) * 12))))
    }
    rig.append(3, from: 40, length: 50)
    #expect(rig.y == y && y < end(rig))
  }

  @Test(
    "ANCH-20 the keyboard moves the end up and down, as a smaller container or an inset",
    arguments: [true, false])
  func keyboard(isInset: Bool) {
    var rig = chat(isLazy: true)
    for height in [300.0, 0] {
      rig.apply(
        .container(
          isInset
            ? ContainerChange(insets: insets(bottom: height))
            : ContainerChange(size: Size(width: 120, height: 400 - height))))
      #expect(rig.y == 1600 + height && rig.y == end(rig))
    }
  }

  @Test("ANCH-20 the keyboard does not move a reader who scrolled back", arguments: [true, false])
  func keyboardAway(isInset: Bool) {
    var rig = chat(isLazy: true)
    rig.drag(-600)
    rig.rest()
    let before = place(of: 28, in: rig)
    rig.apply(
      .container(
        isInset
          ? ContainerChange(insets: insets(bottom: 300))
          : ContainerChange(size: Size(width: 120, height: 100))))
    #expect(place(of: 28, in: rig) == before)
  }

  @Test("ANCH-14 an image that loads above keeps the end in view", arguments: [true, false])
  func image(isLazy: Bool) {
    var rig = chat(isLazy: isLazy)
    rig.apply(.edit(.resize(TargetID(36), size: Size(width: 120, height: 250))))
    #expect(rig.y == end(rig))
  }

  @Test("LAZY-2 an image that loads above a reader moves nothing in a lazy stack")
  func imageAbove() {
    for isLazy in [true, false] {
      var rig = chat(isLazy: isLazy)
      rig.drag(-600)
      rig.rest()
      let before = place(of: 28, in: rig)
      rig.apply(.edit(.resize(TargetID(10), size: Size(width: 120, height: 250))))
      #expect((place(of: 28, in: rig) == before) == isLazy)
    }
  }

  @Test("ANCH-14 deleted messages keep the view at its end, or the reader's position")
  func deletion() {
    var rig = chat(isLazy: true)
    rig.apply(.edit(.remove(TargetID(39), index: 39)))
    #expect(rig.y == 1550 && rig.y == end(rig))
    rig.drag(-600)
    rig.rest()
    let before = place(of: 28, in: rig)
    rig.apply(.edit(.remove(TargetID(38), index: 38)))
    rig.apply(.edit(.remove(TargetID(2), index: 2)))
    #expect(place(of: 28, in: rig) == before)
  }

  @Test("LAZY-2 older messages that load above keep a reader's position")
  func prepend() {
    var rig = chat(isLazy: true)
    rig.drag(-600)
    rig.rest()
    let before = place(of: 28, in: rig)
    for id in 100..<110 as Range<Int64> {
      rig.send(.edit(.insert(TargetID(id), index: 0, size: Size(width: 120, height: 90))))
    }
    rig.wait(17)
    #expect(place(of: 28, in: rig) == before)
  }
}
