/**
 * Makes the OCI image without Docker, from a packed file (`npm pack`), packages of Debian and the Node of the project.
 * Needs Debian 12 or later and umoci. The same commit, packages and tools give the same image, byte by byte.
 *
 *   build-image.ts PACKED.tgz IMAGE.tar [SBOM.json]
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { programVersion } from '../src/adapters/system/program-version.ts'
import { billOfMaterials } from './image/bill-of-materials.ts'
import { APP, removeUnused, writeProgramFiles } from './image/program-files.ts'
import { IMAGE_UID, writeSystemFiles } from './image/system-files.ts'

const ROOT = join(import.meta.dirname, '..')
const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' }

const [packed, target, billFile] = process.argv.slice(2)
if (packed === undefined || target === undefined) {
  console.error('Usage: build-image.ts PACKED.tgz IMAGE.tar [SBOM.json]')
  process.exit(2)
}

const { version, description, license } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
/** The time of the commit, for all files and the image. */
const time = new Date(Number(execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: ROOT })) * 1000)
const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim()
const folder = mkdtempSync(join(tmpdir(), 'firmensuche-image-'))
try {
  build(resolve(packed), resolve(target))
} finally {
  rmSync(folder, { recursive: true })
}

function build(packed: string, target: string): void {
  const [system, program, data] = ['system', 'program', 'data'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  mkdirSync(system)
  const packages = writeSystemFiles(system, join(folder, 'downloads'))
  writeProgramFiles(program, packed)
  const bill = billOfMaterials(join(program, APP), time, packages)
  removeUnused(program)
  writeFileSync(join(program, APP, 'sbom.cdx.json'), bill)
  if (billFile !== undefined) writeFileSync(billFile, bill)
  mkdirSync(data)
  for (const name of ['data', 'tmp']) mkdirSync(join(data, name), { mode: 0o700 })
  const image = `${join(folder, 'layout')}:${version}`
  umoci('init', '--layout', join(folder, 'layout'))
  umoci('new', '--image', image)
  addLayer(image, 'system', system, 0)
  addLayer(image, 'program', program, 0)
  addLayer(image, 'data', data, IMAGE_UID)
  configure(image)
  nameForDocker()
  tar(target, join(folder, 'layout'), 0)
}

/** Adds the files of a folder as a layer that is owned by `owner`. */
function addLayer(image: string, name: string, files: string, owner: number): void {
  const layer = join(folder, `${name}.tar`)
  tar(layer, files, owner)
  umoci('raw', 'add-layer', '--image', image, ...history(`firmensuche: ${name}`), layer)
}

/** Makes an archive that depends on nothing but the names and contents of the files. */
function tar(archive: string, files: string, owner: number): void {
  const same = ['--sort=name', `--mtime=@${time.getTime() / 1000}`, '--numeric-owner', '--format=gnu']
  const rights = [`--owner=${owner}`, `--group=${owner}`, '--mode=go-w']
  // Without the folder itself, whose owner and rights would become those of the root of the image.
  execFileSync('tar', ['-cf', archive, ...same, ...rights, '-C', files, ...readdirSync(files).toSorted()])
}

function configure(image: string): void {
  const labels = {
    title: 'firmensuche',
    description,
    version: programVersion(),
    licenses: license,
    revision: commit,
    created: time.toISOString(),
  }
  umoci(
    'config',
    ...['--image', image, '--created', time.toISOString(), ...history('firmensuche: settings')],
    ...['--os', 'linux', '--architecture', ARCHITECTURES[process.arch] ?? process.arch],
    ...['--config.user', `${IMAGE_UID}:${IMAGE_UID}`, '--config.workingdir', '/data'],
    ...['--config.entrypoint', '/usr/local/bin/node', '--config.entrypoint', `/${APP}/bin/firmensuche.js`],
    ...['--config.cmd', 'serve', '--config.volume', '/data', '--config.exposedports', '8080/tcp'],
    ...environment().flatMap((setting) => ['--config.env', setting]),
    ...Object.entries(labels).flatMap(([name, value]) => [
      '--config.label',
      `org.opencontainers.image.${name}=${value}`,
    ]),
  )
  umoci('gc', '--layout', join(folder, 'layout'))
}

function environment(): readonly string[] {
  return [
    'PATH=/usr/local/bin:/usr/bin:/bin',
    'NODE_ENV=production',
    // Large pages of memory, for which the program would restart itself.
    'GLIBC_TUNABLES=glibc.malloc.hugetlb=1',
    ...['DATA_DIR=/data', 'HOST=0.0.0.0', 'PORT=8080'],
  ]
}

function history(what: string): readonly string[] {
  return ['--history.created', time.toISOString(), '--history.created_by', what, '--history.author', '']
}

/** Writes the name under which `docker load` stores the image. */
function nameForDocker(): void {
  const path = join(folder, 'layout/index.json')
  const index = JSON.parse(readFileSync(path, 'utf8'))
  for (const manifest of index.manifests)
    manifest.annotations = {
      ...manifest.annotations,
      'io.containerd.image.name': `docker.io/library/firmensuche:${version}`,
    }
  writeFileSync(path, JSON.stringify(index))
}

function umoci(...args: readonly string[]): void {
  execFileSync('umoci', args, { stdio: ['ignore', 'ignore', 'inherit'] })
}
