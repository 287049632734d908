import CommandLineKit
import ScrollTraceCLI

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

@main
struct Main {
  static func main() {
    // Exceeding the file size limit must be an error like a full disk, and not end the process.
    signal(SIGXFSZ, SIG_IGN)
    var console = Console.standard()
    let words = Array(CommandLine.arguments.dropFirst())
    exit(Tool.program().main(words, console: &console).rawValue)
  }
}
