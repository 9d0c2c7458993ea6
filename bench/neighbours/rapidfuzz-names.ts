/**
 * Brute force with Python's rapidfuzz, the quickest of its kind: the same name from a dictionary, else all names by the ratio of their sorted
 * words, the best 100 put in order by `WRatio`. A Python process answers lines of JSON.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import type { Asked, NamedCompany, Neighbour } from './neighbour.ts'
import { memoryOf, processorMsOf } from './process-figures.ts'

const RAPIDFUZZ = 'rapidfuzz==3.14.6'

/** The names in a Python process with rapidfuzz. */
export class RapidfuzzNames implements Neighbour {
  readonly #folder: string
  readonly #namesPath: string
  #python: ChildProcess | undefined
  #answers: Interface | undefined
  #ended: Promise<never> | undefined

  constructor(folder: string, namesPath: string) {
    this.#folder = folder
    this.#namesPath = namesPath
  }

  async version(): Promise<string> {
    return `rapidfuzz ${await this.#say({ version: true })}`
  }

  /** Reads the file of names itself: the same lines. */
  async build(_names: Iterable<NamedCompany>): Promise<void> {
    const python = spawn(pythonIn(this.#folder), [join(import.meta.dirname, 'rapidfuzz_names.py')], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    this.#python = python
    this.#ended = once(python, 'exit').then(() => Promise.reject(new Error('Python ended.')))
    // Nobody may be waiting when it ends.
    this.#ended.catch(() => {})
    this.#answers = createInterface({ input: python.stdout })
    await this.#say({ names: this.#namesPath })
  }

  async open(): Promise<boolean> {
    return false
  }

  async ask({ core, form }: Asked, limit: number): Promise<readonly number[]> {
    return (await this.#say({ core, form, limit })) as number[]
  }

  diskBytes(): number {
    return 0
  }

  get server(): NonNullable<Neighbour['server']> {
    const id = this.#python?.pid as number
    return { memoryBytes: () => memoryOf(id), processorMs: () => processorMsOf(id).own }
  }

  close(): void {
    this.#answers?.close()
    this.#python?.stdin?.end()
  }

  async #say(line: object): Promise<unknown> {
    const answer = once(this.#answers as Interface, 'line')
    this.#python?.stdin?.write(`${JSON.stringify(line)}\n`)
    const [text] = (await Promise.race([answer, this.#ended])) as [string]
    return JSON.parse(text)
  }
}

/** A Python of its own with rapidfuzz in it; made in the folder when it is not there. @throws Error without Python or package registry. */
function pythonIn(folder: string): string {
  const python = join(folder, 'python/bin/python')
  if (existsSync(python)) return python
  execFileSync('python3', ['-m', 'venv', join(folder, 'python')], { stdio: 'inherit' })
  execFileSync(python, ['-m', 'pip', 'install', '-q', RAPIDFUZZ], { stdio: 'inherit' })
  return python
}
