/** The list of all software in the image or the package (SBOM), in the format CycloneDX. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import type { SystemPackage } from './system-files.ts'

/**
 * Returns the SBOM of an installed package as JSON, with the packages of the system. The same content gives the same
 * text: `time` replaces the time of the call, and the serial number is made from the content.
 */
export function billOfMaterials(folder: string, time: Date, system: readonly SystemPackage[] = []): string {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only']
  const bill = JSON.parse(execFileSync('npm', args, { cwd: folder, encoding: 'utf8', maxBuffer: 1e8 }))
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
