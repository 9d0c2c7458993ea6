/** Stores one company: creates it, or merges the entry into the stored company. */
import { hash } from 'node:crypto'
import { laterCompany } from '../../../../core/company/another-company.ts'
import type { Company, CompanyId } from '../../../../core/company/company.ts'
import type { IncomingCompany } from '../../../../core/company/company-writer.ts'
import { leiOfKey } from '../../../../core/company/lei.ts'
import { mergeCompany, newCompany } from '../../../../core/company/merge-company.ts'
import { companyUuid } from '../../../../names/reading/company-uuid.ts'
import { isGerman, type RegisterKey } from '../../../../names/reading/register-number.ts'
import { bytesOfUuid } from '../tables/company-rows.ts'
import { registerColumns } from '../tables/register-columns.ts'
import { recordOf } from './entry-records.ts'
import { joinCompanies } from './join-companies.ts'
import type { SaveContext } from './save-context.ts'
import { insertCompany, storedCompany, storedId, updateCompany } from './write-company.ts'

/** What a save derives from its entry. */
interface Entry {
  /** The uuid of its key. */
  readonly bytes: Buffer
  readonly content: Buffer
  readonly nowMs: number
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
export function saveCompany(context: SaveContext, incoming: IncomingCompany, nowMs: number): SavedCompany {
  const { register, sameAs } = incoming
  const entry = { bytes: bytesOfUuid(companyUuid(register)), content: contentOf(incoming), nowMs }
  const id = storedId(context, entry.bytes)
  if (id === undefined) {
    const created = create(context, incoming, entry)
    if (incoming.lei !== undefined) context.leis.saveLei(created, incoming.lei, incoming.source.asOf)
    context.leiEntries.note(incoming)
    if (sameAs !== undefined) joinSame(context, created, sameAs, nowMs)
    return CREATED
  }
  const saved = saveInto(context, id, incoming, entry)
  if (saved.how === 'apart' || sameAs === undefined || !joinSame(context, id, sameAs, nowMs)) return saved
  return { ...saved, how: 'changed' }
}

/** Saves the entry of a company that is stored. */
function saveInto(context: SaveContext, id: number, incoming: IncomingCompany, entry: Entry): SavedCompany {
  const { source } = incoming
  const note = context.statements.noteOfSource.get(id, source.source, source.sourceKey) as
    | SourceNote
    | undefined
  // The same version of the entry, or a later one with the same content, is stored.
  if (note?.content.equals(entry.content) === true && note.as_of >= source.asOf) return UNCHANGED
  const before = storedCompany(context, id)
  const entered = newCompany(incoming, before.uuid, before.updatedAtMs)
  // The id of a list is no number that a court gave anew.
  const later =
    note === undefined && incoming.register.type !== 'list' ? laterCompany(before, entered) : undefined
  if (later === 'incoming') return APART
  if (note === undefined || note.as_of <= source.asOf) context.leiEntries.note(incoming)
  if (later === 'stored') return replace(context, id, before, incoming, entry)
  const changed = change(context, id, before, incoming, entry)
  const isJoined = before.sources.every((known) => known.source !== source.source)
  return { how: changed.length > 0 ? 'changed' : 'unchanged', isJoined, changed }
}

/** Stores the company of an entry in place of a later one that got its number. */
function replace(
  context: SaveContext,
  id: number,
  before: Company,
  incoming: IncomingCompany,
  { content, nowMs }: Entry,
): SavedCompany {
  const { source, sourceKey, asOf } = incoming.source
  context.statements.deleteSources.run(id)
  context.entryRecords.removeAll(id)
  context.statements.upsertSource.run(id, source, sourceKey, asOf, content)
  const after = newCompany(incoming, before.uuid, before.updatedAtMs)
  return { how: 'changed', changed: updateCompany(context, id, { before, after, nowMs }) }
}

/**
 * What is stored about an entry of the company's source; there is none if the company is known only from
 * other entries.
 */
interface SourceNote {
  readonly as_of: string
  readonly content: Buffer
}

const CONTENT_BYTES = 8

/** Returns a hash that tells two versions of an entry apart. The day of the snapshot is not part of it. */
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

function create(context: SaveContext, incoming: IncomingCompany, entry: Entry): number {
  const { statements, ids } = context
  const { bytes, content, nowMs } = entry
  const company = newCompany(incoming, companyUuid(incoming.register) as CompanyId, nowMs)
  // A company of its own has this key now, so the key is no longer an alias.
  statements.deleteAlias.run(bytes)
  const id = insertCompany(context, company, bytes)
  ids.add(bytes, id)
  for (const source of company.sources) {
    statements.upsertSource.run(id, source.source, source.sourceKey, source.asOf, content)
  }
  statements.logChange.run(bytes, 'created', nowMs, '')
  return id
}

/** Merges an entry into a stored company; returns what changed except the day of the snapshot. */
function change(
  context: SaveContext,
  id: number,
  before: Company,
  incoming: IncomingCompany,
  { content, nowMs }: Entry,
): readonly string[] {
  const { company: after } = mergeCompany(before, incoming)
  context.leiEntries.wakeJoined(before)
  if (after.sources.length > 1) noteRecord(context, id, before, incoming)
  // A snapshot older than the stored one of the same entry leaves the stored day and hash as they are.
  if (after.sources.includes(incoming.source)) {
    const { source, sourceKey, asOf } = incoming.source
    context.statements.upsertSource.run(id, source, sourceKey, asOf, content)
  }
  const changed = updateCompany(context, id, { before, after, nowMs })
  const isNewLei =
    incoming.lei !== undefined && context.leis.changeLei(id, incoming.lei, incoming.source.asOf, nowMs)
  return isNewLei ? [...changed, 'lei'] : changed
}

/** Keeps what each entry of a company with several ones tells, so that one can be withdrawn. */
function noteRecord(
  { entryRecords }: SaveContext,
  id: number,
  before: Company,
  incoming: IncomingCompany,
): void {
  entryRecords.keepOnly(id, before)
  const version = recordOf(newCompany(incoming, before.uuid, before.updatedAtMs))
  const leiCodes = incoming.lei === undefined ? [] : [incoming.lei.lei]
  entryRecords.add(id, incoming.source, { ...version, leiCodes })
}

/** Joins the companies that are stored under other keys of the entry, and makes those keys aliases. */
function joinSame(context: SaveContext, id: number, keys: readonly RegisterKey[], nowMs: number): boolean {
  let hasJoined = false
  for (const key of keys) {
    const bytes = bytesOfUuid(companyUuid(key))
    const other = storedId(context, bytes)
    if (other === id) continue
    if (other === undefined) context.statements.upsertSame.run(bytes, id)
    else if (key.type === 'list' && context.ids.get(bytes) === undefined) wakeKey(context, key)
    else {
      joinCompanies(context, other, id, nowMs)
      hasJoined = true
    }
  }
  return hasJoined
}

/** Two registered companies are never joined by an id of a list that leads to one of them. That of an LEI may move. */
function wakeKey({ leiEntries }: SaveContext, key: RegisterKey): void {
  const lei = leiOfKey(key)
  if (lei !== undefined) leiEntries.wake(lei)
}
