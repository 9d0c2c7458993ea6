/** The files of `deploy` for systemd and containers, judged by the programs that read them. */
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { parse } from 'yaml'
import { cleanEnv, ROOT, temporaryFolder } from '../journeys/program.ts'

/** Highest exposure that `systemd-analyze security` may find, in tenths. */
const EXPOSURE_TENTHS_MAX = 20
const DEPLOY = join(ROOT, 'deploy')
const run = promisify(execFile)

function missing(program: string): string | false {
  return spawnSync(program, ['--version']).error === undefined ? false : `${program} is not installed`
}

interface Service {
  readonly image: string
  readonly healthcheck: { readonly test: readonly string[] }
  readonly entrypoint: readonly string[]
}

function services(file: string): Readonly<Record<string, Service>> {
  return parse(readFileSync(join(DEPLOY, file), 'utf8'), { merge: true }).services
}

test('the systemd unit has an exposure of at most 2.0', { skip: missing('systemd-analyze') }, async () => {
  // Exposure with one digit after the point; the threshold of the program has none before it.
  const args = ['security', '--offline=yes', `--threshold=${EXPOSURE_TENTHS_MAX}`, 'firmensuche.service']
  const { stdout } = await run('systemd-analyze', args, { cwd: DEPLOY })
  assert.match(stdout, /Overall exposure level for firmensuche\.service: [012]\.\d/)
})

test('systemd knows every option of the unit', { skip: missing('systemd-analyze') }, async (t) => {
  // The program and the user of an installation, which this machine may lack, are replaced.
  const unit = readFileSync(join(DEPLOY, 'firmensuche.service'), 'utf8')
  const file = join(temporaryFolder(t), 'firmensuche.service')
  writeFileSync(
    file,
    unit.replace(/^ExecStart=firmensuche/m, 'ExecStart=/bin/true').replace(/^User=.*$/m, 'User=root'),
  )
  const { stderr } = await run('systemd-analyze', ['verify', file])
  assert.equal(stderr, '')
})

test('systemd accepts the units of the nightly backup', { skip: missing('systemd-analyze') }, async (t) => {
  // Its paths are those of a machine on which the package is installed.
  const folder = temporaryFolder(t)
  for (const name of ['firmensuche-backup.service', 'firmensuche-backup.timer'])
    copyFileSync(join(DEPLOY, name), join(folder, name))
  const args = ['verify', '--man=no', join(folder, 'firmensuche-backup.timer')]
  const { stdout, stderr } = await run('systemd-analyze', args)
  assert.equal(stdout + stderr, '')
})

for (const file of ['compose.yaml', 'compose.cluster.yaml'])
  test(`${file} is accepted by Docker Compose`, { skip: missing('docker-compose') }, async () => {
    const env = cleanEnv({ POSTGRES_PASSWORD: 'abc' })
    const { stdout } = await run('docker-compose', ['-f', join(DEPLOY, file), 'config'], { env })
    assert.match(stdout, /image: firmensuche:/)
  })

test('both files for Compose name the image of this version', () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const all = ['compose.yaml', 'compose.cluster.yaml'].flatMap((file) => Object.values(services(file)))
  const images = all.map(({ image }) => image).filter((image) => image.startsWith('firmensuche'))
  assert.deepEqual(images, Array(4).fill(`firmensuche:${version}`))
})

test('the health check of the containers succeeds only if the server is ready', async (t) => {
  const { test: check } = services('compose.yaml').node!.healthcheck
  assert.deepEqual(services('compose.cluster.yaml')['node-1']!.healthcheck.test, check)
  let status = 200
  const server = createServer((request, response) => {
    response.statusCode = request.url === '/health/ready' ? status : 404
    response.end()
  })
  server.on('error', (error) => assert.fail(error))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  t.after(() => server.close())
  const { port } = server.address() as AddressInfo
  const program = (check[3] as string).replace(':8080', `:${port}`)
  await run(process.execPath, ['-e', program])
  status = 503
  await assert.rejects(run(process.execPath, ['-e', program]), { code: 1 })
})

test('the containers of a cluster get the same secret once, and folders that nobody else can read', {
  skip: process.getuid?.() !== 0,
}, async (t) => {
  const folder = temporaryFolder(t)
  const nodes = ['node-1', 'node-2'].map((name) => join(folder, name))
  // As a new volume is made.
  for (const node of nodes) mkdirSync(node, { mode: 0o755 })
  const [, , program = assert.fail('no program')] = services('compose.cluster.yaml').secret!.entrypoint
  const secrets = async () => {
    await run(process.execPath, ['-e', program, ...nodes])
    return nodes.map((node) => readFileSync(join(node, 'secret'), 'utf8'))
  }
  const [first, second] = await secrets()
  assert.match(first!, /^[0-9a-f]{64}\n$/)
  assert.equal(second, first)
  assert.deepEqual(await secrets(), [first, first], 'a second start changes nothing')
  const { uid, mode } = statSync(join(nodes[0]!, 'secret'))
  assert.deepEqual([uid, mode & 0o777], [65532, 0o600])
  for (const node of nodes) assert.equal(statSync(node).mode & 0o777, 0o700)
})
