// Thorough: outputs that nobody reads; match.test.ts writes to standard output.
/** Outputs that are not read or cannot be written. */
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, openSync } from 'node:fs'
import { describe, it, type TestContext } from 'node:test'
import { BIN, cleanEnv, importedFolder, makeKey, run, search, temporaryFolder } from './program.ts'

/** Always full, where the system has it. */
const FULL = '/dev/full'

describe('a command', () => {
  it('whose output is not read ends without an error', async (test) => {
    const dataDir = temporaryFolder(test)
    for (const args of ['status --json', 'doctor', 'keys list', '--help', 'keys create --name x']) {
      const { code, err } = await shell(`${args} | true`, dataDir)
      assert.deepEqual([code, err], ['0', ''], args)
    }
    assert.match((await run(['keys', 'list', '--data-dir', dataDir])).out, / live /)
  })

  it('whose output cannot be written fails with a sentence', async (test) => {
    if (!existsSync(FULL)) return test.skip(`there is no ${FULL} here`)
    const dataDir = temporaryFolder(test)
    for (const args of ['status --json', 'keys create --name x', '--help']) {
      const { code, err } = await shell(`${args} >${FULL}`, dataDir)
      assert.equal(code, '1', args)
      assert.match(err, /^The output cannot be written: .*no space.*\n$/)
    }
    assert.deepEqual(await shell(`status --unknown 2>${FULL}`, dataDir), { code: '2', err: '' })
  })
})

describe('a server', () => {
  it('continues to serve if its output is not read', async (test) => {
    await servesWith(test, 'pipe')
  })

  it('continues to serve if its output cannot be written', async (test) => {
    if (!existsSync(FULL)) return test.skip(`there is no ${FULL} here`)
    await servesWith(test, openSync(FULL, 'w'))
  })
})

/** Runs a command line in a shell; the code is that of the program, whatever stands behind it in a pipe. */
async function shell(
  line: string,
  dataDir: string,
): Promise<{ readonly code: string; readonly err: string }> {
  const { promise, resolve } = Promise.withResolvers<{ code: string; err: string }>()
  const [command, rest = ''] = line.split(/(?= [|>]| 2>)/)
  const text = `{ { "$0" "$1" ${command}; echo "code $?" >&3; } ${rest}; } 3>&2`
  const env = cleanEnv({ DATA_DIR: dataDir, PORT: '0' })
  execFile('sh', ['-c', text, process.execPath, BIN], { env }, (_error, _out, err) => {
    const code = /^code (\d+)\n/m.exec(err)?.[1] ?? 'none'
    resolve({ code, err: err.replace(/^code \d+\n/m, '') })
  })
  return promise
}

async function servesWith(test: TestContext, stream: 'pipe' | number): Promise<void> {
  const dataDir = await importedFolder(test)
  const child = spawn(process.execPath, [BIN, 'serve', '--data-dir', dataDir], {
    // At this level every request writes to the log.
    env: cleanEnv({ PORT: '0', THREADS: '2', LOG_LEVEL: 'info' }),
    stdio: ['ignore', stream, stream],
  })
  test.after(() => child.kill('SIGKILL'))
  child.stdout?.destroy()
  child.stderr?.destroy()
  const ended = once(child, 'exit')
  const url = await urlOf(dataDir, () => child.exitCode)
  const { key } = await makeKey(dataDir, ['--limit', '1000/60s'])
  for (let i = 0; i < 50; i++) assert.equal((await search(url, key, { name: 'Adler' })).status, 200)
  const status = JSON.parse((await run(['status', '--json', '--data-dir', dataDir])).out)
  assert.deepEqual(status.server.threads, ['working', 'working'])
  child.kill('SIGTERM')
  assert.deepEqual(await ended, [0, null])
}

/** Where the server answers, from the moment it does. */
async function urlOf(dataDir: string, exitCode: () => number | null): Promise<string> {
  for (;;) {
    assert.equal(exitCode(), null, 'the server ended')
    const status = JSON.parse((await run(['status', '--json', '--data-dir', dataDir])).out)
    const ready = status.server && (await fetch(`${status.server.url}/health/ready`).catch(() => undefined))
    if (ready?.status === 200) return status.server.url
  }
}
