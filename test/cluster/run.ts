/**
 * Runs a whole installation under mixed load while each part fails in turn, and reports what clients saw.
 *
 *     node test/cluster/run.ts [--minutes 10] [--companies N] [--index opensearch|embedded] [--short]
 *
 * `--short` lets each part fail once, and leaves out what lasts longer than a lease: some two minutes. Without a JDK or Maven
 * nothing runs unless `--index embedded` is set; with `CI=true` that is an error.
 *
 * Ends with 1 if something acknowledged was lost, a revoked key was accepted, a limit was exceeded while Redis was up, a page
 * was short without saying so, or a part did not recover.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Member } from '../journeys/member.ts'
import { type Lifetime, makeKey, POLL_MS, run } from '../journeys/program.ts'
import { missingOpenSearch } from '../opensearch/opensearch-server.ts'
import { type Fault, faultsOf, SHORT_MS } from './faults.ts'
import {
  exceedLimit,
  importAll,
  type Load,
  listAll,
  makeKeys,
  post,
  QUOTA,
  searchAll,
  signUp,
  WINDOW_MS,
} from './load.ts'
import { Outcomes } from './outcomes.ts'
import { isReady, startInstallation } from './places.ts'

const MINUTE_MS = 60_000
const COMPANIES = { whole: 5000, short: 1000 }
/** A part that has not recovered by then never does. */
const RECOVERY_MS_MAX = 120_000
/** Time between two faults at least. */
const REST_MS = 5000

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    companies: { type: 'string' },
    index: { type: 'string', default: 'opensearch' },
    short: { type: 'boolean', default: false },
  },
})

const missing = values.index === 'opensearch' ? missingOpenSearch() : undefined
if (missing !== undefined) {
  console.log(`The test of the whole installation is left out: ${missing}.`)
  process.exit(0)
}
const ends: (() => unknown)[] = []
const life: Lifetime = { after: (end) => void ends.push(end) }
const folder = mkdtempSync(join(tmpdir(), 'firmensuche-cluster-'))
ends.push(() => rmSync(folder, { recursive: true, force: true }))
const faults: string[] = []
try {
  await runAll()
} finally {
  for (const end of ends.toReversed()) await end()
}
for (const fault of faults) console.error(`FAULT: ${fault}`)
process.exit(faults.length > 0 ? 1 : 0)

async function runAll(): Promise<void> {
  const plan = {
    companies: Number(values.companies ?? COMPANIES[values.short ? 'short' : 'whole']),
    usesOpenSearch: values.index === 'opensearch',
  }
  const installation = await startInstallation(life, plan)
  const { nodes, env, balancer, mailbox } = installation
  for (const { name, logs } of nodes)
    if (logs.some((log) => /a new one was built|is incomplete/.test(log())))
      faults.push(`${name} found the index incomplete, which was filled before OpenSearch was killed`)
  console.log(
    `${nodes.length} nodes behind ${balancer.url}, ${plan.companies} companies, index: ${values.index}`,
  )
  const { key } = await makeKey(nodes[0]!.folder, ['--limit', '10000000/60s'], env)
  const { key: limited } = await makeKey(nodes[0]!.folder, ['--limit', `${QUOTA}/${WINDOW_MS / 1000}s`], env)
  const member = new Member(balancer.url)
  await member.signUp(mailbox, 'ida@example.com')
  const members = [member]
  const load: Load = {
    installation,
    outcomes: new Outcomes(),
    acknowledged: { keys: new Map(), accounts: ['ida@example.com'], companies: [] },
    violations: { revokedAccepted: [], wrongPages: [] },
    accepted: [],
    isOver: false,
  }
  const clients = [
    searchAll(load, key),
    searchAll(load, key),
    listAll(load, key),
    exceedLimit(load, limited),
    makeKeys(load, members),
    signUp(load, members),
    importAll(load, key, folder),
  ]
  const withoutRedis = await failInTurn(load)
  load.isOver = true
  await Promise.all(clients)
  for (const line of load.outcomes.lines()) console.log(line)
  checkLimit(load, withoutRedis)
  await checkKept(load, key, members)
}

/** Lets each part fail, as often as there is time; returns the times in which limits were not counted together. */
async function failInTurn(load: Load): Promise<readonly (readonly [number, number])[]> {
  const endMs = performance.now() + (values.short ? 0 : Number(values.minutes) * MINUTE_MS)
  const withoutRedis: [number, number][] = []
  console.log('| fault | until all nodes are ready again, s | until haproxy answers every search again, s |')
  console.log('|---|---|---|')
  const all = faultsOf(load.installation).filter(({ lastsMs }) => !values.short || lastsMs <= SHORT_MS)
  await wait(REST_MS)
  for (let i = 0; i < all.length || performance.now() < endMs; i++) {
    const fault = all[i % all.length]!
    const beganMs = performance.now()
    await failOnce(load, fault)
    if (fault.name.startsWith('Redis')) withoutRedis.push([beganMs, performance.now()])
    await wait(REST_MS)
  }
  return withoutRedis
}

async function failOnce({ outcomes, installation }: Load, fault: Fault): Promise<void> {
  outcomes.during = fault.name
  await fault.begin()
  await wait(fault.lastsMs)
  const repairedMs = performance.now()
  await fault.end()
  const seconds = () => ((performance.now() - repairedMs) / 1000).toFixed(1)
  const nodes = installation.nodes.map(({ url }) => url)
  const ready = (await becomes(nodes)) ? seconds() : undefined
  const through = (await becomes([installation.balancer.url])) ? seconds() : undefined
  if (ready === undefined || through === undefined) faults.push(`${fault.name}: not recovered`)
  console.log(`| ${fault.name} (second ${(repairedMs / 1000).toFixed(0)}) | ${ready} | ${through} |`)
  outcomes.during = ''
}

/** Waits until all are ready; returns whether they are. */
async function becomes(urls: readonly string[]): Promise<boolean> {
  const endMs = performance.now() + RECOVERY_MS_MAX
  while (performance.now() < endMs) {
    if ((await Promise.all(urls.map(isReady))).every(Boolean)) return true
    await wait(POLL_MS)
  }
  return false
}

/**
 * Looks for windows with more accepted requests than the limit; each was counted between its sending and its answer. A node to
 * which Redis seems lost counts its share alone, as documented: windows around that are shown, but may exceed the limit.
 */
function checkLimit(
  { accepted, installation }: Load,
  withoutRedis: readonly (readonly [number, number])[],
): void {
  const lost = installation.nodes.flatMap(({ logs }) => logs.flatMap((log) => lossesIn(log())))
  const most = { together: 0, alone: 0 }
  for (const { sentMs } of accepted) {
    const endMs = sentMs + WINDOW_MS
    const within = accepted.filter((one) => one.sentMs >= sentMs && one.endMs < endMs).length
    const overlaps = ([from, to]: readonly [number, number]) => endMs >= from && sentMs <= to + WINDOW_MS
    if (withoutRedis.some(overlaps)) continue
    const how = lost.some(overlaps) ? 'alone' : 'together'
    most[how] = Math.max(most[how], within)
  }
  console.log(
    `Limit of ${QUOTA} in ${WINDOW_MS / 1000} s, of ${accepted.length} accepted requests: at most ${most.together} in a window; ${most.alone} in one in which a node waited for Redis for more than 100 ms (${lost.length} times) and counted alone.`,
  )
  if (most.together > QUOTA) faults.push(`the limit was exceeded: ${most.together}`)
}

/** Returns when a node did not reach Redis, from its log: begin and end. */
function lossesIn(log: string): readonly (readonly [number, number])[] {
  const lines = [...log.matchAll(/"time":"([^"]+)".*"msg":"Redis (does not answer|answers again)/g)]
  const told = lines.map(([, time, what]) => ({ atMs: Date.parse(time!) - performance.timeOrigin, what }))
  return told
    .map(({ atMs, what }, i) => ({
      atMs,
      isLost: what === 'does not answer',
      endMs: told[i + 1]?.atMs ?? atMs + WINDOW_MS,
    }))
    .filter(({ isLost }) => isLost)
    .map(({ atMs, endMs }) => [atMs, endMs] as const)
}

/** Checks that everything acknowledged is there. */
async function checkKept(load: Load, key: string, members: readonly Member[]): Promise<void> {
  const { acknowledged, violations, installation } = load
  const listed = new Map<string, boolean>()
  for (const member of members)
    for (const one of (await member.get('/keys')).json.keys) listed.set(one.id, one.revoked_at !== null)
  const lostKeys = [...acknowledged.keys].filter(
    ([id, { isRevoked }]) => listed.get(id) === undefined || (isRevoked && !listed.get(id)),
  )
  const accounts = await run(
    ['accounts', 'list', '--json', '--data-dir', installation.nodes[0]!.folder],
    installation.env,
  )
  const emails = new Set((JSON.parse(accounts.out) as { email: string }[]).map(({ email }) => email))
  const lostAccounts = acknowledged.accounts.filter((email) => !emails.has(email))
  const lostCompanies: string[] = []
  for (const { url, name: node } of installation.nodes)
    for (const name of acknowledged.companies)
      if (!(await isFound(url, key, name))) lostCompanies.push(`${name} on ${node}`)
  console.log(
    `Acknowledged: ${acknowledged.keys.size} keys, ${acknowledged.accounts.length} accounts, ${acknowledged.companies.length} companies. Lost: ${lostKeys.length}, ${lostAccounts.length}, ${lostCompanies.length}.`,
  )
  console.log(
    `Revoked keys accepted: ${violations.revokedAccepted.length}. Short pages: ${violations.wrongPages.length}.`,
  )
  const found = {
    keys: lostKeys.map(([id]) => id),
    accounts: lostAccounts,
    companies: lostCompanies,
    ...violations,
  }
  for (const [what, list] of Object.entries(found))
    if (list.length > 0) faults.push(`${what}: ${list.slice(0, 5).join(', ')}`)
}

async function isFound(url: string, key: string, name: string): Promise<boolean> {
  const { status, text } = await post(url, key, 'search/', { name })
  return status === 200 && text.includes('"uuid"')
}
