/**
 * MiniSearch as its documentation advises for names: the same words first (all of them, last one also as a beginning), then all words
 * with `fuzzy: 0.2` from four letters on and beginnings, then any of them.
 */
import { readFileSync } from 'node:fs'
import MiniSearch, { type SearchOptions } from 'minisearch'
import type { Asked, NamedCompany, Neighbour } from './neighbour.ts'

interface Document {
  readonly id: number
  readonly core: string
  readonly form: string
}

const FUZZY_FROM_LETTERS = 4
const fuzzy = (term: string) => (term.length >= FUZZY_FROM_LETTERS ? 0.2 : false)
/** The last word is taken as a beginning, too. */
const prefix = (_term: string, at: number, terms: readonly string[]) => at === terms.length - 1
const STEPS: readonly SearchOptions[] = [
  { combineWith: 'AND', prefix },
  { combineWith: 'AND', prefix, fuzzy },
  { combineWith: 'OR', prefix, fuzzy },
]

/** The names in MiniSearch. */
export class MiniSearchNames implements Neighbour {
  #index = newIndex()

  version(): string {
    // Its package does not export package.json; the entry file lies two folders below it.
    const path = new URL('../../package.json', import.meta.resolve('minisearch'))
    const { version } = JSON.parse(readFileSync(path, 'utf8')) as { version: string }
    return `MiniSearch ${version}`
  }

  async build(names: Iterable<NamedCompany>): Promise<void> {
    this.#index = newIndex()
    for (const { place, core, form } of names) this.#index.add({ id: place, core, form })
  }

  /** Keeps nothing on disk: its JSON form of a million names is longer than a JavaScript string can be. */
  async open(): Promise<boolean> {
    return false
  }

  ask({ core, form }: Asked, limit: number): readonly number[] {
    for (const step of STEPS) {
      const results = this.#index.search(core, { ...step, boostDocument: boosted(form) })
      if (results.length > 0) return results.slice(0, limit).map(({ id }) => id as number)
    }
    return []
  }

  diskBytes(): number {
    return 0
  }

  close(): void {
    this.#index = newIndex()
  }
}

function newIndex(): MiniSearch<Document> {
  return new MiniSearch<Document>({ fields: ['core'], storeFields: ['form'] })
}

/** A small boost, so that the form asked for stands before others with the same words. */
const FORM_BOOST = 1.05

function boosted(asked: string): NonNullable<SearchOptions['boostDocument']> {
  return (_id, _term, stored: { readonly form?: unknown } | undefined) =>
    stored?.form === asked ? FORM_BOOST : 1
}
