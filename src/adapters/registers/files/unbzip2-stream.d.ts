/** unbzip2-stream brings no types. It is a stream of the oldest kind: `write` decides at once, and tells by events. */
declare module 'unbzip2-stream' {
  export default function unbzip2Stream(): {
    on(event: 'data', listener: (bytes: Buffer) => void): void
    on(event: 'error', listener: (error: Error) => void): void
    write(bytes: Buffer): void
    end(): void
  }
}
