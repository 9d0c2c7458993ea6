/** The command line with its adapters. */
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { CommandContext } from './cli/command.ts'
import { EXIT, type ExitCode } from './cli/exit-codes.ts'
import { runCommandLine } from './cli/run-command-line.ts'
import { processScreen } from './cli/screen.ts'
import { type Config, LOCAL_SEARCHES_PER_MIN, readConfig, SETTINGS } from './config/config.ts'
import { isForThisMachine } from './config/site.ts'
import { clock, programVersion } from './server/compose/system.ts'

const SETTING_NAMES = Object.values(SETTINGS).map(({ variable }) => variable)

/** Each command loads only the modules that it uses: loading all of them takes longer than most commands. */
const load = {
  withClient: async () => (await import('./offline/open-control-client.ts')).withControlClient,
  examine: async () => (await import('./offline/doctor.ts')).examine,
  serve: async () => (await import('./server/serve.ts')).serve,
  inspect: async () => (await import('./offline/look-at-files.ts')).inspectHere,
  match: async () => (await import('./offline/match-list.ts')).matchHere,
  migrate: async () => (await import('./offline/migrate-data.ts')).migrateData,
  exportCompanies: async () => (await import('./offline/export/export-companies.ts')).exportCompanies,
  serveTools: async () => (await import('./offline/serve-tools.ts')).serveTools,
  backup: async () => (await import('./offline/backup/make-backup.ts')).makeBackup,
  restore: async () => (await import('./offline/backup/restore-backup.ts')).restoreBackup,
  verify: async () => (await import('./offline/backup/verify-backup.ts')).verifyBackup,
  verifyRestored: async () => (await import('./offline/backup/postgres-advice.ts')).verifyRestored,
  preview: async () => (await import('./offline/look-at-files.ts')).previewHere,
}

/** Runs one command line and resolves with its exit code. */
export async function runCli(argv: readonly string[], env: NodeJS.ProcessEnv): Promise<ExitCode> {
  const screen = processScreen(clock.nowMs)
  let isServer = false
  const version = programVersion()
  const open = ({ dataDir }: { readonly dataDir: string | undefined }): CommandContext => {
    const config = (defaults: NodeJS.ProcessEnv = {}): Config => {
      const read = readConfig({
        ...defaults,
        ...env,
        ...(dataDir !== undefined && { DATA_DIR: dataDir }),
      })
      return { ...read, dataDir: resolve(read.dataDir) }
    }
    return {
      screen,
      withClient: async (work) => (await load.withClient())(config(), version, work),
      serve: async ({ publicSearch } = { publicSearch: 'off' }) => {
        isServer = true
        return (await load.serve())(servingConfig(config, publicSearch), version, screen)
      },
      inspect: async (file) => (await load.inspect())(file),
      match: async (...params) => (await load.match())(config, ...params),
      apiKey: env.API_KEY ?? '',
      writeNew: (path, text) => writeFileSync(path, text, { flag: 'wx' }),
      preview: async (...params) => (await load.preview())(config, ...params),
      migrate: async (...params) => (await load.migrate())(config(), ...params),
      exportCompanies: async (...params) => (await load.exportCompanies())(config(), ...params),
      backup: async (...params) => (await load.backup())(config(), version, ...params),
      restore: async (...params) => (await load.restore())(config(), ...params),
      verify: async (...params) => (await load.verify())(...params),
      verifyRestored: async (url) => (await load.verifyRestored())(config(), url),
      serveTools: async () => (await load.serveTools())(config(), version),
      check: async () => (await load.examine())(() => config()),
      nowMs: clock.nowMs,
      absolutePath: (path) => resolve(path),
    }
  }
  const code = await runCommandLine(argv, version, SETTING_NAMES, open, screen.message)
  const isResultLost = await screen.isResultLost()
  // A lost line of output does not make a server fail.
  return isResultLost && !isServer && code === EXIT.done ? EXIT.failed : code
}

/**
 * Reads the settings of a server. If the search page is public but reachable from this machine only, the
 * limit of searches is higher.
 */
function servingConfig(
  config: (defaults: NodeJS.ProcessEnv) => Config,
  publicSearch: Config['publicSearch'],
): Config {
  const usual = config({ PUBLIC_SEARCH: publicSearch })
  if (publicSearch === 'off' || !isForThisMachine(usual)) return usual
  return config({ PUBLIC_SEARCH: publicSearch, PUBLIC_SEARCH_PER_MIN: String(LOCAL_SEARCHES_PER_MIN) })
}
