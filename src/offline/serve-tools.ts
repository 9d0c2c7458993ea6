/** `firmensuche mcp`: the tools for an assistant that runs on the machine with the data folder. */
import { inspect } from 'node:util'
import type { Config } from '../config/config.ts'
import { siteOf } from '../config/site.ts'
import { Failure } from '../core/failure.ts'
import { serveToolsOverStdio } from '../http/mcp/stdio-server.ts'
import { otherSentence } from '../http/mcp/tool-errors.ts'
import { openStoredCompanies } from '../server/compose/offline.ts'
import { openReadingIndex } from '../server/compose/reading-index.ts'
import { watchForStop } from '../server/compose/system.ts'

/**
 * Answers the assistant at standard input and output until it closes the input. Reads the stored companies and the
 * saved index without the lock on the folder, beside a server or without one, and writes nothing. There are no keys
 * and no limits: who can start it can read the files.
 *
 * @throws {Failure} `service_unavailable` if no companies are stored, or if there is no index of them yet.
 */
export async function serveTools(config: Config, version: string): Promise<void> {
  const stored = await openStoredCompanies(config)
  if (stored === undefined) {
    const advice = 'Import a register first (npx firmensuche import FILE), or set DATA_DIR to another folder.'
    throw new Failure('service_unavailable', `No companies are stored in ${config.dataDir}. ${advice}`)
  }
  const { companies } = stored
  try {
    const { index, close } = await openReadingIndex(config, companies)
    const { publicUrl } = siteOf(config, config.port)
    const host = { index, companies, publicUrl, maySearchDeep: true, pay: () => {} }
    const failed = (error: unknown) => {
      const isKnown = error instanceof Failure
      if (!isKnown) report(inspect(error))
      return otherSentence(isKnown ? error : new Failure('internal_error', 'a bug'))
    }
    const { stdin: input, stdout: output } = process
    const stdio = {
      input,
      output,
      stop: watchForStop().stop,
      report: (error: Error) => report(error.message),
    }
    await serveToolsOverStdio({ host, version, failed }, stdio)
    close()
  } finally {
    await companies.close()
  }
}

function report(text: string): void {
  process.stderr.write(`${text}\n`)
}
