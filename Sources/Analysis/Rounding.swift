// Without SSE 4.1 the compiler turns `rounded()` into calls of `floor`, `ceil` and `round`, which are
// exact everywhere and lie in the system's math library; the import links it.
#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
