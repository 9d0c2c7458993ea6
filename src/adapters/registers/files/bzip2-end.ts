/** The end of a bzip2 stream: tells a file that was cut off from one that is damaged inside. */

/** Block magic of the end of a stream (48 bits), which the CRC of the stream (32 bits) and padding to a whole byte follow. */
const END_MAGIC = 0x177245385090n
const MAGIC_BITS = 48n
const CRC_BITS = 32n
const PADDING_BITS_MAX = 7n
/** So many last bytes of a file hold the whole end of its last stream. */
export const END_BYTES = 11

/** Whether these last bytes of a file are the end of a bzip2 stream. */
export function endsStream(last: Uint8Array): boolean {
  let bits = 0n
  for (const byte of last) bits = (bits << 8n) | BigInt(byte)
  for (let padding = 0n; padding <= PADDING_BITS_MAX; padding++) {
    if (BigInt.asUintN(Number(MAGIC_BITS), bits >> (padding + CRC_BITS)) === END_MAGIC) return true
  }
  return false
}
