import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ImportStep } from '../control/views.ts'
import { progressView } from './import-views.ts'
import type { Screen } from './screen.ts'

const COUNTS = {
  ...{ rows: 1200, good: 1200, rejected: 0, created: 0, changed: 0, unchanged: 0, joined: 0, renamed: 0 },
  ...{ moved: 0, withdrawn: 0, deleted: 0, contradicted: 0 },
}

test('progress has a line for all files together and one for the index, with the rate and the time left', () => {
  const shown: string[] = []
  const screen: Screen = {
    ...{ line: assert.fail, message: assert.fail, json: assert.fail },
    progress: (title) => ({
      show: (done, total, words) => shown.push(`${title} ${done}/${total} ${words}`),
      end: () => {},
    }),
  }
  const { step } = progressView(screen)
  const reading = (fileNumber: number, files: number): ImportStep => ({
    ...{ step: 'reading', ...COUNTS, file: `/x/${fileNumber}.csv`, fileNumber, files },
    ...{ bytesDone: 5, bytesTotal: 9, rowsPerS: 600, leftMs: 61_000 },
  })
  step(reading(1, 2))
  step(reading(2, 2))
  step({ step: 'indexing', companies: 1000, done: 0, perS: 0, leftMs: undefined })
  step({ step: 'indexing', companies: 1000, done: 1000, perS: 50, leftMs: 3000 })
  progressView(screen).step(reading(1, 1))
  assert.deepEqual(shown, [
    'Reading 2 files 5/9 1.csv (1 of 2), 1,200 rows, 600/s, 1 min 1 s left',
    'Reading 2 files 5/9 2.csv (2 of 2), 1,200 rows, 600/s, 1 min 1 s left',
    'Building the index of 1,000 companies 0/1000 0 companies read, 0/s',
    'Building the index of 1,000 companies 1000/1000 writing, 50/s, 3 s left',
    '1.csv 5/9 1,200 rows, 600/s, 1 min 1 s left',
  ])
})
