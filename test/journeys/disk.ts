/** Disks of a test's own: small ones that fill, and ones that are read-only. */
import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { atEnd, temporaryFolder } from './program.ts'

/** A disk in memory, gone after the test. `undefined`, and the test is skipped, where this user may not mount one. */
export function ownDisk(test: TestContext, bytes: number): string | undefined {
  const place = join(temporaryFolder(test), 'disk')
  mkdirSync(place)
  if (!mount('-t', 'tmpfs', '-o', `size=${bytes},mode=0700`, 'tmpfs', place)) {
    test.skip('only root can mount a disk for a test')
    return undefined
  }
  atEnd(test, () => spawnSync('umount', ['-l', place]))
  return place
}

/** Gives an own disk more room. */
export function growDisk(disk: string, bytes: number): void {
  if (!mount('-o', `remount,size=${bytes}`, disk)) throw new Error(`${disk} does not grow`)
}

/** From now on nothing on the disk can be opened for writing; files that are open stay as they are. */
export function makeReadOnly(test: TestContext, disk: string): void {
  const isDone = mount('--bind', disk, disk) && mount('-o', 'remount,bind,ro', disk)
  if (!isDone) throw new Error(`${disk} cannot be made read-only`)
  atEnd(test, () => spawnSync('umount', ['-l', disk]))
}

function mount(...options: readonly string[]): boolean {
  return spawnSync('mount', options).status === 0
}
