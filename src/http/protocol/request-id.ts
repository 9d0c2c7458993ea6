/** The id that a request is known by, in the answer, in the log, and to the client that chose it. */
import type { Needs } from '../../core/ports.ts'

const OWN_ID = /^[A-Za-z0-9_-]{1,64}$/
const RANDOM_BYTES = 9

/** Makes ids that are unique over threads and restarts: randomness once, then a count. */
export function requestIds({ secrets }: Needs<'secrets'>): (sent: unknown) => string {
  const start = Buffer.from(secrets.bytes(RANDOM_BYTES)).toString('base64url')
  let count = 0
  return (sent) => {
    if (typeof sent === 'string' && OWN_ID.test(sent)) return sent
    count++
    return `${start}-${count.toString(36)}`
  }
}
