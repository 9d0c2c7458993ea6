/**
 * Makes npm-shrinkwrap.json from package-lock.json, without the development packages: whoever installs the package gets
 * the tested versions. Without it, npm does not apply `overrides` and takes minutes to arrange the peers of better-auth.
 * Runs before `npm pack`, which also removes the file.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')

/** A package of the lock file; it has more fields. */
interface Locked {
  readonly dev?: boolean
  devDependencies?: Readonly<Record<string, string>>
}

const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>
}
const used = Object.entries(lock.packages).filter(([, { dev }]) => dev !== true)
lock.packages = Object.fromEntries(used)
delete lock.packages['']?.devDependencies
writeFileSync(join(ROOT, 'npm-shrinkwrap.json'), `${JSON.stringify(lock, undefined, 2)}\n`)
