/**
 * How long a start takes until `/health/ready` answers 200: with the saved index, and with the index rebuilt from the store.
 *
 *   node bench/start.ts <data dir> [--rounds 3]
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, renameSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

const BIN = resolve(import.meta.dirname, '../bin/firmensuche.js')
const PORT = 18_082
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '3' } },
})
const dataDir = resolve(positionals[0] ?? './var')

function serve(): ChildProcess {
  return spawn(process.execPath, [BIN, 'serve'], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(PORT), HOST: '127.0.0.1', LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

/** Milliseconds from spawn to the first 200 of the ready check. */
async function timeStart(): Promise<number> {
  const startedMs = performance.now()
  const child = serve()
  try {
    for (;;) {
      if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}.`)
      const answer = await fetch(`http://127.0.0.1:${PORT}/health/ready`).catch(() => undefined)
      if (answer?.status === 200) return performance.now() - startedMs
      await new Promise((done) => setTimeout(done, 20))
    }
  } finally {
    const ended = new Promise((done) => child.once('exit', done))
    child.kill('SIGTERM')
    if (child.exitCode === null) await ended
  }
}

async function report(label: string, prepare: () => void): Promise<void> {
  const times: number[] = []
  for (let round = 0; round < Number(options.rounds); round++) {
    prepare()
    times.push(await timeStart())
  }
  const sorted = times.toSorted((a, b) => a - b)
  const [low, middle, high] = [sorted[0], sorted[sorted.length >> 1], sorted.at(-1)].map((ms) =>
    ((ms as number) / 1000).toFixed(2),
  )
  console.log(`| ${label} | ${low} | ${middle} | ${high} |`)
}

console.log('| start | min s | median s | max s |\n|---|---|---|---|')
await report('saved index', () => {})
await report('index rebuilt from the store', () => {
  for (const file of readdirSync(dataDir).filter((name) => name.includes('index'))) {
    renameSync(join(dataDir, file), join(dataDir, `${file}.aside`.replace(/(\.aside)+$/, '.aside')))
  }
})
