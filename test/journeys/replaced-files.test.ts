// Thorough: databases that are replaced under running servers.
/**
 * A database that is deleted or replaced under a running server: no change that would be lost is
 * acknowledged.
 */
import assert from 'node:assert/strict'
import { copyFileSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { connectControl } from '../../src/control/control-client.ts'
import { Member, PASSWORD } from './member.ts'
import { ENTRIES, importedFolder, makeKey, run, sampleFile, search, startServer } from './program.ts'

const UUID = '827c533d-cf83-5107-b344-240c7ad047b0'

describe('a database under a running server', () => {
  it('that is deleted or replaced accepts no import, no key and no suppression, and the doctor reports it', async (test) => {
    const dataDir = await importedFolder(test)
    const server = await startServer(test, dataDir)
    const { key } = await makeKey(dataDir)
    const changes = [
      ['import', ENTRIES],
      ['keys', 'create', '--name', 'x'],
      ['suppress', UUID, '--reason', 'x'],
    ]
    for (const name of ['companies.sqlite', 'accounts.sqlite']) {
      const path = join(dataDir, name)
      renameSync(path, `${path}.away`)
      const sentence = `${path} was deleted or moved away while the server was running. `
      for (const args of changes) await refuses([...args, '--data-dir', dataDir], sentence)
      assert.ok(!existsSync(path), 'a new file was made')
      const doctor = await run(['doctor', '--data-dir', dataDir])
      assert.equal(doctor.code, 1)
      assert.ok(new RegExp(`^fail +server +${sentence}`, 'm').test(doctor.out), doctor.out)
      assert.match((await run(['status', '--data-dir', dataDir])).out, /^fault .* was deleted/m)

      copyFileSync(`${path}.away`, path)
      const copy = readFileSync(path)
      for (const args of changes) {
        await refuses([...args, '--data-dir', dataDir], `${path} was replaced by another file while `)
      }
      assert.deepEqual(readFileSync(path), copy)
      const asked = { email: 'ida@example.org', password: PASSWORD, name: '' }
      assert.equal((await new Member(server.url).post('/auth/sign-up', asked)).status, 503)
      assert.equal((await search(server.url, key, { name: 'Adler' })).status, 200)

      renameSync(`${path}.away`, path)
      const imported = await run(['import', ENTRIES, '--data-dir', dataDir])
      assert.equal(imported.code, 0, imported.err)
    }
  })

  it('that is deleted while an import runs does not acknowledge it', async (test) => {
    const dataDir = await importedFolder(test)
    await startServer(test, dataDir)
    const importing = run(['import', sampleFile(test, 60_000), '--data-dir', dataDir])
    await companiesGrow(dataDir)
    rmSync(join(dataDir, 'companies.sqlite'))
    const { code, out, err } = await importing
    assert.equal(code, 6, out)
    assert.match(err, /companies\.sqlite was deleted or moved away while the server was running/)
  })
})

async function refuses(args: readonly string[], sentence: string): Promise<void> {
  const { code, out, err } = await run(args)
  assert.deepEqual([code, out], [6, ''], `${args.join(' ')}: ${err}`)
  assert.ok(err.startsWith(sentence), err)
}

async function companiesGrow(dataDir: string): Promise<void> {
  const control = await connectControl(dataDir, '')
  assert.ok(control)
  const count = async () => (await control.send('status', {})).companies
  const before = await count()
  while ((await count()) === before);
  control.close()
}
