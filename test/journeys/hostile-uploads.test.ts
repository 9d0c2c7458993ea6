/** Hostile lists of five accounts at once, on a real server: another account's list is matched, and the memory stays bounded. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOSTILE_FILES } from '../fixtures/hostile-files.ts'
import { addAccounts, sendHostileLists } from '../fixtures/hostile-uploads.ts'
import { IS_LONG, someOf } from '../thorough.ts'
import { importedFolder, makeKey, ONE_THREAD, startServer, wholeFile } from './program.ts'

/** Most memory of a server above that before the lists came, in MiB. */
const MEMORY_MIB_MAX = 512
const SCOPE = ['--scopes', 'companies:search:deep', '--limit', '1000000/60s']
/** The file system that tells the memory of a process. */
const skip = process.platform === 'linux' ? false : 'only Linux tells the memory of a process'

const file = wholeFile()

test('hostile lists of five accounts at once end, and another account has its list matched beside them', {
  skip,
}, async (t) => {
  const folder = await importedFolder(file)
  await makeKey(folder)
  const senders = addAccounts(folder)
  const made = await Promise.all(senders.map((email) => makeKey(folder, ['--account', email, ...SCOPE])))
  const keys = made.map(({ key }) => key)
  const server = await startServer(file, folder, ONE_THREAD)
  const all = HOSTILE_FILES.filter(({ isList }) => isList)
  // Beside other work each takes ten seconds; `bench/hostile-uploads.ts` sends all, too.
  const lists = IS_LONG ? all : all.filter((_, i) => i % 3 === 0)
  for (const { name, bytes } of someOf(lists, 1)) {
    await t.test(name, async () => {
      const { statuses, other, memoryMiB } = await sendHostileLists(server, keys, bytes())
      assert.equal(other, 'done')
      for (const status of statuses) assert.ok([202, 400, 413].includes(status), `answered with ${status}`)
      assert.ok(memoryMiB < MEMORY_MIB_MAX, `${Math.round(memoryMiB)} MiB`)
    })
  }
})
