/** The id of a request, in its response and in the log. A client may choose it. */
import type { Needs } from '../../core/ports.ts'

const OWN_ID = /^[A-Za-z0-9_-]{1,64}$/
const RANDOM_BYTES = 9

/**
 * Returns a function that makes request ids which are unique across threads and restarts: a random prefix and
 * a counter. A valid id sent by the client is used instead.
 */
export function requestIds({ secrets }: Needs<'secrets'>): (sent: unknown) => string {
  const start = Buffer.from(secrets.bytes(RANDOM_BYTES)).toString('base64url')
  let count = 0
  return (sent) => {
    if (typeof sent === 'string' && OWN_ID.test(sent)) return sent
    count++
    return `${start}-${count.toString(36)}`
  }
}
