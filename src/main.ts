/** Where the process begins; see bin/firmensuche.js. */
import { existsSync, writeSync } from 'node:fs'
import { describeUncaught, onUncaught } from './adapters/system/uncaught.ts'
import { EXIT } from './cli/exit-codes.ts'
import { runCli } from './cli.ts'

const STDERR = 2

// A server sets another policy once it has its log.
onUncaught((uncaught) => {
  try {
    writeSync(
      STDERR,
      `firmensuche met a fault of its own; please report it. It was ${describeUncaught(uncaught)}\n`,
    )
  } finally {
    process.exit(EXIT.failed)
  }
})

// Under an old Node, bin/firmensuche.js starts this process as a child. When that one is killed, this one must not live on unseen.
if (process.env.FIRMENSUCHE_CHILD === '1') {
  delete process.env.FIRMENSUCHE_CHILD
  process.once('disconnect', () => process.exit(1))
  process.channel?.unref()
}

// What the environment says already stays.
if (existsSync('.env')) process.loadEnvFile('.env')

// Should the work stop without an end, which is a bug, nobody must take it for done.
process.exitCode = 1
process.exitCode = await runCli(process.argv.slice(2), process.env)
