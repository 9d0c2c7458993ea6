/**
 * Makes `dist`, the program as the npm package contains it: Node runs no TypeScript below `node_modules`. Types
 * become blanks and comments are left out, so lines and columns in a stack trace are those of the source; `dist` has the folders of `src`, so
 * that paths to other files of the package stay the same. `pack.ts` runs it.
 */
import { copyFileSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { COMMIT_FILE, checkedOutCommit } from '../src/adapters/system/program-version.ts'

const ROOT = join(import.meta.dirname, '..')
const SRC = join(ROOT, 'src')
const DIST = join(ROOT, 'dist')
const TS_EXTENSION = /\.ts$/
/** Matches the file of a thread, up to the end of its name. */
const THREAD_FILE = /new URL\('\.{1,2}\/[\w./-]+(?=\.ts', import\.meta\.url\))/g

rmSync(DIST, { recursive: true, force: true })
const modules = globSync('**/*.ts', { cwd: SRC }).filter((name) => !name.endsWith('.test.ts'))
for (const name of modules) {
  const text = stripTypeScriptTypes(withoutComments(readFileSync(join(SRC, name), 'utf8')))
  write(name.replace(TS_EXTENSION, '.js'), withJsNames(text))
}
for (const name of globSync('**/*.json', { cwd: SRC })) {
  mkdirSync(dirname(join(DIST, name)), { recursive: true })
  copyFileSync(join(SRC, name), join(DIST, name))
}
const commit = checkedOutCommit(ROOT)
if (commit !== undefined) write(COMMIT_FILE, `${commit}\n`)
console.log(`dist contains ${modules.length} modules.`)

function write(name: string, text: string): void {
  const path = join(DIST, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

/** Removes comments, a third of the packed program. Code keeps its lines and columns. */
function withoutComments(text: string): string {
  const file = ts.createSourceFile('module.ts', text, ts.ScriptTarget.Latest, true)
  let made = ''
  const visit = (node: ts.Node) => {
    if (ts.isJSDoc(node)) return
    const children = node.getChildren(file)
    if (children.length > 0) return children.forEach(visit)
    const start = node.getStart(file)
    const lines = text.slice(node.pos, start).split('\n')
    made +=
      '\n'.repeat(lines.length - 1) +
      ' '.repeat((lines.at(-1) as string).length) +
      text.slice(start, node.end)
  }
  visit(file)
  return made
}

/** Replaces `.ts` at the end of the names of imported modules and of thread files by `.js`. */
function withJsNames(text: string): string {
  const imported = ts
    .preProcessFile(text, true, true)
    .importedFiles.filter(({ fileName }) => /^\..*\.ts$/.test(fileName))
    // The position is that of the opening quote.
    .map(({ pos, fileName }) => pos + 1 + fileName.length - '.ts'.length)
  const threads = [...text.matchAll(THREAD_FILE)].map((found) => found.index + found[0].length)
  const chars = [...imported, ...threads].toSorted((a, b) => b - a)
  return chars.reduce((made, at) => `${made.slice(0, at)}.js${made.slice(at + '.ts'.length)}`, text)
}
