/** The README agrees with the product. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT, search, startServer, temporaryFolder } from './journeys/program.ts'

const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')

test('the first search of the README returns the documented result on the sample', async (context) => {
  const [, body, answer] =
    /<!-- example: search -->[\s\S]*?-d '(.*?)'\n```\n+```json\n([\s\S]*?)```/.exec(readme) ?? []
  assert.ok(body && answer, 'the README has its example')
  const server = await startServer(context, join(temporaryFolder(context), 'var'))
  const key = /fs_live_[0-9A-Za-z]{38}/.exec(server.said())?.[0]
  assert.ok(key)
  const got = await search(server.url, key, JSON.parse(body))
  assert.deepEqual(await got.json(), JSON.parse(answer))
})

test('every script that README.md and CONTRIBUTING.md name is in package.json', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const text = readme + readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8')
  const named = [...text.matchAll(/npm (?:run )?(start|test(?::[a-z]+)?|[a-z:]+(?=`))/g)].map(
    (match) => match[1] as string,
  )
  assert.ok(named.length > 0)
  for (const name of named) assert.ok(name === 'ci' || name in scripts, name)
})

test('docs/dependencies.md gives the reason for every dependency', () => {
  const page = readFileSync(join(ROOT, 'docs/dependencies.md'), 'utf8')
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const cells = [...page.matchAll(/^\| ([a-z@][^|]*) \| .+ \|$/gm)].flatMap(([, cell = '']) =>
    cell.split(', '),
  )
  const named = Object.keys({ ...dependencies, ...devDependencies }).filter(
    (name) => !name.startsWith('@types/'),
  )
  assert.deepEqual(
    named.filter((name) => !cells.includes(name)),
    [],
  )
})

test('only Node, SQLite and password hashes have native parts: PostgreSQL, Redis and OpenSearch need none', () => {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, { dev?: true; hasInstallScript?: true; os?: unknown }>>
  }
  const installed = Object.entries(lock.packages).filter(([path, { dev }]) => path !== '' && dev !== true)
  const isNative = ([path, { hasInstallScript, os }]: (typeof installed)[number]) =>
    hasInstallScript === true ||
    os !== undefined ||
    globSync('**/{*.node,binding.gyp}', { cwd: join(ROOT, path) }).length > 0
  const names = installed
    .filter(isNative)
    .map(([path]) => path.replace(/^node_modules\//, '').replace(/^(@node-rs\/argon2)-.*/, '$1'))
  assert.deepEqual(new Set(names), new Set(['@node-rs/argon2', 'better-sqlite3', 'node']))
})
