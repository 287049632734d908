#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Programs that the benchmarks start.
enum ChildProcess {
  /// The path of this program.
  static var ownPath: String {
    #if os(Linux)
      "/proc/self/exe"
    #else
      CommandLine.arguments[0]
    #endif
  }

  /// Runs a program until it ends and returns its output.
  static func output(of words: [String]) throws -> String {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw BenchmarkError("cannot make a pipe") }
    defer { close(ends[0]) }
    let child = try spawn(words, standardOutput: ends[1])
    close(ends[1])
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(ends[0], &buffer, buffer.count)
      guard count > 0 else { break }
      text += buffer.prefix(count)
    }
    try wait(for: child, words)
    return String(decoding: text, as: UTF8.self)
  }

  /// Runs a program until it ends and returns its seconds; its output is discarded.
  ///
  /// `isAllowed` decides whether the exit code is a success.
  static func seconds(
    of words: [String], isAllowed: (Int32) -> Bool = { $0 == 0 }
  ) throws -> Double {
    let null = open("/dev/null", O_WRONLY)
    defer { close(null) }
    let start = ContinuousClock.now
    let child = try spawn(words, standardOutput: null)
    try wait(for: child, words, isAllowed: isAllowed)
    return (ContinuousClock.now - start).inSeconds
  }

  private static func spawn(_ words: [String], standardOutput: Int32) throws -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, standardOutput, 1)
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
    defer { for argument in arguments { free(argument) } }
    arguments.append(nil)
    var child: pid_t = 0
    let code = posix_spawnp(&child, words[0], &actions, nil, arguments, environ)
    guard code == 0 else { throw BenchmarkError("cannot start '\(words[0])'") }
    return child
  }

  private static func wait(
    for child: pid_t, _ words: [String], isAllowed: (Int32) -> Bool = { $0 == 0 }
  ) throws {
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    // The low byte names a signal, the next one is the exit code.
    guard status & 0xFF == 0, isAllowed(status >> 8) else {
      throw BenchmarkError("'\(words.joined(separator: " "))' ended with status \(status)")
    }
  }
}
