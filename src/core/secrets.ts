/** The port to randomness and hashing. Tests replace it with a predictable one. */
export interface Secrets {
  /** Cryptographically random bytes. */
  bytes(count: number): Uint8Array
  /** The SHA-256 of the UTF-8 text, 32 bytes. */
  sha256(text: string): Uint8Array
}
