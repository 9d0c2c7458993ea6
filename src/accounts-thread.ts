/** The accounts thread: signs up, signs in, hashes, sends mail; the only place that knows passwords. */
import { workerData } from 'node:worker_threads'
import { answerAsThread, stopAnswering } from './adapters/system/thread.ts'
import type { Config } from './config.ts'
import type { Site } from './core/accounts/site.ts'

/** What the accounts thread is started with. */
export interface AccountsThreadData {
  readonly config: Config
  readonly site: Site
}

const { config: _config, site: _site } = workerData as AccountsThreadData

answerAsThread({
  open: () => undefined,
  poke: () => undefined,
  close: () => stopAnswering(),
})
