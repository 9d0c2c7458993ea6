/** The prominence of a company: points for stored facts of it, never for searches (docs/search.md). */
import type { FormCode } from '../reading/legal-form.ts'

/** What the prominence of a company follows from. */
export interface ProminentFacts {
  readonly form: FormCode
  /** `status`: in the words of GLEIF. */
  readonly leis?: readonly { readonly status: string }[]
  /** Number of companies with an LEI whose direct or ultimate parent it is. */
  readonly subsidiaries?: number
  /** Day of the first entry, `YYYY-MM-DD`. */
  readonly registeredOn?: string | null
  /** `asOf`: `YYYY-MM-DD` or ''. */
  readonly sources: readonly { readonly asOf: string }[]
  readonly events?: readonly { readonly kind: string }[]
  readonly formerNames?: readonly unknown[]
}

/** A fact with the points that it counts. */
export interface ProminencePart {
  readonly fact: ProminenceFact
  readonly value: string
  readonly points: number
}

/** Forms with the same points. Large companies have forms for many shareholders. */
const POINTS_OF_FORMS: readonly (readonly [points: number, forms: readonly string[]])[] = [
  [
    9,
    [
      ...['AG', 'SE', 'KGaA', 'AG & Co. KGaA', 'SE & Co. KGaA', 'GmbH & Co. KGaA', 'Stiftung & Co. KGaA'],
      ...['UG & Co. KGaA', 'PLC', 'N.V.', 'S.p.A.', 'ASA'],
    ],
  ],
  [6, ['AG & Co. KG', 'SE & Co. KG', 'KGaA & Co. KG', 'Stiftung & Co. KG', 'VVaG', 'SCE', 'AöR', 'KöR']],
  [3, ['AG & Co. OHG', 'SE & Co. OHG', 'KGaA & Co. OHG', 'Stiftung & Co. OHG', 'eG', 'Stiftung']],
]
const FORM_POINTS = new Map(
  POINTS_OF_FORMS.flatMap(([points, forms]) => forms.map((form) => [form, points] as const)),
)

/** Returns the points of a legal form: none for GmbH, KG or e.K., which say little. */
export function formPoints(form: FormCode): number {
  return FORM_POINTS.get(form) ?? 0
}

/** States of an LEI that is in force, in the words of GLEIF. */
export const LEI_IN_FORCE: readonly string[] = ['ISSUED', 'PENDING_TRANSFER', 'PENDING_ARCHIVAL']
/** Points of an LEI in force. */
export const LEI_POINTS = 2

/** From `from` on a number counts `points`. */
export interface PointStep {
  readonly from: number
  readonly points: number
}

/** The points of facts that are numbers, by rising numbers. */
export const POINT_STEPS = {
  subsidiaries: [
    { from: 1, points: 2 },
    { from: 5, points: 4 },
    { from: 20, points: 6 },
    { from: 100, points: 8 },
  ],
  years_in_register: [
    { from: 25, points: 1 },
    { from: 50, points: 2 },
    { from: 100, points: 3 },
  ],
  announcements: [
    { from: 1, points: 2 },
    { from: 3, points: 6 },
  ],
  documents_filed: [{ from: 1, points: 3 }],
  former_names: [{ from: 2, points: 3 }],
} satisfies Readonly<Record<string, readonly PointStep[]>>

type CountedFact = keyof typeof POINT_STEPS
/** A fact that counts. */
export type ProminenceFact = 'legal_form' | 'lei' | CountedFact

/** Highest prominence, as a static rank has five bits for it. A higher sum of points counts as this. */
export const PROMINENCE_MAX = 31

/** Returns the prominence of a company, the sum of its points: 0 to `PROMINENCE_MAX`. */
export function prominenceOf(facts: ProminentFacts): number {
  let sum = formPoints(facts.form) + leiPoints(facts)
  for (const fact of COUNTED_FACTS) sum += pointsOf(fact, facts)
  return Math.min(PROMINENCE_MAX, sum)
}

/** Returns the facts that are stored, with their points. */
export function prominenceParts(facts: ProminentFacts): readonly ProminencePart[] {
  const parts: ProminencePart[] = [{ fact: 'legal_form', value: facts.form, points: formPoints(facts.form) }]
  const status = facts.leis?.find(isInForce)?.status ?? facts.leis?.[0]?.status
  if (status !== undefined) parts.push({ fact: 'lei', value: status, points: leiPoints(facts) })
  for (const fact of COUNTED_FACTS) {
    const number = NUMBER_OF[fact](facts)
    if (number > 0) parts.push({ fact, value: String(number), points: pointsOf(fact, facts) })
  }
  return parts
}

/** Returns the whole years from the first entry to the newest day of the sources; 0 if one is unknown. */
export function yearsInRegister({
  registeredOn,
  sources,
}: Pick<ProminentFacts, 'registeredOn' | 'sources'>): number {
  if (registeredOn === null || registeredOn === undefined) return 0
  let newest = ''
  for (const { asOf } of sources) if (asOf > newest) newest = asOf
  if (newest <= registeredOn) return 0
  const years = Number(newest.slice(0, 4)) - Number(registeredOn.slice(0, 4))
  return newest.slice(4) < registeredOn.slice(4) ? years - 1 : years
}

/** Returns the points of a number of years, subsidiaries, … */
export function pointsOfNumber(fact: CountedFact, number: number): number {
  let points = 0
  if (number > 0) for (const step of POINT_STEPS[fact]) if (number >= step.from) points = step.points
  return points
}

/**
 * Of these, the first one does not count for a form with points: courts announce something about nearly
 * every AG.
 */
const ROUTINE_FACTS: readonly ProminenceFact[] = ['announcements', 'documents_filed']

function pointsOf(fact: CountedFact, facts: ProminentFacts): number {
  const number = NUMBER_OF[fact](facts)
  if (number === 0) return 0
  const isRoutine = formPoints(facts.form) > 0 && ROUTINE_FACTS.includes(fact)
  return pointsOfNumber(fact, isRoutine ? number - 1 : number)
}

const COUNTED_FACTS = Object.keys(POINT_STEPS) as readonly CountedFact[]

const NUMBER_OF: Readonly<Record<CountedFact, (facts: ProminentFacts) => number>> = {
  subsidiaries: ({ subsidiaries = 0 }) => subsidiaries,
  years_in_register: yearsInRegister,
  announcements: ({ events }) => countKind(events, (kind) => kind !== 'removal_announced'),
  documents_filed: ({ events }) => countKind(events, (kind) => kind === 'documents_filed'),
  former_names: ({ formerNames = [] }) => formerNames.length,
}

function countKind(events: ProminentFacts['events'], isCounted: (kind: string) => boolean): number {
  return events === undefined || events.length === 0 ? 0 : events.filter(({ kind }) => isCounted(kind)).length
}

function isInForce({ status }: { readonly status: string }): boolean {
  return LEI_IN_FORCE.includes(status)
}

function leiPoints({ leis }: ProminentFacts): number {
  return leis !== undefined && leis.length > 0 && leis.some(isInForce) ? LEI_POINTS : 0
}
