/** The match thread: matches rows of lists with the index snapshot that it is given. */
import { workerData } from 'node:worker_threads'
import type { Config } from '../../config/config.ts'
import type { MatchThreadCommands } from '../commands/thread-commands.ts'
import { openMatchThread } from '../compose/match-thread.ts'
import { answerAsThread, stopAnswering } from './thread.ts'

/** What a match thread is started with. */
export interface MatchThreadData {
  readonly config: Config
}

const thread = await openMatchThread((workerData as MatchThreadData).config)

answerAsThread<MatchThreadCommands>({
  publish: ({ snapshot }) => thread.publish(snapshot),
  match: async ({ rows }) => thread.match(rows),
  close: () => {
    thread.close()
    stopAnswering()
  },
})
