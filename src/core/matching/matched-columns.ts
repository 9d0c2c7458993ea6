/** The columns that matching adds to a list of customers, as one table. Pure. */

import { fold } from '../../names/text/fold.ts'
import { COLUMN_PREFIX } from './match-columns.ts'
import type { RowResult } from './match-rows.ts'
import { NO_COMPANY, type RowChoice } from './row-choice.ts'

/** The value of an added column; `null` = none. */
export type MatchedValue = string | number | null

/** One added column. */
export interface MatchedColumn {
  /** The name in header and JSON, after `COLUMN_PREFIX`. */
  readonly id: string
  readonly description: { readonly de: string; readonly en: string }
  readonly read: (result: RowResult) => MatchedValue
}

/** All added columns in their order. */
export const MATCHED_COLUMNS = [
  {
    id: 'state',
    description: {
      de: '`found`, `ambiguous`, `possible`, `not_found` oder `invalid`',
      en: '`found`, `ambiguous`, `possible`, `not_found` or `invalid`',
    },
    read: ({ state }) => state,
  },
  {
    id: 'score',
    description: {
      de: 'Punkte des besten Unternehmens, 50 bis 100',
      en: 'score of the best company, 50 to 100',
    },
    read: ({ companies: [best] }) => best?.score ?? null,
  },
  {
    id: 'reason',
    description: {
      de: 'warum es passt, als Codes; bei `invalid`, was an der Zeile falsch ist',
      en: 'why it matches, as codes; with `invalid`, what is wrong in the row',
    },
    read: reasonOf,
  },
  {
    id: 'uuid',
    description: { de: 'seine UUID, die gleich bleibt', en: 'its UUID, which stays the same' },
    read: ({ companies: [best] }) => best?.uuid ?? null,
  },
  {
    id: 'name',
    description: { de: 'sein heutiger Name', en: 'its current name' },
    read: ({ companies: [best] }) => best?.name ?? null,
  },
  {
    id: 'register_number',
    description: { de: 'seine Registernummer', en: 'its register number' },
    read: ({ companies: [best] }) => best?.registrationNumber || null,
  },
  {
    id: 'court',
    description: { de: 'sein Registergericht', en: 'its register court' },
    read: ({ companies: [best] }) => best?.registerCourt || null,
  },
  {
    id: 'seat',
    description: { de: 'sein Sitz', en: 'its seat' },
    read: ({ companies: [best] }) => best?.seat || null,
  },
  {
    id: 'status',
    description: {
      de: '`active`, `liquidation`, `insolvency`, `removed` oder `unknown`',
      en: '`active`, `liquidation`, `insolvency`, `removed` or `unknown`',
    },
    read: ({ companies: [best] }) => best?.status ?? null,
  },
  {
    id: 'second_name',
    description: { de: 'das zweitbeste Unternehmen', en: 'the second-best company' },
    read: ({ companies: [, second] }) => second?.name ?? null,
  },
  {
    id: 'second_score',
    description: { de: 'dessen Punkte', en: 'its score' },
    read: ({ companies: [, second] }) => second?.score ?? null,
  },
  {
    id: 'second_uuid',
    description: { de: 'dessen UUID', en: 'its UUID' },
    read: ({ companies: [, second] }) => second?.uuid ?? null,
  },
] as const satisfies readonly MatchedColumn[]

/** The column that the result of a job has besides. */
const DECISION_COLUMN = { id: 'decision' } as const

/** Returns the codes of the best company and the notes, or the faults (`name: too_long`), joined by commas. */
function reasonOf({ companies: [best], notes, faults }: RowResult): string | null {
  const codes = [
    ...(best?.reasons ?? []),
    ...notes,
    ...faults.map(({ field, reason }) => `${field}: ${reason}`),
  ]
  return codes.join(', ') || null
}

/** Returns the names of the added columns for a table with this header: none is in it, in any spelling. */
export function matchedNames(header: readonly string[]): readonly string[] {
  return namesBeside(header, MATCHED_COLUMNS)
}

/** Returns the name of `DECISION_COLUMN`, as `matchedNames`. */
export function decisionName(header: readonly string[]): string {
  return namesBeside(header, [DECISION_COLUMN])[0] as string
}

function namesBeside(
  header: readonly string[],
  columns: readonly Pick<MatchedColumn, 'id'>[],
): readonly string[] {
  const taken = new Set(header.map((name) => fold(name.trim())))
  return columns.map(({ id }) => {
    const name = COLUMN_PREFIX + id
    let free = name
    for (let i = 2; taken.has(free); i++) free = `${name}_${i}`
    return free
  })
}

/** Returns the values of the added columns for a row. */
export function matchedValues(result: RowResult): readonly MatchedValue[] {
  return MATCHED_COLUMNS.map(({ read }) => read(result))
}

/** Returns the value of `DECISION_COLUMN`. */
export function decisionValue({ choice }: { readonly choice?: RowChoice | undefined }): MatchedValue {
  if (choice === undefined) return null
  return choice === NO_COMPANY ? 'none' : 'chosen'
}
