import Replay
import ScrollModel
import TraceStore

// The functions that the page's script calls: bytes in, bytes out, nothing else.
//
// `engine_room` gives room for a request, `engine_load` takes the inputs of a trace and `engine_run`
// replays them; what came of it lies at `engine_reply`. Both return 0, or 1 where the reply is a sentence
// that says what is wrong. `engine.js` is the other side.

/// What the module holds between two calls.
private struct EngineState {
  var request: [UInt8] = []
  var reply = CanonicalBytes()
  var inputs: ReplayInputs?

  mutating func fail(_ sentence: String) -> Int32 {
    reply.removeAll()
    reply.add(sentence)
    return 1
  }
}

// A module has one thread.
nonisolated(unsafe) private var state = EngineState()

/// Makes room for a request of so many bytes and returns where it is.
@_cdecl("engine_room")
public func room(_ count: Int32) -> UnsafeMutablePointer<UInt8>? {
  state.request = [UInt8](repeating: 0, count: Int(max(count, 0)))
  return state.request.withUnsafeMutableBufferPointer { $0.baseAddress }
}

/// Returns where the reply is.
@_cdecl("engine_reply")
public func reply() -> UnsafePointer<UInt8>? {
  state.reply.bytes.withUnsafeBufferPointer { $0.baseAddress }
}

/// Returns how many bytes the reply has.
@_cdecl("engine_reply_count")
public func replyCount() -> Int32 { Int32(state.reply.count) }

/// Reads the inputs in the request and replies with what the panel shows before anything is changed.
@_cdecl("engine_load")
public func load() -> Int32 {
  do throws(InputsError) {
    let inputs = try ReplayInputs(bytes: state.request)
    state.request = []
    state.reply.removeAll()
    state.reply.add(WorkbenchStart(inputs))
    state.inputs = inputs
    return 0
  } catch {
    return state.fail(error.description)
  }
}

/// Replays the inputs as the request says: a configuration and edits.
@_cdecl("engine_run")
public func run() -> Int32 {
  guard let inputs = state.inputs else { return state.fail("no inputs were loaded") }
  do throws(CanonicalError) {
    var reader = CanonicalReader(state.request[...])
    let configuration = try reader.text()
    var edits: [String] = []
    for _ in 0..<(try reader.count()) { edits.append(try reader.text()) }
    do throws(ReplayError) {
      let run = try WorkbenchRun(inputs, configuration: configuration, edits: edits)
      state.reply.removeAll()
      state.reply.add(run)
      return 0
    } catch {
      return state.fail(error.description)
    }
  } catch {
    return state.fail("the request is damaged at byte \(error.offset)")
  }
}
