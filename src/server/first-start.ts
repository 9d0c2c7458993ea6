/** The steps of a first start: it imports the sample, creates a key and prints a command to try it with. */
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { progressView } from '../cli/import-views.ts'
import type { Screen } from '../cli/screen.ts'
import { createFirstKey, type NewKey } from '../core/access/create-key.ts'
import { API_SCOPES, type Key } from '../core/access/key.ts'
import type { CompanyStore } from '../core/company/company-store.ts'
import { Failure } from '../core/failure.ts'
import { commandLineTrace } from '../core/identity/audit.ts'
import { LOCAL_ACCOUNT } from '../core/identity/ids.ts'
import type { Needs } from '../core/ports.ts'
import { createFileWith } from './compose/system.ts'
import { dataFiles } from './data-folder.ts'
import type { Importer } from './threads/import-queue.ts'

const SAMPLE = fileURLToPath(
  new URL('../../data/sample/offeneregister-sample-100k.jsonl.br', import.meta.url),
)
const FIRST_KEY_NAME = 'first key'
/** Number of companies among which a name is searched that needs no quoting in a shell. */
const EXAMPLES_MAX = 100
const PLAIN_NAME = /^[\p{L}\p{N}][\p{L}\p{N} .&-]*$/u

/**
 * Imports the sample. A marker file in the data folder makes the next start complete the import if this
 * process is killed.
 */
export async function importSample(dataDir: string, importer: Importer, screen: Screen): Promise<void> {
  const { sampleMark } = dataFiles(dataDir)
  createFileWith(sampleMark, 'The sample is being imported. The next start completes it.\n')
  screen.message(
    'No companies yet: importing the sample (100,000 companies, from OpenCorporates, CC BY 4.0).',
  )
  const view = progressView(screen)
  try {
    await importer.import({ files: [SAMPLE], mapping: null, rejects: null }, view.step)
  } catch (error) {
    if (!(error instanceof Failure && error.code === 'conflict')) throw error
    screen.message('Another node imports companies at the moment; this one follows it.')
    await importer.index()
  } finally {
    view.end()
  }
  rmSync(sampleMark)
}

/** Creates the first key and prints it; if there are keys already, prints how to create another. */
export async function showKey(
  needs: Needs<'keys' | 'companies' | 'clock' | 'secrets'>,
  url: string,
  screen: Screen,
): Promise<void> {
  const made = await firstKey(needs)
  if (made === undefined) {
    screen.line(knownKeyLine(await needs.keys.list(LOCAL_ACCOUNT)))
    return
  }
  const { secret } = made
  const example = await exampleName(needs.companies)
  const lines = [
    '',
    'Your key. It is shown only once. Keep it secret like a password:',
    '',
    `  ${secret}`,
    '',
  ]
  for (const line of [...lines, 'Try it:', '', ...curlLines(secret, url, example), '']) screen.line(line)
}

/** Returns `undefined` if there is a key, also one that another node creates at the same time. */
async function firstKey(needs: Needs<'keys' | 'clock' | 'secrets'>): Promise<NewKey | undefined> {
  if ((await needs.keys.list(LOCAL_ACCOUNT)).length > 0) return undefined
  const params = { name: FIRST_KEY_NAME, scopes: API_SCOPES, kind: 'live' } as const
  return createFirstKey(needs, params, commandLineTrace(needs.clock.nowMs()))
}

function knownKeyLine(keys: readonly Key[]): string {
  const { name, visibleStart, createdAtMs } = keys[0]!
  const day = new Date(createdAtMs).toISOString().slice(0, 10)
  return (
    `A key was created on ${day} ("${name}", ${visibleStart}…) and shown only then. ` +
    'To create another one: npx firmensuche keys create --name NAME'
  )
}

function curlLines(secret: string, url: string, name: string): readonly string[] {
  return [
    `curl -s ${url}/api/v1/companies/search/ \\`,
    `  -H 'Authorization: Bearer ${secret}' -H 'Content-Type: application/json' \\`,
    `  -d '{"name": "${name}"}'`,
  ]
}

/** Returns the name of a stored company for the example, or a default name. */
async function exampleName(companies: CompanyStore): Promise<string> {
  const page = await companies.list({
    sort: 'uuid',
    limit: EXAMPLES_MAX,
    status: ['active'],
    registerType: ['HRB'],
  })
  return page.companies.find(({ name }) => PLAIN_NAME.test(name))?.name ?? 'Bau GmbH'
}
