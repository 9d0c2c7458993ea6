/** A page of another origin that shows a page in a frame, as OpenRefine does. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FrameLocator, Page } from 'playwright-core'
import { atEnd, type Lifetime } from './program.ts'

/** Opens such a page, with a frame of this size; without scripts in it, as in OpenRefine. */
export async function openInFrame(
  test: Lifetime,
  page: Page,
  address: string,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<FrameLocator> {
  const html = `<!doctype html><html lang="en"><title>A project</title><body style="margin:0">
<iframe sandbox="" title="Preview" style="border:0;width:${width}px;height:${height}px" src="${address}"></iframe>`
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end(html)
  }).listen(0, '127.0.0.1')
  atEnd(test, () => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  return page.frameLocator('iframe')
}
