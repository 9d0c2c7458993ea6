/**
 * Writes the workbook of a matched list: time, largest memory of the process, and how long the event loop was held up.
 *
 *   node bench/workbook.ts [--rows 100000] [--columns 20]
 */
import { createWriteStream } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { pipeline } from 'node:stream/promises'
import { setImmediate as turn } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { workbookOfLines } from '../src/adapters/lists/workbook.ts'

const KIB = 1024
const NS_A_MS = 1e6
/** Rows of a stored part of a result. */
const PART_ROWS = 100

const { values: options } = parseArgs({
  options: { rows: { type: 'string', default: '100000' }, columns: { type: 'string', default: '20' } },
})
const [rows, columns] = [Number(options.rows), Number(options.columns)]

/** A column of numbers, and texts that differ from row to row. */
async function* lines(): AsyncGenerator<string> {
  yield `${JSON.stringify(Array.from({ length: columns }, (_, i) => `column ${i}`))}\n`
  for (let from = 0; from < rows; from += PART_ROWS) {
    let part = ''
    for (let row = from; row < Math.min(rows, from + PART_ROWS); row++) {
      const cells = Array.from({ length: columns }, (_, i) =>
        i === 0 ? row : `${(row * 7919 * (i + 1)) % 100_003} & Söhne GmbH`,
      )
      part += `${JSON.stringify(cells)}\n`
    }
    yield part
    await turn()
  }
}

const delays = monitorEventLoopDelay({ resolution: 1 })
delays.enable()
const startMs = performance.now()
let bytes = 0
await pipeline(
  workbookOfLines(lines()),
  async function* (parts) {
    for await (const part of parts) {
      bytes += (part as Uint8Array).length
      yield part
    }
  },
  createWriteStream('/dev/null'),
)
console.log({
  ...{ rows, columns },
  seconds: ((performance.now() - startMs) / 1000).toFixed(1),
  megabytes: (bytes / 1e6).toFixed(1),
  peakMib: Math.round(process.resourceUsage().maxRSS / KIB),
  loopDelayMs: { p99: delays.percentile(99) / NS_A_MS, max: delays.max / NS_A_MS },
})
