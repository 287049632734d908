import CommandLineKit

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A report in the browser of the desktop.
enum BrowserPage {
  /// Opens a page, or prints why that is not possible; the page is there in either case.
  static func open(_ path: String, _ console: inout Console) {
    guard let real = realpath(path, nil) else { return }
    defer { free(real) }
    let shown = ShellWord.quoted(path)
    #if canImport(Darwin)
      let program = "open"
    #else
      let program = "xdg-open"
      let desktops: [String] = ["DISPLAY", "WAYLAND_DISPLAY"]
      guard desktops.contains(where: { (getenv($0)?.pointee ?? 0) != 0 }) else {
        return console.printError("no desktop is running here; open \(shown) in a browser")
      }
    #endif
    guard start(program, String(cString: real)) else {
      return console.printError("'\(program)' cannot be started; open \(shown) in a browser")
    }
    console.printError("opened \(shown)")
  }

  /// Starts a program without waiting for it: some run as long as their window is open.
  private static func start(_ program: String, _ argument: String) -> Bool {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    guard posix_spawn_file_actions_init(&actions) == 0 else { return false }
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor in 0...2 as ClosedRange<Int32> {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    }
    var words: [UnsafeMutablePointer<CChar>?] = [strdup(program), strdup(argument), nil]
    defer { for word in words { free(word) } }
    var child = pid_t()
    return posix_spawnp(&child, program, &actions, nil, &words, environ) == 0
  }
}
