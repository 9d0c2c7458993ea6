/** The German register courts: codes, names, mergers, and the spellings that people use. */
import data from '../data/courts.json' with { type: 'json' }
import { editDistance } from '../text/edit-distance.ts'
import { foldLoose, foldWhole } from '../text/fold.ts'

/**
 * XJustiz code of a court as BRIS and OffeneRegister use it (`D2601V`). Two codes joined by `_`
 * (`N1209V_N1206V`) stand for numbers of a former court that the current court keeps and that the former
 * court itself has also given to other companies: those numbers are a register of their own.
 */
export type CourtCode = string & { readonly brand: 'CourtCode' }

interface Court {
  readonly code: CourtCode
  /** Display name without "Amtsgericht": `München`, `Frankfurt am Main`. */
  readonly name: string
  /** Two letters, as in ISO 3166-2: `BY`. */
  readonly state: string
  /** The name in the XJustiz code list; '' for a joined code. */
  readonly xjustizName: string
  /** Other spellings of the name. */
  readonly aliases: readonly string[]
  /** The court keeps a register today (BRIS list of registers). */
  readonly active: boolean
  /**
   * Number of entries of the court in the part of OffeneRegister that the list was made from. Of two courts
   * with the same name, the one with more entries comes first.
   */
  readonly entries: number
  /** The court that keeps the registers of this one today. */
  readonly successor?: CourtCode
  /** The previous code of the same court. Its numbers continued unchanged. */
  readonly renumberedFrom?: CourtCode
}

/** All courts that keep or kept a register in the sources. Made by scripts/make-courts.ts. */
export const COURTS: readonly Court[] = data.courts as readonly unknown[] as readonly Court[]

const BY_CODE: ReadonlyMap<string, Court> = new Map(COURTS.map((court) => [court.code, court]))
const CORRECTIONS: Readonly<Record<string, string>> = data.corrections
const SAME_NUMBERS: ReadonlySet<string> = new Set(data.sameNumbers)
const JOINED_CODES = data.ownNumbers as readonly string[] as readonly CourtCode[]
const BY_NAME = courtsByName(COURTS)
/** Court names with their loose forms, so that a missing umlaut does not count as an edit. */
const LOOSE_NAMES = [...BY_NAME.keys()].map((name) => ({ name, loose: foldLoose(name) }))
const PREDECESSORS = predecessorsOf(COURTS)

/** Returns the court of a code in upper case, including joined codes; `undefined` for an unknown one. */
export function courtByCode(code: string): Court | undefined {
  return BY_CODE.get(code) ?? joinedCourt(code)
}

/** Returns the display name of the court, or the code itself if it is unknown. */
export function courtName(code: string): string {
  return courtByCode(code)?.name ?? code
}

/**
 * Returns the court code of a number whose entry names two courts: the former court; the corrected code if
 * the source used the code of a court with the same name; or both codes joined if the former court gave the
 * same numbers to other companies.
 */
export function numberCourt(current: CourtCode, former: CourtCode): CourtCode {
  const pair = `${current}_${former}`
  const corrected = CORRECTIONS[pair]
  if (corrected !== undefined) return corrected as CourtCode
  const keepsRegister = BY_CODE.get(former)?.active === true
  return keepsRegister && !SAME_NUMBERS.has(pair) ? (pair as CourtCode) : former
}

/**
 * Returns the court code of a number for two courts that somebody typed. A pair without numbers of its own is
 * the former court, whichever court succeeded it.
 */
export function typedNumberCourt(current: CourtCode, former: CourtCode): CourtCode {
  const court = numberCourt(current, former)
  return court.includes('_') && !JOINED_CODES.includes(court) ? former : court
}

/**
 * Returns the code that company ids use: the oldest code of a court that was only renumbered (Freiburg B1204
 * → B8536).
 */
export function oldestCourt(code: CourtCode): CourtCode {
  return BY_CODE.get(code)?.renumberedFrom ?? code
}

/** Returns the current code of a court: the inverse of `oldestCourt`. */
export function newestCourt(code: CourtCode): CourtCode {
  return COURTS.find((court) => court.renumberedFrom === code)?.code ?? code
}

/**
 * Returns the other courts whose registers may hold a number of this court: its successors and its
 * predecessors, transitively, and its other codes. Other predecessors of its successor and the court itself
 * are not included.
 */
export function relatedCourts(code: CourtCode): readonly CourtCode[] {
  const found = new Set<CourtCode>()
  const visit = (from: CourtCode, next: (code: CourtCode) => readonly CourtCode[]): void => {
    for (const court of next(from)) {
      if (court === code || found.has(court)) continue
      found.add(court)
      visit(court, next)
    }
  }
  visit(code, successorsOf)
  visit(code, (court) => PREDECESSORS.get(court) ?? [])
  return [...found]
}

function successorsOf(code: CourtCode): readonly CourtCode[] {
  const court = courtByCode(code)
  return [
    court?.successor,
    ...COURTS.filter((one) => one.renumberedFrom === code).map((one) => one.code),
  ].filter((one) => one !== undefined)
}

function predecessorsOf(courts: readonly Court[]): ReadonlyMap<CourtCode, CourtCode[]> {
  const map = new Map<CourtCode, CourtCode[]>()
  const add = (from: CourtCode, to: CourtCode): void => {
    map.set(from, [...(map.get(from) ?? []), to])
  }
  for (const court of courts) {
    if (court.successor) add(court.successor, court.code)
    if (court.renumberedFrom) add(court.code, court.renumberedFrom)
  }
  for (const joined of JOINED_CODES) {
    const [current, former] = joined.split('_') as [CourtCode, CourtCode]
    add(current, joined)
    if (former !== current) add(former, joined)
  }
  return map
}

function joinedCourt(code: string): Court | undefined {
  const [first, second, ...rest] = code.split('_')
  const current = BY_CODE.get(first ?? '')
  const former = BY_CODE.get(second ?? '')
  if (current === undefined || former === undefined || rest.length > 0) return undefined
  return {
    code: code as CourtCode,
    name: former.name,
    state: current.state,
    xjustizName: '',
    aliases: [],
    active: false,
    entries: 0,
    successor: current.code,
  }
}

const COURT_WORDS = /\b(amtsgericht(s|es)?|registergericht(s|es)?|local court|ag|agr|gericht|register)\b/g

/**
 * Returns the courts that a text names by code, name or alias, with or without "Amtsgericht" or "AG". An
 * ambiguous name gives several courts, those that keep a register today first. A code also gives the other
 * code of a renumbered court. An unknown text gives none.
 */
export function courtsByText(text: string): readonly CourtCode[] {
  const known = courtByCode(text.trim().toUpperCase())
  if (known !== undefined) return codesOfCourt(known.code)
  const whole = foldWhole(text)
  return BY_NAME.get(whole) ?? BY_NAME.get(withoutCourtWords(whole)) ?? []
}

/**
 * Returns the groups of courts that a text may name: the group of `courtsByText`, or else the groups of the
 * names it misspells (1 edit from 4 letters, 2 from 8). All equally near names count: `Müncen` is München or
 * Münden. An unknown text gives none.
 */
export function courtGroupsByText(text: string): readonly CourtGroup[] {
  const named = courtsByText(text)
  return named.length > 0 ? [named] : courtGroupsByMisspelling(withoutCourtWords(foldWhole(text)))
}

/**
 * Returns all courts with a name or alias that begins with the text, with or without "Amtsgericht" or "AG"
 * before it and with or without umlauts.
 */
export function courtsWithPrefix(text: string): readonly CourtCode[] {
  const prefix = withoutCourtWords(foldWhole(text))
  if (prefix === '') return []
  const loosePrefix = foldLoose(prefix)
  const names = LOOSE_NAMES.filter(
    ({ name, loose }) => name.startsWith(prefix) || loose.startsWith(loosePrefix),
  )
  return [...new Set(names.flatMap(({ name }) => BY_NAME.get(name)!))]
}

/** The courts that one name stands for. An empty group means every court. */
export type CourtGroup = readonly CourtCode[]

function withoutCourtWords(whole: string): string {
  return foldWhole(whole.replace(COURT_WORDS, ' '))
}

/** Returns the current code of the court, followed by its old one. */
function codesOfCourt(code: CourtCode): readonly CourtCode[] {
  return [...new Set([newestCourt(code), oldestCourt(code)])]
}

/** Minimum length of a name for one edit. */
const ONE_EDIT_LENGTH_MIN = 4
/** Minimum length of a name for two edits. */
const TWO_EDITS_LENGTH_MIN = 8

function courtGroupsByMisspelling(place: string): readonly CourtGroup[] {
  const looseText = foldLoose(place)
  const editsMax =
    looseText.length >= TWO_EDITS_LENGTH_MIN ? 2 : looseText.length >= ONE_EDIT_LENGTH_MIN ? 1 : -1
  for (let edits = 0; edits <= editsMax; edits++) {
    const names = LOOSE_NAMES.filter(
      ({ name, loose }) =>
        loose.length >= ONE_EDIT_LENGTH_MIN &&
        // A missing letter may leave an `oe` that is no umlaut: `Hannoer`.
        (editDistance(looseText, loose, edits) === edits || editDistance(place, name, edits) === edits),
    )
    if (names.length > 0) return courtGroupsOf(nearest(place, names))
  }
  return []
}

type LooseName = (typeof LOOSE_NAMES)[number]

/** Removes duplicate groups: a name and an alias of the same court may be equally near. */
function courtGroupsOf(names: readonly LooseName[]): readonly CourtGroup[] {
  const groups = names.map(({ name }) => BY_NAME.get(name)!)
  return [...new Map(groups.map((courts) => [courts.join(), courts])).values()]
}

/**
 * Of names at the same loose distance, returns those nearest as written: `Boren` is nearer to Borken than to
 * Büren.
 */
function nearest(place: string, names: readonly LooseName[]): readonly LooseName[] {
  const distances = names.map(({ name }) => editDistance(place, name, place.length))
  return names.filter((_, i) => distances[i] === Math.min(...distances))
}

/** Returns the courts by folded name. A name comes before an alias, a current court before a former one. */
function courtsByName(courts: readonly Court[]): ReadonlyMap<string, readonly CourtCode[]> {
  const map = new Map<string, CourtCode[]>()
  const add = (name: string, court: Court): void => {
    const key = foldWhole(name)
    const codes = map.get(key) ?? []
    if (key !== '' && !codes.includes(court.code)) map.set(key, [...codes, court.code])
  }
  const ordered = largestFirst(courts)
  for (const court of ordered) add(court.name, court)
  for (const court of ordered) for (const alias of court.aliases) add(alias, court)
  return map
}

/** Sorts current courts before former ones, then by number of entries. */
function largestFirst(courts: readonly Court[]): readonly Court[] {
  return [...courts].sort((a, b) => Number(b.active) - Number(a.active) || b.entries - a.entries)
}
