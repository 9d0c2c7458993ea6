import assert from 'node:assert/strict'
import { test } from 'node:test'
import { madeOnce } from './docs-routes.ts'

test('a page that failed to render is rendered again on the next request, and a rendered page is reused', async () => {
  let asked = 0
  const page = madeOnce(async () => {
    if (++asked < 3) throw new Error('no file to be had')
    return asked
  })
  await assert.rejects(page(), /no file/)
  await assert.rejects(page(), /no file/)
  assert.equal(await page(), 3)
  assert.equal(await page(), 3)
})
