/** The npm package as `npm pack` makes it, and folders in which it is installed. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, statSync, symlinkSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { cleanEnv, type Lifetime, ROOT, temporaryFolder } from '../journeys/program.ts'

const run = promisify(execFile)

/** The machine's own programs, its own Node among them, which may be older than the project's. */
export const SYSTEM_PATH = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((path) => !path.includes('node_modules'))
  .join(delimiter)

/** A packed file. */
export interface Packed {
  readonly file: string
  readonly bytes: number
  /** Paths inside the package. */
  readonly paths: readonly string[]
}

/** Packs the project. What `npm ci` builds stays as it is, because other tests use it at the same time. */
export async function packProject(test: Lifetime): Promise<Packed> {
  const folder = temporaryFolder(test)
  await run(process.execPath, [join(ROOT, 'scripts/pack.ts'), folder], { env: cleanEnv() })
  const [name = assert.fail('nothing was packed')] = readdirSync(folder)
  const file = join(folder, name)
  const { stdout } = await run('tar', ['-tzf', file])
  const paths = stdout.trim().split('\n')
  return {
    file,
    bytes: statSync(file).size,
    paths: paths.map((path) => path.replace(/^package\//, '')).toSorted(),
  }
}

/**
 * Unpacks the package where npm puts a dependency of a project: its own dependencies are its neighbours. They are
 * those of the repository, so nothing is downloaded. Returns the program.
 */
export async function unpackBesideDependencies(test: Lifetime, { file }: Packed): Promise<string> {
  const modules = join(temporaryFolder(test), 'node_modules')
  const home = join(modules, 'firmensuche')
  mkdirSync(home, { recursive: true })
  for (const name of readdirSync(join(ROOT, 'node_modules')).filter((entry) => !entry.startsWith('.')))
    symlinkSync(join(ROOT, 'node_modules', name), join(modules, name))
  await run('tar', ['-xzf', file, '--strip-components=1', '-C', home])
  return join(home, 'bin/firmensuche.js')
}

/** How a machine reaches registries: behind a proxy or with certificates of its own. */
const OF_NETWORK = /^(?:https?_proxy|no_proxy|node_extra_ca_certs|ssl_cert_(?:file|dir))$/i
/** npm itself goes on for an hour where no registry answers: three attempts for each of hundreds of packages. */
const INSTALL_MS_MAX = 5 * 60_000

/** Installs the package into an empty folder with the npm of a PATH. Returns the folder. */
export async function npmInstall(
  test: Lifetime,
  { file }: Packed,
  path: string,
  options: readonly string[] = [],
): Promise<string> {
  const folder = temporaryFolder(test)
  const args = [
    'install',
    '--no-audit',
    '--no-fund',
    '--prefer-offline',
    '--prefix',
    folder,
    ...options,
    file,
  ]
  const network = Object.entries(process.env).filter(([name]) => OF_NETWORK.test(name))
  const env = cleanEnv({ ...Object.fromEntries(network), PATH: path })
  await run('npm', args, { cwd: folder, env, maxBuffer: 1e8, timeout: INSTALL_MS_MAX })
  return folder
}
