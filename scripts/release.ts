/**
 * Makes everything that a release consists of in `release`: both npm packages, the image, the lists of their software
 * (SBOM), the files of `deploy` for systemd, Compose, load balancers and Prometheus, the settings, and the checksums. Needs Debian 12 or later and umoci; changes nothing else.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { billOfMaterials } from './image/bill-of-materials.ts'

const ROOT = join(import.meta.dirname, '..')
const RELEASE = join(ROOT, 'release')
/** Largest packed file and largest image, in bytes. */
const BYTES_MAX = { package: 6_000_000, image: 120_000_000 }

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
const named = (end: string) => join(RELEASE, `firmensuche-${version}${end}`)
const time = new Date(Number(execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: ROOT })) * 1000)

const changed = execFileSync('git', ['status', '--porcelain'], { cwd: ROOT, encoding: 'utf8' })
if (changed !== '')
  throw new Error(`Commit these files first, so that the release is that of a commit:\n${changed}`)
rmSync(RELEASE, { recursive: true, force: true })
mkdirSync(RELEASE)
const strip = '--disable-warning=ExperimentalWarning'
execFileSync(process.execPath, [strip, join(ROOT, 'scripts/pack.ts'), RELEASE], { stdio: 'inherit' })
execFileSync('npm', ['pack', '--pack-destination', RELEASE], {
  cwd: join(ROOT, 'clients/typescript'),
  stdio: 'inherit',
})
writeFileSync(named('.npm.cdx.json'), billOfMaterials(ROOT, time))
const image = [join(ROOT, 'scripts/build-image.ts'), named('.tgz'), named('.oci.tar'), named('.oci.cdx.json')]
execFileSync(process.execPath, image, { stdio: 'inherit' })
const deploy = readdirSync(join(ROOT, 'deploy')).map((name) => `deploy/${name}`)
for (const path of [...deploy, '.env.example']) copyFileSync(join(ROOT, path), join(RELEASE, basename(path)))
checkSize(named('.tgz'), BYTES_MAX.package)
checkSize(named('.oci.tar'), BYTES_MAX.image)
const names = readdirSync(RELEASE).toSorted()
const sums = names.map((name) => `${sha256(join(RELEASE, name))}  ${name}\n`)
writeFileSync(join(RELEASE, 'SHA256SUMS'), sums.join(''))
for (const name of names) console.log(`${(statSync(join(RELEASE, name)).size / 1e6).toFixed(2)} MB  ${name}`)

function checkSize(file: string, max: number): void {
  const { size } = statSync(file)
  if (size > max) throw new Error(`${file} has ${size} bytes; at most ${max} are wanted.`)
}

function sha256(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}
