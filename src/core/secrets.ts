/** Randomness and hashing; tests own it. */
export interface Secrets {
  /** Cryptographically random bytes. */
  bytes(count: number): Uint8Array
  sha256(text: string): Uint8Array
}
