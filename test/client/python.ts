/** Environments of Python with the client installed, and its tests in one of them against a running server. */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Lifetime, makeKey, ROOT, run, startServer } from '../journeys/program.ts'

/** The folder of the Python client. */
export const PYTHON_CLIENT = join(ROOT, 'clients/python')
const REQUIREMENTS = join(PYTHON_CLIENT, 'tests/requirements.txt')
const CACHE = join(ROOT, 'node_modules/.cache/python-client')
/** The oldest Python that the client supports. */
const MINOR_MIN = 10
const OUTPUT_BYTES_MAX = 1e8
/** Companies of `ENTRIES`. */
const COMPANIES = 498

const runFile = promisify(execFile)

/** Starts a server; returns what the tests of the client have to know of it, as `tests/conftest.py` reads it. */
export async function startForPython(life: Lifetime, dataDir: string) {
  // A receiver of webhooks in the tests has a port that is not known yet.
  const { url } = await startServer(life, dataDir, { OUTBOUND_ALLOW: '127.0.0.0/8' })
  const key = (...options: string[]) => makeKey(dataDir, options)
  const all = await key('--limit', '1000000/60s')
  const revoked = await key()
  const { code, err } = await run(['keys', 'revoke', revoked.id, '--data-dir', dataDir])
  if (code !== 0) throw new Error(err)
  return {
    url,
    key: all.key,
    read_key: (await key('--scopes', 'companies:read')).key,
    small_key: (await key('--limit', '3/1s')).key,
    revoked_key: revoked.key,
    companies: COMPANIES,
  }
}

/** Returns the version of an interpreter, `3.12.1`; rejects where there is none. */
export async function versionOf(python: string): Promise<string> {
  const { stdout } = await runFile(python, ['-c', 'import platform; print(platform.python_version())'])
  return stdout.trim()
}

/**
 * Installs the client and the packages of its tests into an environment of its own, once for each version and list of
 * packages; returns its interpreter. Rejects without Python 3.10 or later, its module `venv`, or a package index.
 */
export async function installPythonClient(python: string): Promise<string> {
  const version = await versionOf(python)
  const [major, minor] = version.split('.').map(Number) as [number, number]
  if (major !== 3 || minor < MINOR_MIN)
    throw new Error(`${python} is ${version}, not 3.${MINOR_MIN} or later`)
  const hash = createHash('sha256').update(readFileSync(REQUIREMENTS)).digest('hex')
  const home = join(CACHE, version)
  const own = join(home, 'bin/python')
  const mark = join(home, 'installed')
  if (!existsSync(mark) || readFileSync(mark, 'utf8') !== hash) {
    rmSync(home, { recursive: true, force: true })
    mkdirSync(CACHE, { recursive: true })
    await runFile(python, ['-m', 'venv', home])
    await pip(own, ['-r', REQUIREMENTS])
    writeFileSync(mark, hash)
  }
  await pip(own, ['--no-build-isolation', '--no-deps', '--force-reinstall', PYTHON_CLIENT])
  return own
}

async function pip(python: string, args: readonly string[]): Promise<void> {
  await runFile(python, ['-m', 'pip', '-q', '--disable-pip-version-check', 'install', ...args])
}

/** Runs the tests of the client; returns what pytest prints, rejects with it if one fails. */
export async function runPythonTests(
  python: string,
  facts: Awaited<ReturnType<typeof startForPython>>,
): Promise<string> {
  const env = { ...process.env, TEST_SERVICE: JSON.stringify(facts), PYTHONDONTWRITEBYTECODE: '1' }
  // Not below `src`: what is tested is the installed package.
  const options = { cwd: PYTHON_CLIENT, env, maxBuffer: OUTPUT_BYTES_MAX }
  try {
    return (await runFile(python, ['-m', 'pytest', '-q', '--tb=short'], options)).stdout
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string }
    throw new Error(`${stdout ?? ''}${stderr ?? ''}` || String(error))
  }
}
