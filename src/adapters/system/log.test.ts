import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'

test('log lines escape characters that change the direction of text and stay the same JSON', () => {
  const name = 'a\u202eb\u2066\u200f\u061c"'
  const script = `
    import { openLog } from ${JSON.stringify(join(import.meta.dirname, 'log.ts'))}
    const log = openLog('info', 0)
    log.info({ name: ${JSON.stringify(name)} }, ${JSON.stringify(`message ${name}`)})
    log.flush()`
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  assert.doesNotMatch(stderr, /\p{Bidi_Control}/u)
  const line = JSON.parse(stderr)
  assert.deepEqual([line.name, line.msg], [name, `message ${name}`])
})
