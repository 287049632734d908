import CommandLineKit
import TextKit

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A child process that analyzes captures; a crash affects only the current one.
final class WorkerProcess {
  /// The descriptor of its responses.
  let output: Int32
  private let input: Int32
  private let requests: OutputSink
  private let process: pid_t
  private var received: [UInt8] = []
  private var isReaped = false

  /// Starts a worker with a memory limit.
  init(program: String, memory: Int64, temporaryFolder: String) throws {
    var toChild: [Int32] = [-1, -1]
    var fromChild: [Int32] = [-1, -1]
    guard pipe(&toChild) == 0, pipe(&fromChild) == 0 else {
      throw Failure(.unavailable, "the system gives no pipe for a worker")
    }
    // A second worker must not inherit the descriptors of the first one.
    for end in toChild + fromChild { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let words = [program, "triage", "--rows", "-", "--memory", "\(memory)"]
    let process: pid_t
    do {
      process = try ChildProcess.start(
        words, input: toChild[0], output: fromChild[1], temporaryFolder: temporaryFolder)
    } catch {
      for end in toChild + fromChild { close(end) }
      throw error
    }
    close(toChild[0])
    close(fromChild[1])
    self.process = process
    input = toChild[1]
    requests = OutputSink(descriptor: input, name: "a worker")
    output = fromChild[0]
  }

  deinit {
    end()
    close(input)
    close(output)
  }

  /// Requests the rows of a capture; returns false if the worker has ended.
  func ask(_ path: String) -> Bool {
    var json = JSONWriter()
    json.beginObject()
    json.member("file", path)
    json.endObject()
    json.newline()
    do {
      try requests.write(json.bytes)
      try requests.flush()
      return true
    } catch {
      return false
    }
  }

  /// The result of reading the output.
  enum Received {
    /// The response is incomplete.
    case nothing
    /// One line.
    case answer([UInt8])
    /// The worker ended.
    case end
  }

  /// Reads the available output.
  func receive() -> Received {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = buffer.withUnsafeMutableBytes { FileOperations.system.read(output, $0) }
    if count == -Int(EINTR) { return .nothing }
    guard count > 0 else { return .end }
    received += buffer.prefix(count)
    guard let end = received.firstIndex(of: UInt8(ascii: "\n")) else { return .nothing }
    let line = Array(received[..<end])
    received.removeSubrange(...end)
    return .answer(line)
  }

  /// Ends the worker; returns its exit reason as text.
  @discardableResult
  func end() -> String {
    guard !isReaped else { return "the worker has ended" }
    isReaped = true
    kill(process, SIGKILL)
    return wait()
  }

  /// Waits for a worker that is ending by itself; returns its exit reason as text.
  func wait() -> String {
    isReaped = true
    return ChildProcess.end(of: process)
  }
}
