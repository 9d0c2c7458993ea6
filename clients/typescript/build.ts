/** Makes `dist`: plain modules without comments, and the types with them. `node build.ts [folder]`. */
import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'

const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc')
const folder = resolve(process.argv[2] ?? join(import.meta.dirname, 'dist'))
const common = ['-p', import.meta.dirname, '--outDir', folder]
for (const options of [['--removeComments', '--declaration', 'false'], ['--emitDeclarationOnly']]) {
  execFileSync(process.execPath, [tsc, ...common, ...options], { stdio: 'inherit' })
}
