/**
 * Bundles the parts of Kysely that are used into one file of `vendor`: loading its 300 modules takes
 * each thread about 60 ms of processor time and 3 MB, one file 5 ms and 1 MB. Runs in `npm ci` (`prepare`).
 * Without the development packages it does nothing, and Kysely is loaded from its package.
 */
import { copyFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as used from '../src/adapters/sql/database/kysely.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** Where `src/adapters/sql/database/kysely.ts` looks for the file. */
const FOLDER = 'vendor'
const ENTRY = 'virtual:used-parts'
const PACKAGE = fileURLToPath(import.meta.resolve('kysely'))

const vite = await loadVite()
if (vite === undefined) {
  console.log(
    'Kysely was not bundled: Vite is not installed. The server works without, and starts more slowly.',
  )
} else {
  const names = Object.keys(used).join(', ')
  await vite.build({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true },
    plugins: [
      {
        name: 'used-parts',
        enforce: 'pre',
        resolveId: (id) => (id === ENTRY ? `\0${id}` : undefined),
        load: (id) => (id === `\0${ENTRY}` ? `export { ${names} } from '${PACKAGE}'` : undefined),
      },
    ],
    build: {
      ssr: true,
      outDir: FOLDER,
      target: 'esnext',
      minify: true,
      rollupOptions: { input: ENTRY, output: { entryFileNames: 'kysely.js' } },
    },
  })
  await copyFile(join(dirname(PACKAGE), '..', 'LICENSE'), join(ROOT, FOLDER, 'kysely.LICENSE'))
}

/** Loads Vite; returns `undefined` if it is not installed. */
async function loadVite(): Promise<typeof import('vite') | undefined> {
  try {
    return await import('vite')
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') return undefined
    throw fault
  }
}
