/**
 * What a server on one machine costs in several versions of the project: start, memory and searches, in turn on the same data.
 *
 *   node bench/single-machine.ts <checkout>… --files <files of OffeneRegister> [--rounds 5] [--seconds 4]
 *
 * Each checkout (with its `node_modules`) imports the files into a data folder of its own. Then each round starts, measures and
 * stops one after the other. The last column of each row is the ratio to the first checkout within a round. Needs wrk and
 * taskset.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { sampleLines } from '../test/journeys/program.ts'
import { makeKey, need, residentMiBOf, startService, stop } from './load/service.ts'
import { runWrk, writeScript } from './load/wrk.ts'

const PORT = 18_440
const QUERIES = 300
const CONNECTIONS = 16
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    files: { type: 'string', multiple: true, default: [] },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
  },
})

/** A version and its data. */
interface Version {
  readonly root: string
  readonly dataDir: string
  readonly scripts: readonly (readonly [string, string])[]
}

type Figures = ReadonlyMap<string, number>

const folder = mkdtempSync(join(tmpdir(), 'firmensuche-bench-'))
try {
  need('wrk', 'wrk')
  need('taskset', 'util-linux')
  await measureAll(positionals.map((root, i) => prepare(resolve(root), i)))
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function prepare(root: string, number: number): Version {
  const dataDir = join(folder, `${number}`)
  const files = options.files.map((file) => resolve(file))
  execFileSync(
    process.execPath,
    [join(root, 'bin/firmensuche.js'), 'import', ...files, '--data-dir', dataDir],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  const key = makeKey(dataDir, root)
  const names = sampleLines(QUERIES).map((line) => (JSON.parse(line) as { readonly name: string }).name)
  const scripts = [false, true].map((deep) => {
    const script = join(folder, `${number}-${deep}.lua`)
    const bodies = names.map((name) => JSON.stringify({ name, ...(deep && { deep }) }))
    writeScript(script, bodies, key)
    return [deep ? 'deep' : 'normal', script] as const
  })
  return { root, dataDir, scripts }
}

async function measureAll(versions: readonly Version[]): Promise<void> {
  const rounds: (readonly Figures[])[] = []
  // The first round is not told: files are read from the disk.
  for (let round = 0; round <= Number(options.rounds); round++) {
    const figures: Figures[] = []
    for (const version of versions) figures.push(await measure(version))
    if (round > 0) rounds.push(figures)
  }
  console.log(`| | ${versions.map(({ root }) => root.split('/').at(-1)).join(' | ')} | last to first |`)
  console.log(`|---|${'---|'.repeat(versions.length + 1)}`)
  for (const what of rounds[0]![0]!.keys()) {
    const cells = versions.map((_, i) => median(rounds.map((round) => round[i]!.get(what)!)).toFixed(2))
    const ratio = median(rounds.map((round) => round.at(-1)!.get(what)! / round[0]!.get(what)!))
    console.log(`| ${what} | ${cells.join(' | ')} | **${ratio.toFixed(3)}** |`)
  }
  console.log(`load ${loadavg()[0]?.toFixed(1)} at the end, this run included`)
}

async function measure({ root, dataDir, scripts }: Version): Promise<Figures> {
  const figures = new Map<string, number>()
  const beganMs = performance.now()
  const server = await startService({ root, dataDir, port: PORT, threads: 1 })
  try {
    figures.set('start, s', (performance.now() - beganMs) / 1000)
    const residentMiB = residentMiBOf(server)
    const indexMiB = statSync(join(dataDir, 'companies.index')).size / 2 ** 20
    figures.set('memory after the start, MiB', residentMiB)
    figures.set('of these the index, MiB', indexMiB)
    figures.set('all but the index, MiB', residentMiB - indexMiB)
    for (const [kind, script] of scripts) {
      const plan = { script, connections: CONNECTIONS, seconds: Number(options.seconds), core: '0,1' }
      await runWrk(server, plan)
      const { requestsPerS, cpuUs, p50Ms, errors } = await runWrk(server, plan)
      if (errors > 0) throw new Error(`${errors} ${kind} searches of ${root} failed`)
      figures.set(`${kind} searches/s`, requestsPerS)
      figures.set(`${kind} search, processor time, µs`, cpuUs)
      figures.set(`${kind} search, p50, ms`, p50Ms)
    }
    figures.set('memory after the searches, MiB', residentMiBOf(server))
    return figures
  } finally {
    await stop(server)
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] as number
}
