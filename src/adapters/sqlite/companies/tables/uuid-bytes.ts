/** The bytes of a uuid, half the size of its text in the table and in three indexes. */

/** Converts a uuid to its 16 bytes. */
export function bytesOfUuid(uuid: string): Buffer {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex')
}

/** Converts the 16 bytes of a uuid to its text. */
export function textOfUuid(bytes: Buffer): string {
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
