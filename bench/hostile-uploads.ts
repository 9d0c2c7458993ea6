/**
 * Hostile lists of every reader, each sent by five accounts at once, beside a list of two lines of a sixth:
 *
 *     node bench/hostile-uploads.ts [--root <another checkout>] [--only <part of a name>] [--wait-s 120]
 *
 * Prints a table: what the hostile lists were answered, when the two lines were matched, when everything had ended, and by how much
 * the memory of the server grew. Each list meets a new server. Linux only.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { HOSTILE_FILES, type HostileFile } from '../test/fixtures/hostile-files.ts'
import { addAccounts, sendHostileLists } from '../test/fixtures/hostile-uploads.ts'
import { startService } from './load/service.ts'

const PORT = 18_095
const HERE = resolve(import.meta.dirname, '..')
/** What everything takes on this machine now. */
const HARMLESS: HostileFile = {
  name: 'two lines each',
  isList: true,
  bytes: () => Buffer.from('Firma\nA GmbH\n'),
}
const { values } = parseArgs({
  options: {
    root: { type: 'string', default: HERE },
    only: { type: 'string', default: '' },
    'wait-s': { type: 'string', default: '120' },
  },
})

const folder = mkdtempSync(join(tmpdir(), 'bench-hostile-'))
try {
  firmensuche('import', join(HERE, 'test/fixtures/offeneregister.jsonl'))
  firmensuche('keys', 'create', '--name', 'first')
  const keys = addAccounts(folder).map(keyOf)
  console.log('| list | size | answers | two lines of another account | all ended | memory |')
  console.log('|---|---|---|---|---|---|')
  console.log(await rowOf(HARMLESS, keys))
  for (const file of HOSTILE_FILES.filter(({ name, isList }) => isList && name.includes(values.only)))
    console.log(await rowOf(file, keys))
} finally {
  rmSync(folder, { recursive: true })
}

function firmensuche(...args: readonly string[]): string {
  const bin = join(values.root, 'bin/firmensuche.js')
  return execFileSync(process.execPath, [bin, ...args, '--data-dir', folder], { encoding: 'utf8' })
}

function keyOf(email: string): string {
  const limit = ['--limit', '1000000/60s', '--scopes', 'companies:search:deep']
  const made = firmensuche('keys', 'create', '--name', 'bench', '--account', email, ...limit, '--json')
  return (JSON.parse(made) as { key: string }).key
}

async function rowOf({ name, bytes }: HostileFile, keys: readonly string[]): Promise<string> {
  const sent = bytes()
  const size = `${Math.ceil(sent.length / 1024)} kB`
  const server = await startService({ dataDir: folder, port: PORT, threads: 1, root: values.root })
  const died = new Promise<string>((done) =>
    server.process.once('exit', (code, signal) => done(`server ended: ${signal ?? code}`)),
  )
  try {
    const pid = server.process.pid as number
    const outcome = await Promise.race([sendHostileLists({ url: server.url, pid }, keys, sent), died, late()])
    if (typeof outcome === 'string') return `| ${name} | ${size} | ${outcome} | | | |`
    const { statuses, other, otherMs, allMs, memoryMiB } = outcome
    const answers = [...new Set(statuses)].join(', ')
    return `| ${name} | ${size} | ${answers} | ${other}, ${seconds(otherMs)} | ${seconds(allMs)} | +${Math.round(memoryMiB)} MiB |`
  } catch (error) {
    return `| ${name} | ${size} | ${error} | | | |`
  } finally {
    if (server.process.exitCode === null && server.process.signalCode === null) server.process.kill('SIGKILL')
  }
}

function late(): Promise<string> {
  const waitS = Number(values['wait-s'])
  return new Promise((done) => setTimeout(() => done(`nothing for ${waitS} s`), waitS * 1000).unref())
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
