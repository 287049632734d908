import ScrollModel
import TestSupport
import Testing
import TextKit
import TraceImport

@Suite("Flutter gestures")
struct FlutterTests {
  private static func touches(_ outcome: ImportOutcome) -> [String] {
    zip(outcome.times.joined(), outcome.events.joined()).compactMap { time, event in
      guard case .input(.touch(let touch)) = event else { return nil }
      return "\(time.nanoseconds / 1000) \(touch.pointer) \(touch.phase) "
        + "\(touch.position.x) \(touch.position.y)"
    }
  }

  @Test("packets give fingers, wheel and screen")
  func packets() throws {
    let outcome = ImportOutcome(.flutter, try Seeds.bytes("flutter/packets.json"))
    #expect(
      Self.touches(outcome) == [
        "0 1 began 300.0 900.0", "16000 1 moved 300.5 880.0", "32000 1 moved 301.0 820.0",
        "33000 1 moved 301.0 810.0", "48000 1 ended 301.0 800.0",
      ])
    let information = try #require(outcome.information.first)
    #expect(information.coordinateSpace == .devicePixels)
    #expect(
      information.clock
        == SourceClock(
          name: "flutter_boot", origin: "5000000 ms".replacing("5000000", with: "5000")))
    #expect(
      outcome.events[0].first
        == .input(.container(ContainerChange(size: Size(width: 1170, height: 2532)))))
    #expect(
      outcome.events[0].last
        == .input(
          .wheel(WheelSample(delta: Vector(dx: 0, dy: 53), position: .zero))))
    #expect(outcome.kinds == ["unknown-scale"])
  }

  @Test("a value that older recorders omit is 0, and a missing time is the packet's")
  func records() throws {
    let outcome = ImportOutcome(.flutter, try Seeds.bytes("flutter/records.json"))
    #expect(
      Self.touches(outcome) == [
        "0 0 began 12.0 800.0", "16000 0 moved 12.0 760.0", "32000 0 moved 0.0 700.0",
        "48000 0 ended 12.0 690.0",
      ])
  }

  @Test("kinds and changes may be names or numbers")
  func names() throws {
    let text = #"""
      {"events":[{"packet":{"data":[
      {"timeStamp":1000,"change":"PointerChange.down","kind":"PointerDeviceKind.touch",
      "signalKind":"PointerSignalKind.none","pointerIdentifier":1,"physicalX":1,"physicalY":9},
      {"timeStamp":2000,"change":"move","kind":"mouse","pointerIdentifier":1,"physicalX":1},
      {"timeStamp":3000,"change":"up","kind":"stylus","signalKind":null,"pointerIdentifier":1,
      "physicalX":1,"physicalY":8},
      {"timeStamp":4000,"change":"hover","kind":1.0,"signalKind":"scroll","scrollDeltaY":53}]}}]}
      """#
    let outcome = ImportOutcome(.flutter, Array(text.utf8))
    #expect(Self.touches(outcome) == ["0 1 began 1.0 9.0", "2000 1 ended 1.0 8.0"])
    #expect(
      outcome.events[0].last
        == .input(.wheel(WheelSample(delta: Vector(dx: 0, dy: 53), position: .zero))))
    #expect(outcome.kinds == ["unknown-scale"])
  }

  @Test("one unit is used even if the screen size follows many packets")
  func lateScreen() throws {
    var text = #"{"events":["#
    for packet in 0..<66 {
      text += packet == 0 ? "" : ","
      let data = (0..<1000).map {
        #"{"timeStamp":\#(packet * 1000 + $0),"physicalX":540,"change":5}"#
      }
      text += #"{"packet":{"data":[\#(data.joined(separator: ","))]}}"#
    }
    text += #"],"screenSize":{"width":1170,"height":2532}}"#
    let outcome = ImportOutcome(.flutter, Array(text.utf8), screen: Size(width: 390, height: 844))
    #expect(outcome.information.first?.coordinateSpace == .devicePixels)
    let places = outcome.events.joined().compactMap { event -> Double? in
      if case .input(.touch(let touch)) = event { touch.position.x } else { nil }
    }
    #expect(places.count == 66_000)
    #expect(Set(places) == [540])
  }

  @Test("an unreadable pointer is lost without the later ones of its packet")
  func damagedPointer() throws {
    let text = #"""
      {"events":[{"packet":{"data":[
      {"timeStamp":1000,"change":4,"pointerIdentifier":1,"physicalX":1,"physicalY":9},
      {"timeStamp":2000,"change":5,"pointerIdentifier":1,"physicalX":"?","physicalY":8},
      {"timeStamp":3000,"change":5,"pointerIdentifier":1,"physicalX":1,"physicalY":7}]}}]}
      """#
    let outcome = ImportOutcome(.flutter, Array(text.utf8))
    #expect(Self.touches(outcome) == ["0 1 began 1.0 9.0", "2000 1 moved 1.0 7.0"])
    #expect(outcome.kinds.contains("bad-record"))
  }

  @Test("positions are points if the screen size is given")
  func points() throws {
    let outcome = ImportOutcome(
      .flutter, try Seeds.bytes("flutter/packets.json"), screen: Size(width: 390, height: 844))
    let information = try #require(outcome.information.first)
    #expect(information.coordinateSpace == .points)
    #expect(information.scale == 3)
    #expect(Self.touches(outcome).first == "0 1 began 100.0 300.0")
    #expect(outcome.kinds.isEmpty)
  }

  @Test("positions are points in the orientation of the screen, whichever way its size is given")
  func landscape() throws {
    let text = #"""
      {"screenSize":{"width":2532,"height":1170},"events":[{"packet":{"data":[
      {"timeStamp":1000,"change":4,"pointerIdentifier":1,"physicalX":300,"physicalY":600}]}}]}
      """#
    for screen in [Size(width: 390, height: 844), Size(width: 844, height: 390)] {
      let outcome = ImportOutcome(.flutter, Array(text.utf8), screen: screen)
      #expect(outcome.information.first?.scale == 3)
      #expect(Self.touches(outcome) == ["0 1 began 100.0 200.0"])
      let sizes = outcome.events.joined().compactMap { event -> Size? in
        if case .input(.container(let change)) = event { change.size } else { nil }
      }
      #expect(sizes == [Size(width: 844, height: 390)])
    }
  }

  @Test("the recording of a real app has every contact completely")
  func capture() throws {
    let name = "flutter/gesture_recorder-my_gesture-part1.json"
    guard Captures.has(name) else { return }
    let (format, sink, _) = try Captures.read(name)
    #expect(format == .flutter)
    let touches = try #require(sink.traces.first).touches
    // 51 pointer data, of which 5 only report that a pointer was added and 5 that it was removed.
    #expect(touches.count == 41)
    #expect(touches.count { $0.touch.phase == .began } == 5)
    #expect(touches.count { $0.touch.phase == .ended } == 5)
    #expect(touches.first?.touch.position == Point(x: 428, y: 853))
  }
}
