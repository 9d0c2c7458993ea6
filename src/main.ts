/** Where the process begins; see bin/firmensuche.js. */
import { existsSync } from 'node:fs'
import { runCli } from './cli.ts'

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
