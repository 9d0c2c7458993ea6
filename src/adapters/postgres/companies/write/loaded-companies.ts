/**
 * The companies that a batch needs, in memory: the rules of saving read and change them here without waiting for the
 * server, and what has changed is stored at the end of the transaction. What was not loaded cannot be read: that is
 * an error and never a wrong answer.
 */
import type { Company, CompanyId, CompanySource } from '../../../../core/company/company.ts'
import type { EntryKey } from '../../../../core/company/company-writer.ts'
import { compareTexts, inOrderOfLeis } from '../../../../core/company/history.ts'
import { entryText } from '../../../../core/company/merge-names.ts'
import type { Lei } from '../../../../names/reading/lei.ts'
import { foldWhole } from '../../../../names/text/fold.ts'
import type { FormerNumberRow } from '../../../company-rows/rows/company-rows.ts'
import type { NamedNumber } from '../../../company-rows/rows/lei-entry-rows.ts'
import { registerColumns } from '../../../company-rows/rows/register-columns.ts'
import {
  type Namesake,
  type NewChange,
  PARTS,
  type Part,
  type StoredCompanies,
} from '../../../company-rows/save/stored-companies.ts'
import { LoadedAliases } from './loaded-aliases.ts'
import { LoadedLeiEntries } from './loaded-lei-entries.ts'
import { LoadedRows } from './loaded-rows.ts'

/** An entry of a company. */
export interface LoadedEntry {
  readonly source: CompanySource
  readonly content: Buffer
}

/** What an entry of a company with several ones tells. */
export interface LoadedRecord {
  readonly entry: EntryKey
  readonly text: string
}

/** An LEI of a company. */
export interface LoadedLei {
  readonly lei: Lei
  readonly status: string
  readonly asOf: string
}

/** What is known of the database before a batch. */
export interface StoreState {
  /** The greatest id of a company. */
  readonly lastId: number
  readonly suppressed: ReadonlySet<string>
  /** Whether entries tell something about the companies of LEIs. */
  readonly hasLeiEntries: boolean
}

/** The companies of a batch. */
export class LoadedCompanies implements StoredCompanies {
  readonly entryRows = new LoadedRows<LoadedEntry>('company_sources')
  readonly recordRows = new LoadedRows<LoadedRecord>('entry_records')
  readonly leiRows = new LoadedRows<LoadedLei>('leis')
  readonly aliases = new LoadedAliases(this)
  readonly leiEntries: LoadedLeiEntries
  /** Former numbers of other companies, by their digits. */
  readonly otherNumbers = new Map<number, readonly FormerNumberRow[]>()
  readonly changes: NewChange[] = []
  readonly suppressed: Set<string>
  /** Suppressions to copy: of the first company to the second. */
  readonly copiedSuppressions: (readonly [from: string, into: string])[] = []
  readonly inserted = new Set<number>()
  readonly deleted = new Set<number>()
  /** The companies whose rows in `companies` or in the table of a part differ from those in the database. */
  readonly changedRows = new Set<number>()
  readonly changedParts = new Map<Part, Set<number>>(PARTS.map((part) => [part, new Set()]))
  /** `undefined`: no company has this uuid. */
  readonly #ids = new Map<string, number | undefined>()
  /** `undefined`: no company has this id. */
  readonly #uuids = new Map<number, CompanyId | undefined>()
  /** The LEIs of which all companies are loaded. */
  readonly #held = new Set<Lei>()
  /** Without entries and LEIs, which have rows of their own. */
  readonly #facts = new Map<number, Company>()
  #lastId: number

  constructor({ lastId, suppressed, hasLeiEntries }: StoreState) {
    this.#lastId = lastId
    this.suppressed = new Set(suppressed)
    this.leiEntries = new LoadedLeiEntries(hasLeiEntries, (number) => this.#namesakesOf(number))
  }

  isResolved(uuid: string): boolean {
    return this.#ids.has(uuid)
  }

  isLoaded(id: number): boolean {
    return this.#facts.has(id)
  }

  /** Adds which company has the uuid. */
  addId(uuid: string, id: number | undefined): void {
    this.#ids.set(uuid, id)
    if (id !== undefined) this.#uuids.set(id, uuid as CompanyId)
  }

  /** Adds which uuid a company has; `undefined` if it is not stored. */
  addUuid(id: number, uuid: string | undefined): void {
    if (!this.#uuids.has(id)) this.#uuids.set(id, uuid as CompanyId | undefined)
  }

  /** Adds that all companies with this LEI are loaded. */
  addHolders(lei: Lei): void {
    this.#held.add(lei)
  }

  /** Returns the ids of the companies that are loaded. */
  loadedIds(): readonly number[] {
    return [...this.#facts.keys()]
  }

  /** Adds a company of the database. */
  add(id: number, company: Company): void {
    this.addId(company.uuid, id)
    this.#facts.set(id, company)
  }

  idOf(uuid: string): number | undefined {
    if (!this.#ids.has(uuid)) throw new Error(`The company ${uuid} was not looked up.`)
    return this.#ids.get(uuid)
  }

  uuidOf(id: number): CompanyId | undefined {
    if (!this.#uuids.has(id)) throw new Error(`The company ${id} was not looked up.`)
    return this.#uuids.get(id)
  }

  company(id: number): Company {
    const sources = [...this.entryRows.of(id).values()].map(({ source }) => source)
    const leis = inOrderOfLeis([...this.leiRows.of(id).values()])
    return {
      ...this.#factsOf(id),
      sources: sources.toSorted(
        (a, b) => compareTexts(a.source, b.source) || compareTexts(a.sourceKey, b.sourceKey),
      ),
      leis: leis.map(({ lei, status }) => ({ lei, status, directParent: null, ultimateParent: null })),
    }
  }

  insert(company: Company): number {
    const id = ++this.#lastId
    this.inserted.add(id)
    this.add(id, company)
    this.changedRows.add(id)
    for (const rows of [this.entryRows, this.recordRows, this.leiRows]) rows.begin(id)
    for (const part of PARTS) this.changedParts.get(part)!.add(id)
    return id
  }

  update(id: number, company: Company): void {
    const { formerNames, formerNumbers, otherNames, events, factSources } = this.#factsOf(id)
    const parts = { formerNames, formerNumbers, otherNames, events, factSources }
    this.#facts.set(id, { ...company, ...parts })
    this.changedRows.add(id)
  }

  replace(part: Part, id: number, company: Company): void {
    this.#facts.set(id, { ...this.#factsOf(id), ...FIELD_OF[part](company) })
    this.changedParts.get(part)!.add(id)
  }

  touch(id: number, nowMs: number): void {
    this.#facts.set(id, { ...this.#factsOf(id), updatedAtMs: nowMs })
    this.changedRows.add(id)
  }

  deleteFacts(id: number): void {
    const { uuid } = this.#factsOf(id)
    this.#facts.delete(id)
    this.#ids.set(uuid, undefined)
    this.#uuids.set(id, undefined)
    this.deleted.add(id)
  }

  delete(id: number): void {
    this.deleteFacts(id)
    for (const rows of [this.entryRows, this.recordRows, this.leiRows]) rows.keepOnly(id, () => false)
    this.aliases.deleteAll(id)
  }

  log(change: NewChange): void {
    if (change.kind === 'merged' || !this.suppressed.has(change.uuid)) this.changes.push(change)
  }

  copySuppression(from: string, into: string): void {
    if (!this.suppressed.has(from) || this.suppressed.has(into)) return
    this.suppressed.add(into)
    this.copiedSuppressions.push([from, into])
  }

  readonly entries: StoredCompanies['entries'] = {
    noteOf: (id, entry) => {
      const found = this.entryRows.of(id).get(entryText(entry))
      return found && { asOf: found.source.asOf, content: found.content }
    },
    put: (id, source, content) => this.entryRows.put(id, entryText(source), { source, content }),
    remove: (id, entry) => void this.entryRows.keepOnly(id, (key) => key !== entryText(entry)),
    removeAll: (id) => void this.entryRows.keepOnly(id, () => false),
    move: (from, into) =>
      void this.entryRows.move(from, into, (moved, present) => moved.source.asOf > present.source.asOf),
  }

  readonly records: StoredCompanies['records'] = {
    of: (id) =>
      [...this.recordRows.of(id).values()].sort(
        ({ entry: a }, { entry: b }) =>
          compareTexts(a.source, b.source) || compareTexts(a.sourceKey, b.sourceKey),
      ),
    textOf: (id, entry) => this.recordRows.of(id).get(entryText(entry))?.text,
    put: (id, entry, text) => this.recordRows.put(id, entryText(entry), { entry, text }),
    remove: (id, entry) => void this.recordRows.keepOnly(id, (key) => key !== entryText(entry)),
    removeAll: (id) => void this.recordRows.keepOnly(id, () => false),
  }

  readonly leis: StoredCompanies['leis'] = {
    noteOf: (id, lei) => this.leiRows.of(id).get(lei),
    put: (id, lei, status, asOf) => this.leiRows.put(id, lei, { lei, status, asOf }),
    move: (from, into) => this.leiRows.move(from, into, (moved, present) => moved.asOf > present.asOf),
    keepOnly: (id, leis) => this.leiRows.keepOnly(id, (lei) => (leis as readonly string[]).includes(lei)),
    holders: (lei) => this.#holders(lei),
  }

  /** Returns the former numbers with these digits: of the loaded companies as they are now, of others as they are stored. */
  formerNumbersOf(digits: number): readonly FormerNumberRow[] {
    const others = this.otherNumbers.get(digits)
    if (others === undefined) throw new Error(`The former numbers with the digits ${digits} were not loaded.`)
    return [
      ...[...this.#facts].flatMap(([id, company]) => numberRowsOf(id, company)),
      ...others.filter((row) => !this.#facts.has(row.company_id) && !this.deleted.has(row.company_id)),
    ].filter((row) => row.digits === digits)
  }

  #namesakesOf({ nameFolded, type, digits }: NamedNumber): readonly Namesake[] {
    return [...this.#facts].flatMap(([id, { name, register }]) => {
      const [, court, ownType, ownDigits, suffix] = registerColumns(register)
      const isNamesake = ownDigits === digits && ownType === type && foldWhole(name) === nameFolded
      return isNamesake ? [{ id, court, suffix }] : []
    })
  }

  #holders(lei: Lei): readonly number[] {
    if (!this.#held.has(lei)) throw new Error(`The companies with the LEI ${lei} were not loaded.`)
    return [...this.#facts]
      .flatMap(([id, { uuid }]) => {
        const asOf = this.leiRows.of(id).get(lei)?.asOf
        return asOf === undefined ? [] : [{ id, uuid, asOf }]
      })
      .sort((a, b) => compareTexts(b.asOf, a.asOf) || compareTexts(a.uuid, b.uuid))
      .map(({ id }) => id)
  }

  #factsOf(id: number): Company {
    const facts = this.#facts.get(id)
    if (facts === undefined) throw new Error(`The company ${id} was not loaded.`)
    return facts
  }

  /** Returns the companies that were inserted and are still there. */
  insertedIds(): readonly { readonly uuid: string; readonly id: number }[] {
    return [...this.inserted].flatMap((id) => {
      const uuid = this.#facts.get(id)?.uuid
      return uuid === undefined ? [] : [{ uuid, id }]
    })
  }

  /** Returns a loaded company without entries and LEIs, or `undefined` if it was deleted. */
  factsOf(id: number): Company | undefined {
    return this.#facts.get(id)
  }
}

const FIELD_OF: Readonly<Record<Part, (company: Company) => Partial<Company>>> = {
  former_names: ({ formerNames }) => ({ formerNames }),
  former_numbers: ({ formerNumbers }) => ({ formerNumbers }),
  other_names: ({ otherNames }) => ({ otherNames }),
  company_events: ({ events }) => ({ events }),
  fact_sources: ({ factSources }) => ({ factSources }),
}

function numberRowsOf(id: number, { formerNumbers }: Company): FormerNumberRow[] {
  return formerNumbers.map(({ register, until }, position) => {
    const [country, court, type, digits, suffix] = registerColumns(register)
    return { company_id: id, position, country, court, type, digits, suffix, until }
  })
}
