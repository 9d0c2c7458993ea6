/** Codes of authenticator apps (RFC 6238: SHA-1, 6 digits, 30 s), as the sign-in library accepts them. */
import { createHmac, timingSafeEqual } from 'node:crypto'

const STEP_MS = 30_000
/** Steps before and after the current one that are accepted, for clocks that are wrong. */
const STEPS_AROUND = [-1, 0, 1] as const
const DIGITS = 6

/** Returns whether it is the code of the current step or of a neighbouring one. */
export function isCode(secret: Uint8Array, code: string, nowMs: number): boolean {
  if (!/^\d{6}$/.test(code)) return false
  const step = Math.floor(nowMs / STEP_MS)
  // All candidates are compared, so that the time does not reveal which one matches.
  const matches = STEPS_AROUND.map((around) =>
    timingSafeEqual(Buffer.from(codeOf(secret, step + around)), Buffer.from(code)),
  )
  return matches.includes(true)
}

/** Computes the code of a step: RFC 4226, section 5.3. */
function codeOf(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const sum = createHmac('sha1', secret).update(counter).digest()
  const number = sum.readUInt32BE(sum.at(-1)! & 15) & 0x7fffffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}
