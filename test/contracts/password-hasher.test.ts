/** The contract of the password hasher. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ArgonPasswordHasher, HASHES_MAX, WAITING_MAX } from '../../src/adapters/passwords/password-hasher.ts'
import { Failure } from '../../src/core/failure.ts'

const PASSWORD = 'sieben kleine Zwerge am Fluss'

describe('a password hasher', () => {
  it('stores argon2id with 19 MiB, two passes and one lane, and a salt of its own each time', async () => {
    const hasher = new ArgonPasswordHasher()
    const [one, two] = await Promise.all([hasher.hash(PASSWORD), hasher.hash(PASSWORD)])
    const shape = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/
    assert.match(one, shape)
    assert.match(two, shape)
    assert.notEqual(one, two)
  })

  it('accepts only the right password, in any Unicode form of the same characters', async () => {
    const hasher = new ArgonPasswordHasher()
    const stored = await hasher.hash('grüne Äpfel im Korb')
    assert.equal(await hasher.verify(stored, 'grüne Äpfel im Korb'.normalize('NFD')), true)
    assert.equal(await hasher.verify(stored, 'grüne Äpfel im Korb '), false)
    assert.equal(await hasher.verify(stored, 'Grüne Äpfel im Korb'), false)
    assert.equal(await hasher.verify(stored, ''), false)
  })

  it('takes every byte of a long password into account', async () => {
    const hasher = new ArgonPasswordHasher()
    const long = 'ä'.repeat(255)
    const stored = await hasher.hash(`${long}x`)
    assert.equal(await hasher.verify(stored, `${long}x`), true)
    assert.equal(await hasher.verify(stored, `${long}y`), false)
  })

  it(`runs ${HASHES_MAX} hashes at once, queues ${WAITING_MAX}, and refuses the next until one is done`, async () => {
    const hasher = new ArgonPasswordHasher()
    const stored = await hasher.hash(PASSWORD)
    const running = Array.from({ length: HASHES_MAX + WAITING_MAX }, (_, i) =>
      i % 2 === 0 ? hasher.hash(PASSWORD) : hasher.verify(stored, PASSWORD),
    )
    assert.deepEqual(hasher.load, { running: HASHES_MAX, waiting: WAITING_MAX })
    for (const refused of [hasher.hash(PASSWORD), hasher.verify(stored, PASSWORD)]) {
      await assert.rejects(
        refused,
        (error) =>
          error instanceof Failure && error.code === 'service_unavailable' && error.reason === 'busy_hashing',
      )
    }
    let most = 0
    const watched = running.map((hash) =>
      hash.then((result) => {
        most = Math.max(most, hasher.load.running)
        return result
      }),
    )
    await watched[0]
    const late = hasher.hash(PASSWORD)
    const results = await Promise.all(watched)
    assert.ok(results.every((result) => result === true || String(result).startsWith('$argon2id$')))
    assert.match(await late, /^\$argon2id\$/)
    assert.equal(most, HASHES_MAX)
    assert.deepEqual(hasher.load, { running: 0, waiting: 0 })
  })

  it('continues after a failed hash', async () => {
    const hasher = new ArgonPasswordHasher()
    for (let i = 0; i < HASHES_MAX + 1; i++) await assert.rejects(hasher.verify('no hash', PASSWORD))
    assert.match(await hasher.hash(PASSWORD), /^\$argon2id\$/)
    assert.deepEqual(hasher.load, { running: 0, waiting: 0 })
  })
})
