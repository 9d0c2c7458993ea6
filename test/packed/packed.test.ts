/** The npm package: what it contains, and that it works from where npm puts it. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { programVersion } from '../../src/adapters/system/program-version.ts'
import { DOCUMENTS } from '../../src/http/docs/documents.ts'
import {
  cleanEnv,
  importedFolder,
  makeKey,
  ROOT,
  startServer,
  temporaryFolder,
  wholeFile,
} from '../journeys/program.ts'
import { IS_THOROUGH } from '../thorough.ts'
import { npmInstall, type Packed, packProject, SYSTEM_PATH, unpackBesideDependencies } from './package.ts'

/** Largest packed file, in bytes: it is downloaded before the first start. */
const PACKED_BYTES_MAX = 6_000_000
/** `npm pack` compresses the pages better than `npm ci`, whose files are tested here: some 150 kB less. */
const BETTER_COMPRESSION_BYTES = 100_000
const ONLY_THOROUGH = IS_THOROUGH ? false : 'npm test installs nothing; npm run test:thorough does'

/** Links of Markdown to files; the anchor is left out. */
const FILE_LINK = /\]\((?!https?:|mailto:|[#/])([^)#\s]+)(?:#[^)]*)?\)/g
const run = promisify(execFile)
const file = wholeFile()
let packed: Packed

before(async () => {
  packed = await packProject(file)
})

/** Starts the program with a sample, searches, reads pages and stops it. */
async function tryProgram(
  t: Parameters<typeof startServer>[0],
  command: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<void> {
  const dataDir = await importedFolder(t)
  const { key } = await makeKey(dataDir)
  const server = await startServer(t, dataDir, { PUBLIC_SEARCH: 'on', ...env }, [...command, 'serve'])
  const response = await fetch(`${server.url}/api/v1/companies/search/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'gmbh', limit: 1, deep: true }),
  })
  const found = await response.text()
  assert.equal(response.status, 200, found)
  for (const path of ['/docs/client', '/docs/de/api.md', '/search', '/openapi.json']) {
    const { status } = await fetch(server.url + path)
    assert.equal(status, 200, path)
  }
  server.process.kill('SIGTERM')
  assert.equal(await server.ended, 0, server.complained())
}

describe('the packed file', () => {
  test('has at most 6 MB', () => {
    assert.ok(packed.bytes > 4_000_000, 'the sample and the pages are in it')
    assert.ok(packed.bytes - BETTER_COMPRESSION_BYTES <= PACKED_BYTES_MAX, `${packed.bytes} bytes`)
  })

  test('contains every module of src as JavaScript, and neither sources nor tests', () => {
    const modules = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|json)$/.test(name) && !name.endsWith('.test.ts'))
      .map((name) => `dist/${name.replace(/\.ts$/, '.js')}`)
    assert.ok(modules.length > 500)
    assert.deepEqual(
      packed.paths.filter((path) => path.startsWith('dist/') && path !== 'dist/commit.txt'),
      modules.toSorted(),
    )
    assert.deepEqual(
      packed.paths.filter((path) => /\.tsx?$|(^|\/)(src|test|bench|scripts)\//.test(path)),
      [],
    )
  })

  test('contains every document that the server shows, and the licences of what is built into it', () => {
    const needed = DOCUMENTS.flatMap(({ files }) => Object.values(files))
    assert.ok(needed.length > 10)
    for (const path of [
      ...needed,
      'LICENSE',
      'NOTICE',
      'vendor/kysely.LICENSE',
      'dashboard/dist/licenses.md',
    ])
      assert.ok(packed.paths.includes(path), path)
  })

  test('has documents whose links lead to files of the package', () => {
    const there = new Set(packed.paths.flatMap((path) => [path, dirname(path)]))
    const pages = packed.paths.filter((path) => path.endsWith('.md') && !path.startsWith('dashboard/'))
    assert.ok(pages.length > 80)
    for (const page of pages) {
      const links = [...readFileSync(join(ROOT, page), 'utf8').matchAll(FILE_LINK)].map(([, path]) => path!)
      const missing = links.filter((path) => !there.has(join(dirname(page), path).replace(/\/$/, '')))
      assert.deepEqual(missing, [], page)
    }
  })

  test('has no scripts, which npm would ask to allow and which only a checkout can run', async () => {
    const { stdout } = await run('tar', ['-xzOf', packed.file, 'package/package.json'])
    const { scripts, name, dependencies } = JSON.parse(stdout)
    assert.deepEqual([scripts, name], [undefined, 'firmensuche'])
    assert.ok(Object.keys(dependencies).length > 10)
  })

  test('says from which commit it was made', async (t) => {
    const program = await unpackBesideDependencies(t, packed)
    const { stdout } = await run(process.execPath, [program, '--version'], { env: cleanEnv() })
    assert.equal(stdout.trim(), programVersion())
  })

  test('works where npm puts a dependency, with the dependencies beside it', async (t) => {
    await tryProgram(t, [process.execPath, await unpackBesideDependencies(t, packed)])
  })
})

describe('a stack trace of the package', () => {
  test('names the line and the column of the source', () => {
    const name = 'server/threads/thread'
    const places = (text: string) => {
      const lines = text.split('\n')
      const line = lines.findIndex((content) => content.includes('new Worker(file'))
      return { line, column: lines[line]?.indexOf('new Worker(file') }
    }
    const source = places(readFileSync(join(ROOT, `src/${name}.ts`), 'utf8'))
    assert.ok(source.line > 0)
    assert.deepEqual(places(readFileSync(join(ROOT, `dist/${name}.js`), 'utf8')), source)
  })
})

describe('the program in an old Node', { skip: SYSTEM_PATH === '' }, () => {
  test('says how to install its own Node if npm did not run the install script', async (t) => {
    const bin = await unpackBesideDependencies(t, packed)
    const folder = temporaryFolder(t)
    // Only what the launcher needs to begin: without neighbours there is no package `node`.
    mkdirSync(join(folder, 'bin'))
    symlinkSync(bin, join(folder, 'bin/firmensuche.js'))
    const old = JSON.stringify({ ...process.versions, node: '20.0.0' })
    const code = `Object.defineProperty(process, 'versions', { value: ${old} })`
    const args = [
      `--import=data:text/javascript,${encodeURIComponent(code)}`,
      '--preserve-symlinks-main',
      join(folder, 'bin/firmensuche.js'),
      '--version',
    ]
    const ended = run(process.execPath, args, { env: cleanEnv() })
    await assert.rejects(ended, ({ code: exit, stderr }: { code: number; stderr: string }) => {
      assert.equal(exit, 1)
      assert.match(stderr, /needs Node 24 or newer; this is 20\.0\.0\. .*--allow-scripts=node/)
      return true
    })
  })
})

describe('npm install of the packed file into an empty folder', { skip: ONLY_THOROUGH }, () => {
  for (const [where, options, bin] of [
    ['globally', ['--global'], 'bin/firmensuche'],
    ['in a project', [], 'node_modules/.bin/firmensuche'],
  ] as const) {
    test(`${where}, with the Node of the machine: the program starts its own Node`, async (t) => {
      const folder = await npmInstall(t, packed, SYSTEM_PATH, options)
      await tryProgram(t, [join(folder, bin)], { PATH: SYSTEM_PATH })
    })
  }

  test('globally, with a Node that runs the program itself', async (t) => {
    const folder = await npmInstall(t, packed, SYSTEM_PATH, ['--global', '--ignore-scripts'])
    await tryProgram(t, [process.execPath, join(folder, 'lib/node_modules/firmensuche/bin/firmensuche.js')])
  })
})
