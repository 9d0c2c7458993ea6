/** The Python client against the real service: `clients/python/tests` in an environment of its own. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openService } from '../api/start-service.ts'
import { factsFor, installPythonClient, runPythonTests } from './python.ts'

/** Tests of the client, at least: fewer were not found. */
const TESTS_MIN = 150

test('the Python client passes its tests against the real service', async (t) => {
  let python: string
  try {
    python = await installPythonClient('python3')
  } catch (error) {
    if (process.env.CI === 'true') throw error
    t.skip(`the Python client cannot be installed: ${(error as Error).message.split('\n', 1)[0]}`)
    return
  }
  const output = await runPythonTests(python, await factsFor(await openService()))
  assert.ok(Number(/(\d+) passed/.exec(output)?.[1]) >= TESTS_MIN, output)
  assert.doesNotMatch(output, /skipped|deselected|xfailed/)
})
