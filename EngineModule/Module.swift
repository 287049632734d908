import Replay
import ScrollModel
import TraceStore

// The functions that the page's script calls: bytes in, bytes out, nothing else.
//
// `engine_room` allocates room for a request, `engine_load` reads the inputs of a trace and
// `engine_run` replays them; the reply is at `engine_reply`. Both return 0, or 1 if the reply is an
// error message. `engine.js` is the caller.

/// The state of the module between two calls.
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

/// Allocates room for a request of the given number of bytes and returns its address.
@_cdecl("engine_room")
public func room(_ count: Int32) -> UnsafeMutablePointer<UInt8>? {
  state.request = [UInt8](repeating: 0, count: Int(max(count, 0)))
  return state.request.withUnsafeMutableBufferPointer { $0.baseAddress }
}

/// Returns the address of the reply.
@_cdecl("engine_reply")
public func reply() -> UnsafePointer<UInt8>? {
  state.reply.bytes.withUnsafeBufferPointer { $0.baseAddress }
}

/// Returns the number of bytes of the reply.
@_cdecl("engine_reply_count")
public func replyCount() -> Int32 { Int32(state.reply.count) }

/// Reads the inputs in the request and replies with what the panel shows before any edit.
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

/// Replays the inputs with the configuration and the edits of the request.
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
