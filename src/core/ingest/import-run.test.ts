import assert from 'node:assert/strict'
import { test } from 'node:test'
import { handClock } from '../../../test/api/hand-clock.ts'
import { FileFault } from './entry-source.ts'
import { ImportRun } from './import-run.ts'

test('the progress and the time left are those of all files of all paths, by their bytes on the disk', async () => {
  const clock = handClock()
  const run = new ImportRun(clock)
  const folders: Record<string, readonly { path: string; bytes: number }[]> = {
    one: [{ path: 'one/a', bytes: 100 }],
    two: [
      { path: 'two/b', bytes: 700 },
      { path: 'two/c', bytes: 200 },
    ],
  }
  const filesOf = async (path: string) => {
    const place = { file: path, line: 0, byte: 0 }
    return folders[path] ?? assert.fail(new FileFault({ ...place, reason: 'folder', sentence: 'empty' }))
  }
  assert.deepEqual(await run.filesOf({ filesOf }, ['one', 'none', 'two']), ['one/a', 'two/b', 'two/c'])
  assert.equal(run.faults.length, 1, 'a folder without files stops nothing')
  const shown = (at: ReturnType<typeof run.nextFile>, bytesDone: number, bytesTotal: number) => {
    clock.pass(1000)
    const {
      file,
      fileNumber,
      files,
      bytesDone: done,
      bytesTotal: total,
      leftMs,
    } = at({ bytesDone, bytesTotal })
    return [file, fileNumber, files, done, total, leftMs]
  }
  // A reader may count what it has unpacked.
  assert.deepEqual(shown(run.nextFile(), 1000, 1000), ['one/a', 1, 3, 100, 1000, 9000])
  const second = run.nextFile()
  assert.deepEqual(shown(second, 0, 0), ['two/b', 2, 3, 800, 1000, 500], 'a file that cannot be read is done')
  assert.deepEqual(shown(second, 50, 100), ['two/b', 2, 3, 450, 1000, 3667])
  assert.deepEqual(shown(run.nextFile(), 7, 7), ['two/c', 3, 3, 1000, 1000, 0])
})
