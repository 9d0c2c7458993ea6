/** The HTTP thread: answers requests with the index snapshot that the supervisor publishes to it. */
import { workerData } from 'node:worker_threads'
import type { Ask } from '../../core/commands.ts'
import type { PublishedIndex } from '../../core/search/published-index.ts'
import { buildHttpThread, type HttpThreadData } from '../compose/http-thread.ts'
import { answerAsThread, askParent, stopAnswering } from './thread.ts'

const thread = buildHttpThread(workerData as HttpThreadData, askParent as Ask)

answerAsThread({
  listen: ({ port, isShared }: { port: number; isShared: boolean }) =>
    thread.listen(port, isShared).then(() => port),
  publish: ({ snapshot }: { snapshot: PublishedIndex }) => thread.publish(snapshot),
  close: async () => {
    await thread.close()
    stopAnswering()
  },
})
