/**
 * One neighbour in a process of its own: `node ask-one.ts <what it is to do, as JSON>`. Either builds, or asks and writes down all answers and
 * times.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { readAsked, readNames } from './names-file.ts'
import type { Answer, Neighbour } from './neighbour.ts'
import { NEIGHBOURS } from './neighbours.ts'
import type { Query } from './query-sets.ts'

export interface Task {
  readonly key: string
  readonly folder: string
  readonly namesPath: string
  /** `undefined`: build only. */
  readonly queriesPath: string | undefined
  readonly resultPath: string
  readonly secondsAKind: number
}

/** What asking came to; times and answers in the order of the queries, `null` where the time limit cut them off. */
export interface Answers {
  readonly version: string
  /** `undefined`: opened from files. */
  readonly buildMs: number | undefined
  readonly diskBytes: number
  readonly memoryBytes: number
  /** Processor time for all queries together, warming up left out. */
  readonly processorMs: number
  readonly took: readonly (number | null)[]
  readonly answers: readonly (readonly Answer[] | null)[]
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
  const processorStart = processorMs()
  const took: (number | null)[] = []
  const answers: (readonly Answer[] | null)[] = []
  const spentMs = new Map<string, number>()
  for (const [i, one] of asked.entries()) {
    const { kind } = queries[i] as Query
    const spent = spentMs.get(kind) ?? 0
    if (spent > task.secondsAKind * 1000) {
      took.push(null)
      answers.push(null)
      continue
    }
    const start = performance.now()
    const answer = neighbour.ask(one, HITS)
    answers.push(answer instanceof Promise ? await answer : answer)
    const ms = performance.now() - start
    took.push(ms)
    spentMs.set(kind, spent + ms)
  }
  const processor = processorMs() - processorStart
  const { version, diskBytes, memoryBytes } = await stateOf(neighbour)
  return { version, buildMs, diskBytes, memoryBytes, processorMs: processor, took, answers }
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
