import assert from 'node:assert/strict'
import { readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { syncFolder } from './sync-folder.ts'

/** Linux opens this folder, and does not sync it. */
const UNSYNCED = '/proc'
const OPENED = '/proc/self/fd'
const skip = process.platform !== 'linux' && 'needs /proc'

test('a folder that cannot be synced does not stay open', { skip }, () => {
  assert.throws(() => syncFolder(UNSYNCED), { syscall: 'fsync', code: 'EINVAL' })
  assert.deepEqual(
    readdirSync(OPENED).filter((opened) => targetOf(opened) === UNSYNCED),
    [],
  )
})

/** Returns what is opened; `undefined`: it was closed since. */
function targetOf(opened: string): string | undefined {
  try {
    return readlinkSync(join(OPENED, opened))
  } catch {
    return undefined
  }
}
