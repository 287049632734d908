// Without SSE 4.1 the compiler turns `rounded()` into calls of `floor`, `ceil` and `round`,
// which are exact on all systems; the import links the system's math library.
#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
