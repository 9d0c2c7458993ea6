/** Matched rows on standard output, which nothing continues. */
import { once } from 'node:events'
import type { Writable } from 'node:stream'
import type { LineFormat } from '../../core/matching/row-lines.ts'
import type { OpenOutput } from './output-file.ts'

/** Opens a stream, and waits where its reader is slower. The owner of the stream listens for its errors. */
export function openOutputStream(stream: Writable, format: LineFormat): OpenOutput {
  const add = async (text: string) => {
    if (!stream.write(text) && !stream.destroyed) await once(stream, 'drain')
  }
  let [isStarted, rowsDone] = [false, 0]
  const start = async () => {
    if (!isStarted) await add(format.start)
    isStarted = true
  }
  return {
    get rowsDone() {
      return rowsDone
    },
    async write(rows) {
      await start()
      await add(rows.map(format.lineOf).join(''))
      rowsDone += rows.length
    },
    finish: start,
    close: () => {},
  }
}
