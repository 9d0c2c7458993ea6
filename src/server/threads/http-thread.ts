/** The HTTP thread: answers requests with the index snapshot that the supervisor publishes to it. */
import { workerData } from 'node:worker_threads'
import type { HttpThreadCommands } from '../commands/thread-commands.ts'
import { buildHttpThread, type HttpThreadData } from '../compose/http-thread.ts'
import { answerAsThread, sendToParent, stopAnswering } from './thread.ts'

const thread = await buildHttpThread(workerData as HttpThreadData, sendToParent)

answerAsThread<HttpThreadCommands>({
  listen: async ({ port, isShared }) => {
    await thread.listen(port, isShared)
  },
  publish: ({ snapshot }) => thread.publish(snapshot),
  drain: () => thread.drain(),
  close: async () => {
    await thread.close()
    stopAnswering()
  },
})
