/** Keys whose server is killed while it writes them. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Accounts } from '../../src/adapters/sql/accounts/accounts-tables.ts'
import { ACCOUNTS_PLACES } from '../fixtures/accounts-places.ts'
import { often } from '../thorough.ts'

const SCRIPT = fileURLToPath(new URL('./keys-again.ts', import.meta.url))
const KILLS = often(6, 2)
/** The next kill falls behind so many more answers. */
const KILL_STRIDE = 5

for (const { name, skip, make } of ACCOUNTS_PLACES) {
  test(`${name}: after kill -9, ${KILLS} times, acknowledged keys are stored with their history, and each rotation is complete or absent`, {
    skip,
  }, async (t) => {
    const place = await make()
    t.after(place.remove)
    const answered: string[] = []
    for (let kill = 0; kill < KILLS; kill++) {
      answered.push(...(await killedAfter(place.location, 1 + (kill % 6) * KILL_STRIDE)))
      await checkKeys(place.tables, answered)
    }
    assert.ok(answered.length > KILLS)
  })
}

/** Kills the child after `answers` lines, and returns its lines without an incomplete last one. */
async function killedAfter(location: string, answers: number): Promise<string[]> {
  const child = spawn(process.execPath, [SCRIPT, location], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  let output = ''
  for await (const text of child.stdout) {
    output += text
    if (output.split('\n').length > answers) child.kill('SIGKILL')
  }
  await ended
  return output.split('\n').slice(0, -1)
}

async function checkKeys(tables: Accounts, answered: readonly string[]): Promise<void> {
  const keys = await tables.selectFrom('keys').selectAll().execute()
  const idsOf = (rows: typeof keys) => new Set(rows.map(({ id }) => id))
  const stored = {
    made: idsOf(keys),
    rotated: idsOf(keys.filter(({ ends_at_ms }) => ends_at_ms !== null)),
    revoked: idsOf(keys.filter(({ revoked_at_ms }) => revoked_at_ms !== null)),
  }
  for (const answer of answered) {
    const [act, id] = answer.split(' ') as ['made' | 'rotated' | 'revoked', string]
    assert.ok(stored[act].has(id), `${answer} is lost`)
  }
  const successors = keys.flatMap(({ rotated_from }) => rotated_from ?? [])
  assert.deepEqual(new Set(successors), stored.rotated, 'an old key ends with its successor, or neither')
  const entries = await tables.selectFrom('audit').selectAll().execute()
  const recorded = entries.flatMap(({ event, subject, detail }) => {
    if (event === 'key_created') return subject
    return event === 'key_rotated' ? (JSON.parse(detail).successor as string) : []
  })
  assert.deepEqual(recorded.toSorted(), [...stored.made].toSorted())
}
