/** The output of npm before the first search, and the programs that the tests need. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { cleanEnv, type Output, ROOT, temporaryFolder } from './journeys/program.ts'

const TOOLS_SCRIPT = join(ROOT, 'scripts/install-tools.sh')
/** The machine's own programs, its own Node among them, which may be older than the project's. */
const SYSTEM_PATH = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((path) => !path.includes('node_modules'))
  .join(delimiter)

function run(
  command: string,
  args: readonly string[],
  cwd: string,
  path = SYSTEM_PATH,
  sbin = '/usr/sbin',
): Promise<Output> {
  const { promise, resolve } = Promise.withResolvers<Output>()
  const child = execFile(
    command,
    args,
    { cwd, env: cleanEnv({ PATH: path, SBIN: sbin }) },
    (_error, out, err) => {
      resolve({ code: child.exitCode, out, err })
    },
  )
  return promise
}

describe('npm ci', () => {
  const PLAN = ['ci', '--dry-run', '--offline', '--ignore-scripts']

  /** The files of the project that npm reads. */
  function project(test: TestContext): string {
    const folder = temporaryFolder(test)
    for (const name of ['package.json', 'package-lock.json', '.npmrc'])
      cpSync(join(ROOT, name), join(folder, name))
    return folder
  }

  it('prints no engine warning under any older Node of the machine', async (test) => {
    const { code, out, err } = await run('npm', PLAN, project(test))
    assert.equal(code, 0, err)
    assert.deepEqual(
      `${out}${err}`.split('\n').filter((line) => line.includes('EBADENGINE')),
      [],
    )
  })

  it('still reports errors', async (test) => {
    const folder = project(test)
    rmSync(join(folder, 'package-lock.json'))
    const { code, err } = await run('npm', PLAN, folder)
    assert.notEqual(code, 0)
    assert.match(err, /package-lock\.json/)
  })
})

/** Makes a folder for a PATH that has bash, chmod, rm and the named programs, each with its script. */
function programs(test: TestContext, names: Readonly<Record<string, string>>): string {
  const folder = join(temporaryFolder(test), 'bin')
  mkdirSync(folder)
  for (const name of ['bash', 'chmod', 'rm']) symlinkSync(`/bin/${name}`, join(folder, name))
  for (const [name, text] of Object.entries(names)) {
    writeFileSync(join(folder, name), `#!/bin/bash\n${text}\n`)
    chmodSync(join(folder, name), 0o755)
  }
  return folder
}

describe('npm ci on a system without libatomic', () => {
  const BROKEN =
    'echo "node: error while loading shared libraries: libatomic.so.1: cannot open shared object file" >&2; exit 127'
  const install = (path: string) => run('bash', [TOOLS_SCRIPT, 'node'], ROOT, path, path)

  it('installs it before the dashboard is built', async (test) => {
    const log = join(temporaryFolder(test), 'log')
    const node = `[ -e ${log}.done ] || { ${BROKEN}; }`
    const apt = `echo "$@" >> ${log}; [ "$1" != install ] || : > ${log}.done`
    const { code, err } = await install(programs(test, { node, id: 'echo 0', 'apt-get': apt }))
    assert.equal(code, 0, err)
    assert.match(readFileSync(log, 'utf8'), /^update.*\ninstall .* libatomic1\n$/)
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
    assert.match(scripts.prepare, /^bash scripts\/install-tools\.sh node && /)
  })

  it('fails with the command that installs it, if this user is not root', async (test) => {
    const { code, err } = await install(programs(test, { node: BROKEN, id: 'echo 1000' }))
    assert.equal(code, 1)
    assert.deepEqual(err.trim().split('\n'), [
      'libatomic1 is missing: the Node of the project cannot start.',
      'Install on Debian and Ubuntu: apt-get install libatomic1',
    ])
  })

  it('prints nothing where Node starts', async (test) => {
    const path = programs(test, { node: 'echo v26.10.0', id: 'echo 0', 'apt-get': 'exit 9' })
    assert.deepEqual(await install(path), { code: 0, out: '', err: '' })
  })
})

describe('before the tests', () => {
  /** Of the examples. */
  const SNIPPETS = { curl: '', python3: '' }
  const REDIS = { 'redis-server': '' }
  const MONITORING = { haproxy: '', nginx: '', prometheus: '', promtool: '' }
  const install = (path: string) => run('bash', [TOOLS_SCRIPT, 'tests'], ROOT, path, path)

  it('npm test installs and prints nothing if all needed programs exist', async (test) => {
    const there = {
      chromium: '',
      zstd: '',
      pg_ctlcluster: '',
      lbzip2: '',
      bzip2: '',
      ...SNIPPETS,
      ...REDIS,
      ...MONITORING,
      id: 'echo 0',
      'apt-get': 'echo called >&2',
    }
    assert.deepEqual(await install(programs(test, there)), { code: 0, out: '', err: '' })
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
    assert.equal(scripts.pretest, 'bash scripts/install-tools.sh tests')
  })

  it('npm test installs only the missing programs if it may', async (test) => {
    const log = join(temporaryFolder(test), 'log')
    const folder = programs(test, {
      ...{ zstd: '', bzip2: '', ...SNIPPETS, id: 'echo 0' },
      'apt-get': `echo "$@" >> ${log}; [ $1 != install ] || "$SBIN/policy-rc.d" || echo starts are forbidden >> ${log}`,
      systemctl: `echo "$@" >> ${log}`,
    })
    const { code, err } = await install(folder)
    assert.equal(code, 0, err)
    assert.equal(existsSync(join(folder, 'policy-rc.d')), false)
    const [update, asked, ...disabled] = readFileSync(log, 'utf8').trim().split('\n')
    assert.match(update!, /^update/)
    assert.match(
      asked!,
      /^install .* chromium postgresql lbzip2 redis-server haproxy nginx-light prometheus$/,
    )
    // None of the servers was started at its installation, and none is when the machine starts.
    assert.deepEqual(disabled, [
      'starts are forbidden',
      'disable -q redis-server',
      'disable -q haproxy',
      'disable -q nginx',
      'disable -q prometheus',
    ])
  })

  for (const [why, more] of [
    ['this user is not root', { id: 'echo 1000', 'apt-get': 'exit 9' }],
    ['there is no apt-get', { id: 'echo 0' }],
    ['the packages cannot be had', { id: 'echo 0', 'apt-get': 'exit 9' }],
  ] as const) {
    it(`npm test names the missing programs and the skipped tests, and continues, if ${why}`, async (test) => {
      const { code, err } = await install(programs(test, { bzip2: '', ...SNIPPETS, ...more }))
      assert.equal(code, 0)
      assert.deepEqual(err.trim().split('\n'), [
        'chromium is missing: the tests in a browser are left out.',
        'zstd is missing: the test of unpacking a backup with it is left out.',
        'postgresql is missing: the tests on PostgreSQL (15 or later) are left out.',
        'lbzip2 is missing: the test of unpacking with it is left out.',
        'redis-server is missing: the tests of limits over several servers are left out.',
        'haproxy is missing: the tests of several servers behind it are left out.',
        'nginx-light is missing: the tests of several servers behind it are left out.',
        'prometheus is missing: the tests of alerts and dashboard with it are left out.',
        'Install on Debian and Ubuntu: apt-get install chromium zstd postgresql lbzip2 redis-server haproxy nginx-light prometheus',
      ])
    })
  }
})
