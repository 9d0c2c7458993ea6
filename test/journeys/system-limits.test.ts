/** Limits of the operating system: open files and memory. */
// Thorough: limits of memory and of open files.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { someOf } from '../thorough.ts'
import {
  atEnd,
  BIN,
  cleanEnv,
  ENTRIES,
  importedFolder,
  makeKey,
  OLD_NODE_COMMAND,
  type Output,
  run,
  sampleFile,
  search,
  startServer,
} from './program.ts'

const LIMITS_FILE = '/proc/self/limits'

/** A command under `ulimit`. */
function limited(limit: string, args: readonly string[]): readonly string[] {
  return ['sh', '-c', `ulimit ${limit} && exec "$0" "$@"`, process.execPath, BIN, ...args]
}

/** Runs it. */
function runLimited(limit: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Output> {
  const { promise, resolve } = Promise.withResolvers<Output>()
  const [shell, ...rest] = limited(limit, args)
  const child = spawn(shell!, rest, {
    env: cleanEnv({ PORT: '0', THREADS: '2', ...env }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  let err = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text
  })
  child.once('close', (code) => resolve({ code, out, err }))
  return promise
}

describe('a limit of memory', () => {
  it('on the address space is refused before the start, with the setting to use instead', async (test) => {
    if (!existsSync(LIMITS_FILE)) return test.skip(`there is no ${LIMITS_FILE} here`)
    const dataDir = await importedFolder(test)
    for (const args of [['serve'], ['start'], ['import', ENTRIES]]) {
      const { code, out, err } = await runLimited('-v 3000000', [...args, '--data-dir', dataDir])
      assert.deepEqual([code, out], [6, ''], err)
      assert.match(
        err,
        /^The address space of this process is limited to 3,072 MB \(ulimit -v\)\. .* MemoryMax= .*\n$/,
      )
    }
    const looked = await runLimited('-v 3000000', ['status', '--data-dir', dataDir])
    assert.equal(looked.code, 0, looked.err)
  })

  it('that ends the process under an old Node is reported with the signal and a hint', async (test) => {
    const dataDir = await importedFolder(test)
    const command = [...OLD_NODE_COMMAND, 'serve']
    for (const [signal, code, says] of [
      ['SIGABRT', 134, /^firmensuche was ended by SIGABRT: Node crashed, .* out of memory\. /m],
      ['SIGKILL', 137, /^firmensuche was ended by SIGKILL\. .* short of memory .* journalctl -k/m],
    ] as const) {
      const server = await startServer(test, dataDir, {}, command)
      assert.notEqual(server.pid, server.process.pid)
      process.kill(server.pid, signal)
      assert.equal(await server.ended, code)
      assert.match(server.complained(), says)
    }
    const server = await startServer(test, dataDir, {}, command)
    server.process.kill('SIGTERM')
    assert.equal(await server.ended, 0)
    assert.equal(JSON.parse(server.complained()).msg, 'Stopping …')
  })
})

describe('a limit of open files', () => {
  it('that is too low for a server is refused at the start with the needed number', async (test) => {
    if (!existsSync(LIMITS_FILE)) return test.skip(`there is no ${LIMITS_FILE} here`)
    const dataDir = await importedFolder(test)
    for (const [limit, threads, needed] of [
      ['-n 64', '2', 222],
      ['-n 221', '2', 222],
      ['-n 260', '4', 262],
    ] as const) {
      const { code, err } = await runLimited(limit, ['serve', '--data-dir', dataDir], { THREADS: threads })
      const sentence = `A server with ${threads} threads needs ${needed} open files, but the system allows this process only ${limit.slice(3)}.`
      assert.deepEqual([code, err.split('\n')[0]?.slice(0, sentence.length)], [6, sentence], err)
      const doctor = await runLimited(limit, ['doctor', '--data-dir', dataDir], { THREADS: threads })
      assert.equal(doctor.code, 1)
      assert.ok(doctor.out.includes(sentence), doctor.out)
    }
  })

  it('that is just high enough lets a server start, import and answer', async (test) => {
    const dataDir = await importedFolder(test)
    const { key } = await makeKey(dataDir)
    const server = await startServer(test, dataDir, {}, limited('-n 222', ['serve']))
    const imported = await run(['import', sampleFile(test, 40_000), '--data-dir', dataDir])
    assert.equal(imported.code, 0, imported.err)
    assert.equal((await search(server.url, key, { name: 'Adler' })).status, 200)
    assert.match(server.complained(), /"msg":"222 open files: enough for 32 connections\. Raise the limit/)
    assert.doesNotMatch(server.complained(), /"level":50|EMFILE/)
  })

  it('is not used up by connections: further ones are closed, and commands and an import work', async (test) => {
    const dataDir = await importedFolder(test)
    const server = await startServer(test, dataDir, {}, limited('-n 222', ['serve']))
    const { port, hostname } = new URL(server.url)
    const sockets = Array.from({ length: 300 }, () => connect(Number(port), hostname).on('error', () => {}))
    atEnd(test, () => {
      for (const socket of sockets) socket.destroy()
    })
    for (const socket of sockets) socket.resume()
    while (sockets.filter((socket) => !socket.closed).length > 32) await sleep(20)
    const status = await run(['status', '--data-dir', dataDir])
    assert.equal(status.code, 0, status.err)
    const imported = await run(['import', sampleFile(test, 40_000), '--data-dir', dataDir])
    assert.equal(imported.code, 0, imported.err)
    assert.match(server.complained(), /"accepted":16,"msg":"connections were closed: no open files are left/)
    for (const socket of sockets) socket.destroy()
    while ((await fetch(`${server.url}/health/live`).catch(() => undefined))?.status !== 200);
  })

  it('that a command reaches is reported as such', async (test) => {
    const dataDir = await importedFolder(test)
    for (const args of [['import', ENTRIES], ['keys', 'create', '--name', 'x'], ['doctor']]) {
      for (const files of someOf([24, 28, 32, 36, 40], 2)) {
        const { code, out, err } = await runLimited(`-n ${files}`, [...args, '--data-dir', dataDir])
        const said = `${args[0]} with ${files}: ${code} ${out}${err}`
        assert.doesNotMatch(`${out}${err}`, /missing|a folder,|EMFILE|\n\s+at /, said)
        if (code !== 0) assert.match(`${out}${err}`, /open files|files open/, said)
      }
    }
  })
})
