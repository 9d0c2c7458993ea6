import assert from 'node:assert/strict'
import {
  closeSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createFileWith, openOwnFile, touchFile } from './private-file.ts'

test('a file is created in place of a link or of another file, with access for its owner only', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'private-file-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const [path, mine] = [join(folder, 'a'), join(folder, 'mine')]
  writeFileSync(mine, 'mine', { mode: 0o644 })
  for (const put of [() => symlinkSync(mine, path), () => writeFileSync(path, 'old', { mode: 0o666 })]) {
    put()
    createFileWith(path, 'new')
    assert.equal(readFileSync(path, 'utf8'), 'new')
    assert.equal(statSync(path).mode & 0o777, 0o600)
    rmSync(path)
  }
  symlinkSync(mine, path)
  assert.throws(() => touchFile(path), { code: 'ELOOP' })
  for (const other of [path, '/dev/null']) assert.throws(() => openOwnFile(other), /is a link, or not a file/)
  closeSync(openOwnFile(mine))
  assert.equal(readFileSync(mine, 'utf8'), 'mine')
})

/** What writes to a file of this name whatever it is: not with `wx`, which refuses links, or to a file that is open. */
const WRITES =
  /\b(?:writeFileSync|appendFileSync|copyFileSync|createWriteStream)\(|\bopen(?:Sync)?\([^)]*, '[wa]/
const REFUSES_LINKS = /'wx\+?'|\bfd\b|\(file, |file\.createWriteStream/
/** Files that may write so, and why. */
const MAY_WRITE: Readonly<Record<string, string>> = {
  'adapters/registers/files/reject-file.ts':
    'the file that the option --rejects names: as with the > of a shell',
  'adapters/registers/files/database-file.ts': 'in a folder of its own with a random name',
  'adapters/system/secret-file.ts': 'with wx, which refuses links, under a random name',
  'adapters/sqlite/database/open-database.ts': 'a database may be a link to another disk',
}

test('every file is opened for writing as this module does, or under a name that nobody can foretell', () => {
  const src = new URL('../..', import.meta.url).pathname
  const files = globSync('**/*.ts', { cwd: src }).filter((name) => !name.endsWith('.test.ts'))
  const writing = files.filter((name) => {
    const calls = readFileSync(join(src, name), 'utf8').split('\n')
    return calls.some((line) => WRITES.test(line) && !REFUSES_LINKS.test(line) && !line.includes('import '))
  })
  assert.deepEqual(writing.toSorted(), Object.keys(MAY_WRITE).toSorted())
})
