/**
 * Changes of watched companies that are imported into the real service and delivered to real receivers, while the server
 * is killed at random moments. Of 100 receivers 60 are good, 20 fail until half of the kills, 10 are slow, 5 redirect
 * and 5 lie; these ten come back at the end, when their owners resume. The schedule of attempts is the real one.
 *
 *   node bench/webhooks.ts [--companies 100] [--kills 50] [--receivers 100]
 */
import { parseArgs } from 'node:util'
import { quantile, runTrial } from '../test/fixtures/webhook-trial.ts'

const { values } = parseArgs({
  options: {
    companies: { type: 'string', default: '100' },
    kills: { type: 'string', default: '50' },
    receivers: { type: 'string', default: '100' },
  },
})
const share = (of: number) => Math.round((Number(values.receivers) * of) / 100)
const ends: (() => unknown)[] = []
const life = { after: (end: () => unknown) => void ends.push(end) }
const LIFE_MS_MAX = 4000
const CALM_SHARE = 0.2

try {
  const { calmMs, killedMs, ...result } = await runTrial(life, {
    receivers: {
      good: share(60),
      failing: share(20),
      slow: share(10),
      redirecting: share(5),
      lying: share(5),
    },
    companiesEach: Number(values.companies),
    calmShare: CALM_SHARE,
    kills: Number(values.kills),
    lifeMsMax: LIFE_MS_MAX,
    log: (line) => console.error(`${new Date().toISOString()} ${line}`),
  })
  console.log(JSON.stringify(result, null, 2))
  const [p50, p99] = [0.5, 0.99].map((of) => Math.round(quantile(calmMs, of)))
  console.log(
    `time to deliver to good receivers without kills: p50 ${p50} ms, p99 ${p99} ms (${calmMs.length} events)`,
  )
  const [p50k, p99k] = [0.5, 0.99].map((of) => Math.round(quantile(killedMs, of)))
  console.log(`with kills: p50 ${p50k} ms, p99 ${p99k} ms (${killedMs.length} events)`)
} finally {
  for (const end of ends.toReversed()) await end()
}
