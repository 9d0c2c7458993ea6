/** Keys whose server is killed while it writes them. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import BetterSqlite from 'better-sqlite3'
import { often } from '../thorough.ts'

const SCRIPT = fileURLToPath(new URL('./keys-again.ts', import.meta.url))
const KILLS = often(6, 2)
/** The next kill falls behind so many more answers. */
const KILL_STRIDE = 5

test(`after kill -9, ${KILLS} times, acknowledged keys are stored with their history, and each rotation is complete or absent`, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'killed-keys-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'accounts.sqlite')
  const answered: string[] = []
  for (let kill = 0; kill < KILLS; kill++) {
    answered.push(...(await killedAfter(path, 1 + (kill % 6) * KILL_STRIDE)))
    checkKeys(path, answered)
  }
  assert.ok(answered.length > KILLS)
})

/** Kills the child after `answers` lines, and returns its lines without an incomplete last one. */
async function killedAfter(path: string, answers: number): Promise<string[]> {
  const child = spawn(process.execPath, [SCRIPT, path], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  let output = ''
  for await (const text of child.stdout) {
    output += text
    if (output.split('\n').length > answers) child.kill('SIGKILL')
  }
  await ended
  return output.split('\n').slice(0, -1)
}

function checkKeys(path: string, answered: readonly string[]): void {
  const db = new BetterSqlite(path)
  const ids = (sql: string) => db.prepare(sql).pluck().all() as string[]
  try {
    assert.equal(db.pragma('integrity_check', { simple: true }), 'ok')
    const stored = {
      made: new Set(ids('SELECT id FROM keys')),
      rotated: new Set(ids('SELECT id FROM keys WHERE ends_at_ms IS NOT NULL')),
      revoked: new Set(ids('SELECT id FROM keys WHERE revoked_at_ms IS NOT NULL')),
    }
    for (const answer of answered) {
      const [act, id] = answer.split(' ') as ['made' | 'rotated' | 'revoked', string]
      assert.ok(stored[act].has(id), `${answer} is lost`)
    }
    const successors = ids('SELECT rotated_from FROM keys WHERE rotated_from IS NOT NULL')
    assert.deepEqual(new Set(successors), stored.rotated, 'an old key ends with its successor, or neither')
    const recorded = ids(
      `SELECT subject FROM audit WHERE event = 'key_created'
       UNION ALL SELECT json_extract(detail, '$.successor') FROM audit WHERE event = 'key_rotated'`,
    )
    assert.deepEqual(recorded.toSorted(), [...stored.made].toSorted())
  } finally {
    db.close()
  }
}
