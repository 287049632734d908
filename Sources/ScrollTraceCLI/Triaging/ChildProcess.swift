import CommandLineKit
import TextKit

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Child processes of this program.
enum ChildProcess {
  /// Starts a program; without an output descriptor, its output is discarded.
  ///
  /// A name without a slash is searched in `PATH`. `temporaryFolder` is the program's `TMPDIR`.
  static func start(
    _ words: [String], input: Int32 = -1, output: Int32 = -1, temporaryFolder: String? = nil
  ) throws -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if input >= 0 {
      posix_spawn_file_actions_adddup2(&actions, input, 0)
    } else {
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    }
    if output >= 0 {
      posix_spawn_file_actions_adddup2(&actions, output, 1)
    } else {
      posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
      posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    }
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var variables = environment(temporaryFolder: temporaryFolder)
    defer { for variable in variables { free(variable) } }
    var process = pid_t()
    let code = posix_spawnp(&process, words[0], &actions, nil, &arguments, &variables)
    guard code == 0 else {
      throw Failure(
        .unavailable, "'\(words[0])' cannot be started: \(String(cString: strerror(code)))")
    }
    return process
  }

  /// Copies of this process's environment variables, optionally with another `TMPDIR`, terminated
  /// by nil.
  private static func environment(temporaryFolder: String?) -> [UnsafeMutablePointer<CChar>?] {
    var variables: [UnsafeMutablePointer<CChar>?] = []
    var place = environ
    while let variable = place.pointee {
      if temporaryFolder == nil || strncmp(variable, "TMPDIR=", 7) != 0 {
        variables.append(strdup(variable))
      }
      place += 1
    }
    if let temporaryFolder { variables.append(strdup("TMPDIR=\(temporaryFolder)")) }
    return variables + [nil]
  }

  /// Waits until a process ends; returns its exit reason as text.
  @discardableResult
  static func end(of process: pid_t) -> String {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    return signal == 0
      ? "the worker ended with exit code \((status >> 8) & 0xFF)"
      : "the worker was ended by signal \(signal)"
  }

  /// Runs programs concurrently; returns which of them succeeded.
  ///
  /// Programs that exceed the time limit are killed.
  static func run(
    _ commands: [[String]], jobs: Int, seconds: Int, ended: (Int) throws -> Void
  ) throws -> [Bool] {
    var isWell = [Bool](repeating: false, count: commands.count)
    var running: [(number: Int, process: pid_t, start: ContinuousClock.Instant)] = []
    defer { for (_, process, _) in running { kill(process, SIGKILL) } }
    var next = 0
    while next < commands.count || !running.isEmpty {
      if next < commands.count, running.count < jobs {
        running.append((next, try start(commands[next]), .now))
        next += 1
        continue
      }
      for index in running.indices.reversed() {
        let (number, process, start) = running[index]
        if start.duration(to: .now) > .seconds(seconds) { kill(process, SIGKILL) }
        var status: Int32 = 0
        guard waitpid(process, &status, WNOHANG) == process else { continue }
        isWell[number] = status == 0
        running.remove(at: index)
        try ended(number)
      }
      if running.count == jobs || next == commands.count { usleep(5_000) }
    }
    return isWell
  }

  /// The path of this program.
  static func ownPath() throws -> String {
    var buffer = [CChar](repeating: 0, count: 4096)
    #if canImport(Darwin)
      var size = UInt32(buffer.count)
      guard _NSGetExecutablePath(&buffer, &size) == 0 else {
        throw Failure(.unavailable, "the path of this program is too long")
      }
    #else
      guard readlink("/proc/self/exe", &buffer, buffer.count - 1) > 0 else {
        throw Failure(.unavailable, "the path of this program is not known; is /proc mounted?")
      }
    #endif
    return buffer.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
  }

  /// The number of processors.
  static var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}
