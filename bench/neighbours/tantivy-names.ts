/**
 * Tantivy, the search library in Rust, in a process of its own that answers lines of JSON: the same name, then all words, then the rarest
 * trigrams and words. Cargo builds the program; without it this product is left out.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import type { Asked, NamedCompany, Neighbour } from './neighbour.ts'
import { memoryOf, processorMsOf } from './process-figures.ts'

const PROGRAM = join(import.meta.dirname, 'tantivy')

/** The names in a process with Tantivy. */
export class TantivyNames implements Neighbour {
  readonly #folder: string
  readonly #namesPath: string
  #program: ChildProcess | undefined
  #answers: Interface | undefined
  #ended: Promise<never> | undefined

  constructor(folder: string, namesPath: string) {
    this.#folder = folder
    this.#namesPath = namesPath
  }

  async version(): Promise<string> {
    return String(await this.#say({ version: true })).split(',')[0] ?? ''
  }

  /** The program reads the file of names itself: the same lines. */
  async build(_names: Iterable<NamedCompany>): Promise<void> {
    this.#start()
    await this.#say({ build: this.#indexPath, names: this.#namesPath })
    await this.#say({ open: this.#indexPath, names: this.#namesPath })
  }

  async open(): Promise<boolean> {
    if (!existsSync(join(this.#indexPath, 'meta.json'))) return false
    this.#start()
    return (await this.#say({ open: this.#indexPath, names: this.#namesPath })) !== 0
  }

  async ask({ core, form }: Asked, limit: number): Promise<readonly number[]> {
    return (await this.#say({ core, form, limit })) as number[]
  }

  diskBytes(): number {
    return readdirSync(this.#indexPath).reduce(
      (sum, file) => sum + statSync(join(this.#indexPath, file)).size,
      0,
    )
  }

  get server(): NonNullable<Neighbour['server']> {
    const id = this.#program?.pid as number
    return { memoryBytes: () => memoryOf(id), processorMs: () => processorMsOf(id).own }
  }

  close(): void {
    this.#answers?.close()
    this.#program?.stdin?.end()
  }

  get #indexPath(): string {
    return join(this.#folder, 'tantivy-index')
  }

  #start(): void {
    const program = spawn(programIn(this.#folder), { stdio: ['pipe', 'pipe', 'inherit'] })
    this.#program = program
    this.#ended = once(program, 'exit').then(() =>
      Promise.reject(new Error('The program with Tantivy ended.')),
    )
    // Nobody may be waiting when it ends.
    this.#ended.catch(() => {})
    this.#answers = createInterface({ input: program.stdout })
  }

  async #say(line: object): Promise<unknown> {
    const answer = once(this.#answers as Interface, 'line')
    this.#program?.stdin?.write(`${JSON.stringify(line)}\n`)
    const [text] = (await Promise.race([answer, this.#ended])) as [string]
    return JSON.parse(text)
  }
}

/** The reason why the program cannot be built here; `undefined` if it can. */
export function tantivyMissing(): string | undefined {
  const { error } = spawnSync('cargo', ['--version'], { stdio: 'ignore' })
  return error === undefined
    ? undefined
    : 'Tantivy is left out, because cargo, which builds it, is not installed.'
}

/** The program; built in the folder when it is not there. @throws Error without a package registry. */
function programIn(folder: string): string {
  const target = join(folder, 'tantivy-target')
  const program = join(target, 'release/tantivy-names')
  if (existsSync(program)) return program
  const words = ['build', '--release', '--locked', '--manifest-path', join(PROGRAM, 'Cargo.toml')]
  execFileSync('cargo', words, { stdio: 'inherit', env: { ...process.env, CARGO_TARGET_DIR: target } })
  return program
}
