/** The operator's documents agree with the code. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { ENV_PATH, envExample, OPERATING_PATH, operatingPage } from '../scripts/make-config-docs.ts'
import { EXIT } from '../src/cli/exit-codes.ts'
import { SETTINGS } from '../src/config/config.ts'
import { dataFiles } from '../src/server/data-folder.ts'
import { STOP_MS } from '../src/server/drain.ts'

const page = readFileSync(OPERATING_PATH, 'utf8')

test('.env.example and the tables of docs/operating.md are the output of scripts/make-config-docs.ts', () => {
  assert.equal(readFileSync(ENV_PATH, 'utf8'), envExample())
  assert.equal(page, operatingPage(page))
})

test('docs/operating.md names every file of the data folder', () => {
  for (const path of Object.values(dataFiles('.'))) assert.ok(page.includes(`\`${path}\``), path)
})

const unit = readFileSync(new URL('../deploy/firmensuche.service', import.meta.url), 'utf8')

test('the unit for systemd leaves a server the time for the longest drain and the stop after it', () => {
  const timeoutMs = 1000 * Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])
  const drainMsMax = Number(/\d+$/.exec(SETTINGS.drainMs.accepted)?.[0])
  assert.ok(drainMsMax > 0 && timeoutMs >= drainMsMax + STOP_MS, `${timeoutMs} ms`)
})

test('the unit for systemd never gives up a start that fails, except for one with wrong settings', () => {
  const [head, service] = unit.split('[Service]')
  assert.match(head!, /^StartLimitIntervalSec=0$/m)
  assert.match(service!, /^Restart=on-failure\nRestartSec=\d+$/m)
  assert.match(service!, new RegExp(`^RestartPreventExitStatus=${EXIT.usage}$`, 'm'))
})
