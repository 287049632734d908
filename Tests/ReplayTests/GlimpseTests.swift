import Replay
import ScrollModel
import Simulation
import TestSupport
import Testing

/// Recordings whose frames have a phase, so that a phase change is somewhere between two frames.
@Suite("sampled phases in frames")
struct GlimpseTests {
  /// The session with every n-th frame kept, and with no phases except those in frames.
  private static func glimpsed(_ session: Session, every count: Int) -> Session {
    var number = 0
    let events = session.batch.events.filter { _, event in
      switch event {
      case .observation(.phase): return false
      case .observation(.frame):
        number += 1
        return number % count == 1 || count == 1
      default: return true
      }
    }
    return Session(information: session.information, events)
  }

  private static func phases(_ comparison: Comparison?) -> [Divergence] {
    (comparison?.divergences ?? []).filter { $0.kind == .phase }
  }

  @Test("a phase that changed between two frames is no difference", arguments: [1, 3, 6, 15])
  func silent(count: Int) throws {
    let session = Self.glimpsed(try PlantedSession.list.session, every: count)
    let result = try session.replay(Configuration())
    let comparison = try #require(result.comparison)
    #expect(Self.phases(comparison).isEmpty)
    #expect(comparison.comparedFrames > 20)
  }

  @Test("a phase that frames contradict is a difference", arguments: [1, 3, 6, 15])
  func found(count: Int) throws {
    let session = Self.glimpsed(try PlantedSession.list.session, every: count)
    let result = try session.replay(try Configuration(text: "normal-decay: 0.995"))
    #expect(!Self.phases(result.comparison).isEmpty)
  }
}
