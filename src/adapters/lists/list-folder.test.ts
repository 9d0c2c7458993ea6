import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { Failure } from '../../core/failure.ts'
import type { AccountId } from '../../core/identity/ids.ts'
import { UPLOADS_PER_ACCOUNT_MAX } from '../../core/matching/list-files.ts'
import { systemSecrets } from '../system/secrets.ts'
import { openListFolder, STORING_MAX } from './list-folder.ts'

const ACCOUNT = 'acc_a' as AccountId
const isUnavailable = (error: unknown) => error instanceof Failure && error.code === 'service_unavailable'

describe('a list that arrives', () => {
  let parent: string
  let folder: string
  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), 'lists-'))
    folder = join(parent, 'lists')
  })
  afterEach(() => rmSync(parent, { recursive: true }))

  it('is a file until it is discarded', async () => {
    const uploads = openListFolder(folder, systemSecrets)
    const path = await uploads.store(
      Readable.from([Buffer.from('Firma\n'), Buffer.from('A GmbH\n')]),
      ACCOUNT,
    )
    assert.equal(readFileSync(path, 'utf8'), 'Firma\nA GmbH\n')
    uploads.discard(path)
    assert.deepEqual(readdirSync(folder), [])
  })

  it('and cannot be stored is refused before it is read, whatever the reason', async () => {
    writeFileSync(folder, 'no folder')
    let isRead = false
    const chunks = (async function* () {
      isRead = true
      yield Buffer.from('Firma\n')
    })()
    await assert.rejects(openListFolder(folder, systemSecrets).store(chunks, ACCOUNT), isUnavailable)
    assert.equal(isRead, false)
  })

  it('is refused while the process has no file to open, and stored afterwards', () => {
    const script = `
      import { closeSync, openSync } from 'node:fs'
      import { Readable } from 'node:stream'
      import { openListFolder } from ${JSON.stringify(join(import.meta.dirname, 'list-folder.ts'))}
      import { systemSecrets } from ${JSON.stringify(join(import.meta.dirname, '../system/secrets.ts'))}
      const uploads = openListFolder(${JSON.stringify(folder)}, systemSecrets)
      const store = () => uploads.store(Readable.from([Buffer.from('x')]), 'acc_a').then(() => 'stored', (error) => error.code)
      const files = []
      try { for (;;) files.push(openSync('/dev/null')) } catch (error) { console.log(error.code) }
      console.log(await store())
      for (const file of files) closeSync(file)
      console.log(await store())`
    const shell = 'ulimit -n 100 && exec "$0" --input-type=module --eval "$1"'
    const out = execFileSync('sh', ['-c', shell, process.execPath, script], { encoding: 'utf8' })
    assert.deepEqual(out.trim().split('\n'), ['EMFILE', 'service_unavailable', 'stored'])
  })

  it('passes on why its body broke off, and leaves no file', async () => {
    const chunks = (async function* () {
      yield Buffer.from('Firma\n')
      throw new Error('the client has gone')
    })()
    await assert.rejects(openListFolder(folder, systemSecrets).store(chunks, ACCOUNT), /the client has gone/)
    assert.ok(existsSync(folder))
    assert.deepEqual(readdirSync(folder), [])
  })

  it('is refused while its account sends UPLOADS_PER_ACCOUNT_MAX others, of all accounts STORING_MAX, or without an account as many', async () => {
    const uploads = openListFolder(folder, systemSecrets)
    const { promise: end, resolve } = Promise.withResolvers<void>()
    const waiting = async function* () {
      await end
      yield Buffer.from('Firma\n')
    }
    const send = (account: string | undefined) => uploads.store(waiting(), account as AccountId | undefined)
    const refused = (account: string | undefined, code: string) =>
      assert.rejects(send(account), (error) => error instanceof Failure && error.code === code)
    const sent: Promise<string>[] = []
    for (let i = 0; i < UPLOADS_PER_ACCOUNT_MAX; i++) sent.push(send('acc_a'))
    await refused('acc_a', 'conflict')
    while (sent.length < STORING_MAX) sent.push(send(`acc_${sent.length}`))
    await refused('acc_b', 'service_unavailable')
    await refused('acc_a', 'conflict')
    for (let i = 0; i < STORING_MAX; i++) sent.push(send(undefined))
    await refused(undefined, 'service_unavailable')
    resolve()
    assert.equal(new Set(await Promise.all(sent)).size, 2 * STORING_MAX)
    for (let i = 0; i < UPLOADS_PER_ACCOUNT_MAX; i++) await send('acc_a')
  })
})
