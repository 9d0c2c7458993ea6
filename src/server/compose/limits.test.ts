import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'

/** Opens the limiter of the settings in a process of its own; returns whether the client of Redis was loaded. */
async function isClientLoaded(redisUrl: string): Promise<boolean> {
  const program = `
    const { createRequire } = await import('node:module')
    const { openLimits } = await import(${JSON.stringify(new URL('limits.ts', import.meta.url).href)})
    const { createSharedBlock } = await import(${JSON.stringify(
      new URL('../../adapters/shared-memory/shared-block.ts', import.meta.url).href,
    )})
    const block = createSharedBlock({ keysMax: 8, metersMax: 24, addressesMax: 8 }, 1)
    const limits = await openLimits({ redisUrl: ${JSON.stringify(redisUrl)} }, block, 2, console)
    limits.close()
    const loaded = Object.keys(createRequire(import.meta.url).cache)
    console.log(loaded.some((path) => path.includes('@redis')))`
  const options = { cwd: import.meta.dirname }
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', program],
    options,
  )
  return JSON.parse(stdout)
}

test('the client of Redis is loaded only with REDIS_URL', async () => {
  assert.equal(await isClientLoaded(''), false)
  assert.equal(await isClientLoaded('redis://127.0.0.1:1'), true)
})
