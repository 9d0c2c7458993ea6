/** Stores one company: creates it, or merges the entry into the stored company. */
import { hash } from 'node:crypto'
import { laterCompany } from '../../../core/company/another-company.ts'
import type { Company, CompanyId } from '../../../core/company/company.ts'
import type { IncomingCompany, SaveResult } from '../../../core/company/company-writer.ts'
import { mergeCompany, newCompany } from '../../../core/company/merge-company.ts'
import { companyUuid } from '../../../names/reading/company-uuid.ts'
import { isGerman, type RegisterKey } from '../../../names/reading/register-number.ts'
import { registerColumns } from '../rows/register-columns.ts'
import { addRecord, keepOnly, recordOf } from './entry-records.ts'
import { joinCompanies } from './join-companies.ts'
import { noteEntry, wakeJoined, wakeKey } from './lei-entries.ts'
import { changeLei, saveLei } from './save-lei.ts'
import type { EntryNote, StoredCompanies } from './stored-companies.ts'
import { insertCompany, storedId, updateCompany } from './write-company.ts'

/** An entry with what a save derives from it. */
export interface Entry {
  readonly incoming: IncomingCompany
  /** The uuid of its key. */
  readonly uuid: CompanyId
  /** A hash that tells two versions of it apart. The day of the snapshot is not part of it. */
  readonly content: Buffer
}

/** Derives what a save needs of an entry. */
export function entryOf(incoming: IncomingCompany): Entry {
  const uuid = companyUuid(incoming.register) as CompanyId
  return { incoming, uuid, content: contentOf(incoming) }
}

/** What was done with an entry. */
export interface SavedCompany {
  /** `apart`: it was not stored, as another company has its number. */
  readonly how: 'created' | 'changed' | 'unchanged' | 'apart'
  /** Whether other sources have told the company until now, but not this one. */
  readonly isJoined?: boolean
  /** Names of the changed fields. */
  readonly changed?: readonly string[]
}

const CREATED: SavedCompany = { how: 'created' }
const UNCHANGED: SavedCompany = { how: 'unchanged' }
const APART: SavedCompany = { how: 'apart' }

/** Saves a company. Call it inside a transaction. */
export function saveCompany(stored: StoredCompanies, entry: Entry, nowMs: number): SavedCompany {
  const { incoming } = entry
  const { sameAs, lei, source } = incoming
  const id = storedId(stored, entry.uuid)
  if (id === undefined) {
    const created = create(stored, entry, nowMs)
    if (lei !== undefined) saveLei(stored, created, lei, source.asOf)
    noteEntry(stored, incoming)
    if (sameAs !== undefined) joinSame(stored, created, sameAs, nowMs)
    return CREATED
  }
  const saved = saveInto(stored, id, entry, nowMs)
  if (saved.how === 'apart' || sameAs === undefined || !joinSame(stored, id, sameAs, nowMs)) return saved
  return { ...saved, how: 'changed' }
}

/** Returns whether this version of an entry, or a later one with the same content, is stored. */
export function isKnown({ incoming, content }: Entry, note: EntryNote | undefined): boolean {
  return note?.content.equals(content) === true && note.asOf >= incoming.source.asOf
}

/** Saves the entry of a company that is stored. */
function saveInto(stored: StoredCompanies, id: number, entry: Entry, nowMs: number): SavedCompany {
  const { incoming } = entry
  const note = stored.entries.noteOf(id, incoming.source)
  if (isKnown(entry, note)) return UNCHANGED
  const before = stored.company(id)
  const entered = newCompany(incoming, before.uuid, before.updatedAtMs)
  // The id of a list is no number that a court gave anew.
  const later =
    note === undefined && incoming.register.type !== 'list' ? laterCompany(before, entered) : undefined
  if (later === 'incoming') return APART
  if (note === undefined || note.asOf <= incoming.source.asOf) noteEntry(stored, incoming)
  if (later === 'stored') return replace(stored, id, before, entry, nowMs)
  const changed = change(stored, id, before, entry, nowMs)
  const isJoined = before.sources.every(({ source }) => source !== incoming.source.source)
  return { how: changed.length > 0 ? 'changed' : 'unchanged', isJoined, changed }
}

/** Stores the company of an entry in place of a later one that got its number. */
function replace(
  stored: StoredCompanies,
  id: number,
  before: Company,
  { incoming, content }: Entry,
  nowMs: number,
): SavedCompany {
  stored.entries.removeAll(id)
  stored.records.removeAll(id)
  stored.entries.put(id, incoming.source, content)
  const after = newCompany(incoming, before.uuid, before.updatedAtMs)
  return { how: 'changed', changed: updateCompany(stored, id, { before, after, nowMs }) }
}

const CONTENT_BYTES = 8

function contentOf(incoming: IncomingCompany): Buffer {
  return hash('sha256', factsText(incoming) + historyText(incoming), 'buffer').subarray(0, CONTENT_BYTES)
}

/**
 * Returns the facts as one text. Written by hand because it runs for every entry: it takes a fraction of the
 * time of JSON.stringify.
 */
function factsText(company: IncomingCompany): string {
  const number = numberText(company.register)
  const state = `${company.court} ${company.status} ${company.statusWord} ${company.registeredOn}`
  return `${company.name}\n${number}\n${state}\n${company.form}\n${company.seat}\n${leiText(company)}${eventsText(company)}`
}

/** Few sources tell an LEI, so that the text of other entries stays as it is. */
function leiText({ lei, leiReference }: IncomingCompany): string {
  const reference = leiReference === undefined ? '' : `${leiReference}\n`
  return reference + (lei === undefined ? '' : `${lei.lei} ${lei.status} ${JSON.stringify(lei.courtless)}\n`)
}

function eventsText({ events }: IncomingCompany): string {
  return events === undefined ? '' : JSON.stringify(events.map(({ kind, date }) => [kind, date]))
}

/** German numbers are nearly all: their text is made without an array. */
function numberText(register: RegisterKey): string {
  if (!isGerman(register)) return registerColumns(register).join(' ')
  return `${register.court} ${register.type} ${register.digits} ${register.suffix}`
}

function historyText({ address, formerNames, formerNumbers, otherNames = [] }: IncomingCompany): string {
  const text =
    address === null && formerNames.length === 0 && formerNumbers.length === 0
      ? ''
      : JSON.stringify([address, formerNames, formerNumbers])
  return otherNames.length === 0 ? text : text + JSON.stringify(otherNames)
}

function create(stored: StoredCompanies, { incoming, uuid, content }: Entry, nowMs: number): number {
  // A company of its own has this key now, so the key is no longer an alias.
  stored.aliases.delete(uuid)
  const id = insertCompany(stored, newCompany(incoming, uuid, nowMs))
  stored.entries.put(id, incoming.source, content)
  stored.log({ uuid, kind: 'created', atMs: nowMs, fields: [] })
  return id
}

/** Merges an entry into a stored company; returns what changed except the day of the snapshot. */
function change(
  stored: StoredCompanies,
  id: number,
  before: Company,
  { incoming, content }: Entry,
  nowMs: number,
): readonly string[] {
  const { company: after } = mergeCompany(before, incoming)
  wakeJoined(stored, before)
  if (after.sources.length > 1) noteRecord(stored, id, before, incoming)
  // A snapshot older than the stored one of the same entry leaves the stored day and hash as they are.
  if (after.sources.includes(incoming.source)) stored.entries.put(id, incoming.source, content)
  const changed = updateCompany(stored, id, { before, after, nowMs })
  const { lei, source } = incoming
  return lei !== undefined && changeLei(stored, id, lei, source.asOf, nowMs) ? [...changed, 'lei'] : changed
}

/** Keeps what each entry of a company with several ones tells, so that one can be withdrawn. */
function noteRecord(stored: StoredCompanies, id: number, before: Company, incoming: IncomingCompany): void {
  keepOnly(stored, id, before)
  const version = recordOf(newCompany(incoming, before.uuid, before.updatedAtMs))
  const leiCodes = incoming.lei === undefined ? [] : [incoming.lei.lei]
  addRecord(stored, id, incoming.source, { ...version, leiCodes })
}

/** Joins the companies that are stored under other keys of the entry, and makes those keys aliases. */
function joinSame(stored: StoredCompanies, id: number, keys: readonly RegisterKey[], nowMs: number): boolean {
  let hasJoined = false
  for (const key of keys) {
    const uuid = companyUuid(key)
    const other = storedId(stored, uuid)
    if (other === id) continue
    if (other === undefined) stored.aliases.putSame(uuid, id)
    // Two registered companies are never joined by an id of a list that leads to one of them. That of an LEI may move.
    else if (key.type === 'list' && stored.idOf(uuid) === undefined) wakeKey(stored, key)
    else {
      joinCompanies(stored, other, id, nowMs)
      hasJoined = true
    }
  }
  return hasJoined
}

/** Counts what was done with the entries of a batch. */
export function countSaved(saved: readonly SavedCompany[]): SaveResult {
  const count = (isCounted: (one: SavedCompany) => boolean) => saved.filter(isCounted).length
  return {
    created: count(({ how }) => how === 'created'),
    changed: count(({ how }) => how === 'changed'),
    unchanged: count(({ how }) => how === 'unchanged'),
    joined: count(({ isJoined }) => isJoined === true),
    renamed: count(({ changed }) => changed?.includes('name') === true),
    moved: count(({ changed }) => changed?.includes('seat') === true),
    apart: saved.flatMap(({ how }, i) => (how === 'apart' ? [i] : [])),
  }
}
