/** The adapters of the thread that reads lists and runs jobs. */
import { setImmediate } from 'node:timers/promises'
import { openListFolder, partsOfFile } from '../../adapters/lists/list-folder.ts'
import { openCustomerList } from '../../adapters/registers/customer-list.ts'
import { SqlMatchJobStore } from '../../adapters/sql/accounts/match-job-store.ts'
import type { Config } from '../../config/config.ts'
import type { ListFiles } from '../../core/matching/list-files.ts'
import type { MatchJobStore } from '../../core/matching/match-job-store.ts'
import { indexMatcher, type RowMatcher } from '../../core/matching/row-matcher.ts'
import type { Needs } from '../../core/ports.ts'
import { openAccounts } from './accounts.ts'
import { openSandbox } from './sandbox.ts'
import { clock, secrets } from './system.ts'

/** What the thread works with. */
export interface ListThread extends Needs<'clock' | 'secrets'> {
  readonly matchJobs: MatchJobStore
  readonly lists: ListFiles
  /** Matches rows with the sandbox. */
  readonly sandbox: RowMatcher
  close(): Promise<void>
}

/** Opens the adapters; the accounts must be migrated. `folder`: where the files of the thread are. */
export async function openListThread(config: Config, folder: string): Promise<ListThread> {
  const database = await openAccounts(config)
  let sandbox: ReturnType<typeof openSandbox> | undefined
  return {
    clock,
    secrets,
    matchJobs: new SqlMatchJobStore(database),
    lists: {
      ...openListFolder(folder, secrets),
      open: openCustomerList,
      parts: partsOfFile,
    },
    sandbox: {
      match(rows) {
        // Most lists are matched with the register.
        sandbox ??= openSandbox()
        return indexMatcher(sandbox, { concurrency: 1, pause: () => setImmediate() }).match(rows)
      },
    },
    async close() {
      sandbox?.companies.close()
      await database.close()
    },
  }
}
