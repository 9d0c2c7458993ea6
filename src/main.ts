/** Entry point of the process; started by bin/firmensuche.js. */
import { existsSync, writeSync } from 'node:fs'
import { EXIT } from './cli/exit-codes.ts'
import { runCli } from './cli.ts'
import { describeUncaught, onUncaught } from './server/compose/system.ts'

const STDERR = 2

// A server replaces this handler as soon as it has its log.
onUncaught((uncaught) => {
  try {
    writeSync(
      STDERR,
      `firmensuche ended because of an internal error; please report it: ${describeUncaught(uncaught)}\n`,
    )
  } finally {
    process.exit(EXIT.failed)
  }
})

// Variables of the environment take precedence over the file.
if (existsSync('.env')) process.loadEnvFile('.env')

// Stays 1 if the event loop runs empty before the command has finished, which is a bug.
process.exitCode = 1
process.exitCode = await runCli(process.argv.slice(2), process.env)
