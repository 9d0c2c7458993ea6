/** Imports that are killed after a part of their time. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Company } from '../../src/core/company/company.ts'
import type { SourceSet } from '../../src/core/company/company-store.ts'
import { detailWire } from '../../src/http/api/company-wire.ts'
import { BIN, cleanEnv, type Lifetime, ONE_THREAD, startServer } from './program.ts'

/** A kill may come after the last step, too. */
const LATEST = 1.1

/** Returns the share of its time after which an import is killed: a number that looks random, the fraction of a multiple of the golden ratio. */
export function killShare(number: number): number {
  return ((number * 0.6180339887498949) % 1) * LATEST
}

/** Returns all companies as the API shows them, an NDJSON line each, without the time of the import. */
export function exported(companies: readonly Company[], sources: readonly SourceSet[]): readonly string[] {
  return companies
    .map((company) => JSON.stringify({ ...detailWire(company, sources), updated_at: '' }))
    .sort()
}

/** When and where an import is killed. */
export interface Killing {
  /** Whether a server runs the import, which is then killed, too. */
  readonly inServer: boolean
  readonly ms: number
  readonly env?: NodeJS.ProcessEnv
}

/** Kills the import, or the server that runs it, after so many ms; returns the number of rows that were reported as stored. */
export async function importAndKill(
  test: Lifetime,
  args: readonly string[],
  dataDir: string,
  { inServer, ms, env = {} }: Killing,
): Promise<number> {
  const server = inServer ? await startServer(test, dataDir, { ...ONE_THREAD, ...env }) : undefined
  const child = spawn(process.execPath, [BIN, 'import', ...args, '--json', '--data-dir', dataDir], {
    env: cleanEnv(env),
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const killing = setTimeout(() => (server?.process ?? child).kill('SIGKILL'), ms)
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  await once(child, 'close')
  clearTimeout(killing)
  server?.process.kill('SIGKILL')
  await server?.ended
  const stored = output.split('\n').flatMap((line) => /"good":(\d+)/.exec(line)?.[1] ?? [])
  return Number(stored.at(-1) ?? 0)
}
