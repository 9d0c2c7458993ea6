/**
 * Types for unbzip2-stream, which has none. It is an old-style stream: `write` works synchronously and
 * reports by events.
 */
declare module 'unbzip2-stream' {
  export default function unbzip2Stream(): {
    on(event: 'data', listener: (bytes: Buffer) => void): void
    on(event: 'error', listener: (error: Error) => void): void
    write(bytes: Buffer): void
    end(): void
  }
}
