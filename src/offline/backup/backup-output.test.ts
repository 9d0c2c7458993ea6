import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { Failure } from '../../core/failure.ts'
import { leftOutputs, withOutput } from './backup-output.ts'

const writing = (text: string, between?: () => unknown) => async (output: Writable) => {
  await between?.()
  await pipeline(Readable.from([text]), output)
}
const isConflict = (error: unknown) =>
  error instanceof Failure && error.code === 'conflict' && /exists already/.test(error.message)

describe('the file of a backup', () => {
  let folder: string
  let path: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'output-'))
    path = join(folder, 'a.fsb')
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('has its name when it is complete, for its owner only, and nothing else is left', async () => {
    await withOutput(
      { path, isForced: false },
      writing('whole', () => assert.equal(readdirSync(folder).includes('a.fsb'), false)),
    )
    assert.deepEqual(readdirSync(folder), ['a.fsb'])
    assert.equal(readFileSync(path, 'utf8'), 'whole')
    assert.equal(statSync(path).mode & 0o777, 0o600)
  })

  it('does not replace one that appears while it is written, unless that was asked for', async () => {
    const appears = () => writeFileSync(path, 'mine')
    await assert.rejects(withOutput({ path, isForced: false }, writing('whole', appears)), isConflict)
    assert.equal(readFileSync(path, 'utf8'), 'mine')
    assert.deepEqual(readdirSync(folder), ['a.fsb'])
    await withOutput({ path, isForced: true }, writing('whole', appears))
    assert.equal(readFileSync(path, 'utf8'), 'whole')
    assert.deepEqual(readdirSync(folder), ['a.fsb'])
  })

  it('is one of them if several are written at the same time, and never parts of two', async () => {
    const texts = ['a', 'b', 'c'].map((letter) => letter.repeat(1000))
    const { promise: allBegan, resolve } = Promise.withResolvers<void>()
    let begun = 0
    const began = () => {
      if (++begun === texts.length) resolve()
      return allBegan
    }
    const made = await Promise.allSettled(
      texts.map((text) => withOutput({ path, isForced: false }, writing(text, began))),
    )
    const refused = made.filter((one) => one.status === 'rejected')
    assert.equal(refused.length, 2)
    for (const { reason } of refused) assert.ok(isConflict(reason), String(reason))
    assert.equal(readFileSync(path, 'utf8'), texts[made.findIndex(({ status }) => status === 'fulfilled')])
    assert.deepEqual(readdirSync(folder), ['a.fsb'])
  })

  it('is not written, and an old one is kept, if something fails', async () => {
    writeFileSync(path, 'old')
    const fails = async () => Promise.reject(new Error('no more'))
    await assert.rejects(withOutput({ path, isForced: true }, fails), /no more/)
    assert.deepEqual(readdirSync(folder), ['a.fsb'])
    assert.equal(readFileSync(path, 'utf8'), 'old')
  })

  it('tells what interrupted backups of the same name left', async () => {
    const own = ['a.fsb.0123456789.partial', 'a.fsb.partial']
    for (const name of [...own, 'b.fsb.0123456789.partial', 'a.fsb.2.partial.gz', 'a.fsb'])
      writeFileSync(join(folder, name), '')
    assert.deepEqual(
      leftOutputs(path).toSorted(),
      own.map((name) => join(folder, name)),
    )
    assert.deepEqual(leftOutputs(undefined), [])
  })
})
