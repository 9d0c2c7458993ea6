/**
 * Builds the dashboard into `dashboard/dist` and compresses every file with brotli and gzip, so that the server
 * does not compress. Runs in `npm ci` (`prepare`): without the development packages it prints a message and
 * ends with 0.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { readTryScript } from './read-try-script.ts'

const ROOT = fileURLToPath(new URL('../dashboard', import.meta.url))
const ASSETS = join(ROOT, 'dist', 'assets')
/** Extension of files that are compressed already. */
const COMPRESSED_EXTENSION = '.woff2'
/** Brotli quality for the 4 MB of the try-it page: the best one takes 35 s instead of 0.5 s and saves 14 %. */
const QUICK_BROTLI_QUALITY = 5
/** Whether npm makes the package, which is worth the best quality. */
const IS_PACKED = process.env.npm_command === 'pack' || process.env.npm_command === 'publish'
/** Length of the hash in file names, as in Vite's. */
const HASH_CHARS = 8

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

const vite = await loadVite()
if (vite === undefined) {
  console.log(
    'The dashboard was not built: Vite is not installed. `npm ci` with development packages builds it.',
  )
} else {
  await vite.build({ root: ROOT, configFile: join(ROOT, 'vite.config.ts'), logLevel: 'warn' })
  const names = (await readdir(ASSETS)).filter((name) => !/\.(br|gz)$/.test(name))
  const sizes = await Promise.all(names.map((name) => compress(join(ASSETS, name))))
  const total = sizes.reduce((sum, size) => sum + size, 0)
  await addTryScript()
  await addLicenses()
  console.log(`The dashboard is built: ${names.length} files, ${Math.round(total / 1_000)} kB compressed.`)
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

/** Writes the script of the try-it page, with a name like those of Vite. */
async function addTryScript(): Promise<void> {
  const text = await readTryScript()
  const mark = createHash('sha256').update(text).digest('base64url').slice(0, HASH_CHARS)
  const path = join(ASSETS, `scalar-${mark}.js`)
  await writeFile(path, text)
  await compress(path, IS_PACKED ? undefined : QUICK_BROTLI_QUALITY)
}

/** Adds the licences of what is not bundled by Vite to the file that it makes. */
async function addLicenses(): Promise<void> {
  const entry = fileURLToPath(import.meta.resolve('@scalar/fastify-api-reference'))
  const inPackage = await findUp('LICENSE', dirname(entry))
  for (const [name, file] of [
    ['@scalar/api-reference', inPackage],
    ['Inter', join(ROOT, 'src/theme/inter/LICENSE.txt')],
  ] as const)
    await appendFile(join(ROOT, 'dist/licenses.md'), `\n## ${name}\n\n${await readFile(file, 'utf8')}`)
}

/** Returns the path of the file in the folder or the nearest one above it that has it. */
async function findUp(file: string, folder: string): Promise<string> {
  const path = join(folder, file)
  return existsSync(path) ? path : findUp(file, dirname(folder))
}

/** Compresses a file; returns the size with gzip, in bytes. */
async function compress(path: string, quality: number = constants.BROTLI_MAX_QUALITY): Promise<number> {
  const bytes = await readFile(path)
  if (path.endsWith(COMPRESSED_EXTENSION)) return bytes.byteLength
  const [small, zipped] = await Promise.all([
    brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
    zip(bytes, { level: constants.Z_BEST_COMPRESSION }),
  ])
  await Promise.all([writeFile(`${path}.br`, small), writeFile(`${path}.gz`, zipped)])
  return zipped.byteLength
}
