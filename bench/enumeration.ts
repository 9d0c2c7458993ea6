/**
 * Whether the time of an answer tells if an address has an account: medians of requests with known and with unknown
 * addresses, in turns, over the whole way of a request but the wire.
 *
 *   node bench/enumeration.ts [--pairs 200]
 *
 * Limits would end it soon, so the service's clock is moved by hand; the time that is measured is real.
 */
import { parseArgs } from 'node:util'
import { newBrowser, PASSWORD, signUpAndConfirm } from '../test/api/browser.ts'
import { handClock } from '../test/api/hand-clock.ts'
import { startService } from '../test/api/start-service.ts'

const { values } = parseArgs({ options: { pairs: { type: 'string', default: '200' } } })
const pairs = Number(values.pairs)
const WARM_UP = 20
/** Accounts that there are: more than one, so that a look-up has something to look through. */
const ACCOUNTS = 50
const HOUR_MS = 3_600_000
const WRONG = 'acht große Riesen im Wald'

const clock = handClock(Date.now())
const service = await startService({ clock })
for (let i = 0; i < ACCOUNTS; i++) {
  clock.pass(HOUR_MS)
  await signUpAndConfirm(service, knownEmail(i))
}

function knownEmail(i: number): string {
  return `known${String(i % ACCOUNTS).padStart(4, '0')}@example.org`
}

function unknownEmail(i: number): string {
  return `other${String(i).padStart(4, '0')}@example.org`
}

let clients = 0

/** Milliseconds of one request of a client that was never seen before. */
async function timeOf(path: string, body: object): Promise<number> {
  clients++
  clock.pass(HOUR_MS)
  const address = `10.${clients >> 16}.${(clients >> 8) & 255}.${clients & 255}`
  const browser = newBrowser(service, { address })
  const startMs = performance.now()
  const { status } = await browser.post(path, body)
  const tookMs = performance.now() - startMs
  if (status !== 202 && status !== 401) throw new Error(`${path} answered ${status}`)
  return tookMs
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] as number
}

const WAYS: Readonly<Record<string, readonly [path: string, body: (email: string) => object]>> = {
  'sign-up': ['/auth/sign-up', (email) => ({ email, password: PASSWORD })],
  'sign-in': ['/auth/sign-in', (email) => ({ email, password: WRONG })],
  reset: ['/auth/reset', (email) => ({ email })],
}

const rows = []
for (const [way, [path, body]] of Object.entries(WAYS)) {
  const known: number[] = []
  const unknown: number[] = []
  for (let i = 0; i < WARM_UP + pairs; i++) {
    // Whichever comes second finds warmer caches: they take turns.
    const order = i % 2 === 0 ? [known, unknown] : [unknown, known]
    for (const times of order) {
      times.push(await timeOf(path, body(times === known ? knownEmail(i) : unknownEmail(i))))
    }
  }
  const differences = known.map((time, i) => time - (unknown[i] as number)).slice(WARM_UP)
  const [a, b] = [median(known.slice(WARM_UP)), median(unknown.slice(WARM_UP))]
  rows.push({
    way,
    'known ms': a.toFixed(2),
    'unknown ms': b.toFixed(2),
    'apart %': (((a - b) / Math.min(a, b)) * 100).toFixed(1),
    // Of two requests one after the other, noise of the machine that lasts longer than both falls out.
    'pair by pair %': ((median(differences) / Math.min(a, b)) * 100).toFixed(1),
  })
}
console.table(rows)
await service.stop()
