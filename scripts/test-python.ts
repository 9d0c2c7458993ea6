/**
 * Runs the tests of the Python client on every supported version of Python: `node scripts/test-python.ts [interpreter…]`.
 * Without arguments it takes `python3.10` to `python3.14` of the path, and those of pyenv. Says which versions are missing; with
 * CI=true, or if all are missing, that is a failure. The tests check the types for every version, present or not.
 */
import { globSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { installPythonClient, runPythonTests, startForPython, versionOf } from '../test/client/python.ts'
import { importedFolder } from '../test/journeys/program.ts'

const VERSIONS = ['3.10', '3.11', '3.12', '3.13', '3.14']

/** Returns the first interpreter of a version that starts, with its exact version. */
async function find(
  version: string,
  candidates: readonly string[],
): Promise<{ readonly python: string; readonly exact: string } | undefined> {
  for (const python of candidates) {
    const exact = await versionOf(python).catch(() => undefined)
    if (exact?.startsWith(`${version}.`)) return { python, exact }
  }
  return undefined
}

function candidatesOf(version: string): readonly string[] {
  const given = process.argv.slice(2)
  if (given.length > 0) return given
  const pyenv = join(process.env.PYENV_ROOT ?? join(homedir(), '.pyenv'), 'versions')
  return [`python${version}`, ...globSync(`${pyenv}/${version}.*/bin/python`).toSorted()]
}

const ends: (() => unknown)[] = []
const life = { after: (end: () => unknown) => void ends.push(end) }
const missing: string[] = []
let failures = 0
try {
  const facts = await startForPython(life, await importedFolder(life))
  for (const version of VERSIONS) {
    const found = await find(version, candidatesOf(version))
    if (found === undefined) {
      missing.push(version)
      continue
    }
    try {
      const output = await runPythonTests(await installPythonClient(found.python), facts)
      console.log(`Python ${found.exact}: ${output.trimEnd().split('\n').at(-1)}`)
    } catch (error) {
      failures++
      console.log(`Python ${found.exact}: ${(error as Error).message}`)
    }
  }
} finally {
  for (const end of ends) await end()
}
if (missing.length > 0) console.log(`Not on this machine: Python ${missing.join(', ')}`)
const isIncomplete = missing.length === VERSIONS.length || (process.env.CI === 'true' && missing.length > 0)
process.exitCode = failures > 0 || isIncomplete ? 1 : 0
