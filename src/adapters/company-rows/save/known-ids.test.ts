import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { it } from 'node:test'
import { KnownIds } from './known-ids.ts'

function knownIds(uuidOf: (n: number) => Buffer, count: number) {
  const known = new KnownIds()
  for (let n = 1; n <= count; n++) known.add(uuidOf(n), n)
  return { get: (uuid: Buffer) => known.find(uuid, (id) => uuidOf(id).equals(uuid)) }
}

it('contains exactly the uuids that were added, also after it has grown', () => {
  const uuidOf = (n: number): Buffer => createHash('sha1').update(String(n)).digest().subarray(0, 16)
  const count = 150_000
  const known = knownIds(uuidOf, count)
  for (let n = 1; n <= count; n++) assert.equal(known.get(uuidOf(n)), n)
  for (let n = count + 1; n <= count + 1000; n++) assert.equal(known.get(uuidOf(n)), undefined)
})

it('distinguishes uuids with the same start', () => {
  const uuidOf = (n: number): Buffer => Buffer.from(`aabbccdd0000000000000000${n}0000000`, 'hex')
  const known = knownIds(uuidOf, 9)
  for (let n = 1; n <= 9; n++) assert.equal(known.get(uuidOf(n)), n)
  assert.equal(known.get(uuidOf(0)), undefined)
})

it('goes round from the last slot to the first', () => {
  const uuidOf = (n: number): Buffer => Buffer.from(`ffffffff0000000000000000${n}0000000`, 'hex')
  assert.equal(knownIds(uuidOf, 3).get(uuidOf(3)), 3)
})
