import Foundation
import ScrollModel
import TestSupport
import Testing

@testable import Conformance

/// Recorded fingers on a long list, against plain versions of two libraries' own code.
@Suite("rests of recorded strokes") struct RecordedStrokeTests {
  private typealias Sample = (time: Double, y: Double)
  private static let start = 50_000.0
  private static let end = 2000.0 * 60 - 844

  /// The first finger of each recording; empty without the reference material.
  private static func strokes() throws -> [[Sample]] {
    guard let path = Reference.path("vectors/peer-recorded-strokes.json") else { return [] }
    let family = try VectorFolder.family(at: path)
    #expect(family.vectors.count == 16)
    return try family.vectors.map { vector in
      let rows = try #require(vector.value["strokes"]?[0]?["samples"]?.list)
      return try rows.map { (try #require($0[1]?.number), try #require($0[3]?.number)) }
    }
  }

  /// Plays a stroke on the engine, whose display shows a frame every 1000/60 ms.
  private static func play(
    _ stroke: [Sample], _ physics: PeerPhysics
  ) throws -> (rest: Double, settle: Settle, lift: Double) {
    let items = (0..<2000).map { SceneItem(id: TargetID(Int64($0)), length: .fixed(60)) }
    var configuration = Configuration()
    configuration.releasePhysics = physics
    var drive = EngineDrive(
      Scene(
        axes: .vertical, containerSize: Size(width: 390, height: 844),
        content: .stack(Stack(axis: .vertical, items: items))), configuration,
      at: Point(x: 0, y: start))
    drive.down()
    for (old, new) in zip(stroke, stroke.dropFirst()).dropLast() {
      drive.wait(new.time - old.time)
      drive.move(0, new.y - old.y)
    }
    drive.wait(stroke[stroke.count - 1].time - stroke[stroke.count - 2].time)
    let lift = drive.time
    drive.up()
    drive.rest()
    return (drive.offset.y, try #require(drive.log.settles.last), lift)
  }

  @Test("PEER-2 recorded strokes rest where better-scroll's own steps rest") func means() throws {
    for stroke in try Self.strokes() {
      // Actions.ts and Behavior.ts: the content's position is the negative offset.
      var (position, begin, beginTime) = (-Self.start, -Self.start, stroke[0].time)
      for (old, new) in zip(stroke, stroke.dropFirst()).dropLast()
      where abs(new.y - stroke[0].y) >= 15 || position != -Self.start {
        position += new.y - old.y
        if new.time - beginTime > 300 { (begin, beginTime) = (position, new.time) }
      }
      let (time, way) = (stroke[stroke.count - 1].time - beginTime, position - begin)
      if time < 300, abs(way) > 15 {
        position += way / time * abs(way / time) / 0.0015
      }
      let wanted = min(max(-(position + 0.5).rounded(.down), 0), Self.end)
      let rest = try Self.play(stroke, .betterScroll).rest
      #expect(abs(rest - wanted) <= 1, "\(rest) for \(wanted)")
    }
  }

  @Test("PEER-1 recorded strokes rest where Reanimated's own frames rest") func frames() throws {
    for stroke in try Self.strokes() {
      let played = try Self.play(stroke, .reanimated)
      var speed = played.settle.velocity
      var way = 0.0
      var (last, number) = (played.lift, (played.lift * 60 / 1000 + 1e-6).rounded(.down) + 1)
      while abs(speed) >= 1 {
        let time = number * 1000 / 60
        speed *= exp(-0.002 * (time - played.lift) * 0.1)
        way += speed * min(time - last, 64) / 1000
        (last, number) = (time, number + 1)
      }
      // The first 10 points of the finger do not move the content.
      let drag = stroke[0].y - stroke[stroke.count - 2].y
      let followed = drag < 0 ? drag + 10 : drag - 10
      let wanted = Self.start + followed + way
      #expect(abs(played.rest - wanted) <= 0.01, "\(played.rest) for \(wanted)")
    }
  }
}
