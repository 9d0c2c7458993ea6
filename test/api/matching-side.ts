/** What the supervisor and its list thread do, in this thread. */
import { openListFolder, partsOfFile } from '../../src/adapters/lists/list-folder.ts'
import { openCustomerList } from '../../src/adapters/registers/customer-list.ts'
import { SqlMatchJobStore } from '../../src/adapters/sql/accounts/match-job-store.ts'
import { openAccountsDatabase } from '../../src/adapters/sqlite/accounts/accounts-database.ts'
import { systemSecrets } from '../../src/adapters/system/secrets.ts'
import { Failure } from '../../src/core/failure.ts'
import { decideRow } from '../../src/core/matching/decide-row.ts'
import type { ListFiles, Uploads } from '../../src/core/matching/list-files.ts'
import type { ListPreview, PreviewedList } from '../../src/core/matching/list-preview.ts'
import type { MatchOwner, SentList } from '../../src/core/matching/match-job.ts'
import type { MatchJobStore } from '../../src/core/matching/match-job-store.ts'
import { previewMatch } from '../../src/core/matching/preview-match.ts'
import type { NewDecision } from '../../src/core/matching/row-choice.ts'
import { indexMatcher } from '../../src/core/matching/row-matcher.ts'
import { runMatch } from '../../src/core/matching/run-match.ts'
import { startMatch } from '../../src/core/matching/start-match.ts'
import type { Clock, Needs } from '../../src/core/ports.ts'

const NODE = 'test'
const CLAIM_MS = 60_000

/** Jobs over the file of accounts. */
export interface MatchingSide {
  readonly matchJobs: MatchJobStore
  readonly uploads: Uploads
  start(params: { readonly owner: MatchOwner; readonly sent: SentList }): ReturnType<typeof startMatch>
  preview(list: PreviewedList): Promise<ListPreview>
  decide(params: { readonly owner: MatchOwner; readonly decision: NewDecision }): Promise<void>
  remove(owner: MatchOwner, id: string): Promise<void>
  /** Runs all queued jobs. */
  runAll(): Promise<void>
  close(): Promise<void>
}

/** Opens the jobs. `index` and `tests`: what live and test keys search. */
export function openMatchingSide(
  accountsPath: string,
  folder: string,
  clock: Clock,
  { index, tests }: { readonly index: Needs<'index'>; readonly tests: Needs<'index'> },
): MatchingSide {
  const database = openAccountsDatabase(accountsPath, clock.nowMs())
  const matchJobs = new SqlMatchJobStore(database)
  const uploads = openListFolder(folder, systemSecrets)
  const lists: ListFiles = { ...uploads, open: openCustomerList, parts: partsOfFile }
  const needs = { matchJobs, lists, clock, secrets: systemSecrets }
  const claim = () => ({ node: NODE, untilMs: clock.nowMs() + CLAIM_MS })
  return {
    matchJobs,
    uploads,
    start: ({ owner, sent }) => startMatch(needs, owner, sent),
    preview: (list) => previewMatch({ lists }, list),
    decide: ({ owner, decision }) => decideRow({ matchJobs, clock }, owner, decision),
    async remove(owner, id) {
      if (!(await matchJobs.remove(owner, id))) throw new Failure('not_found', 'There is no such job.')
    },
    async runAll() {
      for (;;) {
        const job = await matchJobs.claim(claim(), clock.nowMs())
        if (job === undefined) return
        const matcher = indexMatcher(job.isTest ? tests : index, { concurrency: 1 })
        const { signal } = new AbortController()
        await runMatch({ ...needs, matcher }, job, { node: NODE, signal, partsAtOnce: 1, stored: () => {} })
      }
    },
    close: () => database.close(),
  }
}
