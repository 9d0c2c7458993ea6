/**
 * Runs one compared product in its own process: `node ask-one.ts <task as JSON>` either builds its index, or
 * sends the queries and writes results and times.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { readAsked, readNames } from './names-file.ts'
import type { Answer, Asked, Neighbour } from './neighbour.ts'
import { NEIGHBOURS } from './neighbours.ts'
import type { Query } from './query-sets.ts'

/** The task of the process. */
export interface Task {
  readonly key: string
  readonly folder: string
  readonly namesPath: string
  /** `undefined`: build only. */
  readonly queriesPath: string | undefined
  readonly resultPath: string
  readonly secondsAKind: number
  /** Later than the others. */
  readonly isAgain: boolean
}

/** What asking came to; lists in the order of the queries, `null` where the time limit cut them off. */
export interface Answers extends Pick<Task, 'secondsAKind' | 'isAgain'> {
  readonly version: string
  /** `undefined`: opened from files. */
  readonly buildMs: number | undefined
  readonly diskBytes: number
  readonly memoryBytes: number
  /** Programs that wanted a core, on average of the last minute. */
  readonly load: number
  readonly answers: readonly (readonly Answer[] | null)[]
  /** Milliseconds from asking to the answer. */
  readonly took: readonly (number | null)[]
  /** Milliseconds of processor time wherever the work was done; in steps of 10 for servers, so only sums tell something. */
  readonly spent: readonly (number | null)[]
}

const HITS = 10
const WARM_UP_QUERIES = 100
const WARM_UP_MS = 5_000

const task = JSON.parse(process.argv[2] as string) as Task
const entry = NEIGHBOURS.find(({ key }) => key === task.key)
if (entry === undefined) throw new Error(`There is no neighbour ${task.key}.`)
const neighbour = entry.open(task.folder, task.namesPath)
try {
  const buildMs = await ready()
  if (task.queriesPath === undefined) writeResult({ buildMs })
  else writeResult(await askAll(JSON.parse(readFileSync(task.queriesPath, 'utf8')) as Query[], buildMs))
} finally {
  await neighbour.close()
}

async function ready(): Promise<number | undefined> {
  if (await neighbour.open()) return undefined
  const start = performance.now()
  await neighbour.build(readNames(task.namesPath))
  return performance.now() - start
}

async function askAll(queries: readonly Query[], buildMs: number | undefined): Promise<Answers> {
  // Reading a query in our way is a gift to the neighbours; its time is not theirs.
  const asked = queries.map(({ text }) => readAsked(text))
  const warmUntil = performance.now() + WARM_UP_MS
  for (const one of spread(asked, WARM_UP_QUERIES)) {
    await neighbour.ask(one, HITS)
    if (performance.now() > warmUntil) break
  }
  const took: (number | null)[] = []
  const spent: (number | null)[] = []
  const answers: (readonly Answer[] | null)[] = []
  const kindMs = new Map<string, number>()
  for (const [i, one] of asked.entries()) {
    const { kind } = queries[i] as Query
    const soFar = kindMs.get(kind) ?? 0
    const answered = soFar > task.secondsAKind * 1000 ? undefined : await askTimed(one)
    took.push(answered?.took ?? null)
    spent.push(answered?.spent ?? null)
    answers.push(answered?.hits ?? null)
    kindMs.set(kind, soFar + (answered?.took ?? 0))
  }
  const { secondsAKind, isAgain } = task
  return {
    ...(await stateOf(neighbour)),
    secondsAKind,
    isAgain,
    buildMs,
    load: loadavg()[0] ?? 0,
    answers,
    took,
    spent,
  }
}

async function askTimed(one: Asked): Promise<{ hits: readonly Answer[]; took: number; spent: number }> {
  const processorStart = processorMs()
  const start = performance.now()
  const answer = neighbour.ask(one, HITS)
  // Who answers at once does not wait for a turn of the loop.
  const hits = answer instanceof Promise ? await answer : answer
  const took = performance.now() - start
  return { hits, took, spent: processorMs() - processorStart }
}

async function stateOf(of: Neighbour) {
  globalThis.gc?.()
  const memoryBytes = of.server?.memoryBytes() ?? process.memoryUsage.rss()
  return { version: await of.version(), diskBytes: await of.diskBytes(), memoryBytes }
}

/** Of whoever does the work: the server, or this process with all its threads. */
function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return neighbour.server?.processorMs() ?? (user + system) / 1000
}

/** Some of all, evenly. */
function spread<T>(all: readonly T[], count: number): T[] {
  const step = Math.max(1, Math.floor(all.length / count))
  return all.filter((_, i) => i % step === 0).slice(0, count)
}

function writeResult(result: object): void {
  writeFileSync(task.resultPath, JSON.stringify(result))
}
