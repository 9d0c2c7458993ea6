/** The output of an import. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectControl } from '../../src/control/control-client.ts'
import { BRIEF, IS_THOROUGH } from '../thorough.ts'
import {
  atEnd,
  ENTRIES,
  importedFolder,
  ONE_THREAD,
  POLL_MS,
  run,
  sampleFile,
  startServer,
  stopWhen,
  temporaryFolder,
} from './program.ts'

/** More than three batches, so that an import can be cut off between them. */
const CUT_ENTRIES = 35_000
const CUT_OFF = /^Stopped\. What was stored is kept; run the same command again to complete the import\.$/m

describe('an import', () => {
  it('without a readable file shows no progress and no result', { skip: BRIEF }, async (test) => {
    const folder = temporaryFolder(test)
    const empty = join(folder, 'empty.jsonl')
    writeFileSync(empty, '')
    const files = [join(folder, 'missing.jsonl'), empty]
    const output = await run(['import', ...files, '--data-dir', join(folder, 'var')])
    assert.equal(output.code, 4)
    assert.equal(output.out, '')
    assert.match(output.err, /^Nothing was imported\.$/m)
    assert.doesNotMatch(output.err, / rows?| %/)
    const again = await run(['import', ...files, '--data-dir', await importedFolder(test)])
    assert.doesNotMatch(again.err, /Building the index| %/)
  })

  it('that changes nothing builds no index, and its output has the singular for one row', async (test) => {
    const folder = temporaryFolder(test)
    const file = join(folder, 'one.jsonl')
    writeFileSync(file, `${readFileSync(ENTRIES, 'utf8').split('\n')[0]}\n`)
    const at = ['--data-dir', join(folder, 'var')]
    const first = await run(['import', file, ...at])
    assert.match(first.err, /^Building the index of 1 company 0 % 0 companies read/m)
    assert.match(first.out, /^1 row read: 1 company new, 0 changed/)
    const second = await run(['import', file, '--json', ...at])
    const steps = second.out.trim().split('\n')
    assert.deepEqual(
      steps.map((line) => JSON.parse(line).step),
      ['reading', 'done'],
    )
  })

  for (const [signal, code, isCompleted] of [
    ['SIGINT', 130, true],
    ['SIGTERM', 143, IS_THOROUGH],
  ] as const) {
    it(`interrupted by ${signal} reports it, ends with ${code}${isCompleted ? ', and is completed by the same command' : ''}`, {
      skip: BRIEF || BRIEF,
    }, async (test) => {
      const dataDir = join(temporaryFolder(test), 'var')
      const file = sampleFile(test, CUT_ENTRIES)
      const cut = await importUntil(test, file, dataDir, signal)
      assert.equal(cut.code, code, cut.err)
      assert.match(cut.err, CUT_OFF)
      assert.equal(cut.out, '')
      const status = await run(['status', '--data-dir', dataDir])
      assert.match(status.out, /^source .*: import not finished, /m)
      if (!isCompleted) return
      const completed = await run(['import', file, '--json', '--data-dir', dataDir])
      const result = JSON.parse(completed.out.trim().split('\n').at(-1)!)
      assert.equal(result.rows, CUT_ENTRIES)
      assert.ok(result.unchanged >= 10_000, 'what was stored before is still there')
      assert.match((await run(['status', '--data-dir', dataDir])).out, /the oldest from \d{4}-\d\d-\d\d/)
    })
  }

  it('in a running server continues after the command is ended', { skip: BRIEF }, async (test) => {
    const dataDir = await importedFolder(test)
    await startServer(test, dataDir, ONE_THREAD)
    const left = await importUntil(test, sampleFile(test, CUT_ENTRIES), dataDir, 'SIGINT')
    assert.equal(left.code, 130)
    assert.match(left.err, /^The server continues the import; see `firmensuche status`\.$/m)
    const control = await connectControl(dataDir, '')
    assert.ok(control)
    atEnd(test, () => control.close())
    while (((await control.send('status', {})).index?.companies ?? 0) < CUT_ENTRIES) await sleep(POLL_MS)
  })
})

/** Imports the file, and sends the signal when something of it is stored. */
function importUntil(test: TestContext, file: string, dataDir: string, signal: 'SIGINT' | 'SIGTERM') {
  return stopWhen(test, ['import', file, '--data-dir', dataDir], /\d rows/, signal)
}
