/** The list of all software in the image or the package (SBOM), in the format CycloneDX. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SystemPackage } from './system-files.ts'

interface Component {
  readonly 'bom-ref': string
  readonly name: string
  readonly version: string
}

interface Dependency {
  readonly ref: string
  readonly dependsOn: readonly string[]
}

/**
 * Returns the names and versions of the packages in package-lock.json that are not only for development. The option
 * --omit=dev of npm sbom also leaves out packages that both need, such as zod.
 */
function usedPackages(folder: string): ReadonlySet<string> {
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, { readonly dev?: boolean; readonly version: string }>>
  }
  return new Set(
    Object.entries(packages)
      .filter(([path, { dev }]) => path !== '' && dev !== true)
      .map(([path, { version }]) => `${path.replace(/^.*node_modules\//, '')}@${version}`),
  )
}

function nameOf({ name, version }: Component): string {
  return `${name}@${version}`
}

/**
 * Returns the SBOM of an installed package as JSON, with the packages of the system. The same content gives the same
 * text: `time` replaces the time of the call, and the serial number is made from the content.
 */
export function billOfMaterials(folder: string, time: Date, system: readonly SystemPackage[] = []): string {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only']
  const bill = JSON.parse(execFileSync('npm', args, { cwd: folder, encoding: 'utf8', maxBuffer: 1e8 }))
  const used = usedPackages(folder)
  bill.components = bill.components.filter((component: Component) => used.has(nameOf(component)))
  const refs = new Set(bill.components.map((component: Component) => component['bom-ref']))
  refs.add(bill.metadata.component['bom-ref'])
  bill.dependencies = bill.dependencies
    .filter(({ ref }: Dependency) => refs.has(ref))
    .map(({ ref, dependsOn }: Dependency) => ({ ref, dependsOn: dependsOn.filter((on) => refs.has(on)) }))
  bill.components.push(...system.map(componentOf))
  bill.metadata.timestamp = time.toISOString()
  delete bill.serialNumber
  const hash = createHash('sha256').update(JSON.stringify(bill)).digest('hex')
  bill.serialNumber = `urn:uuid:${uuidOf(hash)}`
  return `${JSON.stringify(bill, undefined, 2)}\n`
}

function componentOf({ name, version, architecture }: SystemPackage) {
  const purl = `pkg:deb/debian/${encodeURIComponent(name)}@${encodeURIComponent(version)}?arch=${architecture}`
  return { 'bom-ref': purl, type: 'library', name, version, purl }
}

/** Returns a UUID of version 8 (own content) with the first digits of a hash. */
function uuidOf(hash: string): string {
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}
