/**
 * The stored companies as the rules of saving see them. An adapter implements this over its tables; every call is
 * a step of the same transaction.
 */
import type { Company, CompanyId, CompanySource } from '../../../core/company/company.ts'
import type { Change } from '../../../core/company/company-store.ts'
import type { EntryKey } from '../../../core/company/company-writer.ts'
import type { Lei } from '../../../names/reading/lei.ts'
import type { FormerNumberRow } from '../rows/company-rows.ts'
import type { LeiEntry, NamedNumber } from '../rows/lei-entry-rows.ts'

/** Tables with a part of a company, which is replaced as a whole. */
export const PARTS = [
  ...(['former_names', 'former_numbers', 'other_names', 'company_events', 'fact_sources'] as const),
] as const
/** One of `PARTS`. */
export type Part = (typeof PARTS)[number]

/** A change for the log, which gives it its number. */
export type NewChange = Pick<Change, 'kind' | 'atMs' | 'fields'> & {
  readonly uuid: string
  readonly into?: string
}

/** What saving companies reads and writes. Ids are those of rows. */
export interface StoredCompanies {
  /** Returns the id of the company with this uuid. */
  idOf(uuid: string): number | undefined
  /** Returns the uuid of a company that is stored, or `undefined`. */
  uuidOf(id: number): CompanyId | undefined
  /** Returns a company that is stored. */
  company(id: number): Company
  /** Inserts a company with its parts, but without its entries and LEIs; returns its id. */
  insert(company: Company): number
  /** Replaces the row of a company, but not its parts. */
  update(id: number, company: Company): void
  /** Replaces a part of a company. */
  replace(part: Part, id: number, company: Company): void
  /** Sets when a company was updated. */
  touch(id: number, nowMs: number): void
  /** Deletes the row of a company and its parts. */
  deleteFacts(id: number): void
  /** Deletes a company with everything that belongs to it. */
  delete(id: number): void
  /** Adds a change to the log. Changes of a suppressed company are not logged, except that it was joined. */
  log(change: NewChange): void
  /** Suppresses the company `into` if the company `from` is suppressed. */
  copySuppression(from: string, into: string): void
  readonly entries: StoredEntries
  readonly aliases: StoredAliases
  readonly records: StoredRecords
  readonly leis: StoredLeis
  readonly leiEntries: StoredLeiEntries
}

/** What is stored about an entry. */
export interface EntryNote {
  readonly asOf: string
  /** Hash over all that the entry tells. */
  readonly content: Buffer
}

/** The entries of companies: `company_sources`. */
export interface StoredEntries {
  noteOf(id: number, entry: EntryKey): EntryNote | undefined
  put(id: number, entry: CompanySource, content: Buffer): void
  remove(id: number, entry: EntryKey): void
  removeAll(id: number): void
  /** Moves the entries of a company to another one, apart from those of which that one has a later version. */
  move(from: number, into: number): void
}

/** Further ids of companies: `aliases`. */
export interface StoredAliases {
  /** Returns the id of the company of which this is a key, too. */
  idOfSame(alias: string): number | undefined
  /** Returns the uuid of the company that the alias leads to. */
  holderOf(alias: string): string | undefined
  /** Makes an alias of a former number, or gives it to another company. */
  put(alias: string, id: number): void
  /** Makes a key of the same company. */
  putSame(alias: string, id: number): void
  delete(alias: string): void
  /** Deletes an alias of a company that is a former number. */
  deleteFormer(alias: string, id: number): void
  move(from: number, into: number): void
  /** Returns the former numbers with these digits, of all companies. */
  formerNumbersOf(digits: number): readonly FormerNumberRow[]
}

/** What the entries of companies with several of them tell, as texts: `entry_records`. */
export interface StoredRecords {
  of(id: number): readonly { readonly entry: EntryKey; readonly text: string }[]
  textOf(id: number, entry: EntryKey): string | undefined
  put(id: number, entry: EntryKey, text: string): void
  remove(id: number, entry: EntryKey): void
  removeAll(id: number): void
}

/** The LEIs of companies: `leis`. */
export interface StoredLeis {
  noteOf(id: number, lei: Lei): { readonly status: string; readonly asOf: string } | undefined
  put(id: number, lei: Lei, status: string, asOf: string): void
  /**
   * Moves the LEIs of a company to another one; of one that both have, the later statement stays. Returns whether
   * that changed the other one.
   */
  move(from: number, into: number): boolean
  /** Deletes the LEIs of a company that are not among these; returns whether there were any. */
  keepOnly(id: number, leis: readonly Lei[]): boolean
  /** Returns the companies that have an LEI: that of the latest statement first, then by uuid. */
  holders(lei: Lei): readonly number[]
}

/** A company that may be the one of a number without its court. */
export interface Namesake {
  readonly id: number
  readonly court: string
  readonly suffix: string
}

/** What entries tell about the companies of LEIs, and the LEIs that wait to be assigned: `lei_entries`, `waiting_leis`. */
export interface StoredLeiEntries {
  /** Whether any entry tells something. */
  hasAny(): boolean
  /** Stores what an entry tells; it told nothing before. */
  put(entry: EntryKey, told: LeiEntry): void
  /** Deletes what an entry tells; its LEI waits. */
  remove(entry: EntryKey): void
  /** Returns what entries tell about an LEI. */
  of(lei: Lei): readonly LeiEntry[]
  /** Returns the companies with the name, the kind of register and the digits of a number. */
  namesakes(number: NamedNumber): readonly Namesake[]
  /** Lets an LEI wait. */
  wake(lei: Lei): void
  /** Lets an LEI wait if an entry tells something about it. */
  wakeTold(lei: Lei): void
  /** Lets the LEIs wait of which an entry with this name tells a number without its court. */
  wakeByName(nameFolded: string): void
}
