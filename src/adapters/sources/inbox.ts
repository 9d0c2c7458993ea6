/** Watched folders: files that appear in them are imported and then moved to a folder beside. */
import { chmodSync, lstatSync, mkdirSync, readdirSync, renameSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Clock } from '../../core/ports.ts'
import { STABLE_MS } from '../../core/sources/source-files.ts'
import { createFileWith } from '../system/private-file.ts'

const FOLDER_MODE = 0o700
/** Names of files that another program is still writing, as rsync, curl and browsers name them. */
const UNFINISHED = /^\.|\.(part|tmp|crdownload)$|~$/
const FOLDERS = { good: 'done', failed: 'failed' } as const

/** A file as it was seen. */
interface Seen {
  readonly size: number
  readonly changedAtMs: number
  /** When it was first seen like this, on the monotonic clock. */
  readonly sinceNs: bigint
}

/** The watched folders below one folder, each named after its source. */
export class Inboxes {
  readonly #folder: string
  readonly #clock: Clock
  readonly #seen = new Map<string, Seen>()
  /** Files that are imported but could not be moved. */
  readonly #settled = new Map<string, Seen>()

  constructor(folder: string, clock: Clock) {
    this.#folder = folder
    this.#clock = clock
  }

  /** Returns the path of a source's folder. */
  path(id: string): string {
    return join(this.#folder, id)
  }

  /** Creates the folders of a source and returns its path. */
  open(id: string): string {
    const folder = this.path(id)
    for (const name of Object.values(FOLDERS)) {
      mkdirSync(join(folder, name), { recursive: true, mode: FOLDER_MODE })
    }
    chmodSync(folder, FOLDER_MODE)
    return folder
  }

  /**
   * Returns the files of a folder, the oldest first; links, folders and unfinished files are left out. With
   * `onlyStable` only those that have not changed for `STABLE_MS` since they were first seen.
   */
  files(id: string, onlyStable: boolean): readonly string[] {
    const folder = this.open(id)
    const names = readdirSync(folder).filter((name) => !UNFINISHED.test(name))
    const found = names.flatMap((name) => this.#look(join(folder, name)))
    this.#forgetMissing(folder, new Set(found.map(({ path }) => path)))
    const ready = found.filter(({ path, seen }) => !this.#isSettled(path, seen))
    const stable = onlyStable ? ready.filter(({ seen }) => this.#isStable(seen)) : ready
    const order = stable.toSorted(
      (a, b) => a.seen.changedAtMs - b.seen.changedAtMs || (a.path < b.path ? -1 : 1),
    )
    return order.map(({ path }) => path)
  }

  /**
   * Moves an imported file to `done` or `failed`, under its name with the time before it, and writes the
   * report beside it. A file that cannot be moved is not returned again by this process.
   *
   * @throws the error of the file system.
   */
  settle(id: string, path: string, isGood: boolean, report: object): void {
    const seen = this.#seen.get(path)
    if (seen !== undefined) this.#settled.set(path, seen)
    const time = new Date(this.#clock.nowMs()).toISOString().replaceAll(/[-:.]/g, '')
    const folder = join(this.open(id), FOLDERS[isGood ? 'good' : 'failed'])
    const moved = join(folder, `${time}-${basename(path)}`)
    renameSync(path, moved)
    createFileWith(`${moved}.report.json`, `${JSON.stringify(report)}\n`)
  }

  #look(path: string): readonly { readonly path: string; readonly seen: Seen }[] {
    const stats = lstatSync(path, { throwIfNoEntry: false })
    if (stats === undefined || !stats.isFile()) return []
    const before = this.#seen.get(path)
    const isSame = before?.size === stats.size && before.changedAtMs === stats.mtimeMs
    const seen = isSame
      ? before
      : { size: stats.size, changedAtMs: stats.mtimeMs, sinceNs: this.#clock.monotonicNs() }
    this.#seen.set(path, seen)
    return [{ path, seen }]
  }

  #isStable({ sinceNs }: Seen): boolean {
    return this.#clock.monotonicNs() - sinceNs >= BigInt(STABLE_MS) * 1_000_000n
  }

  #isSettled(path: string, seen: Seen): boolean {
    const settled = this.#settled.get(path)
    return settled?.size === seen.size && settled.changedAtMs === seen.changedAtMs
  }

  #forgetMissing(folder: string, present: ReadonlySet<string>): void {
    for (const map of [this.#seen, this.#settled]) {
      for (const path of map.keys()) {
        if (join(path, '..') === folder && !present.has(path)) map.delete(path)
      }
    }
  }
}
