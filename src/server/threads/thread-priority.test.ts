import assert from 'node:assert/strict'
import { once } from 'node:events'
import { getPriority } from 'node:os'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'

test('a background thread has a lower priority than the other threads of the process', async (context) => {
  if (process.platform !== 'linux') return context.skip('only Linux knows the priority of a thread')
  const before = getPriority(process.pid)
  const source = `import(${JSON.stringify(import.meta.resolve('./thread-priority.ts'))}).then(({ workInBackground }) => {
    workInBackground()
    const thread = Number(require('node:fs').readlinkSync('/proc/thread-self').split('/').at(-1))
    require('node:worker_threads').parentPort.postMessage(require('node:os').getPriority(thread))
  })`
  const worker = new Worker(source, { eval: true })
  const [ofThread] = (await once(worker, 'message')) as [number]
  assert.ok(ofThread > before, `${ofThread} against ${before}`)
  assert.equal(getPriority(process.pid), before)
  await worker.terminate()
})
