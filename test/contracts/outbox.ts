/** The contract of every outbox. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EMAIL_LIFE_MS, type NewEmail } from '../../src/core/notifications/email.ts'
import type { DueEmail, Outbox } from '../../src/core/notifications/outbox.ts'
import { exampleEmail } from '../fixtures/example-emails.ts'

/** An outbox with functions that write e-mails and links. */
export interface OutboxPlace {
  readonly outbox: Outbox
  /** @returns false when there was one for the same matter. */
  write(email: NewEmail): Promise<boolean>
  /** A link that an e-mail may name. */
  link(id: string, expiresAtMs: number): Promise<unknown>
  markUsed(id: string, atMs: number): Promise<unknown>
  remove(): Promise<void>
}

const AT_MS = Date.UTC(2026, 6, 1, 12)
const LINK_LIFE_MS = 30 * 60_000

/** Registers the tests of an outbox. */
export function outboxContract(
  name: string,
  open: () => Promise<OutboxPlace>,
  skip: string | false = false,
): void {
  const holds = (sentence: string, step: (place: OutboxPlace) => Promise<void>) =>
    test(`${name}: ${sentence}`, { skip }, async () => {
      const place = await open()
      try {
        await step(place)
      } finally {
        await place.remove()
      }
    })
  const due = async (outbox: Outbox, nowMs = AT_MS): Promise<DueEmail> => {
    const email = await outbox.due(nowMs)
    assert.ok(email)
    return email
  }
  /** As `due`, and puts the e-mail back: no other sender would get it. */
  const look = async (outbox: Outbox, nowMs = AT_MS): Promise<DueEmail> => {
    const email = await due(outbox, nowMs)
    await outbox.noteUnreachable(email.number, AT_MS, 'ECONNECTION')
    return email
  }

  holds('e-mails are returned as they were written, the oldest first', async ({ outbox, write }) => {
    const first = exampleEmail('new_key', { atMs: AT_MS, language: 'en' })
    await write(exampleEmail('confirm', { atMs: AT_MS + 1 }))
    await write(first)
    const { number, tries, link, ...email } = await due(outbox, AT_MS + 1)
    const { once: _once, account: _account, link: _link, isVoid: _isVoid, ...written } = first
    assert.deepEqual(email, written)
    assert.deepEqual([tries, link], [0, undefined])
    await outbox.settle(number, 'sent', AT_MS + 1, undefined)
    assert.equal((await due(outbox, AT_MS + 1)).kind, 'confirm')
  })

  holds(
    'an e-mail with a link is due before older notices, unless its sending was postponed',
    async ({ outbox, write, link }) => {
      const own = { id: 'lnk_1', expiresAtMs: AT_MS + LINK_LIFE_MS }
      await link(own.id, own.expiresAtMs)
      for (let i = 0; i < 3; i++) await write(exampleEmail('new_key', { atMs: AT_MS - 5 + i }))
      await write(exampleEmail('reset', { atMs: AT_MS, link: own }))
      const first = await due(outbox)
      assert.equal(first.kind, 'reset')
      await outbox.noteUnreachable(first.number, AT_MS, 'ECONNECTION')
      assert.equal((await due(outbox)).kind, 'new_key')
    },
  )

  holds('only one e-mail is written for the same matter', async ({ outbox, write }) => {
    assert.equal(await write(exampleEmail('key_expires_1d', { matter: 'key_1' })), true)
    assert.equal(await write(exampleEmail('key_expires_1d', { matter: 'key_1' })), false)
    assert.equal(await write(exampleEmail('key_expires_14d', { matter: 'key_1' })), true)
    assert.equal((await outbox.counts()).waiting, 2)
  })

  holds('a postponed e-mail is not due before its new time', async ({ outbox, write }) => {
    await write(exampleEmail('confirm', { atMs: AT_MS }))
    assert.equal(await outbox.due(AT_MS - 1), undefined)
    await outbox.postpone((await due(outbox)).number, AT_MS + 60_000, '451')
    assert.equal(await outbox.due(AT_MS + 59_999), undefined)
    assert.equal((await due(outbox, AT_MS + 60_000)).tries, 1)
  })

  holds('a void e-mail is never due and not counted', async ({ outbox, write }) => {
    await write(exampleEmail('reset', { isVoid: true }))
    assert.equal(await outbox.due(AT_MS + EMAIL_LIFE_MS), undefined)
    assert.deepEqual(await outbox.counts(), {
      waiting: 0,
      failed: 0,
      oldestWaitingAtMs: undefined,
      fault: undefined,
    })
  })

  holds('an e-mail that met an unreachable server is due after the others', async ({ outbox, write }) => {
    await write(exampleEmail('confirm', { atMs: AT_MS - 2 }))
    await write(exampleEmail('new_key', { atMs: AT_MS - 1 }))
    const first = await due(outbox)
    await outbox.noteUnreachable(first.number, AT_MS, 'ECONNECTION')
    const second = await due(outbox)
    assert.equal(second.kind, 'new_key')
    assert.equal((await outbox.counts()).fault, 'ECONNECTION')
    await outbox.settle(second.number, 'sent', AT_MS, undefined)
    const again = await due(outbox)
    assert.deepEqual([again.number, again.tries], [first.number, 0])
  })

  holds('an e-mail is returned with its link, which is over when it is used or expired', async (place) => {
    const { outbox, write, link, markUsed } = place
    await link('lnk_1', AT_MS + LINK_LIFE_MS)
    await write(
      exampleEmail('reset', { atMs: AT_MS, link: { id: 'lnk_1', expiresAtMs: AT_MS + LINK_LIFE_MS } }),
    )
    const email = await look(outbox)
    assert.equal(email.expiresAtMs, AT_MS + LINK_LIFE_MS)
    assert.deepEqual([email.link?.id, email.link?.isOver], ['lnk_1', false])
    assert.equal(email.link?.nonce.length, 16)
    assert.equal((await look(outbox, AT_MS + LINK_LIFE_MS - 1)).link?.isOver, false)
    assert.equal((await look(outbox, AT_MS + LINK_LIFE_MS)).link?.isOver, true)
    await markUsed('lnk_1', AT_MS)
    assert.equal((await look(outbox)).link?.isOver, true)
  })

  holds(
    'operators see the number of waiting and failed e-mails, since when, and the fault',
    async ({ outbox, write }) => {
      await write(exampleEmail('confirm', { atMs: AT_MS - 5 }))
      await write(exampleEmail('new_key', { atMs: AT_MS - 4 }))
      await outbox.settle((await due(outbox)).number, 'failed', AT_MS, '550')
      assert.deepEqual(await outbox.counts(), {
        waiting: 1,
        failed: 1,
        oldestWaitingAtMs: AT_MS - 4,
        fault: '550',
      })
      const [failed, ...others] = await outbox.list('failed', 10)
      assert.deepEqual(others, [])
      assert.deepEqual(
        [failed?.kind, failed?.to, failed?.fault, failed?.state],
        ['confirm', 'ida@example.com', '550', 'failed'],
      )
      assert.equal((await outbox.list('waiting', 10)).length, 1)
      assert.equal((await outbox.list('waiting', 0)).length, 0)
    },
  )

  holds(
    'a failed e-mail can be sent again, with all its tries and another 24 hours',
    async ({ outbox, write }) => {
      await write(exampleEmail('new_key', { atMs: AT_MS }))
      const { number, id } = await due(outbox)
      assert.equal(await outbox.again(id, AT_MS), false)
      await outbox.postpone(number, AT_MS, '451')
      await outbox.settle(number, 'failed', AT_MS, '451')
      const laterMs = AT_MS + 3 * EMAIL_LIFE_MS
      assert.equal(await outbox.hasDue(laterMs), false)
      assert.equal(await outbox.again(id, laterMs), true)
      assert.equal(await outbox.hasDue(laterMs), true)
      const email = await due(outbox, laterMs)
      assert.deepEqual([email.number, email.tries, email.expiresAtMs], [number, 0, laterMs + EMAIL_LIFE_MS])
    },
  )

  holds('a failed e-mail whose link has ended stays failed', async ({ outbox, write, link, markUsed }) => {
    for (const [id, goneAtMs] of [
      ['lnk_used', AT_MS + 1],
      ['lnk_late', AT_MS + LINK_LIFE_MS],
    ] as const) {
      await link(id, AT_MS + LINK_LIFE_MS)
      await write(exampleEmail('reset', { atMs: AT_MS, link: { id, expiresAtMs: AT_MS + LINK_LIFE_MS } }))
      const email = await due(outbox)
      await outbox.settle(email.number, 'failed', AT_MS, '550')
      if (id === 'lnk_used') await markUsed(id, AT_MS)
      assert.equal(await outbox.again(email.id, goneAtMs), false)
    }
  })
}
