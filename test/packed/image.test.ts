/** The OCI image: its size and content, and that it runs as an engine of containers would run it. */
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { parse } from 'yaml'
import {
  importedFolder,
  makeKey,
  ROOT,
  search,
  startServer,
  temporaryFolder,
  wholeFile,
} from '../journeys/program.ts'
import { packProject } from './package.ts'

/** Largest archive of the image, in bytes; its layers are compressed. */
const IMAGE_BYTES_MAX = 120_000_000
const IMAGE_UID = 65532
const TOOLS = ['umoci', 'bwrap', 'setpriv', 'dpkg-deb', 'apt-get'].filter(
  (program) => spawnSync(program, ['--version']).error !== undefined,
)
/** Why the image is not built here; it takes a minute. */
const SKIPPED = whyNot()

const run = promisify(execFile)
const file = wholeFile()
let folder: string
let archive: string
let image: Promise<{ readonly root: string; readonly process: Process }> | undefined

function whyNot(): string | false {
  if (process.env.LONG !== '1') return 'the image is built in npm run check:long'
  if (TOOLS.length > 0) return `${TOOLS.join(', ')} missing`
  return process.getuid?.() === 0 ? false : 'only root can run as the user of the image'
}

/** What an engine runs, in the format of the OCI runtime. */
interface Process {
  readonly args: readonly string[]
  readonly env: readonly string[]
  readonly cwd: string
  readonly user: { readonly uid: number; readonly gid: number }
}

/** Unpacks the image once. */
function unpacked() {
  image ??= unpack()
  return image
}

async function unpack(): Promise<{ readonly root: string; readonly process: Process }> {
  const layout = join(folder, 'layout')
  mkdirSync(layout)
  await run('tar', ['-xf', archive, '-C', layout])
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  await run('umoci', ['unpack', '--keep-dirlinks', '--image', `${layout}:${version}`, join(folder, 'bundle')])
  const config = JSON.parse(readFileSync(join(folder, 'bundle/config.json'), 'utf8'))
  const root = join(folder, 'bundle/rootfs')
  // Other users can enter the folders above.
  for (const path of [folder, join(folder, 'bundle'), root]) chmodSync(path, 0o755)
  return { root, process: config.process }
}

/** Returns the command that asks for the health of the node in a file for Compose. */
function healthCheck(name: string): readonly string[] {
  const { services } = parse(readFileSync(join(ROOT, 'deploy', name), 'utf8'))
  const [kind, ...command] = services.node.healthcheck.test
  assert.equal(kind, 'CMD')
  return command
}

/** The command that runs a process of the image with a read-only root and an empty environment. */
function sandboxed(root: string, { user, env, cwd }: Process, data: string): readonly string[] {
  return [
    // The user of the image outside, too: in a name space of users only its own files would be its own.
    ...['setpriv', '--reuid', String(user.uid), '--regid', String(user.gid), '--clear-groups', 'bwrap'],
    ...[
      '--ro-bind',
      root,
      '/',
      '--bind',
      data,
      '/data',
      '--proc',
      '/proc',
      '--dev',
      '/dev',
      '--tmpfs',
      '/tmp',
    ],
    // startServer names the folder by its path outside.
    ...['--bind', data, data],
    ...['--unshare-all', '--share-net', '--die-with-parent', '--chdir', cwd, '--clearenv'],
    ...['--uid', String(user.uid), '--gid', String(user.gid)],
    ...env.flatMap((setting) => {
      const [name = '', ...value] = setting.split('=')
      return ['--setenv', name, value.join('=')]
    }),
  ]
}

describe('the image', { skip: SKIPPED }, () => {
  before(async () => {
    folder = temporaryFolder(file)
    archive = join(folder, 'image.tar')
    const packed = await packProject(file)
    const script = join(ROOT, 'scripts/build-image.ts')
    await run(process.execPath, [script, packed.file, archive, join(folder, 'sbom.json')], { maxBuffer: 1e8 })
  })

  test('runs with a read-only root as a user without rights, imports the sample and finds a company', async (t) => {
    assert.ok(statSync(archive).size <= IMAGE_BYTES_MAX, `${statSync(archive).size} bytes`)
    const { root, process: program } = await unpacked()
    assert.deepEqual([program.user.uid, program.user.gid], [IMAGE_UID, IMAGE_UID])
    assert.equal(statSync(join(root, 'data')).uid, IMAGE_UID)
    for (const absent of ['bin/sh', 'usr/bin/apt', 'app/node_modules/node', 'app/node_modules/typescript'])
      assert.equal(existsSync(join(root, absent)), false, absent)
    const data = join(folder, 'data')
    mkdirSync(data, { mode: 0o700 })
    chownSync(data, IMAGE_UID, IMAGE_UID)
    const sandbox = [
      ...sandboxed(root, program, data),
      '--setenv',
      'PORT',
      '0',
      '--setenv',
      'PUBLIC_SEARCH',
      'on',
    ]
    const started = performance.now()
    const server = await startServer(t, data, {}, [...sandbox, '--', ...program.args])
    t.diagnostic(`first start with the sample: ${Math.round(performance.now() - started)} ms`)
    assert.equal((await fetch(`${server.url}/health/ready`)).status, 200)
    const { key } = await makeKey(data)
    const found = await search(server.url, key, { name: 'siemens ag', limit: 1 })
    assert.match(await found.text(), /Siemens Aktiengesellschaft/)
  })

  test('goes on with a data folder that the npm package has made, and is healthy by the command for Compose', async (t) => {
    const { root, process: program } = await unpacked()
    const data = await importedFolder(t)
    const { key } = await makeKey(data)
    for (const path of [join(data, '..'), data, ...readdirSync(data).map((name) => join(data, name))])
      chownSync(path, IMAGE_UID, IMAGE_UID)
    const sandbox = sandboxed(root, program, data)
    for (const end of ['SIGKILL', 'SIGTERM'] as const) {
      const start = [...sandbox, '--setenv', 'PORT', '0', '--', ...program.args]
      const server = await startServer(t, data, {}, start)
      const found = await search(server.url, key, { name: 'Adler GmbH' })
      assert.match(await found.text(), /Adler/)
      const { port } = new URL(server.url)
      const command = healthCheck('compose.yaml').map((part) => part.replace(':8080/', `:${port}/`))
      const [engine = '', ...args] = [...sandbox, '--', ...command]
      await run(engine, args)
      server.process.kill(end)
      await server.ended
      await assert.rejects(run(engine, args))
    }
  })

  test('has a list of its software: what is installed from npm and from Debian, and nothing for development', () => {
    const { components } = JSON.parse(readFileSync(join(folder, 'sbom.json'), 'utf8'))
    const names = components.map(({ name }: { name: string }) => name)
    for (const name of ['better-sqlite3', 'zod', 'libc6', 'tzdata']) assert.ok(names.includes(name), name)
    assert.ok(!names.includes('typescript'))
  })
})
