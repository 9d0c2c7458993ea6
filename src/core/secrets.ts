/** Randomness and hashing; tests own it. */
export interface Secrets {
  /** Cryptographically random bytes. */
  bytes(count: number): Uint8Array
  /** 32 bytes, of the UTF-8 text. */
  sha256(text: string): Uint8Array
}
