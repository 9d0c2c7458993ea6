/**
 * What entries tell about the company of an LEI, apart from the register entries of GLEIF itself: the register number in
 * a row of a list, or a German number of which the court is not known. LEIs wait here until an import is at its end, so
 * that the order of its files does not matter.
 */
import type { Company } from '../../../../core/company/company.ts'
import type { EntryKey, IncomingCompany } from '../../../../core/company/company-writer.ts'
import type { CourtlessNumber } from '../../../../core/company/lei.ts'
import { isBuiltIn } from '../../../../core/company/precedence.ts'
import { canonicalRegister, companyUuid } from '../../../../names/reading/company-uuid.ts'
import type { Lei } from '../../../../names/reading/lei.ts'
import { isGerman } from '../../../../names/reading/register-number.ts'
import { foldWhole } from '../../../../names/text/fold.ts'
import type { Database } from '../../database/open-database.ts'
import { bytesOfUuid } from '../tables/company-rows.ts'
import { type RegisterColumns, registerOf } from '../tables/register-columns.ts'

/** A number whose court is not known, with the name of its company. */
export interface NamedNumber extends CourtlessNumber {
  /** As `foldWhole` returns it. */
  readonly nameFolded: string
}

/** What is known about the company of an LEI. */
export interface ToldOfLei {
  /** The uuids of the register numbers that rows of lists have with this LEI. */
  readonly uuids: readonly Buffer[]
  readonly numbers: readonly NamedNumber[]
}

/** Stores what entries tell of LEIs; call its methods inside a transaction. */
export interface LeiEntries {
  /** Stores what an entry tells, in place of what it told before. */
  note(incoming: IncomingCompany): void
  /** Forgets a withdrawn entry. */
  forget(entry: EntryKey): void
  of(lei: Lei): ToldOfLei
  /** Returns the companies with this number, its suffix and this name. */
  namesakes(number: NamedNumber): readonly number[]
  /** Lets an LEI wait to be compared again. */
  wake(lei: Lei): void
  /** Lets the LEIs wait whose numbers may be those of this company, as it was stored, changed or deleted. */
  wakeByName(company: Pick<Company, 'name' | 'register'>): void
  /** Lets the LEIs of a company wait whose entries may have been joined with it by its name, when another entry tells one. */
  wakeJoined(company: Pick<Company, 'leis'>): void
  /** Returns the next waiting LEIs, at most `most`, which then no longer wait. */
  next(most: number): readonly Lei[]
}

interface Namesake {
  readonly id: number
  readonly register_court: string
  readonly register_suffix: string
}

interface EntryRow {
  readonly uuid: Buffer | null
  readonly name_folded: string
  readonly type: CourtlessNumber['type']
  readonly digits: number
  readonly suffix: string
}

/** Prepares the statements. */
export function leiEntries(db: Database): LeiEntries {
  const { upsert, remove, ofLei, sameName, ...waiting } = statementsOn(db)
  let hasEntries = db.prepare('SELECT 1 FROM lei_entries LIMIT 1').get() !== undefined
  const forget: LeiEntries['forget'] = ({ source, sourceKey }) => {
    if (!hasEntries) return
    for (const lei of remove.all(source, sourceKey) as Lei[]) waiting.wake.run(lei)
  }
  return {
    note(incoming) {
      const { source, sourceKey } = incoming.source
      const told = toldBy(incoming)
      // The registers tell no LEI, so that their entries, nearly all, need no look-up.
      if (told !== undefined || incoming.lei !== undefined || !isBuiltIn(source)) forget(incoming.source)
      if (told === undefined) return
      hasEntries = true
      upsert.run(source, sourceKey, ...told)
      waiting.wake.run(told[0])
    },
    forget,
    of: (lei) => toldOf(ofLei.all(lei) as EntryRow[]),
    namesakes: (number) =>
      (sameName.all(number.nameFolded, number.type, number.digits) as Namesake[])
        .filter((found) => hasSuffix(found, number))
        .map(({ id }) => id),
    wake: (lei) => waiting.wake.run(lei),
    wakeByName({ name, register }) {
      if (hasEntries && isGerman(register)) waiting.wakeByName.run(foldWhole(name))
    },
    wakeJoined({ leis }) {
      if (hasEntries) for (const { lei } of leis) waiting.wakeNoted.run(lei)
    },
    next: (most) => (waiting.next.all(most) as Lei[]).sort(),
  }
}

function statementsOn(db: Database) {
  const wake = 'INSERT OR IGNORE INTO waiting_leis'
  return {
    upsert: db.prepare(
      `INSERT INTO lei_entries (source, source_key, lei, uuid, name_folded, type, digits, suffix)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    remove: db.prepare('DELETE FROM lei_entries WHERE source = ? AND source_key = ? RETURNING lei').pluck(),
    ofLei: db.prepare('SELECT * FROM lei_entries WHERE lei = ?'),
    sameName: db.prepare(
      `SELECT id, register_court, register_suffix FROM companies
       WHERE name_folded = ? AND register_type = ? AND register_digits = ?`,
    ),
    wake: db.prepare(`${wake} VALUES (?)`),
    wakeByName: db.prepare(`${wake} SELECT lei FROM lei_entries WHERE name_folded = ?`),
    wakeNoted: db.prepare(`${wake} SELECT lei FROM lei_entries WHERE lei = ?`),
    next: db
      .prepare(
        'DELETE FROM waiting_leis WHERE lei IN (SELECT lei FROM waiting_leis ORDER BY lei LIMIT ?) RETURNING lei',
      )
      .pluck(),
  }
}

type ToldColumns = readonly [
  ...[lei: Lei, uuid: Buffer | null, nameFolded: string | null],
  ...[type: string | null, digits: number | null, suffix: string | null],
]

/** Returns the columns of what an entry tells; `undefined` if it tells nothing. */
function toldBy({ register, name, lei, leiReference }: IncomingCompany): ToldColumns | undefined {
  if (leiReference !== undefined && register.type !== 'list')
    return [leiReference, bytesOfUuid(companyUuid(register)), null, null, null, null]
  if (register.type !== 'list' || !lei?.courtless) return undefined
  const { type, digits, suffix } = lei.courtless
  return [lei.lei, null, foldWhole(name), type, digits, suffix]
}

function toldOf(rows: readonly EntryRow[]): ToldOfLei {
  return {
    uuids: rows.flatMap(({ uuid }) => uuid ?? []),
    numbers: rows.flatMap(({ uuid, name_folded: nameFolded, type, digits, suffix }) =>
      uuid === null ? [{ nameFolded, type, digits, suffix }] : [],
    ),
  }
}

/** Courts write letters after numbers that distinguish nothing, and GLEIF often leaves them out. */
function hasSuffix(
  { register_court, register_suffix }: Namesake,
  { type, digits, suffix }: NamedNumber,
): boolean {
  if (suffix === '') return true
  const columns: RegisterColumns = ['DE', register_court, type, digits, register_suffix]
  const register = registerOf(...columns)
  return (
    isGerman(register) &&
    canonicalRegister({ ...register, suffix }).suffix === canonicalRegister(register).suffix
  )
}
