/** Makes the snapshots of the embedded index: implements the port `IndexWriter` over any company store. */
import { existsSync } from 'node:fs'
import type { CompanyStore } from '../../core/company/company-store.ts'
import type { Clock } from '../../core/ports.ts'
import type { IndexWriter } from '../../core/search/index-writer.ts'
import type { IndexSnapshot } from '../../engine/snapshot.ts'
import { baseSnapshot } from '../../engine/snapshot.ts'
import { buildInTwo, type RunTask } from './build-whole.ts'
import { buildWhole, followStore, hideSuppressed, openSavedIndex, wholeFacts } from './follow-store.ts'
import { saveIndexImage } from './index-image.ts'

/** Shares the build of a large index with other threads. */
export interface BuildThreads {
  isWorthSharing(companies: number): boolean
  /** Starts a task of the build in a thread that opens the same companies. */
  readonly runTask: RunTask
}

/** What the writer of the index works with. */
export interface IndexWriterNeeds {
  readonly store: Pick<CompanyStore, 'lastSequence' | 'changes' | 'findMany' | 'forIndex' | 'suppressions'>
  readonly clock: Clock
  /** Path of the index file. */
  readonly path: string
  readonly buildThreads: BuildThreads
}

/** Creates the writer. All snapshots that are passed to it must be of this adapter. */
export function embeddedIndexWriter({ store, clock, path, buildThreads }: IndexWriterNeeds): IndexWriter {
  return {
    async follow(present: IndexSnapshot | undefined, number) {
      if (present !== undefined) {
        const followed = await followStore(store, present.base, number, clock.nowMs())
        // What was refused is the searched base, and no saved index.
        return followed.kind === 'refused' ? { kind: 'refused', reason: undefined } : followed
      }
      const isSaved = existsSync(path)
      const saved = await openSavedIndex(store, path, clock.nowMs())
      return saved.kind === 'refused' && !isSaved ? { kind: 'refused', reason: undefined } : saved
    },
    async build(number, companies) {
      const nowMs = clock.nowMs()
      if (!buildThreads.isWorthSharing(companies)) return baseSnapshot(await buildWhole(store, number, nowMs))
      return baseSnapshot(
        await buildInTwo(store, await wholeFacts(store, number, nowMs), buildThreads.runTask),
      )
    },
    hideSuppressed: (present: IndexSnapshot, number) => hideSuppressed(store, present, number, clock.nowMs()),
    save: ({ base }: IndexSnapshot) => saveIndexImage(path, base),
  }
}
