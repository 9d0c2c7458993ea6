import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { it } from 'node:test'
import { KnownIds } from './known-ids.ts'

const uuid = (n: number): Buffer => createHash('sha1').update(String(n)).digest().subarray(0, 16)

it('knows every uuid that was added, also after it grew, and no other', () => {
  const known = new KnownIds()
  const count = 150_000
  for (let n = 1; n <= count; n++) known.add(uuid(n), n)
  for (let n = 1; n <= count; n++) assert.equal(known.get(uuid(n)), n)
  for (let n = count + 1; n <= count + 1000; n++) assert.equal(known.get(uuid(n)), undefined)
})

it('tells uuids apart that share their slot', () => {
  const known = new KnownIds()
  const near = (n: number): Buffer => Buffer.from(`00000000000000000000000${n}00000000`, 'hex')
  for (let n = 1; n < 10; n++) known.add(near(n), n)
  for (let n = 1; n < 10; n++) assert.equal(known.get(near(n)), n)
  assert.equal(known.get(near(0)), undefined)
})
