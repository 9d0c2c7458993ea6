import assert from 'node:assert/strict'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { STABLE_MS } from '../../core/sources/source-files.ts'
import { Inboxes } from './inbox.ts'

const NOW_MS = Date.parse('2026-11-23T15:30:00.123Z')
const STABLE_NS = BigInt(STABLE_MS) * 1_000_000n

function inboxOf(t: TestContext) {
  const parent = mkdtempSync(join(tmpdir(), 'inbox-'))
  t.after(() => rmSync(parent, { recursive: true }))
  const time = { ns: 0n }
  const clock = { nowMs: () => NOW_MS, monotonicNs: () => time.ns }
  const restart = () => new Inboxes(parent, clock)
  const inboxes = restart()
  const folder = inboxes.open('a')
  const names = (of: Inboxes, onlyStable = true) => of.files('a', onlyStable).map((path) => basename(path))
  return { inboxes, folder, time, names, restart }
}

test('a file is returned when its size and time of change have been the same for STABLE_MS, and not earlier', (t) => {
  const { inboxes, folder, time, names } = inboxOf(t)
  const path = join(folder, 'a.jsonl')
  writeFileSync(path, '1')
  assert.deepEqual(names(inboxes), [])
  time.ns = STABLE_NS - 1n
  assert.deepEqual(names(inboxes), [])
  writeFileSync(path, '12')
  time.ns = STABLE_NS
  assert.deepEqual(names(inboxes), [], 'the size changed')
  utimesSync(path, 1, 1)
  time.ns = 2n * STABLE_NS
  assert.deepEqual(names(inboxes), [], 'the time changed')
  time.ns = 3n * STABLE_NS - 1n
  assert.deepEqual(names(inboxes), [])
  time.ns = 3n * STABLE_NS
  assert.deepEqual(names(inboxes), ['a.jsonl'])
})

test('a file with an old time of change, as rsync keeps it, is not taken at once', (t) => {
  const { inboxes, folder, names } = inboxOf(t)
  writeFileSync(join(folder, 'a.jsonl'), '1')
  utimesSync(join(folder, 'a.jsonl'), 1, 1)
  assert.deepEqual(names(inboxes), [])
  assert.deepEqual(names(inboxes, false), ['a.jsonl'], 'a command takes it')
})

test('files come in the order of their time of change, then of their name', (t) => {
  const { inboxes, folder, names } = inboxOf(t)
  for (const [name, at] of [
    ['c', 1],
    ['b', 2],
    ['a', 2],
  ] as const) {
    writeFileSync(join(folder, name), '')
    utimesSync(join(folder, name), at, at)
  }
  assert.deepEqual(names(inboxes, false), ['c', 'a', 'b'])
})

test('links, folders, hidden and unfinished files are left alone', (t) => {
  const { inboxes, folder, names } = inboxOf(t)
  for (const name of ['.a', 'a.part', 'a.tmp', 'a.crdownload', 'a~']) writeFileSync(join(folder, name), '')
  mkdirSync(join(folder, 'sub'))
  symlinkSync('/etc/passwd', join(folder, 'link'))
  assert.deepEqual(names(inboxes, false), [])
  renameSync(join(folder, 'a.part'), join(folder, 'a'))
  assert.deepEqual(names(inboxes, false), ['a'])
})

test('an imported file is moved with its report and never returned again, also after a restart', (t) => {
  const { inboxes, folder, names, restart } = inboxOf(t)
  for (const [name, isGood] of [
    ['good', true],
    ['bad', false],
  ] as const) {
    writeFileSync(join(folder, name), name)
    inboxes.settle('a', join(folder, name), isGood, { rows: 1 })
  }
  const stamp = '20261123T153000123Z'
  assert.deepEqual(readdirSync(join(folder, 'done')), [`${stamp}-good`, `${stamp}-good.report.json`])
  assert.deepEqual(readdirSync(join(folder, 'failed')), [`${stamp}-bad`, `${stamp}-bad.report.json`])
  assert.deepEqual(JSON.parse(readFileSync(join(folder, 'done', `${stamp}-good.report.json`), 'utf8')), {
    rows: 1,
  })
  assert.deepEqual(names(inboxes, false), [])
  assert.deepEqual(names(restart(), false), [])
})

test('a file that could not be moved is not returned again until it changes', (t) => {
  const { inboxes, folder, names } = inboxOf(t)
  const path = join(folder, 'a')
  writeFileSync(path, '1')
  assert.deepEqual(names(inboxes, false), ['a'])
  rmSync(join(folder, 'done'), { recursive: true })
  writeFileSync(join(folder, 'done'), 'a file where the folder must be')
  assert.throws(() => inboxes.settle('a', path, true, {}))
  rmSync(join(folder, 'done'))
  assert.ok(existsSync(path))
  assert.deepEqual(names(inboxes, false), [])
  writeFileSync(path, '12')
  assert.deepEqual(names(inboxes, false), ['a'])
})
