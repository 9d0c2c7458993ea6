/**
 * Packs the npm package: with `dist` in place of `src`, and without the scripts of a checkout, which npm would ask its
 * users to allow.
 *
 *   pack.ts FOLDER
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const PACK = ['pack', '--silent', '--ignore-scripts', '--pack-destination']

const [target] = process.argv.slice(2)
if (target === undefined) {
  console.error('Usage: pack.ts FOLDER')
  process.exit(2)
}
await import('./build-dist.ts')
const folder = mkdtempSync(join(tmpdir(), 'firmensuche-pack-'))
try {
  execFileSync('npm', [...PACK, folder], { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] })
  const [name = ''] = readdirSync(folder)
  execFileSync('tar', ['-xzf', join(folder, name), '-C', folder])
  const description = join(folder, 'package/package.json')
  const { scripts: _, ...packed } = JSON.parse(readFileSync(description, 'utf8'))
  writeFileSync(description, `${JSON.stringify(packed, null, 2)}\n`)
  execFileSync('npm', [...PACK, resolve(target)], { cwd: join(folder, 'package'), stdio: 'inherit' })
} finally {
  rmSync(folder, { recursive: true })
}
