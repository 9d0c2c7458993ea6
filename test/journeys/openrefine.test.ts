// Thorough: a browser beside test/api/reconcile.test.ts, which checks the protocol.
/** What OpenRefine does in the browser: it reads the service from another origin and shows previews in a frame. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PREVIEW_HEIGHT, PREVIEW_WIDTH } from '../../src/http/reconcile/manifest.ts'
import { axeFindings } from './axe.ts'
import { NO_BROWSER, openPage } from './browser.ts'
import { openInFrame } from './framed.ts'
import { importedFolder, makeKey, ONE_THREAD, startServer } from './program.ts'

test('a page of another origin reads the service and shows a preview in a frame', {
  skip: NO_BROWSER,
}, async (t) => {
  const folder = await importedFolder(t)
  const { url, complained } = await startServer(t, folder, { ...ONE_THREAD, LOG_LEVEL: 'info' })
  const { key } = await makeKey(folder, ['--scopes', 'reconcile'])
  const service = `${url}/api/v1/reconcile/${key}`
  const found = await (await fetch(`${service}/suggest/entity?prefix=Adler`)).json()
  const { id, name } = (found as { result: { id: string; name: string }[] }).result[0]!
  const { page } = await openPage(t, { locale: 'en-GB' })
  const size = { width: PREVIEW_WIDTH, height: PREVIEW_HEIGHT }
  const frame = await openInFrame(t, page, `${service}/preview/${id}`, size)
  await frame.getByRole('heading', { name }).waitFor()
  await frame.getByText('Legal form').waitFor()
  const box = await frame.locator('main').boundingBox()
  assert.ok(box !== null && box.height <= PREVIEW_HEIGHT, `${box?.height} px high`)

  const read = await page.evaluate(
    `(async () => {
      const manifest = await (await fetch('${service}')).json()
      const { service_url, service_path } = manifest.suggest.entity
      const suggested = await (await fetch(service_url + service_path + '?prefix=Adler')).json()
      const form = new URLSearchParams({ queries: JSON.stringify({ q0: { query: 'Adler' } }) })
      const answered = await (await fetch('${service}', { method: 'POST', body: form })).json()
      return [manifest.versions[0], suggested.result[0].id, answered.q0.result.length > 0]
    })()`,
  )
  assert.deepEqual(read, ['0.2', id, true])

  await page.goto(`${service}/preview/${id}`)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    assert.deepEqual(await axeFindings(page), [])
  }
  assert.match(complained(), /"route":"previewReconciledCompany"/)
  assert.ok(!complained().includes(key.slice(12)), 'the log contains the key')
})
