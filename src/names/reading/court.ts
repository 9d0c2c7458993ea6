/** The German register courts: codes, names, who took over from whom, and how people write them. */
import data from '../data/courts.json' with { type: 'json' }
import { editDistance } from '../text/edit-distance.ts'
import { foldLoose, foldWhole } from '../text/fold.ts'

/**
 * XJustiz code of a court as BRIS and OffeneRegister use it (`D2601V`), or two joined by `_` (`N1209V_N1206V`) where a court keeps
 * a former court's numbers that the former court itself has given to other companies: those numbers are a register of their own.
 */
export type CourtCode = string & { readonly brand: 'CourtCode' }

interface Court {
  readonly code: CourtCode
  /** For people, without "Amtsgericht": `München`, `Frankfurt am Main`. */
  readonly name: string
  /** Two letters, as in ISO 3166-2: `BY`. */
  readonly state: string
  /** The name in the XJustiz code list; '' for a joined code. */
  readonly xjustizName: string
  /** Other spellings of the name. */
  readonly aliases: readonly string[]
  /** Keeps a register today (BRIS list of registers). */
  readonly active: boolean
  /** Numbers that the court gave, in the part of OffeneRegister that the list was made from: of two namesakes the larger is meant first. */
  readonly entries: number
  /** The court that keeps the registers of this one today. */
  readonly successor?: CourtCode
  /** The code of the same court before it got this one; its numbers went on unchanged. */
  readonly renumberedFrom?: CourtCode
}

/** Every court that keeps or kept a register in the sources. Origin: scripts/make-courts.ts. */
export const COURTS: readonly Court[] = data.courts as readonly unknown[] as readonly Court[]

const BY_CODE: ReadonlyMap<string, Court> = new Map(COURTS.map((court) => [court.code, court]))
const CORRECTIONS: Readonly<Record<string, string>> = data.corrections
const SAME_NUMBERS: ReadonlySet<string> = new Set(data.sameNumbers)
const JOINED_CODES = data.ownNumbers as readonly string[] as readonly CourtCode[]
const BY_NAME = courtsByName(COURTS)
/** A forgotten umlaut is no slip. */
const LOOSE_NAMES = [...BY_NAME.keys()].map((name) => ({ name, loose: foldLoose(name) }))
const PREDECESSORS = predecessorsOf(COURTS)

/** By code, upper case; joined codes too. */
export function courtByCode(code: string): Court | undefined {
  return BY_CODE.get(code) ?? joinedCourt(code)
}

/** The short name of the court, the code itself where it is not known. */
export function courtName(code: string): string {
  return courtByCode(code)?.name ?? code
}

/**
 * The court under whose code a number of a two-court entry belongs: the former court; that court's right code where the source
 * took a namesake's; or both joined where the former court gave the same numbers to other companies.
 */
export function numberCourt(current: CourtCode, former: CourtCode): CourtCode {
  const pair = `${current}_${former}`
  const corrected = CORRECTIONS[pair]
  if (corrected !== undefined) return corrected as CourtCode
  const keepsRegister = BY_CODE.get(former)?.active === true
  return keepsRegister && !SAME_NUMBERS.has(pair) ? (pair as CourtCode) : former
}

/**
 * The same for two courts that somebody typed: a pair that is known to keep no numbers of its own is the former court, whoever
 * took over from it.
 */
export function typedNumberCourt(current: CourtCode, former: CourtCode): CourtCode {
  const court = numberCourt(current, former)
  return court.includes('_') && !JOINED_CODES.includes(court) ? former : court
}

/**
 * The code that identity is made of: where a court was given a new code and nothing else changed (Freiburg B1204 → B8536),
 * the oldest one.
 */
export function oldestCourt(code: CourtCode): CourtCode {
  return BY_CODE.get(code)?.renumberedFrom ?? code
}

/** The code that the court has today: the other way round of `oldestCourt`. */
export function newestCourt(code: CourtCode): CourtCode {
  return COURTS.find((court) => court.renumberedFrom === code)?.code ?? code
}

/**
 * Courts under which a number of this court may be found as well: those that took over from it and those that it took over from,
 * transitively, and its other codes; not its siblings, not itself.
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
 * The courts that a text names: a code, a name or an alias, with or without "Amtsgericht" or "AG". Ambiguous places give several,
 * courts that keep a register today first; a code gives the other code of a renumbered court too; nothing known gives none.
 */
export function courtsByText(text: string): readonly CourtCode[] {
  const known = courtByCode(text.trim().toUpperCase())
  if (known !== undefined) return codesOfCourt(known.code)
  const whole = foldWhole(text)
  return BY_NAME.get(whole) ?? BY_NAME.get(withoutCourtWords(whole)) ?? []
}

/**
 * The places that a text may mean, by their courts: that of `courtsNamed`, or else those whose name it misspells (1 slip from 4
 * letters, 2 from 8); of names as near, all: `Müncen` is München or Münden. Nothing known gives none.
 */
export function courtGroupsByText(text: string): readonly CourtGroup[] {
  const named = courtsByText(text)
  return named.length > 0 ? [named] : courtGroupsByMisspelling(withoutCourtWords(foldWhole(text)))
}

/** The courts that one name stands for; empty: every court. */
export type CourtGroup = readonly CourtCode[]

function withoutCourtWords(whole: string): string {
  return foldWhole(whole.replace(COURT_WORDS, ' '))
}

/** The code that the court has today before its old one. */
function codesOfCourt(code: CourtCode): readonly CourtCode[] {
  return [...new Set([newestCourt(code), oldestCourt(code)])]
}

/** One slip from this length on. */
const ONE_EDIT_LENGTH_MIN = 4
/** Two slips from this length on. */
const TWO_EDITS_LENGTH_MIN = 8

function courtGroupsByMisspelling(place: string): readonly CourtGroup[] {
  const asked = foldLoose(place)
  const slipsMax = asked.length >= TWO_EDITS_LENGTH_MIN ? 2 : asked.length >= ONE_EDIT_LENGTH_MIN ? 1 : -1
  for (let slips = 0; slips <= slipsMax; slips++) {
    const names = LOOSE_NAMES.filter(
      ({ name, loose }) =>
        loose.length >= ONE_EDIT_LENGTH_MIN &&
        // A missing letter may leave an `oe` that is no umlaut: `Hannoer`.
        (editDistance(asked, loose, slips) === slips || editDistance(place, name, slips) === slips),
    )
    if (names.length > 0) return courtGroupsOf(nearest(place, names))
  }
  return []
}

type LooseName = (typeof LOOSE_NAMES)[number]

/** A name and an alias may be as near, and mean the same. */
function courtGroupsOf(names: readonly LooseName[]): readonly CourtGroup[] {
  const places = names.map(({ name }) => BY_NAME.get(name)!)
  return [...new Map(places.map((courts) => [courts.join(), courts])).values()]
}

/** Of names as near with umlauts loose those that are nearest as they are written: `Boren` is rather Borken than Büren. */
function nearest(place: string, names: readonly LooseName[]): readonly LooseName[] {
  const slips = names.map(({ name }) => editDistance(place, name, place.length))
  return names.filter((_, i) => slips[i] === Math.min(...slips))
}

/** Folded name → courts: the name before the alias, courts of today before those of old. */
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

/** Courts of today before those of old. */
function largestFirst(courts: readonly Court[]): readonly Court[] {
  return [...courts].sort((a, b) => Number(b.active) - Number(a.active) || b.entries - a.entries)
}
