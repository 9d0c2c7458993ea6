/** The TypeScript client as npm would install it. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { cleanEnv, ROOT } from '../journeys/program.ts'

/** The oldest Node that the guides name. */
const GUIDE_NODE_MIN = 20

/**
 * What readers of the guides run: the machine's own Node, where it is new enough for them, be it too old for the service;
 * else the project's.
 */
export async function guideNode(): Promise<string> {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((path) => !path.includes('node_modules'))
  const found = folders.map((path) => join(path, 'node')).find((path) => existsSync(path))
  if (found === undefined) return process.execPath
  const { stdout } = await promisify(execFile)(found, ['--version'])
  return Number(/^v(\d+)/.exec(stdout)?.[1]) >= GUIDE_NODE_MIN ? found : process.execPath
}

/** The folder of the TypeScript client. */
export const CLIENT = join(ROOT, 'clients/typescript')

/** Builds the client beside the programs of a folder; resolves with the folder of its modules. */
export async function installClient(folder: string): Promise<string> {
  const home = join(folder, 'node_modules/@firmensuche/client')
  mkdirSync(home, { recursive: true })
  cpSync(join(CLIENT, 'package.json'), join(home, 'package.json'))
  await promisify(execFile)(process.execPath, [join(CLIENT, 'build.ts'), join(home, 'dist')])
  return join(home, 'dist')
}

/** A program of a document, and what the document says that it prints. */
export interface ShownProgram {
  /** Its name where `writePrograms` puts it. */
  readonly file: string
  readonly program: string
  readonly prints: string
}

/** Returns the programs of a Markdown document with their documented output. */
export function programsOf(markdown: string): readonly ShownProgram[] {
  const blocks = [...markdown.matchAll(/```(ts|js)\n([\s\S]*?)```\n+(?:```text\n([\s\S]*?)```)?/g)]
  return blocks.map(([, language, program = '', prints = ''], place) => {
    return { file: `${place}.${language === 'ts' ? 'mts' : 'mjs'}`, program, prints }
  })
}

/** Writes the programs beside an installed client; fails where a strict project would not compile them. */
export async function writePrograms(folder: string, programs: readonly ShownProgram[]): Promise<void> {
  // Also what imports nothing has names of its own.
  for (const { file, program } of programs) writeFileSync(join(folder, file), `${program}export {}\n`)
  const files = programs.flatMap(({ file }) => (file.endsWith('.mts') ? [file] : []))
  // As `npm init -y` makes it: the names of the files alone say that they are modules.
  writeFileSync(join(folder, 'package.json'), '{"type":"commonjs"}')
  if (files.length > 0) await compileStrictly(folder, files)
}

async function compileStrictly(folder: string, files: readonly string[]): Promise<void> {
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc')
  const types = ['--types', 'node', '--typeRoots', join(ROOT, 'node_modules/@types')]
  const strict = ['--strict', '--noEmit', '--target', 'es2024', '--module', 'nodenext', '--lib', 'es2024,dom']
  const compiled = promisify(execFile)(process.execPath, [tsc, ...strict, ...types, ...files], {
    cwd: folder,
  })
  await compiled.catch(({ stdout }) => assert.fail(stdout))
}

/** A guide, and a way to run its programs in a folder in which the client is installed. */
export async function openGuide(
  folder: string,
  name: string,
  { url, key }: { readonly url: string; readonly key: string },
) {
  const text = readFileSync(join(ROOT, `docs/guides/${name}.md`), 'utf8')
  const programs = programsOf(text)
  await writePrograms(folder, programs)
  const env = cleanEnv({ BASE_URL: url, API_KEY: key })
  const node = await guideNode()
  const runProgram = async (place: number) => {
    const file = programs[place]?.file ?? assert.fail(`${name} has no program ${place}`)
    const { stdout } = await promisify(execFile)(node, [file], { cwd: folder, env })
    return stdout
  }
  return { text, programs, runProgram }
}
