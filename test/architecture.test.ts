/** The arrows of ARCHITECTURE.md, read off the imports of every file. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { test } from 'node:test'

const ROOT = resolve(import.meta.dirname, '..')
const SRC = join(ROOT, 'src')

/** module → modules that it may import beside itself. Every adapter is a module of its own. */
const ARROWS: Record<string, readonly string[]> = {
  names: [],
  engine: ['names'],
  core: ['names'],
  http: ['core', 'names'],
  control: ['core'],
  cli: ['control', 'core', 'names'],
  config: ['core'],
  'adapters/company-rows': ['core', 'names'],
  'adapters/sql': ['core'],
  'adapters/sqlite': ['core', 'names', 'adapters/company-rows', 'adapters/sql', 'adapters/system'],
  'adapters/postgres': ['core', 'names', 'adapters/company-rows', 'adapters/sql'],
  'adapters/embedded': ['core', 'names', 'engine', 'adapters/system'],
  'adapters/opensearch': ['core', 'names'],
  'adapters/registers': ['core', 'names', 'adapters/system'],
  'adapters/lists': ['core', 'adapters/system'],
  'adapters/backup': ['core'],
  'adapters/remote': ['core'],
  'adapters/shared-memory': ['core'],
  'adapters/redis': ['core'],
  'adapters/outbound': ['core'],
  'adapters/sources': ['core', 'adapters/outbound', 'adapters/system'],
  'adapters/webhooks': ['core', 'adapters/outbound'],
  'adapters/system': ['core', 'names'],
  'adapters/auth': ['core', 'names'],
  'adapters/mail': ['core', 'names', 'adapters/system'],
  'adapters/passwords': ['core', 'names'],
}

/** Modules that put the others together: they may import every module but adapters and the ones named here. */
const COMPOSING: Record<string, readonly string[]> = { server: ['offline'], offline: [], entry: [] }

/** A table of the ports by name, types only: the folders that it lists import it. */
const PORT_TABLE = 'src/core/ports.ts'

/** Pure modules compute; these modules of Node do nothing but compute as they are used there. */
const PURE_MODULES = ['node:zlib', 'node:crypto', 'node:buffer']
const PURE = ['names', 'engine', 'core']

/** What only one named file of a module may know. */
const SOLE_KNOWERS: Record<string, RegExp> = {
  'find-my-way': /^src\/http\/protocol\//,
  '@fastify/proxy-addr': /^src\/http\/protocol\//,
  marked: /^src\/http\/docs\/render-document\.ts$/,
  '@modelcontextprotocol/server': /^src\/http\/mcp\//,
  commander: /^src\/cli\/run-command-line\.ts$/,
  'better-sqlite3': /^src\/adapters\/(sqlite\/|registers\/files\/database-file\.ts$)/,
  pg: /^src\/adapters\/postgres\//,
  'pg-copy-streams': /^src\/adapters\/postgres\//,
  kysely: /^src\/adapters\/sql\/database\/kysely\.ts$/,
  'better-auth': /^src\/adapters\/auth\//,
  '@better-auth/passkey': /^src\/adapters\/auth\//,
  yazl: /^src\/adapters\/lists\//,
  'modern-tar': /^src\/adapters\/backup\//,
  nodemailer: /^src\/adapters\/mail\//,
  '@redis/client': /^src\/adapters\/redis\//,
  '@node-rs/argon2': /^src\/adapters\/passwords\//,
  '@zxcvbn-ts/language-common': /^src\/adapters\/passwords\//,
}

interface Import {
  readonly file: string
  readonly module: string
  readonly target: string
  readonly isTypeOnly: boolean
}

function moduleOf(path: string): string {
  const parts = relative(SRC, path).split('/')
  if (parts.length === 1) return 'entry'
  return parts[0] === 'adapters' ? `adapters/${parts[1]}` : (parts[0] as string)
}

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => join(folder, name))
}

const IMPORT =
  /^\s*(?:import|export)\s+(type\s+)?[^'"`;]*?from\s+['"]([^'"]+)['"]|^\s*import\s+['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm

function importsOf(path: string): Import[] {
  const text = readFileSync(path, 'utf8')
  return [...text.matchAll(IMPORT)].map((match) => ({
    file: relative(ROOT, path),
    module: moduleOf(path),
    target: (match[2] ?? match[3] ?? match[4]) as string,
    isTypeOnly: match[1] !== undefined,
  }))
}

const files = sourceFiles(SRC)
const imports = files.flatMap(importsOf)

test('every module of the table has files, and their imports are read', () => {
  const modules = new Set(files.map(moduleOf))
  for (const module of [...Object.keys(ARROWS), ...Object.keys(COMPOSING)])
    assert.ok(modules.has(module), `module ${module} is empty`)
  for (const module of modules)
    assert.ok(module in COMPOSING || module in ARROWS, `module ${module} is not in the table`)
  assert.ok(imports.length > files.length, 'fewer imports than files: the reader is broken')
})

test('no file imports a module that its own module may not import', () => {
  const stray = imports.filter(({ file, module, target }) => {
    if (!target.startsWith('.')) return false
    const to = moduleOf(resolve(ROOT, dirname(file), target))
    if (module in COMPOSING) return to !== module && (COMPOSING[module] as readonly string[]).includes(to)
    return to !== module && !(ARROWS[module] ?? []).includes(to)
  })
  assert.deepEqual(
    stray.map(({ file, target }) => `${file} → ${target}`),
    [],
  )
})

test('only the composition imports adapters, types included', () => {
  const composed = imports.filter(({ file }) => file.startsWith('src/server/compose/'))
  const isAdapter = ({ file, target }: Import) =>
    target.startsWith('.') && moduleOf(resolve(ROOT, dirname(file), target)).startsWith('adapters/')
  assert.ok(composed.some(isAdapter), 'the composition is not found')
  const stray = imports.filter(
    (each) => !each.module.startsWith('adapters/') && !composed.includes(each) && isAdapter(each),
  )
  assert.deepEqual(
    stray.map(({ file, target }) => `${file} → ${target}`),
    [],
  )
})

test('pure modules import only themselves and other pure modules', () => {
  const stray = imports.filter(
    ({ module, target }) =>
      PURE.includes(module) && !target.startsWith('.') && !PURE_MODULES.includes(target),
  )
  assert.deepEqual(
    stray.map(({ file, target }) => `${file} → ${target}`),
    [],
  )
})

test('a library that belongs to one module is imported nowhere else', () => {
  const stray = imports.filter(({ file, target, isTypeOnly }) => {
    const home = SOLE_KNOWERS[target]
    return home !== undefined && !isTypeOnly && !home.test(file)
  })
  assert.deepEqual(
    stray.map(({ file, target }) => `${file} → ${target}`),
    [],
  )
})

test('no object literal of the search has a getter: each would get a hidden class that keeps a search in memory', () => {
  // Getters of classes are indented by two blanks.
  const withGetter = [...sourceFiles(join(SRC, 'engine')), ...sourceFiles(join(SRC, 'names'))].filter(
    (path) => /^ {4,}get \w+\(/m.test(readFileSync(path, 'utf8')),
  )
  assert.deepEqual(
    withGetter.map((path) => relative(ROOT, path)),
    [],
  )
})

test('no file imports itself through other files, types included', () => {
  const own = (file: string) =>
    imports
      .filter((each) => each.file === file && each.target.startsWith('.'))
      .map(({ target }) => relative(ROOT, resolve(ROOT, dirname(file), target)))
  const next = new Map(files.map((path) => [relative(ROOT, path), own(relative(ROOT, path))]))
  // What imports nothing that is left stands in no circle: taken away again and again, the circles and what leads to them are left.
  for (let size = -1; size !== next.size; ) {
    size = next.size
    for (const [file, targets] of next) if (!targets.some((target) => next.has(target))) next.delete(file)
  }
  const way: string[] = []
  let [file] = next.keys()
  while (file !== undefined && !way.includes(file)) {
    way.push(file)
    file = next.get(file)?.find((target) => next.has(target))
  }
  assert.deepEqual(file === undefined ? [] : [...way.slice(way.indexOf(file)), file], [])
})

test('no folder imports itself through other folders, types included', () => {
  // A file that lies beside folders is a node of its own.
  const nodeOf = (file: string) => (/^src\/(\w+\/)?[^/]+\.ts$/.test(file) ? file : dirname(file))
  const next = new Map<string, Set<string>>()
  for (const { file, target } of imports) {
    if (file === PORT_TABLE || !target.startsWith('.')) continue
    const [from, to] = [nodeOf(file), nodeOf(relative(ROOT, resolve(ROOT, dirname(file), target)))]
    if (from !== to) next.set(from, (next.get(from) ?? new Set()).add(to))
  }
  // A node that imports none of those that are left, or that none of them imports, stands in no circle.
  for (let size = -1; size !== next.size; ) {
    size = next.size
    const imported = new Set([...next.values()].flatMap((targets) => [...targets]))
    for (const [node, targets] of next)
      if (!imported.has(node) || ![...targets].some((each) => next.has(each))) next.delete(node)
  }
  assert.deepEqual([...next.keys()], [])
})

test('a pure module uses no clock, no random numbers and no environment', () => {
  const impure =
    /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bprocess\.(env|hrtime|argv)|\bperformance\.now\(/
  const stray = files.filter((path) => {
    const code = readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
    return PURE.includes(moduleOf(path)) && impure.test(code)
  })
  assert.deepEqual(
    stray.map((path) => relative(ROOT, path)),
    [],
  )
})

test('names of files contain no meaningless words', () => {
  const banned = /(^|[-/])(util|utils|helper|helpers|manager|common|misc|info|dto|impl)([-./]|$)/
  const stray = files.map((path) => relative(ROOT, path)).filter((file) => banned.test(file))
  assert.deepEqual(stray, [])
})
