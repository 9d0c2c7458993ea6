/** Codes as an authenticator app shows them (RFC 6238: SHA-1, 6 digits, 30 s). */
import { createHmac } from 'node:crypto'
import { mock } from 'node:test'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const STEP_MS = 30_000

/** The library looks at the machine's clock: it stands still from now on, so that no step ends between a code and its use. */
export function stopDate(): void {
  mock.timers.enable({ apis: ['Date'], now: Date.now() })
}

/** `secret` in base32, as it is shown for typing; `stepsLater`: the code after this many steps. */
export function totpCode(secret: string, nowMs = Date.now(), stepsLater = 0): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(nowMs / STEP_MS) + stepsLater))
  const sum = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const number = sum.readUInt32BE(sum.at(-1)! & 15) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}

function fromBase32(text: string): Buffer {
  const bits = [...text.replace(/=+$/, '').toUpperCase()]
    .map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
